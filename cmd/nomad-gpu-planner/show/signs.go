package show

import "github.com/nomad-gpu-planner/nomad-gpu-planner/planner"

const (
	idleSign     = '·'
	reservedSign = '░'
)

// blockSigns are given to placed blocks in order of their start, as the table
// lists them, and again from the first when there are more.
var blockSigns = []rune("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzαβγδεζηθλμξπρσφψωΓΔΘΛΞΠΣΦΨΩ")

// serviceSigns are given to services in file order.
var serviceSigns = []rune("1234567890")

// signs are the letters that stand for work in the grid.
type signs struct{ block, service []rune }

func newSigns(p *planner.Problem, q *planner.Plan) signs {
	s := signs{block: make([]rune, len(p.Blocks)), service: make([]rune, len(p.Services))}
	run, _ := split(p, q)
	for i, x := range run {
		s.block[x.block] = blockSigns[i%len(blockSigns)]
	}
	for i := range p.Services {
		s.service[i] = serviceSigns[i%len(serviceSigns)]
	}
	return s
}
