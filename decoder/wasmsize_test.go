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
func TestWasmSize(t *testing.T) {
	// The aim is 2_400_000. An empty Go program is 1_800_000 of that, and the
	// protocols together take more than the rest: see what can be left out.
	const limit = 2_840_000 // bytes, before compression
	const source = "testdata/wasmsize/main.go"
	// Reading it tells go test to run again when it changes.
	if _, err := os.ReadFile(source); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "wasmsize.wasm")
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", out, source)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, text)
	}
	info, err := os.Stat(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the decoder alone is %d bytes of WebAssembly", info.Size())
	if info.Size() > limit {
		t.Errorf("the decoder alone is %d bytes of WebAssembly, over the limit of %d", info.Size(), limit)
	}
}
