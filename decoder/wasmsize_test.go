//go:build !js

package decoder_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestWasmSize keeps the decoder small enough for a page: a package such as
// fmt on its way is easily added and doubles what everybody has to download.
//
// An empty Go program is 1_800_000 bytes, and every function of the protocols
// costs twice, as code and in the tables that the runtime keeps of it. What a
// program does not call is left out: so the hooks for status, requests, notes
// and explanations stand in tables of their own.
func TestWasmSize(t *testing.T) {
	for _, c := range []struct {
		program string
		limit   int64 // bytes, before compression
	}{
		{"wasmbare", 2_440_000}, // the decoder and nothing else
		{"wasmmin", 2_525_000},  // fields with their names, values and notes, and problems
		{"wasmsize", 2_775_000}, // everything
	} {
		t.Run(c.program, func(t *testing.T) {
			source := filepath.Join("testdata", c.program, "main.go")
			// Reading it tells go test to run again when it changes.
			if _, err := os.ReadFile(source); err != nil {
				t.Fatal(err)
			}
			out := filepath.Join(t.TempDir(), c.program+".wasm")
			cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, source)
			cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOEXPERIMENT=")
			if text, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("go build: %v\n%s", err, text)
			}
			info, err := os.Stat(out)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%s is %d bytes of WebAssembly", c.program, info.Size())
			if info.Size() > c.limit {
				t.Errorf("%s is %d bytes of WebAssembly, over the limit of %d", c.program, info.Size(), c.limit)
			}
		})
	}
}
