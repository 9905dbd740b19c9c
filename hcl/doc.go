// Package hcl reads what people write in HCL: Nomad job files and the cluster
// file of offline planning. It makes values of package cluster of them, and
// every error names file, line and key.
//
// A job file is read for planning, never registered. Only what planning needs
// is evaluated: unknown blocks and keys, and values that nothing needs, are
// passed over, so that a file may use any plugin, template or function. What
// Nomad fills in at run time, such as "${meta.rack}", stays as it is written.
// A cluster file is ours alone, so a key in it that is not known is an error.
//
//	job, err := hcl.ReadJobFile("jobs/train.nomad.hcl", hcl.EnvVars(os.Environ()))
//	snapshot, err := hcl.ReadClusterFile("cluster.hcl")
//
// No function of this package changes anything, and files over MaxSize are
// refused without being read.
package hcl
