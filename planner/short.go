package planner

import "fmt"

// explainShort says of every service that goes short when, by how much, and why.
func (c *compiled) explainShort(q *Plan) {
	for s := range q.Services {
		q.Services[s].Reason = c.shortReason(s)
	}
}

// shortReason returns "" for a service whose demand is met at every step.
func (c *compiled) shortReason(s int) string {
	demand, served := c.p.Services[s].Demand, c.served[s]
	first, last, most, stretches := -1, -1, 0, 0
	for t, d := range demand {
		if served[t] == d {
			continue
		}
		if first < 0 {
			first = t
		}
		if t == 0 || served[t-1] == demand[t-1] {
			stretches++
		}
		if stretches == 1 {
			last = t + 1
		}
		most = max(most, d-served[t])
	}
	if first < 0 {
		return ""
	}
	more := ""
	if stretches > 1 {
		more = fmt.Sprintf(" and in %d more stretches", stretches-1)
	}
	return fmt.Sprintf("short by up to %d replicas from %s to %s%s: %s", most, c.p.when(first), c.p.when(last), more, c.whyShort(s, first))
}

// whyShort says what stands in the way of service s at step t.
func (c *compiled) whyShort(s, t int) string {
	svc := &c.p.Services[s]
	free := 0
	pools := c.eligible(svc.Pools, svc.GPUsPerReplica)
	for _, p := range pools {
		free += c.in.Pools[p].Free[t]
	}
	wanted := svc.Demand[t] * svc.GPUsPerReplica
	switch {
	case len(pools) == 0:
		return fmt.Sprintf("no eligible pool ever has %d GPUs free of reserved and running work", svc.GPUsPerReplica)
	case free < wanted:
		return fmt.Sprintf("it wants %d GPUs, its pools have %d beside reserved and running work", wanted, free)
	}
	return fmt.Sprintf("it wants %d of the %d GPUs that its pools have beside reserved and running work, and other services want them too", wanted, free)
}
