package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Each declaration says by its name whether it is found.
func TestDead(t *testing.T) {
	root = t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module fragscope\n\ngo 1.26\n",
		"analyzer/a.go": `package analyzer
func Used() Kind { return used(Second) }
func used(k Kind) Kind { return k }
func Dead() { alsoDead() }
func alsoDead() { Dead() }
func DeadTested() {}
type Kind int
const ( First Kind = iota; Second )
const DeadNumber = 7
func (k Kind) String() string { return text{}.name() }
func (k Kind) DeadMethod() {}
type text struct{}
func (text) name() string { return "" }
var DeadTable = []Kind{Second}
`,
		"analyzer/a_test.go": "package analyzer\nimport \"testing\"\nfunc TestIt(t *testing.T) { DeadTested(); " +
			"helper() }\nfunc helper() {}\n",
		"analyzer/live/l.go": "package live\nfunc Offered() {}\nfunc DeadOffered() {}\n",
		"analyzer/live/l_test.go": "package live_test\nimport (\"fragscope/analyzer/live\"; \"testing\")\nfunc TestIt(t " +
			"*testing.T) { live.Offered() }\n",
		"cmd/main.go": "package main\nimport (\"fmt\"; \"fragscope/analyzer\"; _ \"fragscope/analyzer/live\")\nfunc " +
			"main() { fmt.Println(analyzer.Used()) }\n",
		"wasm/main.go": "//go:build js\n\npackage main\nfunc main() {}\n//go:wasmexport called\nfunc called() { named() " +
			"}\nfunc named() {}\n",
	} {
		if err := os.MkdirAll(filepath.Join(root, filepath.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(root)
	got, err := find([]build{{"GOOS=linux", "", []string{"./analyzer/...", "./cmd"}},
		{"GOOS=js GOARCH=wasm", "", []string{"./wasm"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"analyzer/a.go:11:15: nothing uses DeadMethod",
		"analyzer/a.go:14:5: nothing uses DeadTable",
		"analyzer/a.go:4:6: nothing uses Dead",
		"analyzer/a.go:5:6: nothing uses alsoDead",
		"analyzer/a.go:6:6: only tests of its package use DeadTested",
		"analyzer/a.go:9:7: nothing uses DeadNumber",
		"analyzer/live/l.go:3:6: nothing uses DeadOffered",
	}
	if !slices.Equal(got, want) {
		t.Errorf("found %q\nwant %q", got, want)
	}
}
