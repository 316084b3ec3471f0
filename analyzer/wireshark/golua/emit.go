package golua

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

func (t *translator) emit() string {
	var body strings.Builder
	t.out = &body
	for _, s := range t.sources {
		t.src = s
		t.functions(s)
	}
	for _, s := range t.sources {
		t.src = s
		t.variables(s)
	}
	var head strings.Builder
	var names []string
	for _, name := range t.tables {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&head, "local %s = {}\n", name)
	}
	fmt.Fprint(&head, "Nat.packages = {")
	for _, name := range names {
		fmt.Fprintf(&head, "%s = %s, ", name[len("P_"):], name)
	}
	fmt.Fprintln(&head, "}")
	for _, name := range t.constants {
		o := t.names[name]
		fmt.Fprintf(&head, "%s = %s\n", t.global(o), constantText(o.(*types.Const).Val(), o.Type()))
	}
	for _, name := range t.structRoots {
		path, member := name[:strings.LastIndex(name, ".")], name[strings.LastIndex(name, ".")+1:]
		for _, s := range t.sources {
			if s.path == path {
				typ := s.types.Scope().Lookup(member).Type()
				fmt.Fprintf(&head, "New[%q] = function() return %s_new() end\n", s.types.Name()+"."+member, t.typeName(typ))
			}
		}
	}
	var structs strings.Builder
	for i := 0; i < len(t.structList); i++ { // grows meanwhile
		t.emitStruct(&structs, t.structList[i])
	}
	var needs []string
	for s := range t.std {
		needs = append(needs, "Std."+s)
	}
	for s := range t.used {
		needs = append(needs, "Nat."+s)
	}
	slices.Sort(needs)
	for _, s := range needs {
		fmt.Fprintf(&head, "assert(%s, %q)\n", s, s)
	}
	return head.String() + structs.String() + body.String()
}

func (t *translator) functions(s *source) {
	for _, o := range t.sorted(s) {
		d, ok := t.decls[o].(*ast.FuncDecl)
		if !ok || o.Name() == "init" {
			continue
		}
		f := o.(*types.Func)
		if err := t.guard(func() error { t.function(f, d); return nil }); err != nil {
			t.errors = append(t.errors, err)
		}
	}
}

func (t *translator) function(f *types.Func, d *ast.FuncDecl) {
	t.fn = &function{sig: f.Signature(), object: f, labels: new(int)}
	t.line("%s = function(%s)", t.global(f), strings.Join(params(f.Signature()), ", "))
	t.body(d.Body)
	t.line("end")
	t.fn = nil
}

// variables writes them in the order in which Go makes them, and runs what fills them.
func (t *translator) variables(s *source) {
	made := map[types.Object]bool{}
	for _, i := range s.info.InitOrder {
		for _, v := range i.Lhs {
			made[v] = true
		}
	}
	for _, o := range t.sorted(s) {
		if v, ok := o.(*types.Var); ok && !made[v] {
			t.line("%s = %s", t.global(v), t.zero(v.Type(), true))
		}
	}
	for _, i := range s.info.InitOrder {
		var left []string
		any := false
		for _, v := range i.Lhs {
			any = any || t.reached[v]
			left = append(left, t.global(v))
		}
		if any {
			t.line("%s = %s", strings.Join(left, ", "), t.value(i.Rhs, i.Lhs[0].Type(), true))
		}
	}
	for _, d := range t.inits(s) {
		if t.reached[s.info.Defs[d.Name]] {
			t.fn = &function{sig: types.NewSignatureType(nil, nil, nil, nil, nil, false), labels: new(int)}
			t.line("do")
			t.body(d.Body)
			t.line("end")
			t.fn = nil
		}
	}
}
