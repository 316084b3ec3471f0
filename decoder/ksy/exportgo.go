package ksy

import (
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder/wire"
)

// goValues are the types that expressions have.
var goValues = kindTexts{intValue: "int64", floatValue: "float64", boolValue: "bool", textValue: "string"}

var goKinds = map[wire.Kind]string{
	wire.KindU8: "uint8", wire.KindI8: "int8", wire.KindU16LE: "uint16", wire.KindU16BE: "uint16",
	wire.KindI16LE: "int16", wire.KindI16BE: "int16", wire.KindU32LE: "uint32", wire.KindU32BE: "uint32",
	wire.KindI32LE: "int32", wire.KindI32BE: "int32", wire.KindU64LE: "uint64", wire.KindU64BE: "uint64",
	wire.KindI64LE: "int64", wire.KindI64BE: "int64", wire.KindF32LE: "float32", wire.KindF32BE: "float32",
	wire.KindF64LE: "float64", wire.KindF64BE: "float64",
}

// A goWriter writes a package.
type goWriter struct {
	*exporter
	enums map[*wire.Symbols]string
}

func (x *exporter) golang() []byte {
	x.lang = inGo
	x.name(camelCase, "Read")
	w := &goWriter{exporter: x, enums: map[*wire.Symbols]string{}}
	root := x.names[x.l.root]
	w.line(0, "// Package ", goPackage(x.l.ID), " reads datagrams of the layout ", x.l.ID, ". Written by fragscope.")
	w.line(0, "package ", goPackage(x.l.ID))
	w.line(0, "")
	w.line(0, "import (")
	for _, p := range []string{"cmp", "errors", "math", "slices", "strconv", "unicode/utf16"} {
		w.line(1, strconv.Quote(p))
	}
	w.line(0, ")")
	w.line(0, "")
	w.line(0, "// Read reads a datagram. With an error it returns what was read before it.")
	w.line(0, "func Read(p []byte) (*", root, ", error) {")
	w.line(1, "m := &", root, "{r: &reader{p: p, end: len(p), steps: 20000 + 256*len(p)}}")
	w.line(1, "m.root = m")
	w.line(1, "m.read()")
	w.line(1, "if m.r.pos < len(p) {")
	w.line(2, `m.r.fail("the layout", "ends before the datagram does")`)
	w.line(1, "}")
	w.line(1, "return m, m.r.err")
	w.line(0, "}")
	taken := map[string]bool{"Read": true}
	for _, n := range x.names {
		taken[n] = true
	}
	for _, t := range x.types {
		w.enumerations(t, taken)
	}
	for _, t := range x.types {
		w.structure(t)
		w.reader(t)
	}
	w.out = append(w.out, goPrelude...)
	return w.out
}

func goPackage(id string) string {
	name := strings.ReplaceAll(id, "_", "")
	if name == "" || name[0] <= '9' || goWords[name] {
		return "layout" + name
	}
	return name
}

// goWords are the keywords of Go.
var goWords = wordSet(`
	break case chan const continue default defer else fallthrough for func go goto if import interface
	map package range return select struct switch type var`)

