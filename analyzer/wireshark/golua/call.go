package golua

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

func (t *translator) call(e *ast.CallExpr) string {
	if tv := t.src.info.Types[e.Fun]; tv.IsType() {
		return t.conversion(e, tv.Type)
	} else if tv.IsBuiltin() {
		return t.builtin(e)
	}
	f := t.callee(e)
	sig := t.typeOf(e.Fun).Underlying().(*types.Signature)
	var args []string
	name := ""
	sel, _ := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	var s *types.Selection
	if sel != nil {
		s = t.src.info.Selections[sel]
	}
	switch {
	case f == nil:
		name = t.expr(e.Fun)
	case s != nil && s.Kind() == types.MethodVal:
		if types.IsInterface(s.Recv()) {
			t.fail(e, "a call through an interface is not translated")
		}
		name = t.global(f)
		args = append(args, t.path(t.expr(sel.X), s))
	default:
		name = t.global(f)
	}
	short := f != nil && f.Pkg() != nil && f.Pkg().Name() == "wire" && short[f.Name()]
	declared := sig
	if f != nil {
		declared = f.Signature() // with the parameters that nil.go knows
	}
	args = append(args, t.args(e, sig, declared, short)...)
	return name + "(" + strings.Join(args, ", ") + ")"
}

// short holds the readers of numbers, which look at no more than eight bytes:
// for them no longer slice is made.
var short = map[string]bool{"LE16": true, "LE32": true, "LE64": true, "BE16": true, "BE32": true, "ReadNumber": true,
	"ReadCompact": true, "ReadVarInt": true, "ReadPacked": true}

func (t *translator) args(e *ast.CallExpr, sig, declared *types.Signature, short bool) (args []string) {
	fixed := sig.Params().Len()
	if sig.Variadic() {
		fixed--
	}
	if len(e.Args) == 1 && fixed > 1 { // f(g())
		return []string{t.expr(e.Args[0])}
	}
	for i, x := range e.Args {
		if i >= fixed {
			break
		}
		p := sig.Params().At(i)
		if sl, ok := x.(*ast.SliceExpr); ok && short && sl.High == nil && isBytes(t.typeOf(sl.X)) && sl.Low != nil {
			low := t.expr(sl.Low)
			args = append(args, fmt.Sprintf("sub(%s, %s, %s + 8)", t.expr(sl.X), plus(low), low))
			continue
		}
		args = append(args, t.argument(x, p.Type(), t.nilable[declared.Params().At(i)]))
	}
	if !sig.Variadic() {
		return args
	}
	elem := sig.Params().At(fixed).Type().(*types.Slice).Elem()
	if e.Ellipsis.IsValid() {
		return append(args, t.expr(e.Args[fixed]))
	}
	if len(e.Args) == fixed {
		return append(args, "NILS")
	}
	var more []string
	for i, x := range e.Args[fixed:] {
		s := t.value(x, elem, false)
		if i == 0 {
			s = "[0]=" + s
		}
		more = append(more, s)
	}
	return append(args, fmt.Sprintf("S_of({%s}, 0, %d, %d)", strings.Join(more, ", "), len(more), len(more)))
}

// A function that changes an argument copies it.
func (t *translator) argument(e ast.Expr, typ types.Type, nilable bool) string {
	if t.isNil(e) {
		return t.zero(typ, nilable)
	}
	if nilable {
		return t.raw(e)
	}
	if _, member := e.(*ast.SelectorExpr); member && isSlice(t.typeOf(e)) && t.variable(e) {
		return t.value(e, typ, false)
	}
	return t.expr(e)
}

func (t *translator) conversion(e *ast.CallExpr, to types.Type) string {
	x := e.Args[0]
	from := t.typeOf(x)
	switch {
	case isText(to) && isText(from):
		return t.expr(x)
	case isString(to) && isInteger(from):
		return "U_char(" + t.expr(x) + ")"
	case isInteger(to) && isInteger(from):
		return t.integer(x, from, to)
	case isInteger(to) && isFloat(from):
		return "F_trunc(" + t.expr(x) + ")"
	case isFloat(to):
		return t.expr(x)
	case arrayOf(to) != nil && isSlice(from):
		return fmt.Sprintf("S_view(%s, %d)", t.expr(x), arrayOf(to).Len())
	}
	if types.Identical(under(from), under(to)) || t.isNil(x) || isSlice(to) && isSlice(from) {
		return t.value(x, to, false)
	}
	t.fail(e, "a conversion from %s to %s is not translated", from, to)
	return ""
}

