package branch

// momentum is the weight of the newest violation in the running mean; memory
// that of the newest choice in share and mean.
const (
	momentum = 0.3
	memory   = 0.08
)

// ascend makes subgradient rounds at node n until its bound is at or below the
// cutoff, and leaves the best prices in it. It reports the best bound.
func (s *solver) ascend(n *node, rounds int) float64 {
	d := &s.dual
	d.lift()
	for p := range d.average {
		for j := range d.average[p] {
			clear(d.average[p][j])
		}
	}
	best, theta, stale := inf, 0.8, 0
	for k := range rounds {
		v := d.evaluate(n)
		v += 1e-10 * max(v, -v)
		s.follow(n)
		if v < best {
			if v < best-1e-3*(best-s.value) {
				stale = 0
			}
			best = v
			copyPrices(d.best, n.price)
		}
		if best <= s.cutoff() || theta < 0.002 {
			break
		}
		if stale++; stale > 6 {
			theta, stale = theta*0.5, 0
			copyPrices(n.price, d.best)
		}
		if !d.step(n.price, theta*(v-s.value), k == 0) {
			break
		}
	}
	copyPrices(n.price, d.best)
	return best
}

func copyPrices(dst, src [][][]float64) {
	for p := range dst {
		for j := range dst[p] {
			copy(dst[p][j], src[p][j])
		}
	}
}

// step moves the prices along the averaged violation.
func (d *dual) step(price [][][]float64, size float64, first bool) bool {
	weight := momentum
	if first {
		weight = 1
	}
	norm := 0.0
	for p := range price {
		for j := range price[p] {
			pr, us, rt, av := price[p][j], d.usage[p][j], d.right[p][j], d.average[p][j]
			for t, x := range pr {
				g := us[t] - rt[t]
				if x == 0 && g < 0 {
					g = 0
				}
				av[t] += weight * (g - av[t])
				norm += av[t] * av[t]
			}
		}
	}
	if norm == 0 || size <= 0 {
		return false
	}
	size /= norm
	for p := range price {
		for j := range price[p] {
			pr, av := price[p][j], d.average[p][j]
			for t := range pr {
				pr[t] = max(0, pr[t]+size*av[t])
			}
		}
	}
	return true
}

// follow updates the running means of the choices.
func (s *solver) follow(n *node) {
	for u, o := range s.dual.choice {
		placed := 0.0
		if o >= 0 {
			placed = 1
			n.mean[u] += memory * (float64(s.units[u].options[o].start) - n.mean[u])
		}
		n.share[u] += memory * (placed - n.share[u])
	}
}
