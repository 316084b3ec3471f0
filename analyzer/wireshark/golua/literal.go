package golua

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strconv"
	"strings"
)

func constantText(v constant.Value, typ types.Type) string {
	switch v.Kind() {
	case constant.Bool:
		return v.String()
	case constant.String:
		return quote(constant.StringVal(v))
	case constant.Float:
		if i := constant.ToInt(v); i.Kind() == constant.Int && isInteger(typ) {
			return constantText(i, typ)
		}
		f, _ := constant.Float64Val(v)
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	if isFloat(typ) {
		f, _ := constant.Float64Val(v)
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	s := v.ExactString()
	if u, ok := constant.Uint64Val(v); ok && u >= 1<<63 {
		s = strconv.FormatFloat(float64(u), 'e', -1, 64)
	}
	if s[0] == '-' {
		return "(" + s + ")"
	}
	return s
}

func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < 0x20 || c > 0x7e:
			fmt.Fprintf(&b, "\\%03d", c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (t *translator) composite(e *ast.CompositeLit, typ types.Type) string {
	if p, ok := under(typ).(*types.Pointer); ok {
		typ = p.Elem()
	}
	switch u := under(typ).(type) {
	case *types.Struct:
		return t.structLit(e, typ, u)
	case *types.Array:
		return t.listLit(e, u.Elem(), u.Len())
	case *types.Slice:
		if isBytes(typ) {
			var all []string
			for _, x := range e.Elts {
				all = append(all, t.expr(x))
			}
			return "char(" + strings.Join(all, ", ") + ")"
		}
		if len(e.Elts) == 0 {
			return "S_new()"
		}
		n := t.length(e)
		return fmt.Sprintf("S_of(%s, 0, %d, %d)", t.listLit(e, u.Elem(), n), n, n)
	}
	t.fail(e, "a literal of %s is not translated", typ)
	return ""
}

func (t *translator) structLit(e *ast.CompositeLit, typ types.Type, st *types.Struct) string {
	given := map[string]string{}
	add := func(f *types.Var, x ast.Expr) {
		if !t.erased[t.fieldOwner[f]] {
			given[f.Name()] = t.value(x, f.Type(), t.nilable[f])
		}
	}
	for i, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			add(t.src.info.Uses[kv.Key.(*ast.Ident)].(*types.Var), kv.Value)
		} else {
			add(st.Field(i), x)
		}
	}
	var parts []string
	missing := 0
	for _, f := range t.fields(typ) {
		if s, ok := given[f.Name()]; ok {
			parts = append(parts, word(f.Name())+"="+s)
		} else if z := t.zero(f.Type(), t.nilable[f]); z != "nil" {
			missing++
			if t.fn != nil {
				parts = append(parts, word(f.Name())+"="+z)
			}
		}
	}
	s := "{" + strings.Join(parts, ", ") + "}"
	if t.fn == nil && missing > 0 {
		return t.typeName(typ) + "_of" + s
	}
	return s
}

func (t *translator) length(e *ast.CompositeLit) int64 {
	n, at := int64(0), int64(0)
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			k, _ := t.uint(kv.Key)
			at = int64(k)
		}
		at++
		n = max(n, at)
	}
	return n
}

func (t *translator) listLit(e *ast.CompositeLit, elem types.Type, n int64) string {
	var parts []string
	at, keyed := int64(0), false
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			k, _ := t.uint(kv.Key)
			keyed = keyed || int64(k) != at
			at, x = int64(k), kv.Value
		}
		s := t.value(x, elem, false)
		if keyed || at == 0 {
			s = fmt.Sprintf("[%d]=%s", at, s)
		}
		parts = append(parts, s)
		at++
	}
	s := "{" + strings.Join(parts, ", ") + "}"
	if int64(len(parts)) < n {
		if z := t.zero(elem, false); z != "nil" {
			return fmt.Sprintf("A_complete(%s, %d, function() return %s end)", s, n, z)
		}
	}
	return s
}
