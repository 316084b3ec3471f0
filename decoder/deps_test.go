//go:build !js

package decoder_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// What a page has to load must not bring the packages that double its size,
// nor anything that knows files, sockets or the time.
func TestDependencies(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "fragscope/decoder", "fragscope/decoder/render", "fragscope/decoder/hexdump").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	deps := strings.Fields(string(out))
	for _, no := range []string{"fmt", "encoding/json", "reflect", "os", "net", "time", "log", "compress/gzip"} {
		if slices.Contains(deps, no) {
			t.Errorf("the decoder, its renderers or the reader of dumps depend on %s", no)
		}
	}
	for _, d := range deps {
		if strings.Contains(strings.SplitN(d, "/", 2)[0], ".") {
			t.Errorf("%s is not of the standard library", d)
		}
	}
}
