package cluster

import "fmt"

// String returns "file:line", what is known of it, or "" when nothing is.
func (p Pos) String() string {
	switch {
	case p.File == "":
		return ""
	case p.Line == 0:
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// MetaAt returns where a key of the job's meta stands, or else where the job does.
func (j *Job) MetaAt(key string) Pos {
	if at, known := j.MetaPos[key]; known {
		return at
	}
	return j.Pos
}

// MetaAt returns where a key of the group's meta stands, or else where the group does.
func (g *Group) MetaAt(key string) Pos {
	if at, known := g.MetaPos[key]; known {
		return at
	}
	return g.Pos
}
