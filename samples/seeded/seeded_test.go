//go:build !js

package seeded

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestImported: every package whose tests use rapid imports this one.
func TestImported(t *testing.T) {
	out, err := exec.Command("go", "list", "-tags", "ci", "-f",
		`{{.ImportPath}}{{range .TestImports}} {{.}}{{end}}{{range .XTestImports}} {{.}}{{end}}`, "fragscope/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	users := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		if !slices.Contains(words, "pgregory.net/rapid") {
			continue
		}
		users++
		if !slices.Contains(words, "fragscope/samples/seeded") {
			t.Errorf("rapid draws other inputs in each run of the tests of %s: import fragscope/samples/seeded",
				words[0])
		}
	}
	if users == 0 {
		t.Error("no tests use rapid")
	}
}
