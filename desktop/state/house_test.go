package state

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/decoder"
)

// TestHouse holds state to drawing nothing, and state and ui to opening no
// socket and knowing no protocol by name.
func TestHouse(t *testing.T) {
	protocols := map[string]bool{}
	for _, p := range decoder.Protocols() {
		protocols[strings.ToLower(strings.ReplaceAll(p.String(), "-", ""))] = true
	}
	for _, dir := range []string{".", "../ui"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range f.Imports {
				name := strings.Trim(i.Path.Value, `"`)
				if dir == "." && strings.HasPrefix(name, "fyne.io/") {
					t.Errorf("%s draws: it imports %s", path, name)
				}
				if name == "net" || name == "net/http" || name == "syscall" || strings.HasPrefix(name, "fragscope/analyzer/live") {
					t.Errorf("%s opens sockets: it imports %s", path, name)
				}
			}
			ast.Inspect(f, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				if x, ok := s.X.(*ast.Ident); ok && x.Name == "decoder" && protocols[strings.ToLower(s.Sel.Name)] {
					t.Errorf("%s knows a protocol: decoder.%s", path, s.Sel.Name)
				}
				return true
			})
		}
	}
}
