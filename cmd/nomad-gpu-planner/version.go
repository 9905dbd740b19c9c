package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"runtime"
)

// versionCommand prints what this build is.
type versionCommand struct {
	*program
	json bool
}

func (c *versionCommand) flags(set *flag.FlagSet) {
	set.BoolVar(&c.json, "json", false, "print JSON")
}

// build is what this program was made of.
type build struct {
	Version string `json:"version"`
	Go      string `json:"go"`
	Engine  string `json:"engine"`
}

func (c *versionCommand) run(args []string) error {
	if len(args) > 0 {
		return misuse{fmt.Sprintf("%q: takes no arguments", args[0])}
	}
	if !c.json {
		_, err := fmt.Fprintln(c.stdout, c.versionLine())
		return err
	}
	return c.write("-", func(w io.Writer) error {
		return json.NewEncoder(w).Encode(build{version, runtime.Version(), engineName()})
	})
}

func (p *program) versionLine() string {
	return fmt.Sprintf("%s %s (%s, %s)", name, version, runtime.Version(), engineName())
}

func (c *versionCommand) usage() usage {
	return usage{synopsis: "print the version", text: "Prints the versions of the program, of Go and of the solver.", examples: []string{"version", "version -json"}}
}
