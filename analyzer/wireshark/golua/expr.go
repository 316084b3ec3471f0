package golua

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/bits"
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

// value is e as the value of something of type typ, a copy where Go copies.
// nilable says that it may be nil bytes.
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

// variable reports whether e is something that may be assigned to, but no
// variable of a package, which nothing changes in place.
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

// expr is e as an expression.
func (t *translator) expr(e ast.Expr) string {
	s := t.raw(e)
	if p := t.place(e); p != nil && t.nilable[p] && isBytes(t.typeOf(e)) {
		return "(" + s + ` or "")`
	}
	return s
}

// raw is e as it is: bytes may be nil.
func (t *translator) raw(e ast.Expr) string {
	if known, v := t.truth(e); known {
		return strconv.FormatBool(v)
	}
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

// constantText writes a constant.
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

// quote writes a string in ASCII.
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

func (t *translator) unary(e *ast.UnaryExpr) string {
	switch e.Op {
	case token.AND:
		x := ast.Unparen(e.X)
		if c, ok := x.(*ast.CompositeLit); ok {
			return t.composite(c, t.typeOf(c))
		}
		if typ := t.typeOf(x); !isStruct(typ) && !isArray(typ) && !(isSlice(typ) && t.constantVar(x)) {
			t.fail(e, "the address of a %s is not translated", typ)
		}
		return t.expr(x)
	case token.NOT:
		return "(not " + t.expr(e.X) + ")"
	case token.SUB:
		return t.wrap("(-"+t.expr(e.X)+")", t.typeOf(e))
	case token.ADD:
		return t.expr(e.X)
	case token.XOR:
		if n, signed := width(t.typeOf(e)); !signed && n < 64 {
			return fmt.Sprintf("(%d - %s)", uint64(1)<<n-1, t.expr(e.X))
		}
		return "(-1 - " + t.expr(e.X) + ")"
	}
	t.fail(e, "the operator %s is not translated", e.Op)
	return ""
}

// constantVar reports whether e is a variable of a package.
func (t *translator) constantVar(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return !t.local(e)
	case *ast.SelectorExpr:
		return t.src.info.Selections[e] == nil
	}
	return false
}

// wrap brings the result of arithmetic back into its type.
func (t *translator) wrap(s string, typ types.Type) string {
	if !isInteger(typ) {
		return s
	}
	switch n, signed := width(typ); {
	case n == 64:
		return s
	case signed:
		return fmt.Sprintf("I_wrap(%s, %d)", s, uint64(1)<<n)
	default:
		return fmt.Sprintf("(%s %% %d)", s, uint64(1)<<n)
	}
}

// nonneg reports whether e is clearly not below 0, nor above 2^63.
func (t *translator) nonneg(e ast.Expr) bool {
	e = ast.Unparen(e)
	if tv := t.src.info.Types[e]; tv.Value != nil {
		return tv.Value.Kind() == constant.Int && constant.Sign(tv.Value) >= 0
	}
	if n, signed := width(t.typeOf(e)); n < 64 && !signed && isInteger(t.typeOf(e)) {
		return true
	}
	if c, ok := e.(*ast.CallExpr); ok {
		if id, ok := c.Fun.(*ast.Ident); ok && id.Name == "len" {
			return true
		}
		if t.src.info.Types[c.Fun].IsType() {
			return isInteger(t.typeOf(c.Args[0])) && t.nonneg(c.Args[0])
		}
	}
	return false
}

func (t *translator) binary(e *ast.BinaryExpr) string {
	typ := t.typeOf(e.X)
	if b, ok := typ.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		typ = t.typeOf(e.Y)
	}
	switch e.Op {
	case token.LAND:
		return "(" + t.expr(e.X) + " and " + t.expr(e.Y) + ")"
	case token.LOR:
		if known, _ := t.truth(e.X); known {
			return t.expr(e.Y)
		}
		return "(" + t.expr(e.X) + " or " + t.expr(e.Y) + ")"
	case token.EQL, token.NEQ:
		return t.equality(e, typ)
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		return t.order(e, typ)
	}
	x, y := t.expr(e.X), t.expr(e.Y)
	if isText(typ) && e.Op == token.ADD {
		return "(" + x + " .. " + y + ")"
	}
	return t.arithmetic(e, e.Op, x, y, e.Y, t.typeOf(e), t.nonneg(e.X) && t.nonneg(e.Y))
}

