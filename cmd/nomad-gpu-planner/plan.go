package main

import "flag"

type planCommand struct{ *program }

func (c *planCommand) flags(set *flag.FlagSet) {}
func (c *planCommand) run(args []string) error { return misuse{"not yet"} }
func (c *planCommand) usage() usage            { return usage{synopsis: "plan job files on a described cluster"} }
