package main

import (
	"fmt"
	"strings"

	"github.com/hashicorp/cli"
)

// help lists the commands; it is what -help alone shows.
func (p *program) help(map[string]cli.CommandFactory) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s plans the GPUs of a Nomad cluster over the next day.\n\nusage: %s COMMAND [flags] [arguments]\n\ncommands:\n", name, name)
	commands := p.commands()
	for _, w := range words(commands) {
		if c, err := commands[w](); err == nil && w != "job" {
			fmt.Fprintf(&out, "    %-14s %s\n", w, c.Synopsis())
		}
	}
	fmt.Fprintf(&out, "\nFlags stand before arguments. %s help COMMAND tells more.", name)
	return out.String()
}

// noCommand says that there is no such command, or lists them all when none was given.
func (p *program) noCommand(word string) int {
	if word == "" {
		fmt.Fprintln(p.stderr, p.help(nil))
		return 1
	}
	return p.fail(fmt.Errorf("unknown command %q; see %s -help", word, name))
}

var _ cli.CommandHelpTemplate = (*jobCommand)(nil)

// jobCommand stands for the commands that begin with "job".
type jobCommand struct{ p *program }

// Run refuses what is no command, and says what is one.
func (c *jobCommand) Run(args []string) int {
	if len(args) == 0 {
		return c.p.fail(fmt.Errorf("job: a word is missing: %s job validate FILE", name))
	}
	return c.p.fail(fmt.Errorf("job: unknown command %q; there is %s job validate FILE", args[0], name))
}

// Synopsis returns one line.
func (c *jobCommand) Synopsis() string { return "commands for job files" }

// Help says how to go on.
func (c *jobCommand) Help() string {
	validate := &validateCommand{program: c.p}
	return fmt.Sprintf("usage: %s job COMMAND [flags] FILE...\n\ncommands:\n    %-14s %s", name, "validate", validate.usage().synopsis)
}

// HelpTemplate leaves out the list that the library would add.
func (c *jobCommand) HelpTemplate() string { return "{{.Help}}\n" }
