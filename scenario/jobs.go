package scenario

import (
	"math"
	"slices"
	"strings"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/planner"
)

// jobReader turns the rows of jobs.csv into blocks.
type jobReader struct {
	*sheet
	o      Options
	steps  int
	pools  []planner.Pool
	models map[string][]string // gpu_model as written → ids of the pools that have it
	seen   firstSeen
	c      *Counts
}

func readJobs(f File, o Options, steps int, pools []planner.Pool, c *Counts) ([]planner.Block, error) {
	s, err := openSheet(f, "job_id", "submit_s", "duration_s")
	if err != nil {
		return nil, err
	}
	need := "gpus_total"
	if s.has("gpus_per_alloc") {
		need = "allocs"
	}
	if err := s.requires([]string{need}); err != nil {
		return nil, err
	}
	r := &jobReader{sheet: s, o: o, steps: steps, pools: pools, models: map[string][]string{}, seen: firstSeen{}, c: c}
	blocks := []planner.Block{}
	for {
		more, err := r.next()
		if err != nil || !more {
			return blocks, err
		}
		b, keep, err := r.block()
		if err != nil {
			return nil, err
		}
		c.Jobs++
		if keep {
			c.JobsKept++
			blocks = append(blocks, b)
		}
	}
}

// block reads the row. keep is false when the job is dropped, which is counted.
// A mistake in a dropped row is a mistake still.
func (r *jobReader) block() (b planner.Block, keep bool, err error) {
	job, err := r.ident("job_id")
	if err != nil {
		return b, false, err
	}
	if err := r.seen.add(r.sheet, "job_id", job); err != nil {
		return b, false, err
	}
	b.ID = id(job)
	dropped, err := r.readTimes(&b)
	if err != nil {
		return b, false, err
	}
	size, err := r.readSize()
	if err != nil {
		return b, false, err
	}
	if dropped == nil {
		dropped = r.dropBySize(size)
	}
	if dropped != nil {
		*dropped++
		return b, false, nil
	}
	b.Allocs, b.GPUsPerAlloc = size.allocs, ceil(size.perAlloc)
	if size.fractional() {
		r.c.JobsFractionalRounded++
	}
	b.Workload = r.kind()
	b.Weight = r.weight(job)
	b.Pools = r.eligible()
	return b, true, nil
}

// readTimes fills arrival, earliest and steps, and returns the counter of why
// the job is dropped, nil when it is not.
func (r *jobReader) readTimes(b *planner.Block) (dropped *int, err error) {
	submit, given, err := r.seconds("submit_s")
	if err != nil {
		return nil, err
	}
	if !given {
		return nil, r.fail("submit_s", "is empty, want seconds from the start")
	}
	length, given, err := r.seconds("duration_s")
	if err != nil {
		return nil, err
	}
	if length < 0 {
		return nil, r.fail("duration_s", "is negative; leave it empty when it is not known")
	}
	b.Arrival = ceilSteps(submit, r.o.Timestep)
	b.Earliest = b.Arrival
	b.Steps = ceilSteps(length, r.o.Timestep)
	switch {
	case !given:
		return &r.c.JobsWithoutDuration, nil
	case length == 0:
		return &r.c.JobsOfNoLength, nil
	case b.Arrival >= r.steps:
		return &r.c.JobsAfterHorizon, nil
	}
	return nil, nil
}

// jobSize is the GPUs of a job as written.
type jobSize struct {
	allocs   int
	perAlloc float64
}

func (z jobSize) fractional() bool { return float64(ceil(z.perAlloc)) > z.perAlloc+tolerance }

const (
	maxAllocs   = 1 << 20
	maxJobGPUs  = 1 << 16
	maxJobTotal = 1 << 30
)

// readSize takes allocs and gpus_per_alloc; a file without the latter has one
// alloc of gpus_total. Where both are given they must agree.
func (r *jobReader) readSize() (jobSize, error) {
	total, hasTotal, err := r.amount("gpus_total", maxJobTotal)
	if err != nil {
		return jobSize{}, err
	}
	per, hasPer, err := r.amount("gpus_per_alloc", maxJobGPUs)
	if err != nil {
		return jobSize{}, err
	}
	allocs, hasAllocs, err := r.amount("allocs", maxAllocs)
	switch {
	case err != nil:
		return jobSize{}, err
	case !hasPer && !hasTotal:
		return jobSize{}, r.fail("gpus_per_alloc", "is empty, and so is gpus_total; fill in one")
	case !hasPer && total > maxJobGPUs:
		return jobSize{}, r.fail("gpus_total", "is %v in one alloc; fill in allocs and gpus_per_alloc", total)
	case !hasAllocs:
		allocs = 1
	case allocs < 1 || allocs != math.Trunc(allocs):
		return jobSize{}, r.fail("allocs", "is %v, want a whole number from 1", allocs)
	}
	if !hasPer {
		per = total / allocs
	}
	if hasTotal && math.Abs(per*allocs-total) > 1e-6*max(1, total) {
		return jobSize{}, r.fail("gpus_total", "is %v, but allocs · gpus_per_alloc is %v", total, per*allocs)
	}
	return jobSize{allocs: int(allocs), perAlloc: per}, nil
}

// dropBySize returns the counter of why a job of this size is dropped, nil when it is not.
func (r *jobReader) dropBySize(z jobSize) *int {
	switch {
	case z.perAlloc == 0:
		return &r.c.JobsWithoutGPUs
	case r.o.Fractional == FractionsDrop && z.fractional():
		return &r.c.JobsFractionalDropped
	}
	return nil
}

func (r *jobReader) kind() planner.Workload {
	switch k := planner.Workload(r.text("kind")); k {
	case planner.Training:
		return planner.Training
	case planner.Quantization:
		return planner.Quantization
	case planner.BatchInference:
		return planner.BatchInference
	}
	r.c.JobsOfUnknownKind++
	return planner.BatchInference
}

func (r *jobReader) weight(job string) float64 {
	w, known := r.o.Weights.of(job, r.text("priority_class"))
	if !known {
		r.c.JobsOfOtherClass++
	}
	return w
}

// eligible returns the pools whose model the job names, nil (all) when it names
// none, and an empty list when no node has one of them.
func (r *jobReader) eligible() []string {
	model := r.text("gpu_model")
	if model == "" {
		return nil
	}
	list, known := r.models[model]
	if !known {
		list = poolsOf(r.pools, model)
		r.models[strings.Clone(model)] = list
	}
	if len(list) == 0 {
		r.c.JobsWithoutNode++
	}
	return list
}

// poolsOf returns the ids of the pools of any of the models in "A|B", in pool order.
func poolsOf(pools []planner.Pool, models string) []string {
	wanted := strings.Split(models, "|")
	for i := range wanted {
		wanted[i] = devicePrefix + strings.TrimSpace(wanted[i])
	}
	list := []string{}
	for i := range pools {
		if slices.Contains(wanted, pools[i].Device) {
			list = append(list, pools[i].ID)
		}
	}
	return list
}

// tolerance swallows the noise of a decimal fraction, as in 475.00000000000006.
const tolerance = 1e-6

func ceil(x float64) int { return int(math.Ceil(x - tolerance)) }
