package filter

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"fragscope/decoder/wire"
)

type parser struct {
	source        string
	words         *words
	about         Subjects // whose names can be used
	common        Subjects // that have all names so far
	token, before token
	steps, depth  int
	compared      bool   // the operand is the right side of a comparison
	side          kind   // of its left side
	name          *Name  // the left side, nil for another operand
	err           *Error // the first
}

// A node is an operand: a literal of the source, or what has values of a subject.
type node struct {
	at      int
	kind    kind
	literal bool
	raw     string // of a literal, without quotes
	quoted  bool
	label   string        // of a name
	symbols *wire.Symbols // of a number whose values have names
	get     func(s *scope, v *value) bool
	each    func(s *scope, yield func(*value) bool) // of what may have several values
	holds   func(s *scope) bool                     // of a condition; of a field, that there is one
}

func (p *parser) fail(at int, message, advice string) {
	if p.err == nil {
		before := p.source[:at]
		line := strings.LastIndexByte(before, '\n') + 1
		p.err = &Error{1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[line:]), message, advice}
	}
	p.token = token{at: len(p.source), stop: len(p.source)}
}

func (p *parser) costs(at, steps int) {
	if p.steps += steps; p.steps > MaxSteps {
		p.fail(at,
			fmt.Sprintf("up to here the expression takes more than %d steps for a packet (a search such as text(…) counts as "+
				"%d)", MaxSteps, search),
			"use fewer or shorter parts, or filter twice")
	}
}

func (p *parser) parse() (func(*scope) bool, error) {
	switch {
	case len(p.source) > MaxSource:
		return nil, &Error{Message: fmt.Sprintf("the expression has %d bytes, more than the %d that one may have",
			len(p.source), MaxSource), Advice: "shorten it"}
	case strings.TrimSpace(p.source) == "":
		return nil,
			&Error{Message: "the filter is empty", Advice: "write an expression such as players > 0 or protocol == unreal2"}
	}
	p.next()
	holds := p.condition(p.or())
	if p.err == nil && p.token.kind != tokenEnd {
		p.unexpected()
	}
	if p.err != nil {
		return nil, p.err
	}
	return holds, nil
}

func (p *parser) unexpected() {
	switch found := p.source[p.token.at:p.token.stop]; {
	case p.token.kind == tokenEnd:
		p.fail(max(0, len(strings.TrimRight(p.source, " \t\r\n"))-1), "unexpected end of the expression",
			"write what follows here")
	case found == "=":
		p.fail(p.token.at, `unexpected "="`, "write == to compare")
	default:
		p.fail(p.token.at, "unexpected "+quoted(found), "expected and, or or a comparison here")
	}
}

func (p *parser) is(words ...string) bool {
	if p.token.kind != tokenWord && p.token.kind != tokenSign {
		return false
	}
	for _, w := range words {
		if p.token.text == w {
			return true
		}
	}
	return false
}

func (p *parser) accept(words ...string) bool {
	if !p.is(words...) {
		return false
	}
	p.next()
	return true
}

func (p *parser) expect(sign string) {
	if !p.accept(sign) && p.err == nil {
		if p.token.kind == tokenEnd {
			p.unexpected()
			return
		}
		p.fail(p.token.at, "unexpected "+quoted(p.source[p.token.at:p.token.stop]), "expected "+sign+" here")
	}
}

func (p *parser) or() node {
	return p.joined(p.and, func(a, b func(*scope) bool) func(*scope) bool {
		return func(s *scope) bool { return a(s) || b(s) }
	}, "or", "||")
}

func (p *parser) and() node {
	return p.joined(p.not, func(a, b func(*scope) bool) func(*scope) bool {
		return func(s *scope) bool { return a(s) && b(s) }
	}, "and", "&&")
}

func (p *parser) joined(part func() node, both func(a, b func(*scope) bool) func(*scope) bool, words ...string) node {
	n := part()
	for p.is(words...) {
		p.costs(p.token.at, 1)
		p.next()
		left := p.condition(n)
		n = node{at: n.at, kind: kindCondition, holds: both(left, p.condition(part()))}
	}
	return n
}

// deeper parses what is in parentheses or after a sign; nesting is bounded.
func (p *parser) deeper(parse func() node) node {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.before.at, fmt.Sprintf("the expression is nested more than %d deep", maxDepth), "leave out parentheses")
		return node{}
	}
	defer func() { p.depth-- }()
	return parse()
}

func (p *parser) not() node {
	at := p.token.at
	if !p.accept("not", "!") {
		return p.comparison()
	}
	p.costs(at, 1)
	holds := p.condition(p.deeper(p.not))
	return node{at: at, kind: kindCondition, holds: func(s *scope) bool { return !holds(s) }}
}

