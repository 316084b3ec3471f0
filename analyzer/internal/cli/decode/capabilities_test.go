package decode

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"fragscope/decoder"
)

var update = flag.Bool("update", false, "write the README's table anew")

// TestReadmeProtocols holds the README's table of protocols to the descriptors;
// -update writes it.
func TestReadmeProtocols(t *testing.T) {
	const path = "../../../../README.md"
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
