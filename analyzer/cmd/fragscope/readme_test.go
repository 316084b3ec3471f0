package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"fragscope/decoder"
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

// TestReadmeProtocols holds the README's table of protocols to the descriptors;
// -update writes it.
func TestReadmeProtocols(t *testing.T) {
	const path = "../../../README.md"
	const begin, end = "<!-- protocols: go tool task generate -->\n", "<!-- end of protocols -->"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString("| protocol | decoded")
	for _, c := range capabilities {
		table.WriteString(" | " + c.name)
	}
	table.WriteString(" | |\n|---|:-:" + strings.Repeat("|:-:", len(capabilities)) + "|---|\n")
	for _, p := range decoder.Protocols() {
		fmt.Fprintf(&table, "| [`%s`](decoder/%s) | ✓", p, decoder.Descriptor(p).Docs.Spec)
		for _, c := range capabilities {
			tick := ""
			if c.has(p) {
				tick = " ✓"
			}
			table.WriteString(" |" + tick)
		}
		table.WriteString(" | " + decoder.Descriptor(p).Doc + " |\n")
	}
	before, rest, found := strings.Cut(string(text), begin)
	shown, after, ended := strings.Cut(rest, end)
	switch {
	case !found || !ended:
		t.Fatalf("README.md has no table between %q and %q", begin, end)
	case shown == table.String():
	case *update:
		if err := os.WriteFile(path, []byte(before+begin+table.String()+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("README.md has another table than the descriptors; run go tool task generate:\n%s", table.String())
	}
}
