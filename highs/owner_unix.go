//go:build unix

package highs

import (
	"io/fs"
	"os"
	"syscall"
)

func ownedByUs(stat fs.FileInfo) bool {
	sys, ok := stat.Sys().(*syscall.Stat_t)
	return ok && int(sys.Uid) == os.Getuid()
}
