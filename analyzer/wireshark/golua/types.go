package golua

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"
)

func under(t types.Type) types.Type { return types.Unalias(t).Underlying() }

// core is the underlying type, of a type parameter that of its first choice:
// bytes and strings are the same here.
func core(t types.Type) types.Type {
	if p, ok := types.Unalias(t).(*types.TypeParam); ok {
		if u, ok := p.Underlying().(*types.Interface); ok && u.NumEmbeddeds() > 0 {
			if un, ok := u.EmbeddedType(0).(*types.Union); ok {
				return under(un.Term(0).Type())
			}
			return under(u.EmbeddedType(0))
		}
	}
	return under(t)
}

func isByte(t types.Type) bool {
	b, ok := under(t).(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

func isBytes(t types.Type) bool {
	s, ok := core(t).(*types.Slice)
	return ok && isByte(s.Elem())
}

func isString(t types.Type) bool {
	b, ok := core(t).(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// isText reports whether values of t are Lua strings.
func isText(t types.Type) bool { return isBytes(t) || isString(t) }

func isSlice(t types.Type) bool {
	_, ok := core(t).(*types.Slice)
	return ok && !isBytes(t)
}

func isStruct(t types.Type) bool { _, ok := under(t).(*types.Struct); return ok }

func arrayOf(t types.Type) *types.Array {
	if p, ok := under(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	a, _ := under(t).(*types.Array)
	return a
}

func isArray(t types.Type) bool { _, ok := under(t).(*types.Array); return ok }

func isFloat(t types.Type) bool {
	b, ok := under(t).(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

func isInteger(t types.Type) bool {
	b, ok := core(t).(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0
}

// width returns the number of bits of an integer, and whether it has a sign.
func width(t types.Type) (bits int, signed bool) {
	b, _ := core(t).(*types.Basic)
	if b == nil {
		return 64, true
	}
	switch b.Kind() {
	case types.Uint8:
		return 8, false
	case types.Uint16:
		return 16, false
	case types.Uint32:
		return 32, false
	case types.Uint64, types.Uint, types.Uintptr:
		return 64, false
	case types.Int8:
		return 8, true
	case types.Int16:
		return 16, true
	case types.Int32, types.UntypedRune:
		return 32, true
	}
	return 64, true
}

func word(s string) string {
	switch s {
	case "and", "end", "local", "repeat", "then", "not", "or", "nil", "until", "function", "elseif", "in", "while", "do",
		"true", "false", "self":
		return s + "_"
	}
	return s
}

func (t *translator) table(p *types.Package) string {
	if s, ok := t.tables[p]; ok {
		return s
	}
	s := "P_" + p.Name()
	for _, other := range t.tables {
		if other == s {
			s += "2"
		}
	}
	t.tables[p] = s
	return s
}

func (t *translator) global(o types.Object) string {
	if t.byPkg[o.Pkg()] == nil {
		t.std[o.Pkg().Name()+"_"+o.Name()] = true
		return "Std." + o.Pkg().Name() + "_" + o.Name()
	}
	name := o.Name()
	if f, ok := o.(*types.Func); ok {
		if r := f.Signature().Recv(); r != nil {
			name = namedOf(r.Type()).Obj().Name() + "_" + name
		}
		if t.native[fullName(f.Origin())] {
			t.used[t.table(o.Pkg())[2:]+"_"+name] = true
			return "Nat." + t.table(o.Pkg())[2:] + "_" + name
		}
	}
	return t.table(o.Pkg()) + "." + word(name)
}

func (t *translator) typeName(typ types.Type) string {
	typ = types.Unalias(typ)
	key := types.TypeString(typ, nil)
	if n, ok := typ.(*types.Named); ok && n.Obj().Parent() != nil && n.Obj().Parent() != n.Obj().Pkg().Scope() {
		key = fmt.Sprint(key, n.Obj().Pos())
	}
	if s, ok := t.structs[key]; ok {
		return s
	}
	s := fmt.Sprint("T.s", len(t.structs))
	if n, ok := typ.(*types.Named); ok {
		s = fmt.Sprint("T.", n.Obj().Name(), len(t.structs))
	}
	t.structs[key] = s
	t.structList = append(t.structList, typ)
	return s
}

func (t *translator) fields(typ types.Type) (list []*types.Var) {
	st := under(typ).(*types.Struct)
	for i := range st.NumFields() {
		if f := st.Field(i); f.Name() != "_" {
			list = append(list, f)
		}
	}
	return list
}

// zero is the zero value of a type; nilable says that of bytes it is nil.
func (t *translator) zero(typ types.Type, nilable bool) string {
	switch u := core(typ).(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		case u.Info()&types.IsNumeric != 0:
			return "0"
		}
		return "nil"
	case *types.Slice:
		if isBytes(typ) {
			if nilable {
				return "nil"
			}
			return `""`
		}
		return "NILS"
	case *types.Struct:
		return t.typeName(typ) + "_new()"
	case *types.Array:
		z := t.zero(u.Elem(), false)
		if isStruct(u.Elem()) || isArray(u.Elem()) {
			return fmt.Sprintf("A_make(%d, function() return %s end)", u.Len(), z)
		}
		if u.Len() > 0 && u.Len() <= 64 && z != "nil" {
			return "{[0]=" + strings.TrimSuffix(strings.Repeat(z+",", int(u.Len())), ",") + "}"
		}
		return fmt.Sprintf("A_fill(%d, %s)", u.Len(), z)
	}
	return "nil"
}

// emitStruct writes new, of (that completes a literal), copy and equal.
func (t *translator) emitStruct(w *strings.Builder, typ types.Type) {
	name := t.typeName(typ)
	fields := t.fields(typ)
	fmt.Fprintf(w, "function %s_new() return {", name)
	for _, f := range fields {
		if z := t.zero(f.Type(), t.nilable[f]); z != "nil" {
			fmt.Fprintf(w, "%s=%s,", word(f.Name()), z)
		}
	}
	fmt.Fprintf(w, "} end\nfunction %s_of(x)\n", name)
	for _, f := range fields {
		if z := t.zero(f.Type(), t.nilable[f]); z != "nil" {
			fmt.Fprintf(w, "if x.%[1]s==nil then x.%[1]s=%[2]s end\n", word(f.Name()), z)
		}
	}
	fmt.Fprintf(w, "return x end\nfunction %s_copy(x) return {", name)
	for _, f := range fields {
		fmt.Fprintf(w, "%s=%s,", word(f.Name()), t.copied("x."+word(f.Name()), f.Type()))
	}
	fmt.Fprintf(w, "} end\nfunction %s_eq(x,y) return true", name)
	for _, f := range fields {
		fmt.Fprintf(w, " and %s", t.equal("x."+word(f.Name()), "y."+word(f.Name()), f.Type()))
	}
	fmt.Fprintf(w, " end\n")
}

func (t *translator) copied(s string, typ types.Type) string {
	switch u := under(typ).(type) {
	case *types.Struct:
		return t.typeName(typ) + "_copy(" + s + ")"
	case *types.Array:
		if isStruct(u.Elem()) || isArray(u.Elem()) {
			return fmt.Sprintf("A_copyeach(%s, %d, function(x) return %s end)", s, u.Len(), t.copied("x", u.Elem()))
		}
		return fmt.Sprintf("A_copy(%s, %d)", s, u.Len())
	}
	return s
}

func (t *translator) equal(a, b string, typ types.Type) string {
	switch u := under(typ).(type) {
	case *types.Struct:
		return fmt.Sprintf("%s_eq(%s, %s)", t.typeName(typ), a, b)
	case *types.Array:
		return fmt.Sprintf("A_eq(%s, %s, %d)", a, b, u.Len())
	}
	return "(" + a + " == " + b + ")"
}

// fresh reports whether the value of e is nobody else's.
func (t *translator) fresh(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return t.fresh(e.X)
	case *ast.CompositeLit:
		return true
	case *ast.CallExpr:
		if tv := t.src.info.Types[e.Fun]; tv.IsType() {
			return t.fresh(e.Args[0])
		}
		return true
	}
	return false
}
