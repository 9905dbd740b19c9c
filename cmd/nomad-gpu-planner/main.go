// Command nomad-gpu-planner plans the GPUs of a Nomad cluster: it solves
// problem files, plans job files on a described cluster, imports traces and
// checks job files.
package main

import (
	"os"

	"golang.org/x/term"
)

// version is set when the program is linked.
var version = "dev"

func main() {
	p := &program{
		stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr,
		environ: os.Environ(), screen: screenOf(os.Stdout),
		progressWidth: columnsOf(os.Stderr, 80) - 1,
		progress:      term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb",
	}
	os.Exit(p.run(os.Args[1:]))
}
