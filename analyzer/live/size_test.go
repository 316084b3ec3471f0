package live_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A program that only queries servers is small: no HTTP, no captures.
func TestClientIsSmall(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "main.go")
	program := `package main

import (
	"context"
	"fmt"
	"os"

	"fragscope/analyzer/live"
)

func main() {
	status, err := live.Query(context.Background(), os.Args[1])
	fmt.Println(status, err)
}
`
	if err := os.WriteFile(source, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}",
		source).Output()
	if err != nil {
		t.Fatal(err)
	}
	allowed := []string{"command-line-arguments", "fragscope/analyzer/live", "fragscope/analyzer/report",
		"fragscope/analyzer/live/address", "golang.org/x/sync/singleflight", "fragscope/analyzer/internal/lingering"}
	for _, path := range strings.Fields(string(out)) {
		if !strings.HasPrefix(path, "fragscope/decoder") && !slices.Contains(allowed, path) {
			t.Errorf("package live needs %s", path)
		}
	}
	binary := filepath.Join(dir, "client")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary, source)
	build.Env = append(os.Environ(), "GOOS=linux", "GOARCH=amd64", "CGO_ENABLED=0")
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	info, err := os.Stat(binary)
	if err != nil {
		t.Fatal(err)
	}
	if size := info.Size(); size > 5_300_000 { // 5.1 MB, of which 1.5 MB are Go's runtime and net; net/http would add 3 MB
		t.Errorf("a stripped client has %d bytes", size)
	}
}
