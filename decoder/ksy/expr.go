package ksy

import (
	"strconv"
	"strings"
)

// An expr is an expression on fields that were read before.
type expr struct {
	op   exprOp
	num  int64
	real float64
	text string // of a string, a name, a method or an operator
	enum string
	args []*expr
	line int
	col  int
}

type exprOp uint8

const (
	opInt exprOp = iota
	opFloat
	opString
	opBool
	opName
	opMember
	opIndex
	opList
	opUnary
	opBinary
	opChoose
	opEnum
	opSizeof // of the type text
)

// Bounds of an expression.
const (
	maxExpr     = 4096 // bytes
	maxExprNest = 48
)

// An exprReader parses an expression.
type exprReader struct {
	s     string
	i     int
	line  int
	col   int
	depth int
	err   *Error
}

// parseExpr parses the expression of a scalar.
func parseExpr(n *node) (*expr, *Error) {
	if n.kind != scalarNode {
		return nil, &Error{n.line, n.col, "expected an expression"}
	}
	if len(n.text) > maxExpr {
		return nil, &Error{n.line, n.col, "the expression has more than " + strconv.Itoa(maxExpr) + " bytes"}
	}
	p := &exprReader{s: n.text, line: n.line, col: n.col}
	e := p.choose()
	p.space()
	if p.err == nil && p.i < len(p.s) {
		p.fail("found “" + clip(p.s[p.i:]) + "”, expected the end of the expression")
	}
	if p.err != nil {
		return nil, p.err
	}
	return e, nil
}

func (p *exprReader) fail(text string) {
	if p.err == nil {
		p.err = &Error{p.line, p.col + p.i, text}
	}
	p.i = len(p.s)
}

func (p *exprReader) space() {
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\n' || p.s[p.i] == '\t') {
		p.i++
	}
}

// take reads the token t if it comes next.
func (p *exprReader) take(t string) bool {
	p.space()
	if len(p.s)-p.i < len(t) || p.s[p.i:p.i+len(t)] != t {
		return false
	}
	if isLetter(t[0]) && p.i+len(t) < len(p.s) && isLetter(p.s[p.i+len(t)]) {
		return false
	}
	p.i += len(t)
	return true
}

func (p *exprReader) new(op exprOp, args ...*expr) *expr {
	return &expr{op: op, args: args, line: p.line, col: p.col + p.i}
}

func (p *exprReader) choose() *expr {
	if p.depth++; p.depth > maxExprNest {
		p.fail("nested more than " + strconv.Itoa(maxExprNest) + " deep")
	}
	defer func() { p.depth-- }()
	c := p.binary(0)
	if p.err == nil && p.take("?") {
		a := p.choose()
		if !p.take(":") {
			p.fail("expected “:”")
		}
		return p.new(opChoose, c, a, p.choose())
	}
	return c
}

// levels are the binary operators from the weakest, the longer of those that begin alike first.
var levels = [...][]string{
	{"or"}, {"and"}, {"<=", ">=", "==", "!=", "<", ">"}, {"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"},
}

func (p *exprReader) binary(level int) *expr {
	if level == len(levels) {
		return p.unary()
	}
	if levels[level][0] == "<=" && p.take("not") {
		e := p.new(opUnary, p.binary(level))
		e.text = "not"
		return e
	}
	a := p.binary(level + 1)
next:
	for p.err == nil {
		for _, op := range levels[level] {
			at := p.i
			if !p.take(op) {
				continue
			}
			if (op == "<" || op == ">") && p.i < len(p.s) && p.s[p.i] == op[0] {
				p.i = at
				continue
			}
			e := p.new(opBinary, a, p.binary(level+1))
			e.text = op
			a = e
			continue next
		}
		break
	}
	return a
}

func (p *exprReader) unary() *expr {
	if p.depth++; p.depth > maxExprNest {
		p.fail("nested more than " + strconv.Itoa(maxExprNest) + " deep")
	}
	defer func() { p.depth-- }()
	for _, op := range [...]string{"-", "~"} {
		if p.take(op) {
			e := p.new(opUnary, p.unary())
			e.text = op
			return e
		}
	}
	e := p.primary()
	for p.err == nil {
		switch {
		case p.take("."):
			at := p.col + p.i
			name := p.name()
			if name == "as" && p.take("<") {
				for p.i < len(p.s) && p.s[p.i] != '>' {
					p.i++
				}
				if !p.take(">") {
					p.fail("expected “>”")
				}
				continue
			}
			m := p.new(opMember, e)
			m.text, m.col = name, at
			if p.take("(") {
				for !p.take(")") && p.err == nil {
					m.args = append(m.args, p.choose())
					p.take(",")
				}
			}
			e = m
		case p.take("["):
			e = p.new(opIndex, e, p.choose())
			if !p.take("]") {
				p.fail("expected “]”")
			}
		default:
			return e
		}
	}
	return e
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= '0' && c <= '9'
}

