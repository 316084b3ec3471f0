//go:build !js

package decoder_test

import (
	"fragscope/decoder"
	"fragscope/decoder/wire"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The floors of the decoder, from the lowest. A package may import those of
// lower floors and of its own, a protocol no other protocol.
var floors = [][]string{
	{"enum"},
	{"wire/protocol"}, // the numbers of the protocols
	{"wire"},
	{"internal/bunzip", "ksy", "lookalike", "frame", "keys", "paste/gz", "hostile"},
	{"ask", "answer"},
	{"exchange"},
	{"internal/backslash", "internal/idtech", "internal/record", "internal/sections"},
	{"protocol/*"},
	{""}, // the front door
	{"query", "serve", "edit", "explain", "view", "numbers", "paste", "structure"},
	{"render", "promise", "structure/workbench"},
	{"protocol"}, // the specifications: embed knows files and the time, so nothing below takes it
}

func floorOf(name string) int {
	if strings.HasPrefix(name, "protocol/") {
		name = "protocol/*"
	}
	return slices.IndexFunc(floors, func(f []string) bool { return slices.Contains(f, name) })
}

// arrow says what is wrong with an import of a package of the decoder by
// another, "" for nothing.
func arrow(from, to string) string {
	a, b := floorOf(from), floorOf(to)
	protocol := func(s string) bool { return strings.HasPrefix(s, "protocol/") }
	switch {
	case a < 0:
		return "stands on no floor: add it to the list of floors"
	case b < 0:
		return "imports a package that stands on no floor"
	case b > a:
		return "imports from above"
	case from == "hostile":
		return "imports more than what hostile datagrams are made with"
	case to == "hostile":
		return "imports what is for tests alone"
	case protocol(from) && protocol(to):
		return "imports another protocol"
	case protocol(to) && from != "":
		return "imports a protocol; the front door alone does"
	case strings.HasPrefix(from, "internal/") && strings.HasPrefix(to, "internal/") && from < to:
		return "imports its neighbour the wrong way round"
	}
	return ""
}

// TestHouse holds the imports of the decoder to the floors.
func TestHouse(t *testing.T) {
	for _, c := range []struct {
		from, to string
		bad      bool
	}{
		{"protocol/ugp", "wire", false}, {"wire", "protocol/ugp", true}, {"protocol/ugp", "protocol/unreal2", true},
		{"query", "protocol/ugp", true},
		{"query", "", false}, {"", "query", true}, {"frame", "", true}, {"nothing", "wire", true},
		{"protocol/ugp", "protocol", true}, {"render", "protocol", true}, {"protocol", "wire", false},
		{"hostile", "wire", true}, {"protocol/ugp", "hostile", true}, {"", "hostile", true}, {"render", "hostile", true},
		{"internal/backslash", "keys", false},
	} {
		if got := arrow(c.from, c.to); (got != "") != c.bad {
			t.Errorf("%q imports %q: %q", c.from, c.to, got)
		}
	}
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`,
		"fragscope/decoder/...").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	const base = "fragscope/decoder"
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		from := strings.TrimPrefix(strings.TrimPrefix(words[0], base), "/")
		if strings.HasPrefix(from, "testdata") {
			continue
		}
		for _, to := range words[1:] {
			if rest, ours := strings.CutPrefix(to, base); ours {
				if wrong := arrow(from, strings.TrimPrefix(rest, "/")); wrong != "" {
					t.Errorf("%s %s: %s", words[0], wrong, to)
				}
			}
		}
	}
}

// TestEnginesNameNone: what works for every protocol names none.
func TestEnginesNameNone(t *testing.T) {
	for _, dir := range []string{
		"wire", "frame", "keys", "ask", "answer", "exchange", "query", "serve", "edit", "explain", "view", "render",
		"structure",
	} {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(dir, err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") || path == filepath.Join("keys", "games.go") { // which names games
				continue
			}
			set := token.NewFileSet()
			f, err := parser.ParseFile(set, path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if s, ok := n.(*ast.BasicLit); ok && s.Kind == token.STRING {
					text, err := strconv.Unquote(s.Value)
					if err == nil && slices.Contains(decoder.Protocols(), wire.ProtocolID(text)) {
						t.Errorf("%s names %s", set.Position(s.Pos()), text)
					}
				}
				return true
			})
		}
	}
}
