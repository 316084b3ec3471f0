package golua

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"math/bits"
	"strconv"
)

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
func (t *translator) arithmetic(n ast.Node, op token.Token, x, y string, yExpr ast.Expr, typ types.Type,
	nonneg bool) string {
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
