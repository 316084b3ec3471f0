package golua

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// left returns with call that it has to be done in a temporary variable.
func (t *translator) left(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return t.left(e.X)
	case *ast.Ident:
		if e.Name == "_" {
			return "_"
		}
		return t.ident(e)
	case *ast.SelectorExpr:
		return t.selector(e)
	case *ast.IndexExpr:
		typ := t.typeOf(e.X)
		if isSlice(typ) {
			x := t.expr(e.X)
			if !simple(e.X) {
				t.fail(e, "an assignment to an element of what is no variable is not translated")
			}
			return x + ".a[" + x + ".o + " + t.expr(e.Index) + "]"
		}
		if arrayOf(typ) != nil {
			return t.expr(e.X) + "[" + t.expr(e.Index) + "]"
		}
	}
	t.fail(e, "an assignment to this is not translated")
	return ""
}

func (t *translator) update(n ast.Node, x ast.Expr, op token.Token, y string, yExpr ast.Expr) {
	typ := t.typeOf(x)
	if sel, ok := ast.Unparen(x).(*ast.SelectorExpr); ok && !simple(sel.X) && t.src.info.Selections[sel] != nil {
		at := fmt.Sprintf("at.%s", word(sel.Sel.Name))
		t.line("do local at = %s", t.path(t.expr(sel.X), t.src.info.Selections[sel]))
		t.line("%s = %s end", at, t.updated(n, op, at, y, yExpr, typ, false))
		return
	}
	l := t.left(x)
	t.line("%s = %s", l, t.updated(n, op, t.expr(x), y, yExpr, typ, yExpr == nil || t.nonneg(x) && t.nonneg(yExpr)))
}

func (t *translator) updated(n ast.Node, op token.Token, x, y string, yExpr ast.Expr, typ types.Type,
	nonneg bool) string {
	if isText(typ) {
		return "(" + x + " .. " + y + ")"
	}
	if yExpr == nil {
		return t.wrap("("+x+" "+op.String()+" "+y+")", typ)
	}
	return t.arithmetic(n, op, x, y, yExpr, typ, nonneg)
}

func (t *translator) assign(s *ast.AssignStmt) {
	switch s.Tok {
	case token.ASSIGN, token.DEFINE:
	default:
		op := s.Tok - token.ADD_ASSIGN + token.ADD
		t.update(s, s.Lhs[0], op, t.expr(s.Rhs[0]), s.Rhs[0])
		return
	}
	if star, ok := ast.Unparen(s.Lhs[0]).(*ast.StarExpr); ok && len(s.Lhs) == 1 {
		t.line("P_set(%s, %s)", t.expr(star.X), t.value(s.Rhs[0], t.typeOf(s.Lhs[0]), false))
		return
	}
	if i, ok := s.Lhs[0].(*ast.IndexExpr); ok && len(s.Lhs) == 1 && isBytes(t.typeOf(i.X)) {
		id, ok := i.X.(*ast.Ident)
		if !ok || !t.local(id) {
			t.fail(s, "bytes are written in place in local variables alone")
		}
		t.line("%[1]s = S_set(%[1]s, %[2]s, %[3]s)", word(id.Name), t.expr(i.Index), t.expr(s.Rhs[0]))
		return
	}
	var left, right, fix []string
	fresh := 0
	for i, l := range s.Lhs {
		nilable := t.place(l) != nil && t.nilable[t.place(l)]
		if id, ok := l.(*ast.Ident); ok && s.Tok == token.DEFINE && t.src.info.Defs[id] != nil {
			fresh++
			left = append(left, word(id.Name))
		} else {
			left = append(left, t.left(l))
		}
		if len(s.Lhs) == len(s.Rhs) {
			typ := t.typeOf(l)
			if typ == nil || typ == types.Typ[types.Invalid] {
				typ = t.typeOf(s.Rhs[i])
			}
			right = append(right, t.assigned(s, i, typ, nilable))
		} else if c, ok := s.Rhs[0].(*ast.CallExpr); ok && t.callee(c) != nil && t.nilable[result{t.callee(c), i}] &&
			!nilable && left[i] != "_" {
			fix = append(fix, fmt.Sprintf("%s = %s or \"\"", left[i], left[i]))
		}
	}
	if len(s.Lhs) != len(s.Rhs) {
		right = append(right, t.raw(s.Rhs[0]))
	}
	values := strings.Join(right, ", ")
	switch {
	case fresh == len(left):
		t.line("local %s = %s", strings.Join(left, ", "), values)
	case fresh > 0:
		for i, l := range s.Lhs {
			if id, ok := l.(*ast.Ident); ok && t.src.info.Defs[id] != nil {
				t.line("local %s", left[i])
			}
		}
		t.line("%s = %s", strings.Join(left, ", "), values)
	default:
		t.line("%s = %s", strings.Join(left, ", "), values)
	}
	for _, f := range fix {
		t.line("%s", f)
	}
}

// A slice in a member of a struct that becomes a part of itself, or longer, is changed in place.
func (t *translator) assigned(s *ast.AssignStmt, i int, typ types.Type, nilable bool) string {
	member, ok := s.Lhs[i].(*ast.SelectorExpr)
	if ok && isSlice(typ) && simple(member) && t.src.info.Selections[member] != nil {
		x := t.expr(member)
		alone := true
		for j, e := range s.Rhs {
			alone = alone && (j == i || !strings.Contains(t.expr(e), x))
		}
		switch e := s.Rhs[i].(type) {
		case *ast.SliceExpr:
			if e.Low == nil && e.High != nil && alone && simple(e.X) && t.expr(e.X) == x {
				return fmt.Sprintf("S_cut(%s, %s)", x, t.expr(e.High))
			}
		case *ast.CallExpr:
			if id, ok := e.Fun.(*ast.Ident); ok && id.Name == "append" && alone && len(e.Args) == 2 && !e.Ellipsis.IsValid() &&
				t.expr(e.Args[0]) == x {
				return fmt.Sprintf("S_push(%s, %s)", x, t.value(e.Args[1], core(typ).(*types.Slice).Elem(), false))
			}
		}
	}
	return t.value(s.Rhs[i], typ, nilable)
}
