package golua

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A Config says what is translated.
type Config struct {
	Dir       string   // of the module
	Package   string   // its roots are in this package and in those that it imports
	Roots     []string // functions, methods and variables, as "fragscope/decoder/wire.Reader.Start"
	Erased    []string // members of structs that are left out, as "fragscope/decoder/wire.FieldDef.Doc"; they are empty
	Native    []string // functions that are written by hand
	Structs   []string // structs of which New makes a zero one, as "fragscope/decoder/wire.Options"
	Constants []string // that are written too, though all uses of them are numbers
	NoInit    []string // packages whose init functions are left out
}

// Translate returns the Lua of everything that the roots reach.
func Translate(c Config) (string, error) {
	t := &translator{
		fset: token.NewFileSet(), byPkg: map[*types.Package]*source{}, decls: map[types.Object]ast.Node{},
		names:   map[string]types.Object{},
		reached: map[types.Object]bool{}, nilable: map[any]bool{}, tables: map[*types.Package]string{},
		fieldOwner: map[*types.Var]string{},
		std:        map[string]bool{}, used: map[string]bool{}, structs: map[string]string{},
		erased: set(c.Erased), native: set(c.Native), noInit: set(c.NoInit),
		structRoots: c.Structs, constants: c.Constants,
	}
	var err error
	if t.sources, err = load(t.fset, c.Dir, c.Package); err != nil {
		return "", err
	}
	text := ""
	err = t.guard(func() error {
		t.index()
		for _, name := range c.Roots {
			o := t.names[name]
			if o == nil {
				return fmt.Errorf("no root is called %q", name)
			}
			t.reach(o)
		}
		t.reachAll()
		t.findNil()
		text = t.emit()
		return errors.Join(t.errors...)
	})
	return text, err
}

func set(list []string) map[string]bool {
	m := map[string]bool{}
	for _, s := range list {
		m[s] = true
	}
	return m
}

// unsupported ends a translation.
type unsupported struct {
	pos  token.Pos
	what string
}

type translator struct {
	fset    *token.FileSet
	sources []*source
	byPkg   map[*types.Package]*source
	decls   map[types.Object]ast.Node // *ast.FuncDecl or *ast.ValueSpec
	names   map[string]types.Object
	reached map[types.Object]bool
	queue   []types.Object
	nilable map[any]bool // bytes that may be nil, which differs from empty; see nil.go
	tables  map[*types.Package]string

	fieldOwner             map[*types.Var]string // full names of members of structs
	erased, native         map[string]bool
	noInit                 map[string]bool
	structRoots, constants []string

	std, used  map[string]bool // functions of the standard library, and natives
	structs    map[string]string
	structList []types.Type
	errors     []error // one for each function that is not translated

	src *source // of what is translated now
	out *strings.Builder
	fn  *function
}

func (t *translator) guard(f func() error) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case unsupported:
			err = fmt.Errorf("%v: %s", t.fset.Position(p.pos), p.what)
		default:
			panic(p)
		}
	}()
	return f()
}

func (t *translator) fail(n ast.Node, format string, args ...any) {
	panic(unsupported{n.Pos(), fmt.Sprintf(format, args...)})
}

// index notes where everything is declared.
func (t *translator) index() {
	for _, s := range t.sources {
		t.byPkg[s.types] = s
		for _, f := range s.files {
			for _, d := range f.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					o := s.info.Defs[d.Name].(*types.Func)
					t.decls[o] = d
					t.names[fullName(o)] = o
				case *ast.GenDecl:
					for _, spec := range d.Specs {
						t.indexSpec(s, spec)
					}
				}
			}
		}
	}
}

func (t *translator) indexSpec(s *source, spec ast.Spec) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range spec.Names {
			if o := s.info.Defs[name]; o != nil {
				t.decls[o] = spec
				t.names[fullName(o)] = o
			}
		}
	case *ast.TypeSpec:
		o, ok := s.info.Defs[spec.Name].(*types.TypeName)
		if !ok || o.IsAlias() {
			return
		}
		if st, ok := o.Type().Underlying().(*types.Struct); ok {
			for i := range st.NumFields() {
				t.fieldOwner[st.Field(i)] = fullName(o) + "." + st.Field(i).Name()
			}
		}
	}
}

func fullName(o types.Object) string {
	if o.Pkg() == nil {
		return o.Name()
	}
	if f, ok := o.(*types.Func); ok {
		if r := f.Signature().Recv(); r != nil {
			return o.Pkg().Path() + "." + namedOf(r.Type()).Obj().Name() + "." + o.Name()
		}
	}
	return o.Pkg().Path() + "." + o.Name()
}

func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	if n != nil {
		return n.Origin()
	}
	return nil
}

func (t *translator) reach(o types.Object) {
	if f, ok := o.(*types.Func); ok {
		o = f.Origin()
	}
	if o == nil || o.Pkg() == nil || t.byPkg[o.Pkg()] == nil || t.reached[o] {
		return
	}
	if _, ok := t.decls[o]; !ok {
		return // local, or a type
	}
	if t.native[fullName(o)] {
		return
	}
	t.reached[o] = true
	t.queue = append(t.queue, o)
}

// reachAll also follows the init functions of packages with variables, which would be empty without.
func (t *translator) reachAll() {
	for len(t.queue) > 0 {
		o := t.queue[len(t.queue)-1]
		t.queue = t.queue[:len(t.queue)-1]
		t.src = t.byPkg[o.Pkg()]
		switch d := t.decls[o].(type) {
		case *ast.FuncDecl:
			t.walk(d.Body)
		case *ast.ValueSpec:
			for i, name := range d.Names {
				if t.src.info.Defs[name] == o && len(d.Values) > 0 {
					t.walk(d.Values[min(i, len(d.Values)-1)])
				}
			}
			for _, init := range t.inits(t.src) {
				t.reachInit(init)
			}
		}
	}
}

func (t *translator) inits(s *source) (list []*ast.FuncDecl) {
	if t.noInit[s.path] {
		return nil
	}
	for _, f := range s.files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == "init" {
				list = append(list, d)
			}
		}
	}
	return list
}

func (t *translator) reachInit(d *ast.FuncDecl) {
	o := t.src.info.Defs[d.Name]
	if !t.reached[o] {
		t.decls[o] = d
		t.reached[o] = true
		t.queue = append(t.queue, o)
	}
}

func (t *translator) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				if v, ok := t.src.info.Uses[id].(*types.Var); ok && v.IsField() {
					if !t.erased[t.fieldOwner[v]] {
						t.walk(n.Value)
					}
					return false
				}
			}
		case *ast.Ident:
			if o := t.src.info.Uses[n]; o != nil {
				t.reach(o)
			}
		case *ast.SelectorExpr:
			if s := t.src.info.Selections[n]; s != nil {
				t.reach(s.Obj())
			}
		}
		return true
	})
}

func (t *translator) sorted(s *source) []types.Object {
	var list []types.Object
	for o := range t.reached {
		if o.Pkg() == s.types {
			list = append(list, o)
		}
	}
	slices.SortFunc(list, func(a, b types.Object) int { return int(a.Pos()) - int(b.Pos()) })
	return list
}
