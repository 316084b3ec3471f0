package golua

import (
	"fmt"
	"go/ast"
	"go/types"
	"strconv"
	"strings"
)

func (t *translator) typeOf(e ast.Expr) types.Type {
	if tv, ok := t.src.info.Types[e]; ok {
		return tv.Type
	}
	if id, ok := e.(*ast.Ident); ok {
		if o := t.object(id); o != nil {
			return o.Type()
		}
	}
	return types.Typ[types.Invalid]
}

// value is a copy where Go copies; nilable says that it may be nil bytes.
func (t *translator) value(e ast.Expr, typ types.Type, nilable bool) string {
	if t.isNil(e) {
		return t.zero(typ, nilable)
	}
	var s string
	if nilable {
		s = t.raw(e)
	} else {
		s = t.expr(e)
	}
	if (isStruct(t.typeOf(e)) || isArray(t.typeOf(e))) && !t.fresh(e) {
		return t.copied(s, t.typeOf(e))
	}
	// What changes a slice in place changes no copy of it.
	if isSlice(t.typeOf(e)) && !t.fresh(e) && t.variable(e) {
		return "S_copy(" + s + ")"
	}
	return s
}

// variable reports whether e may be assigned to; nothing changes those of a package in place.
func (t *translator) variable(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return t.local(e)
	case *ast.SelectorExpr:
		return t.src.info.Selections[e] != nil
	case *ast.IndexExpr:
		return true
	}
	return false
}

func (t *translator) expr(e ast.Expr) string {
	s := t.raw(e)
	if p := t.place(e); p != nil && t.nilable[p] && isBytes(t.typeOf(e)) {
		return "(" + s + ` or "")`
	}
	return s
}

func (t *translator) raw(e ast.Expr) string {
	if tv := t.src.info.Types[e]; tv.Value != nil {
		return constantText(tv.Value, tv.Type)
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return t.raw(e.X)
	case *ast.Ident:
		return t.ident(e)
	case *ast.SelectorExpr:
		return t.selector(e)
	case *ast.StarExpr:
		return t.expr(e.X) // a pointer to a slice is one to a variable that is never written
	case *ast.UnaryExpr:
		return t.unary(e)
	case *ast.BinaryExpr:
		return t.binary(e)
	case *ast.CallExpr:
		return t.call(e)
	case *ast.IndexExpr:
		return t.index1(e)
	case *ast.SliceExpr:
		return t.slice(e)
	case *ast.CompositeLit:
		return t.composite(e, t.typeOf(e))
	case *ast.FuncLit:
		return t.closure(e)
	}
	t.fail(e, "%T is not translated", e)
	return ""
}

func (t *translator) ident(e *ast.Ident) string {
	o := t.object(e)
	switch o := o.(type) {
	case *types.Nil:
		return t.zero(t.typeOf(e), true)
	case *types.Func:
		return t.global(o.Origin())
	case *types.Var:
		if o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
			return t.global(o)
		}
		return word(e.Name)
	}
	t.fail(e, "%s is not translated", e.Name)
	return ""
}

func (t *translator) selector(e *ast.SelectorExpr) string {
	s := t.src.info.Selections[e]
	if s == nil {
		o := t.src.info.Uses[e.Sel]
		if f, ok := o.(*types.Func); ok {
			return t.global(f.Origin())
		}
		return t.global(o)
	}
	if s.Kind() == types.MethodVal {
		f := s.Obj().(*types.Func).Origin()
		return "bind(" + t.global(f) + ", " + t.path(t.expr(e.X), s) + ")"
	}
	return t.path(t.expr(e.X), s) + "." + word(s.Obj().Name())
}

// path follows the embedded members to what a selection is of.
func (t *translator) path(x string, s *types.Selection) string {
	typ := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, ok := under(typ).(*types.Pointer); ok {
			typ = p.Elem()
		}
		f := under(typ).(*types.Struct).Field(i)
		x += "." + word(f.Name())
		typ = f.Type()
	}
	return x
}

// plus is s + 1 as the text of an expression.
func plus(s string) string {
	if n, err := strconv.Atoi(s); err == nil {
		return strconv.Itoa(n + 1)
	}
	return s + " + 1"
}

func (t *translator) index1(e *ast.IndexExpr) string {
	typ := t.typeOf(e.X)
	if sig, ok := typ.(*types.Signature); ok && sig != nil { // an instance of a generic function
		return t.expr(e.X)
	}
	x := t.expr(e.X)
	switch {
	case isText(typ):
		return "byte(" + x + ", " + plus(t.expr(e.Index)) + ")"
	case arrayOf(typ) != nil:
		return paren(x) + "[" + t.expr(e.Index) + "]"
	case isSlice(typ):
		if simple(e.X) {
			return x + ".a[" + x + ".o + " + t.expr(e.Index) + "]"
		}
		return "S_at(" + x + ", " + t.expr(e.Index) + ")"
	}
	t.fail(e, "an index of %s is not translated", typ)
	return ""
}

// paren makes s something that an index may follow.
func paren(s string) string {
	if strings.HasPrefix(s, "{") {
		return "(" + s + ")"
	}
	return s
}

// simple reports whether e may be evaluated twice.
func simple(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return simple(e.X)
	case *ast.ParenExpr:
		return simple(e.X)
	}
	return false
}

func (t *translator) slice(e *ast.SliceExpr) string {
	typ := t.typeOf(e.X)
	if high, ok := t.uint(e.High); ok && high == 0 && isArray(typ) && isByte(arrayOf(typ).Elem()) {
		return `""`
	}
	x := t.expr(e.X)
	low := "0"
	if e.Low != nil {
		low = t.expr(e.Low)
	}
	if isText(typ) {
		switch {
		case e.High == nil && low == "0":
			return x
		case e.High == nil:
			return "sub(" + x + ", " + plus(low) + ")"
		case low == "0" && simple(e.X):
			return "S_head(" + x + ", " + t.expr(e.High) + ")"
		}
		return "sub(" + x + ", " + plus(low) + ", " + t.expr(e.High) + ")"
	}
	if a := arrayOf(typ); a != nil {
		high := strconv.FormatInt(a.Len(), 10)
		if e.High != nil {
			high = t.expr(e.High)
		}
		if isByte(a.Elem()) {
			return fmt.Sprintf("A_bytes(%s, %s, %s)", x, low, high)
		}
		return fmt.Sprintf("S_of(%s, %s, %s, %d)", x, low, high, a.Len())
	}
	switch {
	case e.High == nil && low == "0":
		return x
	case e.High == nil:
		return "S_tail(" + x + ", " + low + ")"
	}
	return "S_part(" + x + ", " + low + ", " + t.expr(e.High) + ")"
}
