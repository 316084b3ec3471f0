//go:build !js

package decoder_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestWasmSize keeps the decoder small enough for a page: a package such as
// fmt on its way is easily added and doubles what everybody has to download.
// Sizes are compressed, as programs travel.
//
// An empty Go program is 520_000 bytes, and every function of the protocols
// costs twice, as code and in the tables that the runtime keeps of it. What a
// program does not call is left out: so the hooks for status, requests, notes
// and explanations stand in tables of their own.
func TestWasmSize(t *testing.T) {
	for _, c := range []struct {
		program string
		limit   int64 // bytes, compressed
	}{
		{"wasmbare", 1_000_000}, // the decoder and nothing else
		{"wasmmin", 1_000_000},  // fields with their names, values and notes, and problems
		{"wasmsize", 1_200_000}, // everything
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
			program, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			var small bytes.Buffer
			w, _ := gzip.NewWriterLevel(&small, gzip.BestCompression)
			w.Write(program)
			w.Close()
			t.Logf("%s is %d bytes of WebAssembly, %d compressed", c.program, len(program), small.Len())
			if int64(small.Len()) > c.limit {
				t.Errorf("%s is %d bytes of compressed WebAssembly, over the limit of %d", c.program, small.Len(), c.limit)
			}
		})
	}
}
