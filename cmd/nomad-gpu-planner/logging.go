package main

import (
	"flag"
	"fmt"

	"github.com/hashicorp/go-hclog"
)

// logging are the flags of commands that log.
type logging struct {
	verbose bool
	level   string
}

func (l *logging) flags(set *flag.FlagSet) {
	set.BoolVar(&l.verbose, "v", false, "log what is done, in place of the progress line (as -log-level debug)")
	set.StringVar(&l.level, "log-level", "warn", "log to stderr from this `LEVEL` on: trace, debug, info, warn, error or off")
}

func (l *logging) check() error {
	if hclog.LevelFromString(l.level) == hclog.NoLevel {
		return misuse{fmt.Sprintf("-log-level %q: want trace, debug, info, warn, error or off", l.level)}
	}
	return nil
}

// logger returns the log, and whether it takes the place of the progress line.
func (l *logging) logger(p *program) (log hclog.Logger, chatty bool) {
	level := hclog.LevelFromString(l.level)
	if l.verbose {
		level = min(level, hclog.Debug)
	}
	return hclog.New(&hclog.LoggerOptions{Name: name, Level: level, Output: aboveProgress{p}}), level <= hclog.Info
}

// aboveProgress writes log lines where a progress line may stand: it gives way.
type aboveProgress struct{ p *program }

// Write implements io.Writer.
func (a aboveProgress) Write(text []byte) (int, error) {
	if a.p.progress {
		_, _ = a.p.stderr.Write([]byte(clearLine))
	}
	return a.p.stderr.Write(text)
}
