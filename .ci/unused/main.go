// Unused reports what the module's code declares and no program uses: functions,
// methods, types, variables and constants, exported or not.
//
//	go run ./.ci/unused
//
// It is used what a program reaches from its main, from what it exports to a
// host (go:wasmexport), or from an initialization, in one of the builds below.
// A method is used too when it makes a type that is used an implementation of
// an interface, and a constant when another one of its block is.
//
// What only the tests of its own package reach is dead as well, except in the
// packages of the analyzer for Go users, whose tests use it as they do. What the
// decoder's packages for Go users export is used by them.
package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// exported reports whether Go users may use what a package of the decoder
// declares.
func exported(d declaration) bool {
	return (d.pkg == "fragscope/decoder" || strings.HasPrefix(d.pkg, "fragscope/decoder/")) && !strings.Contains(d.pkg,
		"/internal/") && ast.IsExported(d.name)
}

// tested reports whether what tests of a package use is used: README.md offers
// the package to Go users.
func tested(pkg string) bool {
	return pkg == "fragscope/analyzer/layers" || pkg == "fragscope/analyzer/live" || pkg == "fragscope/analyzer/emulator"
}

// A build is one of the ways in which the module is built.
type build struct {
	env, tags string
	patterns  []string
}

// Without cgo and with the tag ci the desktop needs no libraries of X. What a
// 32-bit processor cannot hold is an error of types, found without compiling anything.
var builds = []build{
	{"GOOS=linux", "ci,endtoend", []string{"./..."}},
	{"GOOS=linux", "", []string{"./desktop"}}, // which says that it has no window
	{"GOOS=js GOARCH=wasm", "parquet", []string{"./wasm/..."}},
	{"GOOS=js GOARCH=wasm", "workbench", []string{"./wasm/inspector/decoder"}},
	{"GOOS=freebsd", "", []string{"./analyzer/capture/device", "./analyzer/internal/cli/...", "./analyzer/cmd/fragscope"}},
	{"GOARCH=386", "", []string{"./decoder/...", "./analyzer/cmd/fragscope"}},
}

// A place is where something is declared: file, line and column. The same file
// is read for several builds and tests, so objects themselves differ.
type place string

type declaration struct {
	name, pkg string
}

type graph struct {
	fset     *token.FileSet
	declared map[place]declaration
	uses     map[place][]place
	begin    []place // what programs begin with, and what tests use of other packages
	tests    []place // what tests use of their own
}

var root, _ = os.Getwd()

func main() {
	dead, err := find(builds)
	if err != nil {
		fmt.Fprintln(os.Stderr, "unused:", err)
		os.Exit(2)
	}
	if len(dead) > 0 {
		fmt.Println(strings.Join(dead, "\n"))
		os.Exit(1)
	}
}

func find(builds []build) ([]string, error) {
	g := &graph{token.NewFileSet(), map[place]declaration{}, map[place][]place{}, nil, nil}
	for _, b := range builds {
		if err := g.load(b); err != nil {
			return nil, fmt.Errorf("%s with tags %s: %v", b.env, b.tags, err)
		}
	}
	return g.dead(), nil
}

// dead lists what is not used, by place.
func (g *graph) dead() []string {
	used, byTests := map[place]bool{}, map[place]bool{}
	g.reach(byTests, g.tests)
	for at, d := range g.declared {
		if exported(d) || byTests[at] && tested(d.pkg) {
			g.begin = append(g.begin, at)
		}
	}
	g.reach(used, g.begin)
	var out []string
	for at, d := range g.declared {
		switch {
		case used[at]:
		case byTests[at]:
			out = append(out, fmt.Sprintf("%s: only tests of its package use %s", at, d.name))
		default:
			out = append(out, fmt.Sprintf("%s: nothing uses %s", at, d.name))
		}
	}
	slices.Sort(out)
	return out
}

func (g *graph) reach(used map[place]bool, from []place) {
	for len(from) > 0 {
		at := from[len(from)-1]
		from = from[:len(from)-1]
		if !used[at] {
			used[at] = true
			from = append(from, g.uses[at]...)
		}
	}
}

func (g *graph) load(b build) error {
	config := &packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedSyntax |
			packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedDeps,
		Fset:       g.fset,
		Env:        append(append(os.Environ(), "CGO_ENABLED=0"), strings.Fields(b.env)...),
		BuildFlags: []string{"-tags=" + b.tags},
		Tests:      true,
		ParseFile:  parse,
	}
	list, err := packages.Load(config, b.patterns...)
	if err != nil {
		return err
	}
	// A program of tests is made by go list.
	list = slices.DeleteFunc(list, func(p *packages.Package) bool { return strings.HasSuffix(p.PkgPath, ".test") })
	for _, p := range list {
		if len(p.Errors) > 0 {
			return p.Errors[0]
		}
	}
	interfaces := map[string][]*types.Interface{} // by the names of their methods
	var named []*types.TypeName
	seen := map[*types.Package]bool{}
	note(interfaces, types.Universe.Lookup("error").Type())
	for _, p := range list {
		imports(interfaces, seen, p.Types)
		for _, file := range p.Syntax {
			g.file(p, file)
		}
		for _, v := range p.TypesInfo.Types {
			note(interfaces, v.Type)
		}
		for _, o := range p.TypesInfo.Defs {
			if t, ok := o.(*types.TypeName); ok && !t.IsAlias() {
				named = append(named, t)
			}
		}
	}
	for _, t := range named {
		g.implements(t, interfaces)
	}
	return nil
}

