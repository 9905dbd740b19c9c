package highs

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
)

// The folder always holds a README, so that this compiles before anything is
// fetched.
//
//go:embed blob
var blob embed.FS

// ErrNotFetched is returned by Solve when the program was built without the
// HiGHS package.
var ErrNotFetched = errors.New("this build holds no HiGHS: run `make deps` (needs npm) and build again")

// loadWasm returns the module out of folder once its hash has been checked. It
// is the only reader of the blob.
func loadWasm(folder fs.FS) ([]byte, error) {
	wasm, err := fs.ReadFile(folder, "blob/highs.wasm")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFetched
	}
	if err != nil {
		return nil, err
	}
	if got := sha256.Sum256(wasm); hex.EncodeToString(got[:]) != wasmSum {
		return nil, fmt.Errorf("embedded highs.wasm has the SHA-256 %x, version %s has %s: run `make deps` and build again", got, version, wasmSum)
	}
	return wasm, nil
}