func (t *translator) equality(e *ast.BinaryExpr, typ types.Type) string {
	op := " == "
	if e.Op == token.NEQ {
		op = " ~= "
	}
	if t.isNil(e.Y) {
		if isSlice(typ) {
			return "(" + t.raw(e.X) + op + "NILS)"
		}
		return "(" + t.raw(e.X) + op + "nil)"
	}
	// One bit, or the low ones.
	if and, ok := ast.Unparen(e.X).(*ast.BinaryExpr); ok && and.Op == token.AND && t.src.info.Types[e.X].Value == nil {
		if z, ok := t.uint(e.Y); ok && z == 0 {
			if m, ok := t.uint(and.Y); ok && bits.OnesCount64(m) == 1 && m < 1<<52 {
				than := " >= "
				if e.Op == token.EQL {
					than = " < "
				}
				return fmt.Sprintf("(%s %% %d%s%d)", t.expr(and.X), m*2, than, m)
			}
		}
	}
	if isStruct(typ) || isArray(typ) {
		s := t.equal(t.expr(e.X), t.expr(e.Y), typ)
		if e.Op == token.NEQ {
			return "(not " + s + ")"
		}
		return s
	}
	return "(" + t.expr(e.X) + op + t.expr(e.Y) + ")"
}

func (t *translator) order(e *ast.BinaryExpr, typ types.Type) string {
	x, y := t.expr(e.X), t.expr(e.Y)
	n, signed := width(typ)
	helper := ""
	switch {
	case isString(typ):
		helper = "S_less"
	case isInteger(typ) && n == 64 && !signed && (!t.nonneg(e.X) || !t.nonneg(e.Y)):
		helper = "U_less"
	default:
		return "(" + x + " " + e.Op.String() + " " + y + ")"
	}
	switch e.Op {
	case token.LSS:
		return fmt.Sprintf("%s(%s, %s)", helper, x, y)
	case token.GTR:
		return fmt.Sprintf("%s(%s, %s)", helper, y, x)
	case token.LEQ:
		return fmt.Sprintf("(not %s(%s, %s))", helper, y, x)
	}
	return fmt.Sprintf("(not %s(%s, %s))", helper, x, y)
}

// uint returns the value of a constant.
func (t *translator) uint(e ast.Expr) (uint64, bool) {
	if e == nil {
		return 0, false
	}
	tv := t.src.info.Types[e]
	if tv.Value == nil || tv.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Uint64Val(tv.Value)
}

// arithmetic is x op y. yExpr is y in Go, of which constants are known.
func (t *translator) arithmetic(n ast.Node, op token.Token, x, y string, yExpr ast.Expr, typ types.Type, nonneg bool) string {
	size, signed := width(typ)
	c, known := t.uint(yExpr)
	small := size <= 32 && !signed
	name := func(s string) string {
		if small {
			return "B_" + s
		}
		return "W_" + s
	}
	switch op {
	case token.ADD, token.SUB, token.MUL:
		return t.wrap("("+x+" "+op.String()+" "+y+")", typ)
	case token.QUO:
		if isFloat(typ) {
			return "(" + x + " / " + y + ")"
		}
		if !signed || nonneg {
			return "floor(" + x + " / " + y + ")"
		}
		return "I_div(" + x + ", " + y + ")"
	case token.REM:
		if !signed || nonneg {
			return "(" + x + " % " + y + ")"
		}
		return "fmod(" + x + ", " + y + ")"
	case token.AND:
		if known && c != 0 && c&(c+1) == 0 && c < 1<<52 {
			return fmt.Sprintf("(%s %% %d)", x, c+1)
		}
		return name("and") + "(" + x + ", " + y + ")"
	case token.OR:
		return name("or") + "(" + x + ", " + y + ")"
	case token.XOR:
		return name("xor") + "(" + x + ", " + y + ")"
	case token.AND_NOT:
		if known && c != 0 && c&(c+1) == 0 && c < 1<<52 {
			return fmt.Sprintf("N_clear(%s, %d)", x, c+1)
		}
		return name("andnot") + "(" + x + ", " + y + ")"
	case token.SHL:
		if known && c < 64 {
			return t.wrap(fmt.Sprintf("(%s * %s)", x, power(c)), typ)
		}
		return t.wrap(fmt.Sprintf("N_shl(%s, %s)", x, y), typ)
	case token.SHR:
		if known && c < 64 {
			return fmt.Sprintf("floor(%s / %s)", x, power(c))
		}
		return fmt.Sprintf("N_shr(%s, %s)", x, y)
	}
	t.fail(n, "the operator %s is not translated", op)
	return ""
}

func power(n uint64) string {
	if n >= 63 {
		return strconv.FormatFloat(float64(uint64(1)<<n), 'e', -1, 64)
	}
	return strconv.FormatUint(1<<n, 10)
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

// composite writes a literal.
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

// length returns how many elements a literal has.
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

// listLit writes the elements of an array from 0.
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
