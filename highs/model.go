package highs

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/tetratelabs/wazero/api"

	"github.com/nomad-gpu-planner/nomad-gpu-planner/mip"
)

// columns and rows are a program in the arrays that HiGHS takes.
type columns struct {
	cost, lower, upper []float64
	integer            []int32
}

type rows struct {
	lower, upper []float64
	start, index []int32
	value        []float64
}

func columnsOf(p *mip.Program) columns {
	n := len(p.Vars)
	c := columns{cost: make([]float64, n), lower: make([]float64, n), upper: make([]float64, n), integer: make([]int32, n)}
	for i, v := range p.Vars {
		c.cost[i], c.lower[i], c.upper[i] = v.Cost, v.Lower, v.Upper
		if v.Integer {
			c.integer[i] = 1
			// HiGHS 1.15.1 cuts off solutions when these are not whole.
			c.lower[i] = math.Ceil(v.Lower - mip.Tolerance)
			c.upper[i] = math.Floor(v.Upper + mip.Tolerance)
		}
	}
	return c
}

func rowsOf(p *mip.Program) (rows, error) {
	n, terms := len(p.Rows), 0
	for i := range p.Rows {
		terms += len(p.Rows[i].Terms)
	}
	if terms > math.MaxInt32 {
		return rows{}, fmt.Errorf("%d terms are more than HiGHS can count", terms)
	}
	r := rows{
		lower: make([]float64, n), upper: make([]float64, n),
		start: make([]int32, n), index: make([]int32, 0, terms), value: make([]float64, 0, terms),
	}
	for i := range p.Rows {
		row := &p.Rows[i]
		r.lower[i], r.upper[i], r.start[i] = row.Lower, row.Upper, int32(len(r.index))
		for _, t := range row.Terms {
			r.index = append(r.index, int32(t.Var))
			r.value = append(r.value, t.Coef)
		}
	}
	return r, nil
}

// The C API's numbers for what is passed.
const (
	rowWise  = 2
	minimize = 1
	maximize = -1
)

// pass hands p to the instance.
func (m *model) pass(p *mip.Program) error {
	r, err := rowsOf(p)
	if err != nil {
		return err
	}
	c := columnsOf(p)
	sense := int32(minimize)
	if p.Maximize {
		sense = maximize
	}
	a := m.in.arena()
	defer a.release()
	return m.do(a, "Highs_passMip", uint64(len(p.Vars)), uint64(len(p.Rows)), uint64(len(r.index)),
		rowWise, api.EncodeI32(sense), api.EncodeF64(p.Offset),
		a.floats(c.cost), a.floats(c.lower), a.floats(c.upper),
		a.floats(r.lower), a.floats(r.upper),
		a.ints(r.start), a.ints(r.index), a.floats(r.value), a.ints(c.integer))
}

// model is one Highs object inside an instance.
type model struct {
	in  *instance
	ptr uint64
}

func (in *instance) model() (*model, error) {
	ptr, err := in.call("Highs_create")
	if err == nil && ptr == 0 {
		err = errors.New("HiGHS could not be created")
	}
	return &model{in: in, ptr: ptr}, err
}

// do calls a function of the C API that returns HiGHS' own status: −1 is an
// error, 1 a warning, which the log tells about.
func (m *model) do(a *arena, name string, args ...uint64) error {
	if a.err != nil {
		return fmt.Errorf("%s: %w", name, a.err)
	}
	status, err := m.in.call(name, append([]uint64{m.ptr}, args...)...)
	if err != nil {
		return err
	}
	if api.DecodeI32(status) < 0 {
		return fmt.Errorf("HiGHS refused %s%s", name, m.in.host.lastError())
	}
	return nil
}

// set sets an option by its name in HiGHS' documentation.
func (m *model) set(name string, value any) error {
	a := m.in.arena()
	defer a.release()
	key := a.text(name)
	switch v := value.(type) {
	case bool:
		flag := uint64(0)
		if v {
			flag = 1
		}
		return m.do(a, "Highs_setBoolOptionValue", key, flag)
	case int:
		return m.do(a, "Highs_setIntOptionValue", key, api.EncodeI32(int32(v)))
	case float64:
		return m.do(a, "Highs_setDoubleOptionValue", key, api.EncodeF64(v))
	case string:
		return m.do(a, "Highs_setStringOptionValue", key, a.text(v))
	}
	return fmt.Errorf("option %s cannot be a %T", name, value)
}

// setStart gives HiGHS a complete point to begin from.
func (m *model) setStart(x []float64) error {
	a := m.in.arena()
	defer a.release()
	return m.do(a, "Highs_setSolution", a.floats(x), 0, 0, 0)
}

// dropCosts makes every point as good as any other.
func (m *model) dropCosts(n int) error {
	a := m.in.arena()
	defer a.release()
	return m.do(a, "Highs_changeColsCostByRange", 0, uint64(n-1), a.floats(make([]float64, n)))
}

// run solves until ctx ends, and returns HiGHS' number for how that ended. A run
// that would begin after that is not begun, for passing a large program may take
// longer than there is time.
func (m *model) run(ctx context.Context) (int32, error) {
	if ctx.Err() != nil {
		return modelTimeLimit, nil
	}
	a := m.in.arena()
	if err := m.do(a, "Highs_run"); err != nil {
		return 0, err
	}
	status, err := m.in.call("Highs_getModelStatus", m.ptr)
	return api.DecodeI32(status), err
}

// number reads one of HiGHS' results by its name and the kind of number it is:
// "Int", "Int64" or "Double". The bits are returned as they are; known tells
// whether the run left such a result.
func (m *model) number(kind, name string) (bits uint64, known bool, err error) {
	a := m.in.arena()
	defer a.release()
	key, out := a.text(name), a.take(8)
	if a.err != nil {
		return 0, false, a.err
	}
	status, err := m.in.call("Highs_get"+kind+"InfoValue", m.ptr, key, uint64(out))
	if err != nil || api.DecodeI32(status) != 0 {
		return 0, false, err
	}
	bits, err = m.in.memory.uint64(out)
	return bits, true, err
}

// point reads the n values of the variables.
func (m *model) point(n int) ([]float64, error) {
	a := m.in.arena()
	defer a.release()
	out := a.take(8 * n)
	if err := m.do(a, "Highs_getSolution", uint64(out), 0, 0, 0); err != nil {
		return nil, err
	}
	return m.in.memory.floats(out, n)
}
