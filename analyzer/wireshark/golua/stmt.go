package golua

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

type function struct {
	sig    *types.Signature
	object *types.Func // nil for a closure
	block  *ast.BlockStmt
	labels *int
	exits  []*exit
}

// An exit is a statement that break or continue leave.
type exit struct {
	name       string // of a label in Go
	loop       bool
	stop, next string // labels, "" until they are needed
}

func (t *translator) line(format string, args ...any) {
	fmt.Fprintf(t.out, format, args...)
	t.out.WriteByte('\n')
}

func (t *translator) body(b *ast.BlockStmt) {
	t.fn.block = b
	if sig := t.fn.sig; sig != nil {
		r := sig.Results()
		for i := range r.Len() {
			if n := r.At(i).Name(); n != "" && n != "_" {
				t.line("local %s = %s", word(n), t.zero(r.At(i).Type(), t.nilable[r.At(i)]))
			}
		}
		t.copyChanged(b)
	}
	t.stmts(b.List)
	if n := len(b.List); t.fn.sig != nil && t.fn.sig.Results().Len() > 0 && t.fn.sig.Results().At(0).Name() != "" &&
		n > 0 {
		if _, ok := b.List[n-1].(*ast.ReturnStmt); !ok {
			t.bareReturn()
		}
	}
}

// copyChanged copies the structs that a function was given and changes.
func (t *translator) copyChanged(b *ast.BlockStmt) {
	changed := map[types.Object]bool{}
	note := func(e ast.Expr) {
		for {
			switch x := e.(type) {
			case *ast.SelectorExpr:
				e = x.X
				continue
			case *ast.IndexExpr:
				e = x.X
				continue
			case *ast.ParenExpr:
				e = x.X
				continue
			case *ast.Ident:
				changed[t.object(x)] = true
			}
			return
		}
	}
	ast.Inspect(b, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, l := range n.Lhs {
				note(l)
			}
		case *ast.IncDecStmt:
			note(n.X)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				note(n.X)
			}
		case *ast.CallExpr: // a method with a pointer receiver
			if s, ok := n.Fun.(*ast.SelectorExpr); ok {
				note(s.X)
			}
		}
		return true
	})
	all := []*types.Var{t.fn.sig.Recv()}
	for i := range t.fn.sig.Params().Len() {
		all = append(all, t.fn.sig.Params().At(i))
	}
	for _, p := range all {
		if p != nil && changed[p] && (isStruct(p.Type()) || isArray(p.Type())) {
			t.line("%s = %s", word(p.Name()), t.copied(word(p.Name()), p.Type()))
		}
	}
}

func (t *translator) stmts(list []ast.Stmt) {
	for _, s := range list {
		t.stmt(s, "")
	}
}

func (t *translator) block(b *ast.BlockStmt) { t.stmts(b.List) }

func (t *translator) stmt(s ast.Stmt, label string) {
	switch s := s.(type) {
	case *ast.EmptyStmt:
	case *ast.BlockStmt:
		t.line("do")
		t.block(s)
		t.line("end")
	case *ast.ExprStmt:
		t.line("%s;", t.expr(s.X))
	case *ast.IncDecStmt:
		op := token.ADD
		if s.Tok == token.DEC {
			op = token.SUB
		}
		t.update(s, s.X, op, "1", nil)
	case *ast.AssignStmt:
		t.assign(s)
	case *ast.DeclStmt:
		t.decl(s.Decl.(*ast.GenDecl))
	case *ast.ReturnStmt:
		t.ret(s)
	case *ast.IfStmt:
		t.ifs(s)
	case *ast.LabeledStmt:
		t.stmt(s.Stmt, s.Label.Name)
	case *ast.ForStmt:
		t.forLoop(s, label)
	case *ast.RangeStmt:
		t.ranges(s, label)
	case *ast.SwitchStmt:
		t.switches(s, label)
	case *ast.BranchStmt:
		t.branch(s)
	default:
		t.fail(s, "%T is not translated", s)
	}
}

func (t *translator) decl(d *ast.GenDecl) {
	if d.Tok != token.VAR {
		return
	}
	for _, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		if len(spec.Values) == 1 && len(spec.Names) > 1 {
			t.fail(d, "a declaration of several variables by a call is not translated")
		}
		for i, name := range spec.Names {
			o := t.object(name)
			z := ""
			if o == nil || name.Name == "_" {
				continue
			}
			if a := arrayOf(o.Type()); a != nil && isByte(a.Elem()) && isArray(o.Type()) && t.onlyEmpty(o) {
				continue // memory for what is appended
			}
			if i < len(spec.Values) {
				z = t.value(spec.Values[i], o.Type(), t.nilable[o])
			} else {
				z = t.zero(o.Type(), t.nilable[o])
			}
			t.line("local %s = %s", word(name.Name), z)
		}
	}
}

func (t *translator) bareReturn() {
	var list []string
	r := t.fn.sig.Results()
	for i := range r.Len() {
		list = append(list, word(r.At(i).Name()))
	}
	t.line("do return %s end", strings.Join(list, ", "))
}

func (t *translator) ret(s *ast.ReturnStmt) {
	r := t.fn.sig.Results()
	if len(s.Results) == 0 && r.Len() > 0 {
		t.bareReturn()
		return
	}
	var list []string
	for i, e := range s.Results {
		if len(s.Results) != r.Len() {
			list = append(list, t.expr(e))
			continue
		}
		nilable := t.fn.object != nil && t.nilable[result{t.fn.object, i}]
		if id, ok := e.(*ast.Ident); ok && isStruct(t.typeOf(e)) && t.local(id) {
			list = append(list, t.raw(e)) // nobody else's from here on
			continue
		}
		list = append(list, t.value(e, r.At(i).Type(), nilable))
	}
	t.line("do return %s end", strings.Join(list, ", "))
}

func (t *translator) local(id *ast.Ident) bool {
	o := t.object(id)
	return o != nil && o.Pkg() != nil && o.Parent() != o.Pkg().Scope()
}

func (t *translator) ifs(s *ast.IfStmt) {
	if s.Init != nil {
		t.line("do")
		t.stmt(s.Init, "")
		defer t.line("end")
	}
	t.line("if %s then", t.expr(s.Cond))
	t.block(s.Body)
	switch e := s.Else.(type) {
	case *ast.BlockStmt:
		t.line("else")
		t.block(e)
	case *ast.IfStmt:
		t.line("else")
		t.stmt(e, "")
	}
	t.line("end")
}

// onlyEmpty reports whether nothing but an empty part of a local array is used.
func (t *translator) onlyEmpty(o types.Object) bool {
	uses, empty := 0, 0
	ast.Inspect(t.fn.block, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if t.src.info.Uses[n] == o {
				uses++
			}
		case *ast.SliceExpr:
			if id, ok := n.X.(*ast.Ident); ok && t.src.info.Uses[id] == o && n.High != nil {
				if high, ok := t.uint(n.High); ok && high == 0 {
					empty++
				}
			}
		}
		return true
	})
	return uses == empty
}
