package ksy

import (
	"strconv"
	"strings"

	"fragscope/decoder/wire"
)

// A validity is what a value must satisfy.
type validity struct {
	op   string // "eq", "min", "max", "any", "expr" or "enum"
	expr *expr
}

// setType sets what a is by its type, contents, size and enumeration.
func (c *compiler) setType(t *typeDef, a *attr, n, typ *node) {
	if x := n.get("contents"); x != nil {
		a.kind, a.contents = constAttr, c.contents(x)
		a.def.Kind = wire.KindConst
		if a.contents == "" {
			c.fail(x, "the contents are empty")
		}
		return
	}
	switch {
	case typ == nil:
		a.kind, a.def.Kind = bytesAttr, wire.KindBytes
		if a.size == nil && !a.toEnd && a.term < 0 {
			c.fail(n, "the field “"+clip(a.id)+"” has no type, contents, size, size-eos or terminator")
		}
		return
	case typ.kind == mapNode:
		c.switchOn(t, a, n, typ)
		return
	case typ.kind == listNode:
		c.fail(typ, "expected the name of a type, or switch-on and cases")
		return
	}
	switch kinds, big, isNumber := numberType(typ.text); {
	case isNumber:
		if big == 0 {
			big = t.big
		}
		if kinds[0] != kinds[1] && big == 0 {
			c.fail(typ, "the byte order of “"+typ.text+"” is not known: add le or be to it, or meta/endian")
			return
		}
		a.kind, a.num = numberAttr, kinds[max(0, big)]
		a.def.Kind = a.num
		a.def.Symbols = c.named(t, n)
	case typ.text == "str" || typ.text == "strz":
		c.text(t, a, n, typ)
	default:
		name, args, called := strings.Cut(typ.text, "(")
		if a.user = t.find(name); a.user == nil {
			c.fail(typ, "there is no type “"+clip(name)+"”")
			return
		}
		if called {
			list := *typ
			list.text, list.col = "["+strings.TrimSuffix(args, ")")+"]", typ.col+len(name)
			if a.args = c.expr(&list).args; !strings.HasSuffix(args, ")") {
				c.fail(typ, "expected “)” after the parameters")
			}
		}
		if len(a.args) != len(a.user.params) {
			c.fail(typ, "the type “"+clip(name)+"” has "+strconv.Itoa(len(a.user.params))+" parameters, found "+
				strconv.Itoa(len(a.args)))
		}
		for _, key := range []string{"terminator", "pad-right"} {
			if x := n.get(key); x != nil {
				c.fail(x, key+" with a type of its own is not part of the subset; give it a size")
			}
		}
		a.kind, a.def.Kind, a.def.Naming = userAttr, wire.KindGroup, wire.NameFixed
		if a.repeat != once {
			a.def.Naming = wire.NameNumbered
		}
	}
}

func (c *compiler) text(t *typeDef, a *attr, n, typ *node) {
	a.kind, a.def.Kind = textAttr, wire.KindText
	if typ.text == "strz" && a.term < 0 {
		a.term = 0
	}
	if a.size == nil && !a.toEnd && a.term < 0 {
		c.fail(n, "the text “"+clip(a.id)+"” has no size, size-eos or terminator")
	}
	encoding := t.encoding
	at := typ
	if e := n.get("encoding"); e != nil {
		encoding, at = e.text, e
	}
	switch strings.ToUpper(encoding) {
	case plainTexts[0], plainTexts[1], plainTexts[2]:
		c.l.utf8 = true
	case "ISO-8859-1", "ISO8859-1", "LATIN1", "WINDOWS-1252", "CP1252":
		a.latin = true
	case "UTF-16LE", "UTF-16BE", "UTF16LE", "UTF16BE":
		a.wide, a.def.Kind = true, wire.KindUCS2
		a.def.BigEndian = strings.HasSuffix(strings.ToUpper(encoding), "BE")
	case "":
		c.fail(at, "the encoding of “"+clip(a.id)+"” is not known: add encoding, or meta/encoding")
	default:
		c.fail(at, "the encoding “"+clip(encoding)+
			"” is not part of the subset: ASCII, UTF-8, ISO-8859-1, windows-1252, UTF-16LE, UTF-16BE")
	}
}

func (c *compiler) switchOn(t *typeDef, a *attr, n, typ *node) {
	c.keys(typ, "switch-on", "cases")
	on, cases := typ.get("switch-on"), typ.get("cases")
	if on == nil || cases == nil || cases.kind != mapNode {
		c.fail(typ, "expected switch-on and a map of cases")
		return
	}
	a.kind, a.on, a.def.Kind = switchAttr, c.expr(on), wire.KindGroup
	for i, k := range cases.keys {
		if c.err != nil {
			return
		}
		as := *a
		def := *a.def
		as.def, as.kind, as.on, as.cases, as.otherwise = &def, bytesAttr, nil, nil, nil
		as.repeat, as.times, as.cond, as.valid = once, nil, nil, nil
		c.setType(t, &as, n, cases.items[i])
		if a.repeat != once && as.kind == userAttr {
			def.Naming = wire.NameNumbered
		}
		if k.text == "_" && !k.quoted {
			a.otherwise = &as
			continue
		}
		a.cases = append(a.cases, caseOf{c.expr(k), &as})
	}
}

