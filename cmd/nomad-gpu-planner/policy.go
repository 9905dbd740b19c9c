package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

// policyFlags say what the operator values.
type policyFlags struct {
	dir               string
	timestep, horizon time.Duration
	set               *flag.FlagSet
}

func (f *policyFlags) flags(set *flag.FlagSet) {
	f.set = set
	set.StringVar(&f.dir, "policy", "", "`DIR` of files named and filled like the KV keys config/<name> and jobs/<namespace>/<job>[/<group>]")
	timeVar(set, &f.timestep, "timestep", 0, "length of a step, a `TIME`; else the policy's, else 15m")
	timeVar(set, &f.horizon, "horizon", 0, "how far to plan, a `TIME`; else the policy's, else 24h")
}

// check refuses a grid of nothing.
func (f *policyFlags) check() error { return positive(f.set, "timestep", "horizon") }

// read returns the policy of the folder, with the flags put over it.
func (f *policyFlags) read(p *program) (cluster.Policy, cluster.Declarations, error) {
	policy, declarations := cluster.DefaultPolicy(), cluster.Declarations{}
	if f.dir != "" {
		values, err := textsUnder(f.dir, "config")
		if err != nil {
			return policy, declarations, err
		}
		decoded, notes, err := policy.Decode(values)
		for _, n := range notes {
			p.note("%s: %s", n.Severity, n)
		}
		if err != nil {
			return policy, declarations, prefixed(f.dir+"/", err)
		}
		policy = decoded
		if declarations, err = readDeclarations(f.dir); err != nil {
			return policy, declarations, err
		}
	}
	if f.timestep != 0 {
		policy.Timestep = f.timestep
	}
	if f.horizon != 0 {
		policy.Horizon = f.horizon
	}
	return policy, declarations, policy.Validate()
}

// prefixed puts text before every error that is joined in err.
func prefixed(text string, err error) error {
	var out []error
	for line := range strings.SplitSeq(err.Error(), "\n") {
		out = append(out, errors.New(text+line))
	}
	return errors.Join(out...)
}

// readDeclarations reads the files under jobs/. A file may end in .json, so that
// a job and its group can both have one.
func readDeclarations(dir string) (cluster.Declarations, error) {
	texts, err := textsUnder(dir, "jobs")
	if err != nil {
		return cluster.Declarations{}, err
	}
	d := cluster.Declarations{ByKey: map[string]*cluster.Declaration{}, Bad: map[string]error{}}
	for file, text := range texts {
		key := strings.TrimSuffix(file, ".json")
		one, err := cluster.DecodeDeclaration(key, text)
		if err != nil {
			d.Bad[key] = err
			continue
		}
		d.ByKey[key] = one
	}
	return d, nil
}

// mostText is the size above which a value is refused; KV holds none larger.
const mostText = 512 << 10

// textsUnder returns the content of all files under dir/sub, by their path below it.
func textsUnder(dir, sub string) (map[string][]byte, error) {
	root := filepath.Join(dir, sub)
	out := map[string][]byte{}
	if _, err := os.Stat(dir); err != nil {
		return nil, plainError(dir, err)
	}
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) && file == root:
			return nil // neither folder has to be there
		case err != nil:
			return plainError(file, err)
		case strings.HasPrefix(d.Name(), ".") && d.IsDir():
			return fs.SkipDir
		case strings.HasPrefix(d.Name(), "."), d.IsDir():
			return nil
		}
		text, err := readText(file)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, file)
		out[path.Clean(filepath.ToSlash(rel))] = text
		return err
	})
	return out, err
}

func readText(file string) ([]byte, error) {
	st, err := os.Stat(file)
	if err != nil {
		return nil, plainError(file, err)
	}
	if !st.Mode().IsRegular() || st.Size() > mostText {
		return nil, fmt.Errorf("%s: want a file of at most %d KB", file, mostText>>10)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, plainError(file, err)
	}
	return text, nil
}
