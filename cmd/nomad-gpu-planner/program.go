package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/hashicorp/cli"
	"golang.org/x/term"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/cmd/nomad-gpu-planner/show"
)

const name = "nomad-gpu-planner"

// program is the world as commands see it, so that tests can start one
// without a process.
type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	environ        []string
	screen         show.Options
	progressWidth  int  // columns of stderr
	progress       bool // stderr is a terminal on which a line can be cleared
}

// screenOf says what can be shown on f.
func screenOf(f *os.File) show.Options {
	if !term.IsTerminal(int(f.Fd())) {
		return show.Options{}
	}
	return show.Options{Width: columnsOf(f, 0), Colour: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// columnsOf returns how wide a terminal is, or else what is assumed.
func columnsOf(f *os.File, assumed int) int {
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil || columns <= 0 {
		return assumed
	}
	return columns
}

// run runs one command line and returns the exit status.
func (p *program) run(args []string) int {
	if len(args) > 0 && args[0] == "help" {
		args = append(slices.Clone(args[1:]), "-help")
	}
	commands := p.commands()
	app := &cli.CLI{
		Name: name, Version: p.versionLine(), Args: args, Commands: commands,
		HelpFunc: p.help, HelpWriter: p.stdout, ErrorWriter: p.stderr,
	}
	word := app.Subcommand()
	switch {
	case app.IsVersion() || app.IsHelp() && word == "":
	case len(args) > 0 && strings.HasPrefix(args[0], "-"):
		return p.fail(fmt.Errorf("unknown flag %s; flags stand after a command, see %s -help", args[0], name))
	case !known(commands, word):
		return p.noCommand(word)
	}
	code, err := app.Run()
	if err != nil {
		return p.fail(err)
	}
	return code
}

// known reports whether word is a command or the first word of one.
func known(commands map[string]cli.CommandFactory, word string) bool {
	for full := range commands {
		if full == word || strings.HasPrefix(full, word+" ") {
			return word != ""
		}
	}
	return false
}

// commands are all commands, by the words that call them.
func (p *program) commands() map[string]cli.CommandFactory {
	list := map[string]runner{
		"solve":        &solveCommand{program: p},
		"plan":         &planCommand{program: p},
		"import":       &importCommand{program: p},
		"bench":        &benchCommand{program: p},
		"job validate": &validateCommand{program: p},
		"version":      &versionCommand{program: p},
	}
	out := make(map[string]cli.CommandFactory, len(list))
	for words, r := range list {
		out[words] = func() (cli.Command, error) { return &command{p, words, r}, nil }
	}
	out["job"] = func() (cli.Command, error) { return &jobCommand{p}, nil }
	return out
}

// words returns the commands' names in the order of the alphabet.
func words(commands map[string]cli.CommandFactory) []string {
	list := make([]string, 0, len(commands))
	for w := range commands {
		list = append(list, w)
	}
	slices.Sort(list)
	return list
}
