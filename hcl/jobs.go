package hcl

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner/cluster"
)

// ReadJobs reads every job file in a folder (*.hcl and *.nomad; not its
// subfolders), in the order of their names. Files that hold only values of
// variables are passed over. When files have faults, or two are of one job,
// the jobs that could be read come with an error that joins all faults.
func ReadJobs(dir string, vars map[string]string) ([]cluster.Job, error) {
	paths, err := jobFiles(dir)
	if err != nil {
		return nil, err
	}
	var jobs []cluster.Job
	var faults []error
	seen := map[[2]string]string{}
	for _, path := range paths {
		src, err := readFile(path)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		job, err := ReadJob(path, src, vars)
		if err != nil {
			if !holdsOnlyValues(path, src) {
				faults = append(faults, err)
			}
			continue
		}
		key := [2]string{job.Namespace, job.ID}
		if first, ok := seen[key]; ok {
			faults = append(faults, &Error{
				File: path, Line: job.Pos.Line, Where: fmt.Sprintf("job %q", job.ID),
				Message: fmt.Sprintf("is in %s already", first), Remedy: "keep one, or give it another namespace",
			})
			continue
		}
		seen[key] = path
		jobs = append(jobs, *job)
	}
	return jobs, errors.Join(faults...)
}

// holdsOnlyValues says whether a file has values and no blocks, as one for -var-file has.
func holdsOnlyValues(path string, src []byte) bool {
	body := newReader(path).parse(src, false)
	return body != nil && len(body.Blocks) == 0 && len(body.Attributes) > 0
}

// jobFiles lists the job files of a folder by name.
func jobFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, &Error{File: dir, Message: reason(err).Error(), Remedy: "name a folder of job files"}
	}
	var paths []string
	for _, entry := range entries {
		name := entry.Name()
		if ext := filepath.Ext(name); strings.HasPrefix(name, ".") || ext != ".hcl" && ext != ".nomad" {
			continue
		}
		path := filepath.Join(dir, name)
		if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() {
			paths = append(paths, path)
		}
	}
	slices.SortFunc(paths, cmp.Compare)
	return paths, nil
}
