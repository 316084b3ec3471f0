package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
)

// The README shows what the command prints, and code that compiles.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, shown, _ := strings.Cut(string(readme), "$ fragscope decode --sample quake2-info-reply\n")
	shown, _, ok := strings.Cut(shown, "```")
	if !ok {
		t.Fatal("the README shows no table")
	}
	var out bytes.Buffer
	root := rootCommand()
	root.SetOut(&out)
	root.SetErr(io.Discard)
	root.SetArgs([]string{"decode", "--sample", "quake2-info-reply"})
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	if table, _, _ := strings.Cut(out.String(), "\nWhat the server says"); shown != table {
		t.Errorf("the README shows\n%s\nthe command prints\n%s", shown, table)
	}

	_, code, _ := strings.Cut(string(readme), "```go\n")
	code, _, _ = strings.Cut(code, "```")
	example, err := os.ReadFile("../../../decoder/example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	if indented := "\t" + strings.ReplaceAll(strings.TrimSpace(code), "\n", "\n\t"); !strings.Contains(string(example),
		indented) {
		t.Errorf("decoder/example_test.go does not hold the README's example:\n%s", indented)
	}
}
