package main

import (
	"github.com/hashicorp/go-hclog"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

func (p *program) solver(hclog.Logger) mip.Solver { return nil }

func engineName() string { return "no HiGHS" }
