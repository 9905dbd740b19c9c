package hcl

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A file of any content is read or refused, at once and without a panic.
func FuzzReadJob(f *testing.F) {
	addExamples(f, "jobs/*.hcl")
	f.Add([]byte("variable \"n\" { default = 1 }\nlocals { a = [for x in range(var.n) : \"${x}-${meta.y}\"] }\njob \"j\" {\nmeta = { k = local.a[*] }\ndynamic \"group\" {\nfor_each = local.a\nlabels = [group.value]\ncontent {\ncount = \"2\"\n}\n}\n}"))
	f.Add([]byte(oneConstraint("attribute = \"x\"\nvalue = try(jsondecode(base64decode(\"e30=\")), [1...], <<-E\n  %{ for a in {b = 1} ~}${a}%{ endfor }\nE\n)")))
	f.Add([]byte(oneDevice("device \"gpu\" {\ncount = -1.5e300\naffinity {\nweight = 101\n}\n}")))
	f.Fuzz(func(t *testing.T, src []byte) {
		begun := time.Now()
		job, err := ReadJob("job.hcl", src, map[string]string{"n": "{a=[1]}"})
		if (job == nil) == (err == nil) {
			t.Errorf("job %v, error %v", job, err)
		}
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// As FuzzReadJob; what is read also never holds more than there is.
func FuzzReadCluster(f *testing.F) {
	addExamples(f, "*.hcl")
	f.Add([]byte(oneNode + "running \"a\" \"b\" \"c\" {\nallocs = [for i in range(4) : { node = \"n\", device = \"nvidia/gpu/H\", gpus = 1 }]\nremaining = \"1h\"\n}\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		s, err := ReadCluster("cluster.hcl", src)
		if (s == nil) == (err == nil) {
			t.Fatalf("snapshot %v, error %v", s, err)
		}
		if err != nil {
			return
		}
		left := map[[2]string]int{}
		for _, n := range s.Nodes {
			for _, d := range n.Devices {
				left[[2]string{n.Name, deviceID(d)}] += len(d.Instances)
			}
		}
		for _, r := range s.Running {
			for _, a := range r.Allocs {
				place := [2]string{a.Node, a.Device}
				if left[place] -= a.GPUs; left[place] < 0 || a.GPUs < 1 {
					t.Errorf("%v is held beyond what there is", place)
				}
			}
		}
	})
}

func addExamples(f *testing.F, pattern string) {
	paths, err := filepath.Glob(filepath.Join("..", "examples", pattern))
	if err != nil || len(paths) == 0 {
		f.Fatalf("no examples match %s: %v", pattern, err)
	}
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
}
