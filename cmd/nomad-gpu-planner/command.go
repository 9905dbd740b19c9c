package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/hashicorp/cli"
)

// runner is one command: its flags, and what it does with the arguments left.
// A runner is used once.
type runner interface {
	flags(*flag.FlagSet)
	run(args []string) error
	usage() usage
}

// usage is what help says of a command.
type usage struct {
	synopsis  string // one line
	arguments string // what stands after the flags
	text      string
	examples  []string
}

// command makes a runner a cli.Command.
type command struct {
	p     *program
	words string
	runner
}

var _ cli.Command = (*command)(nil)

// Run reads the flags and runs the command.
func (c *command) Run(args []string) int {
	set := c.flagSet()
	err := set.Parse(args)
	if err == nil {
		err = flagsFirst(set.Args())
	}
	if err != nil {
		return c.p.fail(fmt.Errorf("%s: %w; see %s %s -help", c.words, err, name, c.words))
	}
	if err := c.run(set.Args()); err != nil {
		var misuse misuse
		if errors.As(err, &misuse) {
			err = fmt.Errorf("%s: %w; see %s %s -help", c.words, err, name, c.words)
		}
		return c.p.fail(err)
	}
	return 0
}

func (c *command) flagSet() *flag.FlagSet {
	set := flag.NewFlagSet(c.words, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	c.flags(set)
	return set
}

// flagsFirst refuses what looks like a flag after the first argument: it would
// be read as a file.
func flagsFirst(args []string) error {
	for _, a := range args {
		if len(a) > 1 && a[0] == '-' {
			return fmt.Errorf("%s stands after the arguments; put flags before them", a)
		}
	}
	return nil
}

// misuse is a command line that makes no sense.
type misuse struct{ text string }

func (m misuse) Error() string { return m.text }

// Synopsis returns the one line that the list of commands shows.
func (c *command) Synopsis() string { return c.usage().synopsis }

// Help returns the command's help.
func (c *command) Help() string {
	u := c.usage()
	var out strings.Builder
	fmt.Fprintf(&out, "usage: %s\n\n%s\n", strings.TrimSpace(name+" "+c.words+" [flags] "+u.arguments), strings.TrimSpace(u.text))
	if len(u.examples) > 0 {
		out.WriteString("\nexamples:\n")
		for _, e := range u.examples {
			out.WriteString("    " + name + " " + e + "\n")
		}
	}
	out.WriteString("\nflags:\n")
	c.flagSet().VisitAll(func(f *flag.Flag) { out.WriteString(flagHelp(f)) })
	return strings.TrimRight(out.String(), "\n")
}

func flagHelp(f *flag.Flag) string {
	value, text := flag.UnquoteUsage(f)
	head := "-" + f.Name
	if value != "" {
		head += " " + value
	}
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" && f.DefValue != "0s" {
		text += " (" + f.DefValue + ")"
	}
	return fmt.Sprintf("    %-22s %s\n", head, text)
}
