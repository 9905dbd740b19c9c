package highs

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// lines cuts what is written to it into lines.
type lines struct {
	rest []byte
	take func(string)
}

// write takes a piece of text, which may end within a line.
func (l *lines) write(text []byte) {
	l.rest = append(l.rest, text...)
	for {
		line, rest, ended := bytes.Cut(l.rest, []byte("\n"))
		if !ended {
			return
		}
		l.rest = rest
		if line = bytes.TrimRight(line, " \r"); len(line) > 0 {
			l.take(string(line))
		}
	}
}

// journal takes HiGHS' log and keeps what it says about the solve. It is needed
// because HiGHS' callbacks want a function in the module's own table, where
// wazero cannot put one.
type journal struct {
	state     mip.Progress
	complaint string
	line      func(string)
	progress  func(mip.Progress)
}

func (j *journal) take(line string) {
	j.line(line)
	if what, complains := strings.CutPrefix(line, "ERROR:"); complains {
		j.complaint = strings.TrimSpace(what)
	}
	p, ok := parseProgress(line)
	if !ok {
		return
	}
	if math.IsInf(p.Bound, 0) {
		p.Bound = j.state.Bound
	}
	j.state = p
	j.progress(p)
}

// parseProgress reads a line of the branch-and-bound table:
//
//	source, nodes done, open, leaves, explored %, bound, incumbent, gap, cuts, …, time
//
// The source is a letter or nothing and the rest is sixteen or so columns, told
// apart from other lines by the percent sign of the fourth and the unit of the
// last.
func parseProgress(line string) (mip.Progress, bool) {
	fields := strings.Fields(line)
	if len(fields) > 0 && len(fields[0]) == 1 && fields[0][0] >= 'A' {
		fields = fields[1:]
	}
	if len(fields) != 12 || !strings.HasSuffix(fields[3], "%") || !strings.HasSuffix(fields[11], "s") {
		return mip.Progress{}, false
	}
	nodes, err := count(fields[0])
	if err != nil {
		return mip.Progress{}, false
	}
	bound, err := strconv.ParseFloat(fields[4], 64)
	if err != nil {
		return mip.Progress{}, false
	}
	incumbent, err := strconv.ParseFloat(fields[5], 64)
	if err != nil {
		return mip.Progress{}, false
	}
	return mip.Progress{Found: !math.IsInf(incumbent, 0), Incumbent: incumbent, Bound: bound, Nodes: nodes}, true
}

// count reads a number that may be shortened: "12", "34k", "5m".
func count(s string) (int64, error) {
	scale := int64(1)
	switch {
	case strings.HasSuffix(s, "k"):
		s, scale = s[:len(s)-1], 1e3
	case strings.HasSuffix(s, "m"):
		s, scale = s[:len(s)-1], 1e6
	}
	n, err := strconv.ParseInt(s, 10, 64)
	return n * scale, err
}