// parse reads a file; outside of the module only what it declares, for speed:
// neither the bodies of functions nor what tables hold, whose type stands before it.
func parse(fset *token.FileSet, name string, text []byte) (*ast.File, error) {
	if rel, err := filepath.Rel(root, name); err == nil && filepath.IsLocal(rel) {
		return parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	}
	file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if file != nil {
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Body != nil {
					d.Body.List = nil
				}
			case *ast.GenDecl:
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok {
						empty(v.Values)
					}
				}
			}
		}
	}
	return file, err
}

// empty takes the elements out of tables, except where their number is part of the type.
func empty(values []ast.Expr) {
	for _, v := range values {
		table, ok := v.(*ast.CompositeLit)
		if !ok {
			continue
		}
		if array, ok := table.Type.(*ast.ArrayType); ok {
			if _, counted := array.Len.(*ast.Ellipsis); counted {
				continue
			}
		}
		table.Elts = nil
	}
}

// imports notes the interfaces that a package and what it imports declare.
func imports(interfaces map[string][]*types.Interface, seen map[*types.Package]bool, p *types.Package) {
	if seen[p] {
		return
	}
	seen[p] = true
	for _, name := range p.Scope().Names() {
		if t, ok := p.Scope().Lookup(name).(*types.TypeName); ok {
			note(interfaces, t.Type())
		}
	}
	for _, other := range p.Imports() {
		imports(interfaces, seen, other)
	}
}

func note(interfaces map[string][]*types.Interface, t types.Type) {
	if i, ok := t.Underlying().(*types.Interface); ok {
		for m := range i.Methods() {
			if !slices.Contains(interfaces[m.Name()], i) {
				interfaces[m.Name()] = append(interfaces[m.Name()], i)
			}
		}
	}
}

// implements makes a type use the methods that interfaces may call.
func (g *graph) implements(t *types.TypeName, interfaces map[string][]*types.Interface) {
	named, ok := t.Type().(*types.Named)
	if !ok || types.IsInterface(named) {
		return
	}
	pointer := types.NewPointer(named)
	set := types.NewMethodSet(pointer)
	for i := range set.Len() {
		method := set.At(i).Obj()
		// Package errors has no names for its interfaces. A generic type may implement one when it is instantiated.
		if slices.Contains([]string{"Unwrap", "Is", "As"}, method.Name()) ||
			slices.ContainsFunc(interfaces[method.Name()], func(wanted *types.Interface) bool {
				return named.TypeParams() != nil || types.Implements(pointer, wanted)
			}) {
			g.use(g.at(t.Pos()), method)
		}
	}
}

func (g *graph) at(pos token.Pos) place {
	p := g.fset.Position(pos)
	if name, err := filepath.Rel(root, p.Filename); err == nil {
		p.Filename = name
	}
	return place(p.String())
}

func inModule(o types.Object) bool {
	return o != nil && o.Pkg() != nil && strings.HasPrefix(o.Pkg().Path(), "fragscope")
}

func (g *graph) use(from place, o types.Object) {
	if inModule(o) {
		g.uses[from] = append(g.uses[from], g.at(o.Pos()))
	}
}

func (g *graph) file(p *packages.Package, file *ast.File) {
	if strings.HasSuffix(g.fset.Position(file.Package).Filename, "_test.go") {
		ast.Inspect(file, func(n ast.Node) bool {
			id, _ := n.(*ast.Ident)
			o := p.TypesInfo.Uses[id]
			if !inModule(o) {
				return true
			}
			if o.Pkg().Path() == strings.TrimSuffix(p.PkgPath, "_test") {
				g.tests = append(g.tests, g.at(o.Pos()))
			} else {
				g.begin = append(g.begin, g.at(o.Pos()))
			}
			return true
		})
		return
	}
	// declare notes what names stand for and what nodes use.
	declare := func(begins bool, names []*ast.Ident, nodes ...ast.Node) {
		for _, name := range names {
			at := g.at(name.Pos())
			if name.Name == "_" || begins {
				g.begin = append(g.begin, at)
			} else {
				g.declared[at] = declaration{name.Name, p.PkgPath}
			}
			for _, n := range nodes {
				ast.Inspect(n, func(n ast.Node) bool {
					if id, ok := n.(*ast.Ident); ok {
						g.use(at, p.TypesInfo.Uses[id])
					}
					return true
				})
			}
		}
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			begins := d.Recv == nil && (d.Name.Name == "init" || d.Name.Name == "main" && p.Name == "main") || forHost(d.Doc)
			nodes := []ast.Node{d.Type}
			if d.Body != nil {
				nodes = append(nodes, d.Body)
			}
			declare(begins, []*ast.Ident{d.Name}, nodes...)
		case *ast.GenDecl:
			var constants []*ast.Ident
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					declare(false, []*ast.Ident{s.Name}, s)
				case *ast.ValueSpec:
					declare(false, s.Names, s)
					if d.Tok == token.CONST {
						constants = append(constants, s.Names...)
					}
				}
			}
			for i, c := range constants {
				g.uses[g.at(c.Pos())] = append(g.uses[g.at(c.Pos())], g.at(constants[(i+1)%len(constants)].Pos()))
			}
		}
	}
}

// forHost reports whether a function is called by another name than its own.
func forHost(doc *ast.CommentGroup) bool {
	return doc != nil && slices.ContainsFunc(doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:wasmexport ") || strings.HasPrefix(c.Text, "//go:linkname ")
	})
}
