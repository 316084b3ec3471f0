package ksy

import (
	"slices"
	"strings"
)

// members are the names other than those of fields that may follow a value and a dot in an expression.
var members = []string{"length", "size", "to_i", "to_s", "first", "last", "min", "max", "reverse", "substring",
	"pos", "eof", "_io", "_parent", "_root"}

// plainTexts are the encodings of texts that are read as they are.
var plainTexts = []string{"ASCII", "US-ASCII", "UTF-8"}

// names reports names in the expressions of a that t does not have.
func (c *compiler) names(t *typeDef, a *attr) {
	for _, e := range []*expr{a.size, a.on, a.times, a.cond} {
		c.known(t, e)
	}
	for _, e := range a.args {
		c.known(t, e)
	}
	list := a.valid
	for _, b := range a.bits {
		list = append(list, b.valid...)
	}
	for _, v := range list {
		c.known(t, v.expr)
	}
	for _, x := range a.cases {
		c.known(t, x.value)
		c.names(t, x.as)
	}
	if a.otherwise != nil {
		c.names(t, a.otherwise)
	}
}

func (c *compiler) known(t *typeDef, e *expr) {
	if e == nil || c.sizeOf(t, e) {
		return
	}
	at := &node{line: e.line, col: e.col}
	switch e.op {
	case opName:
		if !t.has(e.text) {
			c.fail(at, "there is no field “"+clip(e.text)+"” in the type “"+t.name+"”")
		}
	case opEnum:
		h, local := t.holder(e.enum)
		if h == nil || h.enums[local] == nil {
			c.fail(at, "there is no enumeration “"+clip(e.enum)+"”")
		} else if _, ok := h.enumNames[local][e.text]; !ok {
			c.fail(at, "the enumeration “"+clip(e.enum)+"” has no “"+clip(e.text)+"”")
		}
	case opMember:
		if !slices.Contains(members, e.text) && !c.ids[e.text] {
			c.fail(at, "“."+clip(e.text)+"” is not part of the subset, and no field has this name")
		} else if e.text == "to_s" && len(e.args) > 1 && !slices.Contains(plainTexts, strings.ToUpper(e.args[1].text)) {
			c.fail(at, "bytes are made a text of ASCII or UTF-8 alone")
		}
	}
	for _, a := range e.args {
		c.known(t, a)
	}
}

// has reports whether a name means something in t.
func (t *typeDef) has(name string) bool {
	switch name {
	case "_", "_index", "_root", "_parent", "_io":
		return true
	}
	if t.values[name] != nil || slices.Contains(t.params, name) {
		return true
	}
	for _, a := range t.attrs {
		if a.kind != bitsAttr && a.id == name {
			return true
		}
		for _, b := range a.bits {
			if b.id == name {
				return true
			}
		}
	}
	return false
}
