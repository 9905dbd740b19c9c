package lane

// Box is a run on neighbouring GPUs of one pool: lanes [First, First+GPUs).
type Box struct {
	Run
	Pool  int
	First int // index in the lanes
	GPUs  int
}

// Boxes joins equal runs on neighbouring lanes of a pool, so that a picture
// needs one shape where a block holds a whole node. Boxes come in order of
// their first lane, then of time.
func Boxes(lanes []Lane) []Box {
	var boxes []Box
	open := map[Run]int{} // run on the previous lane → its box
	for i := range lanes {
		samePool := i > 0 && lanes[i-1].Pool == lanes[i].Pool
		now := make(map[Run]int, len(lanes[i].Runs))
		for _, r := range lanes[i].Runs {
			b, grows := open[r]
			if !samePool || !grows {
				b = len(boxes)
				boxes = append(boxes, Box{Run: r, Pool: lanes[i].Pool, First: i})
			}
			boxes[b].GPUs++
			now[r] = b
		}
		open = now
	}
	return boxes
}
