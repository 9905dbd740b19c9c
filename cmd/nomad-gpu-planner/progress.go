package main

import (
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// progressLine rewrites one line of a terminal while a solve runs.
type progressLine struct {
	w     io.Writer
	width int // columns that it may take: a second line would not be cleared
	began time.Time
	done  chan struct{}
	gone  sync.WaitGroup

	mu   sync.Mutex
	last planner.Progress
}

const (
	progressEvery = 100 * time.Millisecond
	clearLine     = "\r\x1b[K"
)

func startProgress(w io.Writer, width int) *progressLine {
	l := &progressLine{w: w, width: width, began: time.Now(), done: make(chan struct{}), last: planner.Progress{Stage: "starting", Bound: math.Inf(1)}}
	l.gone.Go(l.rewrite)
	return l
}

// seen takes what a solve reports.
func (l *progressLine) seen(p planner.Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = p
}

func (l *progressLine) rewrite() {
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	for {
		select {
		case <-l.done:
			fmt.Fprint(l.w, clearLine)
			return
		case <-tick.C:
			l.mu.Lock()
			p := l.last
			l.mu.Unlock()
			p.Elapsed = time.Since(l.began)
			fmt.Fprint(l.w, clearLine+cut(progressText(p), l.width))
		}
	}
}

// stop clears the line.
func (l *progressLine) stop() {
	close(l.done)
	l.gone.Wait()
}

// cut leaves the first letters of text, each of which takes one column.
func cut(text string, width int) string {
	letters := []rune(text)
	return string(letters[:min(len(letters), width)])
}

func progressText(p planner.Progress) string {
	bound, gap := "–", "–"
	if !math.IsInf(p.Bound, 0) {
		bound = fmt.Sprintf("%.2f", p.Bound)
		if p.Objective > 0 {
			gap = fmt.Sprintf("%.2f %%", 100*max(0, p.Bound-p.Objective)/p.Objective)
		}
	}
	return fmt.Sprintf("%5.1fs  %-9s  objective %.2f  bound %s  gap %s", p.Elapsed.Seconds(), p.Stage, p.Objective, bound, gap)
}

// logProgress tells a log instead of a terminal.
func logProgress(log hclog.Logger) func(planner.Progress) {
	return func(p planner.Progress) {
		log.Debug("solving", "elapsed", p.Elapsed.Round(time.Millisecond), "stage", p.Stage,
			"objective", p.Objective, "bound", p.Bound, "iterations", p.Iterations)
	}
}
