package web

import (
	"strconv"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/web/lane"
)

// poolNames writes what each row belongs to: pools where they are tall enough,
// else runs of pools of one device.
func (g *gridPicture) poolNames() {
	const line = 13.0
	edge := left - 10
	if g.numbered() {
		edge -= 16
	}
	free := 0.0 // the lowest place that is still blank
	for first := 0; first < len(g.lanes); {
		end := g.poolEnd(first)
		name, detail := g.poolName(first), g.deviceName(first)
		pools := 1
		for g.y(end)-g.y(first) < line && end < len(g.lanes) && g.deviceName(end) == detail {
			end = g.poolEnd(end)
			pools++
		}
		if pools > 1 {
			end = g.deviceEnd(first, end, &pools)
			name, detail = detail, count(pools, "node")
		}
		middle, tall := (g.y(first)+g.y(end))/2, g.y(end)-g.y(first)
		switch {
		case tall >= 2*line+4:
			g.text("name end", edge, middle-2, fit(name, 12, edge-14))
			g.text("caption end", edge, middle+line-2, firstFit(11, edge-14, detail+" · "+count(end-first, "GPU"), detail))
		case middle-line/2 >= free:
			g.text("name end", edge, middle+4, firstFit(12, edge-14, name+" · "+detail, name))
			free = middle + line/2
		}
		first = end
	}
}

// deviceEnd extends a run of thin pools to all that follow with the same device.
func (g *gridPicture) deviceEnd(first, end int, pools *int) int {
	for end < len(g.lanes) && g.deviceName(end) == g.deviceName(first) {
		end = g.poolEnd(end)
		*pools++
	}
	return end
}

// numbered reports whether rows are tall enough for the GPU's number.
func (g *gridPicture) numbered() bool { return g.row >= 13 }

// numbers writes each row's GPU, the label that the plan uses in the pool.
func (g *gridPicture) numbers() {
	if !g.numbered() {
		return
	}
	for i := range g.lanes {
		g.text("tick end", left-6, g.y(i)+g.row/2+4, strconv.Itoa(g.lanes[i].GPU))
	}
}

// rules draws the lines between pools that are not too thin for them.
func (g *gridPicture) rules() {
	for first := 0; first < len(g.lanes); {
		end := g.poolEnd(first)
		tall, from := g.y(end)-g.y(first), left
		if tall >= 2*thin {
			from = 16 // names fit between such lines
		}
		if end < len(g.lanes) && tall >= thin {
			g.printf(`<path class="line" d="M%s %sH%s"/>`+"\n", num(from), num(g.y(end)), num(left+plotWidth))
		}
		first = end
	}
}

func (g *gridPicture) poolName(first int) string {
	pool := &g.p.Pools[g.lanes[first].Pool]
	for i := range g.p.Nodes {
		if g.p.Nodes[i].ID == pool.Node && g.p.Nodes[i].Name != "" {
			return lane.Printable(g.p.Nodes[i].Name)
		}
	}
	if pool.Node != "" {
		return lane.Printable(pool.Node)
	}
	return lane.Printable(pool.ID)
}

// deviceName returns the model, the last part of "vendor/type/name".
func (g *gridPicture) deviceName(first int) string {
	return lane.Model(g.p.Pools[g.lanes[first].Pool].Device)
}
