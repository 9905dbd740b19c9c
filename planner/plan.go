package planner

// Plan is the answer to a Problem: the content of plan.json (docs/formats.md).
// Every block and service of the problem appears exactly once, in its order.
type Plan struct {
	Version int `json:"version"`
	// Objective is the value of the placed blocks.
	Objective float64 `json:"objective"`
	// Bound is proven: no plan whose weighted shortfall is at most this plan's has
	// a larger objective. Nil for a baseline.
	Bound *float64 `json:"bound"`
	// Gap is (Bound − Objective) / Objective; nil when Objective is 0 and Bound is not.
	Gap *float64 `json:"gap"`
	// Proven: the gap is at most 1e-6 and the shortfall is proven smallest.
	Proven    bool          `json:"proven"`
	Shortfall Shortfall     `json:"shortfall"`
	Solve     SolveStats    `json:"solve"`
	Blocks    []PlanBlock   `json:"blocks"`
	Services  []PlanService `json:"services"`
	Metrics   Metrics       `json:"metrics"`
	// Reserved maps a pool to the GPUs per step that a baseline keeps idle beyond what is in use.
	Reserved map[string][]int `json:"reserved,omitempty"`
}

// Shortfall is Σ weight · (demand − replicas) · gpus_per_replica over services
// and steps: this plan's, and a proven lower bound on anyone's (nil for a baseline).
type Shortfall struct {
	Weighted float64  `json:"weighted"`
	Bound    *float64 `json:"bound"`
}

// SolveStats says how a plan was found.
type SolveStats struct {
	Method string `json:"method"`
	Engine string `json:"engine,omitempty"`
	// WallMS is from the parsed problem to the named plan; BoundMS is the bound's own time.
	WallMS     float64 `json:"wall_ms"`
	BoundMS    float64 `json:"bound_ms"`
	Iterations int64   `json:"iterations"`
	Seed       int64   `json:"seed"`
}

// PlanBlock says when and where one block runs.
type PlanBlock struct {
	ID string `json:"id"`
	// Start is its first step, nil when it is not placed.
	Start  *int        `json:"start"`
	Allocs []PlanAlloc `json:"allocs,omitempty"`
	// Reason says why it is not placed.
	Reason string `json:"reason,omitempty"`
}

// PlanAlloc is one allocation's pool and its GPUs, labels 0 … gpus−1 in the pool.
type PlanAlloc struct {
	Pool string `json:"pool"`
	GPUs []int  `json:"gpus"`
}

// PlanService is the replicas of one service over time.
type PlanService struct {
	ID string `json:"id"`
	// Replicas is what is served at each step, T long.
	Replicas  []int      `json:"replicas"`
	Intervals []Interval `json:"intervals"`
	// Reason says why demand is not met, where it is not.
	Reason string `json:"reason,omitempty"`
}

// Interval says that replica Index is on Pool for steps [From, To).
type Interval struct {
	Index int    `json:"index"`
	Pool  string `json:"pool"`
	From  int    `json:"from"`
	To    int    `json:"to"`
	GPUs  []int  `json:"gpus"`
}

// Metrics are a plan's figures.
type Metrics struct {
	// Utilization is GPU-steps in use by blocks and served replicas / (all GPUs · T), 0 … 1.
	Utilization float64 `json:"utilization"`
	// WeightedOutput is Σ weight · GPU-steps before T over placed blocks.
	WeightedOutput float64 `json:"weighted_output"`
	// ServiceShortfall is Σ (demand − replicas) · gpus_per_replica, not weighted.
	ServiceShortfall float64 `json:"service_shortfall_gpu_steps"`
}
