package scenario

import (
	"math"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

const (
	devicePrefix = "nvidia/gpu/"
	maxNodeGPUs  = 1 << 16
)

// readNodes returns the nodes with GPUs and one pool for each, in file order.
func readNodes(f File, c *Counts) ([]planner.Node, []planner.Pool, error) {
	s, err := openSheet(f, "node_id", "gpu_model", "gpus")
	if err != nil {
		return nil, nil, err
	}
	nodes, pools, seen := []planner.Node{}, []planner.Pool{}, firstSeen{}
	for {
		more, err := s.next()
		if err != nil || !more {
			return nodes, pools, err
		}
		pool, err := readNode(s, seen)
		if err != nil {
			return nil, nil, err
		}
		c.Nodes++
		if pool.GPUs == 0 {
			c.NodesWithoutGPUs++
			continue
		}
		nodes = append(nodes, planner.Node{ID: pool.Node, Name: pool.Node})
		pools = append(pools, pool)
	}
}

func readNode(s *sheet, seen firstSeen) (planner.Pool, error) {
	node, err := s.ident("node_id")
	if err != nil {
		return planner.Pool{}, err
	}
	if err := seen.add(s, "node_id", node); err != nil {
		return planner.Pool{}, err
	}
	gpus, _, err := s.amount("gpus", maxNodeGPUs)
	if err != nil {
		return planner.Pool{}, err
	}
	if gpus != math.Trunc(gpus) {
		return planner.Pool{}, s.fail("gpus", "is %v, want a whole number", gpus)
	}
	model := s.text("gpu_model")
	if gpus > 0 && model == "" {
		return planner.Pool{}, s.fail("gpu_model", "is empty, but the node has GPUs; name their model")
	}
	return planner.Pool{ID: node, Node: node, Device: devicePrefix + model, GPUs: int(gpus)}, nil
}
