package main

import "flag"

type validateCommand struct{ *program }

func (c *validateCommand) flags(set *flag.FlagSet) {}
func (c *validateCommand) run(args []string) error { return misuse{"not yet"} }
func (c *validateCommand) usage() usage            { return usage{synopsis: "say how job files would be planned"} }
