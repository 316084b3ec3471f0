package decoder_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestDefinitionsListed: every field, problem and message that a folder
// defines is in the Docs of a protocol or of the frames. What is not has no
// whole key and no source, and nobody can look it up.
func TestDefinitionsListed(t *testing.T) {
	var paths []string
	for _, pattern := range []string{"protocol/*/*.go", "internal/*/*.go", "frame/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	defined, listed := map[string]string{}, map[string]bool{}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				v := s.(*ast.ValueSpec)
				for i, value := range v.Values {
					switch literalOf(value) {
					case "FieldDef", "Layout", "ProblemInfo", "MessageInfo":
						defined[file.Name.Name+"."+v.Names[i].Name] = set.Position(v.Pos()).String()
					case "Docs", "[]ProblemInfo", "[]MessageInfo":
						namesIn(value, file.Name.Name, listed)
					}
				}
			}
		}
	}
	if len(defined) < 300 {
		t.Fatalf("%d definitions found", len(defined))
	}
	for name, place := range defined {
		if !listed[name] {
			t.Errorf("%s: %s is in no Docs", place, name)
		}
	}
}

// literalOf returns the type of the definitions that e holds, "" for another expression.
func literalOf(e ast.Expr) string {
	// append([]*wire.ProblemInfo{…}, …), wire.Define(wire.Docs{…})
	if call, ok := e.(*ast.CallExpr); ok && len(call.Args) > 0 {
		e = call.Args[0]
	}
	l, ok := e.(*ast.CompositeLit)
	if !ok {
		return ""
	}
	switch x := l.Type.(type) {
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.ArrayType:
		if s, ok := x.Elt.(*ast.StarExpr); ok {
			if n, ok := s.X.(*ast.SelectorExpr); ok {
				return "[]" + n.Sel.Name
			}
		}
		if n, ok := x.Elt.(*ast.SelectorExpr); ok && n.Sel.Name == "FieldDef" {
			return "Layout"
		}
	}
	return ""
}

// namesIn adds the variables that e names, those of this package with its name.
func namesIn(e ast.Expr, pkg string, names map[string]bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.SelectorExpr:
			if p, ok := x.X.(*ast.Ident); ok {
				names[p.Name+"."+x.Sel.Name] = true
			}
			return false
		case *ast.Ident:
			names[pkg+"."+x.Name] = true
		}
		return true
	})
}