func (p *exprReader) name() string {
	p.space()
	from := p.i
	for p.i < len(p.s) && isLetter(p.s[p.i]) {
		p.i++
	}
	if from == p.i {
		p.fail("expected a name")
	}
	return p.s[from:p.i]
}

func (p *exprReader) primary() *expr {
	p.space()
	if p.i >= len(p.s) {
		p.fail("found the end, expected a value")
		return p.new(opInt)
	}
	switch c := p.s[p.i]; {
	case c == '(':
		p.i++
		e := p.choose()
		if !p.take(")") {
			p.fail("expected “)”")
		}
		return e
	case c == '[':
		p.i++
		e := p.new(opList)
		for !p.take("]") && p.err == nil {
			e.args = append(e.args, p.choose())
			if !p.take(",") && p.i < len(p.s) && p.s[p.i] != ']' {
				p.fail("expected “,” or “]”")
			}
		}
		return e
	case c == '"' || c == '\'':
		end := quoteEnd(p.s[p.i:])
		if end < 0 {
			p.fail("the string does not end")
			return p.new(opString)
		}
		e := p.new(opString)
		f := flow{r: &yamlReader{}, s: p.s, line: p.line, col: p.col}
		if e.text = p.s[p.i+1 : p.i+end]; c == '"' {
			e.text = f.unquote(e.text, c)
		}
		p.i += end + 1
		return e
	case c >= '0' && c <= '9':
		return p.number()
	case isLetter(c):
		e := p.new(opName)
		e.text = p.name()
		switch e.text {
		case "true", "false":
			e.op = opBool
			if e.text == "true" {
				e.num = 1
			}
		case "not":
			e.op, e.args = opUnary, []*expr{p.unary()}
		case "sizeof":
			if name, _, ok := strings.Cut(p.s[p.i:], ">"); ok && strings.HasPrefix(name, "<") {
				e.op, e.text = opSizeof, strings.TrimSpace(name[1:])
				p.i += len(name) + 1
			}
		}
		for p.take("::") {
			if e.op == opEnum {
				e.enum += "::" + e.text
			} else {
				e.op, e.enum = opEnum, e.text
			}
			e.text = p.name()
		}
		return e
	}
	p.fail("found “" + clip(p.s[p.i:]) + "”, expected a value")
	return p.new(opInt)
}

func (p *exprReader) number() *expr {
	e := p.new(opInt)
	from := p.i
	digit := func(at int) bool { return at < len(p.s) && p.s[at] >= '0' && p.s[at] <= '9' }
	for p.i < len(p.s) && (isLetter(p.s[p.i]) || p.s[p.i] == '.' && digit(p.i+1)) {
		if p.i++; p.s[p.i-1]|' ' == 'e' && !strings.HasPrefix(p.s[from:], "0x") && p.i < len(p.s) &&
			(p.s[p.i] == '-' || p.s[p.i] == '+') && digit(p.i+1) {
			p.i++ // the sign of an exponent
		}
	}
	text := p.s[from:p.i]
	if v, ok := parseInt(text); ok {
		e.num = v
		return e
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		p.i = from
		p.fail("“" + clip(text) + "” is no number of 64 bits")
	}
	e.op, e.real = opFloat, v
	return e
}

// parseInt reads a decimal, hexadecimal, octal or binary number with underscores.
func parseInt(s string) (int64, bool) {
	var digits []byte
	for i := range len(s) {
		if s[i] != '_' {
			digits = append(digits, s[i])
		}
	}
	s = string(digits)
	base := 10
	if len(s) > 2 && s[0] == '0' {
		switch s[1] {
		case 'x', 'X':
			base = 16
		case 'o':
			base = 8
		case 'b':
			base = 2
		}
	}
	if base != 10 {
		s = s[2:]
	}
	v, err := strconv.ParseUint(s, base, 64)
	if err != nil {
		w, err := strconv.ParseInt(s, base, 64)
		return w, err == nil
	}
	return int64(v), v < 1<<63 || base != 10
}
