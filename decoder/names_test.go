package decoder_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strings"
	"testing"

	"fragscope/decoder"
)

// packageDoc returns the documentation of this package.
func packageDoc(t *testing.T) *doc.Package {
	t.Helper()
	names, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	var files []*ast.File
	for _, n := range names {
		if name := n.Name(); strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			f, err := parser.ParseFile(set, name, nil, parser.ParseComments)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
	}
	p, err := doc.NewFromFiles(set, files, "fragscope/decoder")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The package has few exported names: what one package uses is in that package,
// and what belongs to a type is its method.
func TestExportedNames(t *testing.T) {
	const most = 60
	p := packageDoc(t)
	var names []string
	value := func(list []*doc.Value) {
		for _, v := range list {
			for _, n := range v.Names {
				if ast.IsExported(n) {
					names = append(names, n)
				}
			}
		}
	}
	function := func(list []*doc.Func) {
		for _, f := range list {
			names = append(names, f.Name)
		}
	}
	value(p.Consts)
	value(p.Vars)
	function(p.Funcs)
	for _, typ := range p.Types {
		names = append(names, typ.Name)
		value(typ.Consts)
		value(typ.Vars)
		function(typ.Funcs)
	}
	if len(names) > most {
		t.Errorf("%d exported names, at most %d: %v", len(names), most, names)
	}
}

// The types of other packages that have a name here are documented here with
// their members.
func TestAliasesShowMembers(t *testing.T) {
	docs := map[string]string{}
	for _, typ := range packageDoc(t).Types {
		docs[typ.Name] = typ.Doc
	}
	for name, v := range map[string]any{
		"Message": decoder.Message{}, "Field": decoder.Field{}, "Problem": decoder.Problem{},
		"Status": decoder.Status{}, "Options": decoder.Options{},
	} {
		typ := reflect.TypeOf(v)
		var members []string
		for i := range typ.NumField() {
			members = append(members, typ.Field(i).Name)
		}
		methods := reflect.PointerTo(typ)
		for i := range methods.NumMethod() {
			members = append(members, methods.Method(i).Name)
		}
		words := strings.FieldsFunc(docs[name], func(r rune) bool {
			return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
		})
		have := map[string]bool{}
		for _, w := range words {
			have[w] = true
		}
		for _, m := range members {
			if !have[m] {
				t.Errorf("the comment of %s does not name %s", name, m)
			}
		}
	}
}