func (w *goWriter) enumerations(t *typeDef, taken map[string]bool) {
	for _, k := range sortedKeys(t.enumNames) {
		name := unique(taken, camelCase(k))
		w.enums[t.enums[k]] = name
		w.line(0, "")
		w.line(0, "// ", name, " are values of fields.")
		w.line(0, "type ", name, " int64")
		w.line(0, "")
		if len(t.enumNames[k]) == 0 {
			continue
		}
		w.line(0, "const (")
		for _, id := range sortedKeys(t.enumNames[k]) {
			w.line(1, unique(taken, name+camelCase(id)), " ", name, " = ", strconv.FormatInt(t.enumNames[k][id], 10))
		}
		w.line(0, ")")
	}
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// typeOf returns the type of a field that is read once.
func (w *goWriter) typeOf(a *attr) string {
	switch a.kind {
	case numberAttr:
		if name := w.enums[a.def.Symbols]; name != "" && a.def.Symbols != nil {
			return name
		}
		return goKinds[a.num]
	case textAttr:
		return "string"
	case userAttr:
		return "*" + w.names[a.user]
	case switchAttr:
		return "any"
	}
	return "[]byte"
}

// optional reports whether a is a number or text that a datagram may not have.
func optional(a *attr) bool {
	return a.cond != nil && a.repeat == once && (a.kind == numberAttr || a.kind == textAttr)
}

func (w *goWriter) structure(t *typeDef) {
	w.line(0, "")
	doc := t.group.Doc
	if t == w.l.root {
		doc = w.l.info.Doc
	}
	if doc = comment(doc); doc == "" {
		doc = "a part of the layout."
	}
	w.line(0, "// ", w.names[t], ": ", doc)
	w.line(0, "type ", w.names[t], " struct {")
	for _, a := range t.attrs {
		if a.kind == bitsAttr {
			for _, b := range a.bits {
				kind := "uint64"
				if b.width == 1 {
					kind = "bool"
				}
				w.line(1, w.ids[t][b.id], " ", kind, " // ", strconv.Itoa(b.width), " bits")
			}
			continue
		}
		kind := w.typeOf(a)
		if a.repeat != once {
			kind = "[]" + kind
		}
		if optional(a) {
			kind = "*" + kind
		}
		about := scalarText(a.node.get("doc"))
		if a.kind == switchAttr {
			about += " One of:"
			for _, k := range a.cases {
				about += " " + w.typeOf(k.as)
			}
		}
		if about = comment(about); about != "" {
			about = " // " + about
		}
		w.line(1, w.ids[t][a.id], " ", kind, about)
	}
	w.line(1, "")
	w.line(1, "r *reader")
	w.line(1, "root *", w.names[w.l.root])
	if p := w.parents[t]; p != nil {
		w.line(1, "parent *", w.names[p])
	}
	w.line(1, "from, end int")
	w.line(0, "}")
}

func (w *goWriter) reader(t *typeDef) {
	w.line(0, "")
	w.line(0, "func (m *", w.names[t], ") read() {")
	w.line(1, "m.from, m.end = m.r.from, m.r.end")
	for _, a := range t.attrs {
		w.line(1, "if m.r.err != nil {")
		w.line(2, "return")
		w.line(1, "}")
		w.attr(t, a)
	}
	w.line(0, "}")
	for _, id := range valueNames(t) {
		w.instance(t, id, t.values[id])
	}
}

// instance writes the method of an instance, which returns a pointer where the value may be absent.
func (w *goWriter) instance(t *typeDef, id string, v *valueInstance) {
	c := scope{typ: t, self: "m"}
	text, s := w.expr(v.expr, c)
	kind := goValues[s.kind]
	if kind == "" {
		return
	}
	w.line(0, "")
	w.line(0, "// ", w.ids[t][id], " is computed from other fields.")
	if v.cond == nil && s.ptr == "" {
		w.line(0, "func (m *", w.names[t], ") ", w.ids[t][id], "() ", kind, " { return ", text, " }")
		return
	}
	cond := s.ptr + " != nil"
	if v.cond != nil {
		cond, _ = w.expr(v.cond, c)
		if s.ptr != "" {
			cond = "(" + cond + ") && " + s.ptr + " != nil"
		}
	}
	w.line(0, "func (m *", w.names[t], ") ", w.ids[t][id], "() (x *", kind, ") {")
	w.line(1, "if ", cond, " {")
	w.line(2, "v := ", text)
	w.line(2, "x = &v")
	w.line(1, "}")
	w.line(1, "return x")
	w.line(0, "}")
}

func (w *goWriter) attr(t *typeDef, a *attr) {
	c := scope{typ: t, self: "m"}
	indent := 1
	if a.cond != nil {
		text, _ := w.expr(a.cond, c)
		w.line(indent, "if ", text, " {")
		indent++
	}
	to := "m." + w.ids[t][a.id]
	switch {
	case optional(a):
		w.line(indent, "var x ", w.typeOf(a))
		w.one(a, c, "x", indent)
		w.line(indent, to, " = &x")
	case a.repeat == once:
		w.one(a, c, to, indent)
	default:
		w.repeat(a, c, to, indent)
	}
	if a.cond != nil {
		w.line(1, "}")
	}
}

func (w *goWriter) repeat(a *attr, c scope, to string, indent int) {
	cond := "m.r.err == nil"
	switch a.repeat {
	case toEOS:
		cond += " && m.r.pos < m.r.end"
	case byExpr:
		times, _ := w.expr(a.times, c)
		cond += " && i < (" + times + ")"
	}
	c.index = "i"
	w.line(indent, "for i := int64(0); ", cond, "; i++ {")
	w.line(indent+1, "m.r.step(", w.quote(a.def.Name), ")")
	w.line(indent+1, "var v ", w.typeOf(a))
	w.one(a, c, "v", indent+1)
	w.line(indent+1, to, " = append(", to, ", v)")
	if a.repeat == untilExpr {
		c.item = w.static(a)
		c.as = w.convert("v", c.item)
		end, _ := w.expr(a.times, c)
		w.line(indent+1, "if m.r.err == nil && (", end, ") {")
		w.line(indent+2, "break")
		w.line(indent+1, "}")
	}
	w.line(indent, "}")
}

// one writes the reading of a once into the variable to.
func (w *goWriter) one(a *attr, c scope, to string, indent int) {
	name := w.quote(a.def.Name)
	switch a.kind {
	case numberAttr:
		bits := strconv.Itoa(8 * a.num.Size())
		text := "m.r.number(" + name + ", " + strconv.Itoa(a.num.Size()) + ", " +
			strconv.FormatBool(strings.HasSuffix(a.num.String(), "be")) + ")"
		switch {
		case a.num.Float():
			text = "math.Float" + bits + "frombits(uint" + bits + "(" + text + "))"
		case goKinds[a.num] != w.typeOf(a):
			text = w.typeOf(a) + "(" + goKinds[a.num] + "(" + text + "))"
		default:
			text = goKinds[a.num] + "(" + text + ")"
		}
		w.line(indent, to, " = ", text)
	case constAttr:
		w.line(indent, to, " = m.r.constant(", name, ", ", w.quote(a.contents), ")")
	case textAttr, bytesAttr:
		size, toEnd := w.bounds(a, c)
		text := "m.r.bytes(" + name + ", " + size + ", " + toEnd + ", " + goEnding(a) + ")"
		if a.kind == textAttr {
			encoding := "utf-8"
			switch {
			case a.wide && a.def.BigEndian:
				encoding = "utf-16be"
			case a.wide:
				encoding = "utf-16le"
			case a.latin:
				encoding = "latin-1"
			}
			text = "text(" + text + ", " + w.quote(encoding) + ")"
		}
		w.line(indent, to, " = ", text)
	case bitsAttr:
		w.bits(a, c, indent)
		return
	case userAttr:
		size, toEnd := w.bounds(a, c)
		u := w.names[a.user]
		parent := ""
		if w.parents[a.user] != nil {
			parent = ", parent: m"
		}
		w.line(indent, "{")
		w.line(indent+1, "part := &", u, "{r: m.r, root: m.root", parent, "}")
		w.line(indent+1, "m.r.within(", name, ", ", size, ", ", toEnd, ", part.read)")
		w.line(indent+1, to, " = part")
		w.line(indent, "}")
	case switchAttr:
		w.choose(a, c, to, indent)
		return
	}
	c.item = w.static(a)
	c.as = w.convert(to, c.item)
	w.valid(name, a.valid, c, indent)
}

func (w *goWriter) bits(a *attr, c scope, indent int) {
	total := 0
	for _, b := range a.bits {
		total += b.width
	}
	size := (total + 7) / 8
	w.line(indent, "{")
	w.line(indent+1, "n := m.r.number(", w.quote(a.def.Name), ", ", strconv.Itoa(size), ", true)")
	at := 8 * size
	for _, b := range a.bits {
		at -= b.width
		text := "n >> " + strconv.Itoa(at) + " & (1<<" + strconv.Itoa(b.width) + " - 1)"
		if b.width == 1 {
			text += " != 0"
		}
		w.line(indent+1, "m.", w.ids[c.typ][b.id], " = ", text)
	}
	w.line(indent, "}")
	for _, b := range a.bits {
		s, _ := w.find(c.typ, b.id)
		w.valid(w.quote(humanName(b.id)), b.valid,
			scope{typ: c.typ, self: "m", item: s, as: w.convert("m."+w.ids[c.typ][b.id], s)}, indent)
	}
}

func (w *goWriter) choose(a *attr, c scope, to string, indent int) {
	on, s := w.expr(a.on, c)
	w.line(indent, "switch on := ", on, "; {")
	inner := c
	inner.item, inner.as = s, "on"
	into := func(as *attr) {
		w.line(indent+1, "var x ", w.typeOf(as))
		w.one(as, c, "x", indent+1)
		w.line(indent+1, to, " = x")
	}
	for _, k := range a.cases {
		w.line(indent, "case ", w.test(validity{"eq", k.value}, inner), ":")
		into(k.as)
	}
	as := a.noCase()
	w.line(indent, "default:")
	w.line(indent+1, "_ = on")
	if as != nil {
		into(as)
	}
	w.line(indent, "}")
}

func (w *goWriter) valid(name string, list []validity, c scope, indent int) {
	for _, v := range list {
		if text := w.test(v, c); text != "" {
			w.line(indent, "m.r.valid(", name, ", ", text, ")")
		}
	}
}

func (w *goWriter) bounds(a *attr, c scope) (size, toEnd string) {
	size = "-1"
	if a.size != nil {
		size, _ = w.expr(a.size, c)
		size = w.call("size_of", size)
	}
	return size, strconv.FormatBool(a.toEnd)
}

func goEnding(a *attr) string {
	text := "ending{term: " + strconv.Itoa(a.term) + ", pad: " + strconv.Itoa(a.pad)
	if !a.consume {
		text += ", keep: true"
	}
	if a.include {
		text += ", include: true"
	}
	if !a.mustEnd {
		text += ", open: true"
	}
	switch {
	case a.wide && a.def.BigEndian:
		text += ", width: 2, big: true"
	case a.wide:
		text += ", width: 2"
	default:
		text += ", width: 1"
	}
	return text + "}"
}
