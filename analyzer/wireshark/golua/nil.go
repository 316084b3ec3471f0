package golua

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Bytes that are nil differ from bytes that are empty only where something
// compares them with nil. Only variables, members and results from which such a
// comparison takes its value can hold nil; all others hold "".

type result struct {
	f *types.Func
	i int
}

func (t *translator) findNil() {
	for known := -1; known != len(t.nilable); {
		known = len(t.nilable)
		for o := range t.reached {
			t.src = t.byPkg[o.Pkg()]
			if d, ok := t.decls[o].(*ast.FuncDecl); ok {
				f := o.(*types.Func)
				t.flow(d.Body, f)
			}
		}
	}
}

// place is the variable, member or result that e takes its value from.
func (t *translator) place(e ast.Expr) any {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return t.place(e.X)
	case *ast.Ident:
		if v, ok := t.object(e).(*types.Var); ok {
			return v
		}
	case *ast.SelectorExpr:
		if s := t.src.info.Selections[e]; s != nil {
			if v, ok := s.Obj().(*types.Var); ok {
				return v
			}
		}
	case *ast.CallExpr:
		if f := t.callee(e); f != nil {
			return result{f, 0}
		}
	}
	return nil
}

func (t *translator) object(id *ast.Ident) types.Object {
	if o := t.src.info.Uses[id]; o != nil {
		return o
	}
	return t.src.info.Defs[id]
}

// callee returns the function that e calls, nil where only the program knows.
func (t *translator) callee(e *ast.CallExpr) *types.Func {
	var o types.Object
	switch f := ast.Unparen(e.Fun).(type) {
	case *ast.Ident:
		o = t.src.info.Uses[f]
	case *ast.SelectorExpr:
		o = t.src.info.Uses[f.Sel]
	case *ast.IndexExpr:
		if id, ok := f.X.(*ast.Ident); ok {
			o = t.src.info.Uses[id]
		} else if s, ok := f.X.(*ast.SelectorExpr); ok {
			o = t.src.info.Uses[s.Sel]
		}
	}
	if f, ok := o.(*types.Func); ok {
		return f.Origin()
	}
	return nil
}

func (t *translator) takes(target any, e ast.Expr) {
	if target == nil || !t.nilable[target] {
		return
	}
	if p := t.place(e); p != nil && isBytes(t.typeOf(e)) {
		t.nilable[p] = true
	}
}

func (t *translator) isNil(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && t.src.info.Uses[id] == types.Universe.Lookup("nil")
}

func (t *translator) flow(body ast.Node, f *types.Func) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false // no results of the function around it
		case *ast.BinaryExpr:
			if (n.Op == token.EQL || n.Op == token.NEQ) && t.isNil(n.Y) && isBytes(t.typeOf(n.X)) {
				t.nilable[t.place(n.X)] = true
			}
		case *ast.AssignStmt:
			for i := range n.Lhs {
				if len(n.Lhs) == len(n.Rhs) {
					t.takes(t.place(n.Lhs[i]), n.Rhs[i])
				} else if c, ok := n.Rhs[0].(*ast.CallExpr); ok && t.nilable[t.place(n.Lhs[i])] && t.callee(c) != nil {
					if isBytes(t.typeOf(n.Lhs[i])) {
						t.nilable[result{t.callee(c), i}] = true
					}
				}
			}
		case *ast.ReturnStmt:
			for i, e := range n.Results {
				if len(n.Results) == f.Signature().Results().Len() {
					t.takes(result{f, i}, e)
					t.takes(f.Signature().Results().At(i), e)
					if r := f.Signature().Results().At(i); t.nilable[result{f, i}] {
						t.nilable[r] = true
					}
				}
			}
		case *ast.CallExpr:
			if c := t.callee(n); c != nil {
				p := c.Signature().Params()
				for i := range min(p.Len(), len(n.Args)) {
					t.takes(p.At(i), n.Args[i])
				}
			}
		case *ast.KeyValueExpr:
			if id, ok := n.Key.(*ast.Ident); ok {
				if v, ok := t.src.info.Uses[id].(*types.Var); ok && v.IsField() {
					t.takes(v, n.Value)
				}
			}
		}
		return true
	})
	delete(t.nilable, nil)
}
