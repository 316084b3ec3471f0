package ksy

import (
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
	switch k, endian := numberType(typ.text); {
	case k != wire.KindCount:
		big := t.big > 0
		switch {
		case endian != 0:
			big = endian > 0
		case k.Size() > 1 && t.big == 0:
			c.fail(typ, "the byte order of “"+typ.text+"” is not known: add le or be to it, or meta/endian")
			return
		}
		a.kind, a.num = numberAttr, ordered(k, big)
		a.def.Kind = a.num
		if e := n.get("enum"); e != nil {
			if a.def.Symbols = t.enum(e.text); a.def.Symbols == nil {
				c.fail(e, "there is no enumeration “"+clip(e.text)+"”")
			}
		}
	case typ.text == "str" || typ.text == "strz":
		c.text(t, a, n, typ)
	default:
		if a.user = t.find(typ.text); a.user == nil {
			c.fail(typ, "there is no type “"+clip(typ.text)+"”")
			return
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
	case "ASCII", "US-ASCII", "UTF-8":
		c.l.utf8 = true
	case "ISO-8859-1", "ISO8859-1", "LATIN1", "WINDOWS-1252", "CP1252":
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

// numberType returns the kind of a type such as u2le, KindCount for none; endian is 1 for be, -1 for le.
func numberType(s string) (k wire.Kind, endian int) {
	switch {
	case strings.HasSuffix(s, "le"):
		s, endian = s[:len(s)-2], -1
	case strings.HasSuffix(s, "be"):
		s, endian = s[:len(s)-2], 1
	}
	switch s {
	case "u1":
		k = wire.KindU8
	case "u2":
		k = wire.KindU16BE
	case "u4":
		k = wire.KindU32BE
	case "u8":
		k = wire.KindU64BE
	case "s1":
		k = wire.KindI8
	case "s2":
		k = wire.KindI16BE
	case "s4":
		k = wire.KindI32BE
	case "s8":
		k = wire.KindI64BE
	case "f4":
		k = wire.KindF32BE
	case "f8":
		k = wire.KindF64BE
	default:
		k = wire.KindCount
	}
	return k, endian
}

// ordered returns k in that byte order.
func ordered(k wire.Kind, big bool) wire.Kind {
	if big {
		return k
	}
	switch k {
	case wire.KindU16BE:
		return wire.KindU16LE
	case wire.KindU32BE:
		return wire.KindU32LE
	case wire.KindU64BE:
		return wire.KindU64LE
	case wire.KindI16BE:
		return wire.KindI16LE
	case wire.KindI32BE:
		return wire.KindI32LE
	case wire.KindI64BE:
		return wire.KindI64LE
	case wire.KindF32BE:
		return wire.KindF32LE
	case wire.KindF64BE:
		return wire.KindF64LE
	}
	return k
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

func (c *compiler) validity(n *node) (list []validity) {
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
				list = append(list, validity{op: "enum"})
			}
		default:
			list = append(list, validity{k.text, c.expr(x)})
		}
	}
	return list
}
