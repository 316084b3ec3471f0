package decode

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"fragscope/analyzer/capture"
)

// codesInSource returns the problem codes that the packages below a folder
// define, with their places: the field Code of a wire.ProblemInfo, and
// constants of a type called Code.
func codesInSource(t *testing.T, root string) map[string]string {
	t.Helper()
	found := map[string]string{}
	files := token.NewFileSet()
	add := func(at ast.Node, v ast.Expr) {
		if lit, ok := v.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			code, _ := strconv.Unquote(lit.Value)
			found[code] = files.Position(at.Pos()).String()
		}
	}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		tree, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				severity, code := false, ast.Expr(nil)
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						key, _ := kv.Key.(*ast.Ident)
						severity = severity || key != nil && key.Name == "Severity"
						if key != nil && key.Name == "Code" {
							code = kv.Value
						}
					}
				}
				if severity && code != nil {
					add(n, code)
				}
			case *ast.ValueSpec:
				if typ, ok := n.Type.(*ast.Ident); ok && typ.Name == "Code" {
					for _, v := range n.Values {
						add(n, v)
					}
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// Every problem code that a command or an export can print is explained, listed
// and offered to the shell.
func TestAllCodesAreExplained(t *testing.T) {
	codes := codesInSource(t, "../../../../decoder")
	for code, at := range codesInSource(t, "../../../../analyzer") {
		codes[code] = at
	}
	if len(codes) < 60 || codes["cut"] == "" || codes["capture-damaged"] == "" {
		t.Fatalf("found only %d codes in the source", len(codes))
	}
	var list explainer
	list.list()
	offered := map[string]bool{}
	for _, name := range explainable() {
		offered[name] = true
	}
	for code, at := range codes {
		var e explainer
		if err := e.explain(code); err != nil {
			t.Errorf("%s: %v", at, err)
		} else if !regexp.MustCompile(`(?m)^` + code + `: (note|warning|error)`).MatchString(e.String()) {
			t.Errorf("%s: %s is explained as\n%s", at, code, e.String())
		}
		if !strings.Contains(list.String(), "  "+code+" ") {
			t.Errorf("%s: %s is not listed", at, code)
		}
		if !offered[code] {
			t.Errorf("%s: %s is not offered", at, code)
		}
	}
}

// What is known about a problem of captures is complete.
func TestCaptureCodes(t *testing.T) {
	for _, p := range capture.Codes() {
		if p.Message == "" || p.Advice == "" {
			t.Errorf("%s: message %q, advice %q", p.Code, p.Message, p.Advice)
		}
	}
}
