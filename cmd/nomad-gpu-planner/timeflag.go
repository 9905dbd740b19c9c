package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// timeFlag is a flag.Value for a length of time.
type timeFlag struct{ to *time.Duration }

// timeVar defines a flag for a length of time, which help shows in short.
func timeVar(set *flag.FlagSet, to *time.Duration, name string, value time.Duration, usage string) {
	*to = value
	set.Var(timeFlag{to}, name, usage)
}

// Set implements flag.Value.
func (f timeFlag) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err == nil {
		*f.to = d
		return nil
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return fmt.Errorf("a unit is missing, such as %ss", text)
	}
	return errors.New("want a time such as 10s, 15m or 24h")
}

// String implements flag.Value.
func (f timeFlag) String() string {
	if f.to == nil {
		return ""
	}
	return planner.Duration(*f.to).String()
}

// positive refuses times that were given and are not above 0.
func positive(set *flag.FlagSet, names ...string) error {
	var err error
	set.Visit(func(f *flag.Flag) {
		for _, name := range names {
			if v, ok := f.Value.(timeFlag); ok && f.Name == name && *v.to <= 0 && err == nil {
				err = misuse{fmt.Sprintf("-%s %s, want more than 0", name, v)}
			}
		}
	})
	return err
}
