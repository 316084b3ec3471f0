package filter

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

var mirrored = map[string]string{"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

var ordered = map[string]func(c int) bool{
	"==": func(c int) bool { return c == 0 }, "!=": func(c int) bool { return c != 0 },
	"<": func(c int) bool { return c < 0 }, "<=": func(c int) bool { return c <= 0 },
	">": func(c int) bool { return c > 0 }, ">=": func(c int) bool { return c >= 0 },
}

func (p *parser) compare(a node, operator string, b node, at int) func(*scope) bool {
	if a.literal && !b.literal && mirrored[operator] != "" {
		a, b, operator = b, a, mirrored[operator]
	}
	switch {
	case a.literal && !a.quoted:
		p.unknown(a.at, a.raw)
		return nil
	case a.literal:
		p.fail(a.at, "a text is compared, not a name", "write the name first, as in message contains "+quoted(a.raw))
		return nil
	case a.get == nil && a.each == nil:
		p.fail(at, operator+" follows a condition", "compare a name with a value, and join conditions with and, or")
		return nil
	case mirrored[operator] == "":
		return p.searched(a, operator, b)
	case !b.literal:
		return p.both(a, operator, b, at)
	case operator == "==", operator == "!=":
		test := p.equal(a, b, at)
		if a.label == "problems" && !b.quoted {
			return p.howMany(a, operator, b)
		}
		return a.any(test, operator == "!=")
	}
	if a.label == "problems" {
		return p.howMany(a, operator, b)
	}
	return a.any(p.order(a, operator, b, at), false)
}

// any reports whether test is true of a value of n; with not, whether there are values and it is of none.
func (n node) any(test func(v *value) bool, not bool) func(*scope) bool {
	if n.each == nil {
		return func(s *scope) bool {
			var v value
			return n.get(s, &v) && test(&v) != not
		}
	}
	return func(s *scope) bool {
		found, yes := false, false
		n.each(s, func(v *value) bool {
			found, yes = true, test(v)
			return !yes
		})
		return found && yes != not
	}
}

func (p *parser) howMany(n node, operator string, b node) func(*scope) bool {
	want, ok := parseNumber(b.raw)
	if !ok {
		return n.any(p.equal(n, b, b.at), operator == "!=")
	}
	holds := ordered[operator]
	return func(s *scope) bool {
		count := 0
		n.each(s, func(*value) bool { count++; return true })
		return holds(whole(int64(count)).compare(want))
	}
}

func (p *parser) both(a node, operator string, b node, at int) func(*scope) bool {
	if b.get == nil && b.each == nil || a.kind != b.kind || a.kind == kindAddress && operator != "==" && operator != "!=" {
		p.mismatch(operator, a.kind, b.kind, at)
		return nil
	}
	holds, left, right := ordered[operator], a.first(), b.first()
	return func(s *scope) bool {
		var v, w value
		if !left(s, &v) || !right(s, &w) {
			return false
		}
		switch a.kind {
		case kindNumber, kindCondition:
			return holds(v.number.compare(w.number))
		case kindAddress:
			return holds(v.address.Addr().Compare(w.address.Addr()))
		case kindTime:
			return holds(int(min(1, max(-1, v.time-w.time))))
		}
		return holds(strings.Compare(v.text, w.text))
	}
}

func (p *parser) mismatch(operator string, a, b kind, at int) {
	p.fail(at, fmt.Sprintf("%s is between %s and %s", operator, a, b), "compare values of one kind")
}

func (p *parser) equal(a, b node, at int) func(*value) bool {
	if a.kind == kindAddress {
		if w, ok := parsePlace(b.raw); ok {
			return func(v *value) bool { return w.has(v.address) }
		}
		p.fail(b.at, quoted(b.raw)+" is not an address", "write it as 192.0.2.7, 192.0.2.7:7778, 2001:db8::1 or 192.0.2.0/24")
		return nil
	}
	if n, ok := parseNumber(b.raw); a.kind == kindText && (!ok || b.quoted || n.String() != b.raw) {
		return func(v *value) bool { return v.text == b.raw }
	}
	return p.order(a, "==", b, at)
}

func (p *parser) order(a node, operator string, b node, at int) func(*value) bool {
	holds := ordered[operator]
	n, isNumber := parseNumber(b.raw)
	switch a.kind {
	case kindCondition:
		yes := slices.Contains([]string{"true", "yes", "1"}, b.raw)
		if !yes && !slices.Contains([]string{"false", "no", "0"}, b.raw) {
			p.fail(b.at, "expected true or false, found "+quoted(b.raw), "")
		}
		return func(v *value) bool { return holds(v.number.compare(truth(yes))) }
	case kindNumber:
		if !isNumber {
			n, _ = p.symbol(a, b, at, operator)
		}
		return func(v *value) bool { return holds(v.number.compare(n)) }
	case kindTime:
		t, err := ParseTime(b.raw)
		switch {
		case isNumber && !b.quoted:
			t = n.whole
		case err != nil:
			p.fail(b.at, quoted(b.raw)+" is "+err.Error(), "times are in UTC unless they have a zone")
		}
		return func(v *value) bool { return holds(int(min(1, max(-1, v.time-t)))) }
	case kindText:
		if isNumber && !b.quoted { // the value of a rule is a text, and often a number
			return func(v *value) bool {
				m, ok := parseNumber(v.text)
				return ok && holds(m.compare(n))
			}
		}
		return func(v *value) bool { return holds(strings.Compare(v.text, b.raw)) }
	}
	p.fail(at, operator+" cannot order addresses", "write == or in, as in server in 192.0.2.0/24")
	return nil
}

func (p *parser) symbol(a, b node, at int, operator string) (number, bool) {
	if a.symbols == nil || len(a.symbols.List) == 0 {
		p.mismatch(operator, kindNumber, kindText, at)
		return number{}, false
	}
	var all []string
	for _, y := range a.symbols.List {
		if strings.EqualFold(y.Name, b.raw) {
			return whole(int64(y.Value)), true
		}
		all = append(all, quoted(y.Name))
	}
	p.fail(b.at, quoted(b.raw)+" is no value of "+a.label, "it has "+strings.Join(all[:min(len(all), 10)], ", "))
	return number{}, false
}

func (p *parser) searched(a node, operator string, b node) func(*scope) bool {
	if !b.literal {
		p.fail(b.at, operator+" needs a text in quotes", `write it as in message `+operator+` "player"`)
		return nil
	}
	test := map[string]func(s, part string) bool{
		"contains": strings.Contains, "startsWith": strings.HasPrefix, "endsWith": strings.HasSuffix,
	}[operator]
	if operator == "matches" {
		pattern := p.pattern(b)
		if p.err != nil {
			return nil
		}
		test = func(s, _ string) bool { return pattern.MatchString(s) }
	}
	return a.any(func(v *value) bool { return test(v.show(a.kind), b.raw) }, false)
}

// The instructions of a pattern bound the steps that it takes for a byte.
func (p *parser) pattern(n node) *regexp.Regexp {
	tree, err := syntax.Parse(n.raw, syntax.Perl)
	if err == nil {
		var program *syntax.Prog
		if program, err = syntax.Compile(tree.Simplify()); err == nil {
			if p.costs(n.at, len(program.Inst)); p.err != nil {
				return nil
			}
			var re *regexp.Regexp
			if re, err = regexp.Compile(n.raw); err == nil {
				return re
			}
		}
	}
	message := err.Error()
	if len(message) > 200 {
		message = "it is too long or too large"
	}
	p.fail(n.at, "a pattern that cannot be read: "+message, "it is a regular expression as Go has them (RE2)")
	return nil
}

func (p *parser) within(a node, not bool) node {
	if a.get == nil && a.each == nil {
		p.fail(p.before.at, "in follows no name", "write a name before it, as in size in 100..200")
		return node{}
	}
	var tests []func(*value) bool
	end := map[string]string{"[": "]", "{": "}", "(": ")"}[p.token.text]
	if p.token.kind != tokenSign || end == "" {
		tests = append(tests, p.element(a))
	} else {
		for p.next(); p.err == nil; {
			if tests = append(tests, p.element(a)); !p.accept(",") {
				break
			}
		}
		p.expect(end)
	}
	return node{at: a.at, kind: kindCondition, holds: a.any(func(v *value) bool {
		return slices.ContainsFunc(tests, func(test func(*value) bool) bool { return test(v) })
	}, not)}
}

func (p *parser) element(a node) func(*value) bool {
	from := p.right(a)
	if p.err == nil && !from.literal {
		p.fail(from.at, "a list has values only", "write it as in size in [5, 8] or size in 100..200")
	}
	if p.err != nil {
		return nil
	}
	if !p.accept("..") {
		return p.equal(a, from, from.at)
	}
	to := p.right(a)
	if p.err == nil && !to.literal {
		p.fail(to.at, "a range has two values", "write it as in size in 100..200")
	}
	if p.err != nil {
		return nil
	}
	first, last := p.order(a, ">=", from, from.at), p.order(a, "<=", to, to.at)
	return func(v *value) bool { return first(v) && last(v) }
}
