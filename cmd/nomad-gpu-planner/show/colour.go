package show

import (
	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

// hue is how one kind of work is coloured: two shades, so that neighbours of
// one kind can be told apart, of Okabe and Ito's palette as 256 colours allow.
type hue struct {
	name   string
	shades [2]string // background with its ink
	ink    string    // on the terminal's own background
}

var (
	trainingHue = hue{"training", [2]string{"48;5;25;38;5;231", "48;5;31;38;5;231"}, "38;5;32"}
	batchHue    = hue{"batch inference", [2]string{"48;5;36;38;5;16", "48;5;79;38;5;16"}, "38;5;36"}
	quantHue    = hue{"quantization", [2]string{"48;5;175;38;5;16", "48;5;182;38;5;16"}, "38;5;175"}
	serviceHue  = hue{"real-time service", [2]string{"48;5;214;38;5;16", "48;5;221;38;5;16"}, "38;5;214"}
	reservedHue = hue{"reserved", [2]string{"38;5;244", "38;5;244"}, "38;5;244"}
)

func (s *screen) hueOf(r lane.Run) hue {
	switch r.Kind {
	case lane.Service:
		return serviceHue
	case lane.Reserved:
		return reservedHue
	}
	return workloadHue(s.p.Blocks[r.Index].Workload)
}

func workloadHue(w planner.Workload) hue {
	switch w {
	case planner.BatchInference:
		return batchHue
	case planner.Quantization:
		return quantHue
	}
	return trainingHue
}

func (s *screen) signOf(r lane.Run) rune {
	switch r.Kind {
	case lane.Service:
		return s.signs.service[r.Index]
	case lane.Reserved:
		return reservedSign
	}
	return s.signs.block[r.Index]
}
