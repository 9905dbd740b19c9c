package planner
import ("testing";"context";"time")
func TestZZ(t *testing.T){
 for _, n := range []int{1<<12, 1<<14, 1<<15} {
 p := &Problem{Version:1, Timestep:1, Steps:1, Pools: []Pool{{ID:"p",GPUs:1}}, Blocks: []Block{{ID:"b",Weight:1,Allocs:n,Steps:1}}}
 b:=time.Now(); _, err := Solve(context.Background(), p, Options{Mode:ModeFast}); t.Log(n, time.Since(b), err)
 p = &Problem{Version:1, Timestep:1, Steps:1, Pools: []Pool{{ID:"p",GPUs:1}}, Services: []Service{{ID:"b",Weight:1,GPUsPerReplica:1,Demand: []int{n}}}}
 b=time.Now(); _, err = Solve(context.Background(), p, Options{Mode:ModeFast}); t.Log(n, time.Since(b), err)
 }
}
