package scenario

import (
	"context"
	"errors"
	"fmt"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// Planner makes a plan of a problem that has passed Validate. last is the plan
// of the step before, moved to the problem's time; nil at first.
type Planner func(ctx context.Context, p *planner.Problem, last *planner.Plan) (*planner.Plan, error)

// Solver returns the Planner that calls planner.Solve with o, each time from
// the last plan. With Mode fast or Iterations set it is deterministic.
func Solver(o planner.Options) Planner {
	return func(ctx context.Context, p *planner.Problem, last *planner.Plan) (*planner.Plan, error) {
		o := o
		o.From = last
		return planner.Solve(ctx, p, o)
	}
}

// Online replays a day as production sees it: at every step plan is asked
// again, only what it does at that step is done, what runs stays where it is,
// and no block is known before its arrival. Services' demand is known ahead.
//
// forecast is the day as it is believed to be, nil when that is right: the same
// blocks and services with other lengths and demand. Then services get what
// was planned for them, whatever turns out to be asked: replicas too few are
// shortfall, replicas too many are kept idle (Reserved). A block ends when it
// truly does; until then one that is overdue is believed to end with the step.
// With a wrong forecast a day should have tail overrun and no deadline, tail_gpus
// or reserves that rise, since an overdue block breaks them.
//
// The result is a plan over the whole day that has passed planner.Check; its
// bound and gap are nil, because nothing is proved of the day as a whole.
func Online(ctx context.Context, day, forecast *planner.Problem, plan Planner) (*planner.Plan, error) {
	return newReplay(day, forecast, seesForecast).run(ctx, plan, "online")
}

// OnlineBaseline replays a day like Online under the policy of the given name.
// The replicas that fifo and fifo-strict keep for the forecast's peak serve
// whatever is truly asked, up to that peak; reactive follows what is truly asked.
func OnlineBaseline(ctx context.Context, name string, day, forecast *planner.Problem) (*planner.Plan, error) {
	y, err := policyOf(name)
	if err != nil {
		return nil, err
	}
	r := newReplay(day, forecast, y.sees)
	var kept reserves
	return r.run(ctx, func(_ context.Context, p *planner.Problem, _ *planner.Plan) (q *planner.Plan, err error) {
		q, kept = y.plan(p, r.peak, kept, 1)
		return q, nil
	}, "online "+name)
}

// replay is a day in which some steps are done.
type replay struct {
	day, forecast *planner.Problem
	sees          sight
	peak          []int // service → largest demand of the forecast
	draft         *draft
	pools         map[string]int
	here          map[string]int // gang → the step from which all of it has arrived
	stand         [][]int        // service, index → pool at the step before
	open          [][]int        // service, index → its last seat in the draft, −1 for none
}

func newReplay(day, forecast *planner.Problem, sees sight) *replay {
	if forecast == nil {
		forecast = day
	}
	r := &replay{
		day: day, forecast: forecast, sees: sees, peak: peaks(forecast), draft: newDraft(day),
		pools: poolIndex(day), here: map[string]int{},
		stand: make([][]int, len(day.Services)), open: make([][]int, len(day.Services)),
	}
	for b := range day.Blocks {
		blk := &day.Blocks[b]
		r.draft.reason[b] = "it had not arrived when the horizon ended"
		if blk.Gang != "" {
			r.here[blk.Gang] = max(r.here[blk.Gang], blk.Arrival)
		}
	}
	for s := range day.Services {
		for _, id := range day.Services[s].Running {
			r.stand[s] = append(r.stand[s], r.pools[id])
		}
	}
	return r
}

func (r *replay) run(ctx context.Context, plan Planner, method string) (*planner.Plan, error) {
	if err := r.alike(); err != nil {
		return nil, err
	}
	var last *planner.Plan
	for t := range r.day.Steps {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p, blocks := r.from(t)
		q, err := plan(ctx, p, last)
		if err == nil {
			err = r.commit(t, q, blocks)
		}
		if err != nil {
			return nil, fmt.Errorf("online: step %d: %w", t, err)
		}
		last = later(q)
	}
	q := r.draft.plan(method)
	if err := planner.Check(r.day, q); err != nil {
		return nil, fmt.Errorf("online: %w", err)
	}
	return q, nil
}

var errUnlike = errors.New("online: the forecast is not of the same pools, blocks and services over the same steps")

// alike refuses a forecast of another day.
func (r *replay) alike() error {
	d, f := r.day, r.forecast
	if d.Steps != f.Steps || len(d.Pools) != len(f.Pools) || len(d.Blocks) != len(f.Blocks) || len(d.Services) != len(f.Services) {
		return errUnlike
	}
	for b := range d.Blocks {
		if d.Blocks[b].ID != f.Blocks[b].ID {
			return errUnlike
		}
	}
	for s := range d.Services {
		if d.Services[s].ID != f.Services[s].ID {
			return errUnlike
		}
	}
	return nil
}

// commit does what q does at its step 0, which is step t of the day. blocks[k]
// is the day's block of q's block k.
func (r *replay) commit(t int, q *planner.Plan, blocks []int) error {
	for k, b := range blocks {
		if r.draft.start[b] < 0 {
			r.commitBlock(t, b, &q.Blocks[k])
		}
	}
	for s := range r.day.Services {
		if err := r.commitService(t, s, &q.Services[s]); err != nil {
			return err
		}
	}
	for p := range r.day.Pools {
		if kept := q.Reserved[r.day.Pools[p].ID]; len(kept) > 0 && kept[0] > 0 {
			r.draft.keep(p, t, kept[0])
		}
	}
	return nil
}

// commitBlock starts b when the plan starts it now, and else notes why it waits.
func (r *replay) commitBlock(t, b int, pb *planner.PlanBlock) {
	switch {
	case pb.Start == nil:
		r.draft.reason[b] = fmt.Sprintf("planned from step %d on: %s", t, pb.Reason)
	case *pb.Start > 0:
		r.draft.reason[b] = fmt.Sprintf("planned for step %d when the horizon ended", t+*pb.Start)
	default:
		r.draft.start[b] = t
		for _, a := range pb.Allocs {
			r.draft.spots[b] = append(r.draft.spots[b], r.pools[a.Pool])
		}
	}
}

// commitService lets the replicas that q wants at step 0 stand at step t. Those
// beyond what is truly asked are idle.
func (r *replay) commitService(t, s int, q *planner.PlanService) error {
	now := make([]int, q.Replicas[0])
	for _, iv := range q.Intervals {
		if iv.From == 0 && iv.Index < len(now) {
			now[iv.Index] = r.pools[iv.Pool]
		}
	}
	for i, p := range now {
		if i < len(r.stand[s]) && r.stand[s][i] != p {
			return fmt.Errorf("service %s: the plan moves replica %d, which runs", r.day.Services[s].ID, i)
		}
		if i < r.day.Services[s].Demand[t] {
			r.sit(t, s, i, p)
		} else {
			r.draft.keep(p, t, r.day.Services[s].GPUsPerReplica)
		}
	}
	r.stand[s] = now
	return nil
}

// sit adds step t to the seat of replica i, or begins one.
func (r *replay) sit(t, s, i, p int) {
	for len(r.open[s]) <= i {
		r.open[s] = append(r.open[s], -1)
	}
	if k := r.open[s][i]; k >= 0 && r.draft.seats[k].to == t {
		r.draft.seats[k].to++
		return
	}
	r.open[s][i] = len(r.draft.seats)
	r.draft.seats = append(r.draft.seats, seat{s, i, p, t, t + 1})
}
