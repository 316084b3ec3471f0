package layers_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestGopacketStaysOut: the decoder links no gopacket, nor does a program that a
// browser or a Worker loads, where it would double what has to be loaded.
func TestGopacketStaysOut(t *testing.T) {
	for _, list := range []struct {
		env      []string
		patterns []string
		min      int // packages, so that the list is one
	}{
		{nil, []string{"fragscope/decoder/..."}, 50},
		{[]string{"GOOS=js", "GOARCH=wasm"}, []string{"fragscope/wasm/inspector/decoder", "fragscope/wasm/inspector/analyzer",
			"fragscope/wasm/worker", "fragscope/wasm/worker/analysis", "fragscope/wasm/worker/jobs"}, 100},
	} {
		cmd := exec.Command("go", append([]string{"list", "-deps"}, list.patterns...)...)
		cmd.Env = append(os.Environ(), list.env...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go list: %v\n%s", err, out)
		}
		deps := strings.Fields(string(out))
		if len(deps) < list.min {
			t.Errorf("%v have %d packages", list.patterns, len(deps))
		}
		for _, d := range deps {
			if strings.HasPrefix(d, "github.com/google/gopacket") {
				t.Errorf("%v depend on %s", list.patterns, d)
			}
		}
	}
}