// numberTypes are the kinds of numbers, little and big endian.
var numberTypes = map[string][2]wire.Kind{
	"u1": {wire.KindU8, wire.KindU8}, "s1": {wire.KindI8, wire.KindI8},
	"u2": {wire.KindU16LE, wire.KindU16BE}, "s2": {wire.KindI16LE, wire.KindI16BE},
	"u4": {wire.KindU32LE, wire.KindU32BE}, "s4": {wire.KindI32LE, wire.KindI32BE},
	"u8": {wire.KindU64LE, wire.KindU64BE}, "s8": {wire.KindI64LE, wire.KindI64BE},
	"f4": {wire.KindF32LE, wire.KindF32BE}, "f8": {wire.KindF64LE, wire.KindF64BE},
}

// numberType returns the kinds of a type such as u2le; big is 1 for be, -1 for le, 0
// without either.
func numberType(s string) (kinds [2]wire.Kind, big int, ok bool) {
	if name, found := strings.CutSuffix(s, "le"); found {
		s, big = name, -1
	} else if name, found := strings.CutSuffix(s, "be"); found {
		s, big = name, 1
	}
	kinds, ok = numberTypes[s]
	return kinds, big, ok
}

// find returns the type that a name means in t.
func (t *typeDef) find(name string) *typeDef {
	first, rest, nested := strings.Cut(name, "::")
	for ; t != nil; t = t.outer {
		u := t.types[first]
		if u == nil && t.outer == nil && t.name == first {
			u = t
		}
		if u == nil {
			u = t.imports[first]
		}
		if u == nil {
			continue
		}
		for nested && u != nil {
			first, rest, nested = strings.Cut(rest, "::")
			u = u.types[first]
		}
		return u
	}
	return nil
}

// top returns the root that t is in.
func (t *typeDef) top() *typeDef {
	for t.outer != nil {
		t = t.outer
	}
	return t
}

// holder returns the type whose enumeration a name means in t, and the name there.
func (t *typeDef) holder(name string) (*typeDef, string) {
	if k := strings.LastIndex(name, "::"); k >= 0 {
		return t.find(name[:k]), name[k+2:]
	}
	for ; t != nil; t = t.outer {
		if t.enums[name] != nil {
			return t, name
		}
	}
	return nil, ""
}

func (t *typeDef) enum(name string) *wire.Symbols {
	if h, local := t.holder(name); h != nil {
		return h.enums[local]
	}
	return nil
}

// contents returns the bytes of contents: a text, or a list of bytes and texts.
func (c *compiler) contents(n *node) string {
	if n.kind == scalarNode {
		if v, ok := parseInt(n.text); ok && !n.quoted {
			return string([]byte{byte(v)})
		}
		return n.text
	}
	var b []byte
	for _, x := range n.items {
		switch v, ok := parseInt(x.text); {
		case x.kind != scalarNode:
			c.fail(x, "expected a byte or a text")
		case ok && !x.quoted && v >= 0 && v <= 255:
			b = append(b, byte(v))
		case ok && !x.quoted:
			c.fail(x, "“"+clip(x.text)+"” is no byte, 0 to 255")
		default:
			b = append(b, x.text...)
		}
	}
	return string(b)
}

// named returns what the numbers of the field n of t are called, nil for nothing.
func (c *compiler) named(t *typeDef, n *node) *wire.Symbols {
	e := n.get("enum")
	if e == nil {
		return nil
	}
	names := t.enum(e.text)
	if names == nil {
		c.fail(e, "there is no enumeration “"+clip(e.text)+"”")
	}
	return names
}

// validity returns what values of the field of are valid.
func (c *compiler) validity(of *node) (list []validity) {
	n := of.get("valid")
	if n == nil {
		return nil
	}
	if n.kind == scalarNode {
		return []validity{{"eq", c.expr(n)}}
	}
	c.keys(n, "eq", "min", "max", "any-of", "expr", "in-enum")
	for i, k := range n.keys {
		x := n.items[i]
		switch k.text {
		case "any-of":
			all := &expr{op: opList, line: x.line, col: x.col}
			if x.kind != listNode {
				c.fail(x, "expected a list")
				return nil
			}
			for _, y := range x.items {
				all.args = append(all.args, c.expr(y))
			}
			list = append(list, validity{"any", all})
		case "in-enum":
			if c.flag(n, "in-enum", false) {
				if of.get("enum") == nil {
					c.fail(x, "the field has no enum")
				}
				list = append(list, validity{op: "enum"})
			}
		default:
			list = append(list, validity{k.text, c.expr(x)})
		}
	}
	return list
}