func (p *parser) condition(n node) func(*scope) bool {
	switch {
	case p.err != nil:
		return func(*scope) bool { return false }
	case n.holds != nil:
		return n.holds
	case n.kind == kindCondition:
		return func(s *scope) bool {
			var v value
			return n.get(s, &v) && v.number.whole != 0
		}
	case p.token.kind != tokenEnd && !p.is(")", "and", "or", "&&", "||"):
		p.unexpected()
	case n.literal && !n.quoted:
		p.unknown(n.at, n.raw)
	default:
		p.fail(n.at, "expected a condition, found "+n.kind.String(), "compare it with something, as in size > 100")
	}
	return func(*scope) bool { return false }
}

var operators = map[string]string{
	"==": "==", "!=": "!=", "<": "<", ">": ">", "<=": "<=", ">=": ">=", "~": "matches",
	"eq": "==", "ne": "!=", "gt": ">", "lt": "<", "ge": ">=", "le": "<=",
	"contains": "contains", "matches": "matches", "startsWith": "startsWith", "endsWith": "endsWith", "in": "in",
}

func (p *parser) comparison() node {
	left := p.sum()
	at, not := p.token.at, false
	if p.is("not") {
		not = true
		if p.next(); !p.is("in") {
			p.unexpected()
		}
	}
	operator := ""
	if p.token.kind == tokenWord || p.token.kind == tokenSign {
		operator = operators[p.token.text]
	}
	if operator == "" || p.err != nil {
		return left
	}
	p.next()
	p.costs(at, 1)
	if operator == "in" {
		return p.within(left, not)
	}
	right := p.right(left)
	if p.err != nil {
		return node{}
	}
	return node{at: left.at, kind: kindCondition, holds: p.compare(left, operator, right, at)}
}

// right takes a word for a value, unless it is a name of the same kind as n.
func (p *parser) right(n node) node {
	p.compared, p.side, p.name = !n.literal, n.kind, byName()[folded(n.label)]
	right := p.sum()
	p.compared = false
	return right
}

func (p *parser) sum() node {
	left := p.product()
	for p.is("+", "-") {
		left = p.arithmetic(left, p.product)
	}
	return left
}

func (p *parser) product() node {
	left := p.sign()
	for p.is("*", "/") {
		left = p.arithmetic(left, p.sign)
	}
	return left
}

func (p *parser) sign() node {
	at := p.token.at
	if !p.accept("-") {
		return p.operand()
	}
	p.costs(at, 1)
	n := p.deeper(p.sign)
	n.at = at
	if n.literal {
		n.raw = "-" + n.raw
		return n
	}
	return p.calculate(node{literal: true, raw: "0"}, "-", n)
}

func (p *parser) arithmetic(left node, right func() node) node {
	operator := p.token.text
	p.next()
	p.costs(p.before.at, 1)
	n := right()
	if p.err != nil {
		return node{}
	}
	return p.calculate(left, operator, n)
}

func (p *parser) calculate(a node, operator string, b node) node {
	left, right := p.numeric(a), p.numeric(b)
	return node{at: a.at, kind: kindNumber, get: func(s *scope, v *value) bool {
		var w value
		if !left(s, v) || !right(s, &w) {
			return false
		}
		x, y := v.number, w.number
		if operator == "/" || x.broken || y.broken {
			v.number = broken(map[string]float64{"+": x.float + y.float, "-": x.float - y.float, "*": x.float * y.float,
				"/": x.float / y.float}[operator])
			return operator != "/" || y.float != 0
		}
		v.number = whole(map[string]int64{"+": x.whole + y.whole, "-": x.whole - y.whole, "*": x.whole * y.whole}[operator])
		return true
	}}
}

func (p *parser) numeric(n node) func(*scope, *value) bool {
	if n.literal {
		x, ok := parseNumber(n.raw)
		if !ok && n.quoted {
			p.fail(n.at, "expected a number, found "+quoted(n.raw), "")
		} else if !ok {
			p.unknown(n.at, n.raw)
		}
		return func(_ *scope, v *value) bool { v.number = x; return true }
	}
	if n.kind != kindNumber {
		p.fail(n.at, "expected a number, found "+n.kind.String(), "")
	}
	return n.first()
}

// first returns the value of a node, the first of several.
func (n node) first() func(*scope, *value) bool {
	if n.get != nil || n.each == nil {
		return n.get
	}
	return func(s *scope, v *value) (found bool) {
		n.each(s, func(w *value) bool { *v, found = *w, true; return false })
		return found
	}
}

func (p *parser) operand() node {
	t := p.token
	p.costs(t.at, 1)
	switch {
	case p.err != nil:
		return node{}
	case t.kind == tokenText:
		p.next()
		return node{at: t.at, literal: true, raw: t.text, quoted: true}
	case t.kind == tokenWord:
		p.next()
		return p.word(t)
	case p.accept("("):
		n := p.deeper(p.or)
		p.expect(")")
		return n
	}
	p.unexpected()
	return node{}
}