func (t *translator) integer(x ast.Expr, from, to types.Type) string {
	s := t.expr(x)
	n, signed := width(from)
	m, toSigned := width(to)
	switch {
	case m > n && (toSigned || !signed), m == n && signed == toSigned, m == 64 && !toSigned:
		return s
	case m == 64: // from an unsigned number of 64 bits
		if t.nonneg(x) {
			return s
		}
		return "I_signed(" + s + ")"
	}
	return t.wrap(s, to)
}

func (t *translator) builtin(e *ast.CallExpr) string {
	name := ast.Unparen(e.Fun).(*ast.Ident).Name
	switch name {
	case "len", "cap":
		typ := t.typeOf(e.Args[0])
		if a := arrayOf(typ); a != nil {
			return fmt.Sprint(a.Len())
		}
		x := t.expr(e.Args[0])
		if isText(typ) {
			return "#" + x
		}
		if name == "cap" {
			return x + ".c"
		}
		return x + ".n"
	case "min", "max":
		var all []string
		for _, a := range e.Args {
			all = append(all, t.expr(a))
		}
		if n, signed := width(t.typeOf(e)); n == 64 && !signed && isInteger(t.typeOf(e)) && len(all) == 2 &&
			(!t.nonneg(e.Args[0]) || !t.nonneg(e.Args[1])) {
			return "U_" + name + "(" + strings.Join(all, ", ") + ")"
		}
		return name + "(" + strings.Join(all, ", ") + ")"
	case "append":
		return t.appended(e)
	case "new":
		return t.zero(t.typeOf(e.Args[0]), false)
	case "panic":
		return "error(" + t.expr(e.Args[0]) + ")"
	case "make":
		return t.make(e)
	case "copy":
		if sl, ok := ast.Unparen(e.Args[0]).(*ast.SliceExpr); ok && arrayOf(t.typeOf(sl.X)) != nil &&
			isText(t.typeOf(e.Args[1])) {
			low := "0"
			if sl.Low != nil {
				low = t.expr(sl.Low)
			}
			high := fmt.Sprint(arrayOf(t.typeOf(sl.X)).Len())
			if sl.High != nil {
				high = t.expr(sl.High)
			}
			return fmt.Sprintf("A_write(%s, %s, %s, %s)", t.expr(sl.X), low, high, t.expr(e.Args[1]))
		}
	}
	t.fail(e, "%s of %s is not translated", name, t.typeOf(e.Args[0]))
	return ""
}

func (t *translator) make(e *ast.CallExpr) string {
	typ := t.typeOf(e.Args[0])
	if !isSlice(typ) {
		if !isBytes(typ) {
			t.fail(e, "make of %s is not translated", typ)
		}
		if n, ok := t.uint(e.Args[1]); ok && n == 0 {
			return `""`
		}
		return `("\0"):rep(` + t.expr(e.Args[1]) + ")"
	}
	elem := core(typ).(*types.Slice).Elem()
	return fmt.Sprintf("S_make(%s, function() return %s end)", t.expr(e.Args[1]), t.zero(elem, false))
}

func (t *translator) appended(e *ast.CallExpr) string {
	typ := t.typeOf(e)
	dst := t.argument(e.Args[0], typ, false)
	if isBytes(typ) {
		if e.Ellipsis.IsValid() {
			return "(" + dst + " .. " + t.expr(e.Args[1]) + ")"
		}
		var all []string
		for _, x := range e.Args[1:] {
			all = append(all, t.expr(x))
		}
		return "(" + dst + " .. char(" + strings.Join(all, ", ") + "))"
	}
	elem := core(typ).(*types.Slice).Elem()
	if e.Ellipsis.IsValid() {
		return fmt.Sprintf("S_join(%s, %s, function(x) return %s end)", dst, t.expr(e.Args[1]), t.copied("x", elem))
	}
	s := dst
	for _, x := range e.Args[1:] {
		s = "S_append(" + s + ", " + t.value(x, elem, false) + ")"
	}
	return s
}

func (t *translator) closure(e *ast.FuncLit) string {
	out, fn, result := t.out, t.fn, strings.Builder{}
	t.out = &result
	sig := t.typeOf(e).(*types.Signature)
	t.fn = &function{sig: sig}
	if fn != nil {
		t.fn.labels = fn.labels
	} else {
		t.fn.labels = new(int)
	}
	result.WriteString("function(" + strings.Join(params(sig), ", ") + ")\n")
	t.body(e.Body)
	result.WriteString("end")
	t.out, t.fn = out, fn
	return "(" + result.String() + ")"
}

func params(sig *types.Signature) (list []string) {
	if r := sig.Recv(); r != nil {
		list = append(list, param(r.Name(), -1))
	}
	for i := range sig.Params().Len() {
		list = append(list, param(sig.Params().At(i).Name(), i))
	}
	return list
}

func param(name string, i int) string {
	if name == "" || name == "_" {
		return fmt.Sprintf("_%d", i+1)
	}
	return word(name)
}
