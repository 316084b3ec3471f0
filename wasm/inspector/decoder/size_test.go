//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// mostBytes is how large the program may be, compressed by gzip. Brotli, with which it
// travels, makes it about a quarter smaller.
const mostBytes = 2_160_000

// TestSize keeps the program small enough to wait for: a package such as fmt on its
// way is easily added, and is a quarter more.
func TestSize(t *testing.T) {
	out := filepath.Join(t.TempDir(), "decoder.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, ".")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
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
	t.Logf("%d bytes of WebAssembly, %d compressed", len(program), small.Len())
	if small.Len() > mostBytes {
		t.Errorf("%d bytes of compressed WebAssembly, over the limit of %d", small.Len(), mostBytes)
	}
}
