//go:build !js

package decoder_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// What a page has to load must not bring the packages that double its size,
// nor anything that knows files, sockets or the time; no package of the decoder
// imports more than the standard library.
func TestDependencies(t *testing.T) {
	deps := func(packages ...string) []string {
		t.Helper()
		const format = `{{if not .Standard}}{{if not .Module.Main}}other:{{end}}{{end}}{{.ImportPath}}`
		out, err := exec.Command("go", append([]string{"list", "-deps", "-f", format}, packages...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("go list: %v\n%s", err, out)
		}
		return strings.Fields(string(out))
	}
	front := deps("fragscope/decoder", "fragscope/decoder/render", "fragscope/decoder/paste")
	for _, no := range []string{"fmt", "encoding/json", "reflect", "os", "net", "time", "log", "compress/gzip"} {
		if slices.Contains(front, no) {
			t.Errorf("the decoder, its renderers or the reader of dumps depend on %s", no)
		}
	}
	for _, d := range deps("fragscope/decoder/...") {
		if other, found := strings.CutPrefix(d, "other:"); found {
			t.Errorf("%s is not of the standard library", other)
		}
	}
}

// TestSpecificationsStayOut: the texts of the specifications, which package protocol
// embeds, are in the programs that show them and in nothing that a browser or a
// Worker loads as a program.
func TestSpecificationsStayOut(t *testing.T) {
	const texts = "fragscope/decoder/protocol"
	list := func(env []string, args ...string) []string {
		t.Helper()
		cmd := exec.Command("go", append([]string{"list"}, args...)...)
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go list: %v\n%s", err, out)
		}
		return strings.Split(string(out), "\n")
	}
	var users []string
	for _, line := range list(nil, "-f", "{{.ImportPath}}{{range .Imports}} {{.}}{{end}}", "fragscope/...") {
		if words := strings.Fields(line); len(words) > 1 && slices.Contains(words[1:], texts) {
			users = append(users, words[0])
		}
	}
	if want := []string{"fragscope/analyzer/internal/cli/decode", "fragscope/desktop/ui",
		"fragscope/wasm/inspector/specs"}; !slices.Equal(users, want) {
		t.Errorf("the specifications are imported by %q, want %q", users, want)
	}
	deps := list([]string{"GOOS=js", "GOARCH=wasm"}, "-deps", "fragscope/wasm/inspector/decoder",
		"fragscope/wasm/inspector/analyzer",
		"fragscope/wasm/worker", "fragscope/wasm/worker/analysis", "fragscope/wasm/worker/jobs")
	if !slices.Contains(deps, "fragscope/decoder/explain") || slices.Contains(deps, texts) {
		t.Errorf("a program of the browser or the Worker holds the specifications")
	}
}
