package ksy

import (
	"strconv"
	"strings"

	"fragscope/decoder/wire"
)

// imhexWords are the names that fields cannot have.
var imhexWords = wordSet(`
	struct union enum bitfield using fn if else match while for return break continue namespace in out
	ref const parent this true false null be le float double char char16 bool str auto padding sizeof
	addressof unsigned signed section try catch import as from u8 s8 u16 s16 u32 s32 u64 s64 u128 s128
	type std`)

var imhexKinds = map[wire.Kind]string{
	wire.KindU8: "u8", wire.KindI8: "s8", wire.KindU16LE: "le u16", wire.KindU16BE: "be u16", wire.KindI16LE: "le s16",
	wire.KindI16BE: "be s16",
	wire.KindU32LE: "le u32", wire.KindU32BE: "be u32", wire.KindI32LE: "le s32", wire.KindI32BE: "be s32",
	wire.KindU64LE: "le u64", wire.KindU64BE: "be u64", wire.KindI64LE: "le s64", wire.KindI64BE: "be s64",
	wire.KindF32LE: "le float", wire.KindF32BE: "be float", wire.KindF64LE: "le double", wire.KindF64BE: "be double",
}

// An imhexWriter writes a pattern: a struct for each type, with where its stream
// begins and ends as what it is made with.
type imhexWriter struct {
	*exporter
	enums   map[enumOf]string
	before  []byte // what the struct that is written needs before it
	written map[*typeDef]bool
}

// An enumOf is an enumeration of a number.
type enumOf struct {
	symbols *wire.Symbols
	num     wire.Kind
}

func (x *exporter) imhex() []byte {
	x.lang = inImHex
	x.name(func(id string) string {
		if imhexWords[id] {
			return id + "_"
		}
		return id
	})
	for t, name := range x.names {
		x.names[t] = camelCase(name)
	}
	w := &imhexWriter{exporter: x, enums: map[enumOf]string{}, written: map[*typeDef]bool{}}
	w.line(0, "// Pattern of the layout ", x.l.ID, ", written by fragscope.")
	w.line(0, "#pragma description ", comment(x.l.Title))
	w.line(0, "")
	w.line(0, "import std.core;")
	w.line(0, "import std.mem;")
	w.line(0, "import std.sys;")
	w.enumerations()
	w.bitfields()
	for i := len(x.types) - 1; i >= 0; i-- {
		w.structure(x.types[i])
	}
	root := x.names[x.l.root]
	w.line(0, "")
	w.line(0, root, "<0, std::mem::size()> ", x.l.root.name, " @ 0x00;")
	return w.out
}

// structure writes t after the types that it uses.
func (w *imhexWriter) structure(t *typeDef) {
	if w.written[t] {
		return
	}
	w.written[t] = true
	for _, a := range t.attrs {
		w.uses(a)
	}
	out, before := w.out, w.before
	w.out, w.before = nil, nil
	w.line(0, "")
	w.line(0, "struct ", w.names[t], "<auto _from, auto _end> {")
	for _, a := range t.attrs {
		w.attr(t, a)
	}
	w.line(0, "};")
	w.out = append(append(out, w.before...), w.out...)
	w.before = before
}

// uses writes the types of a.
func (w *imhexWriter) uses(a *attr) {
	if a.user != nil {
		w.structure(a.user)
	}
	for _, c := range a.cases {
		w.uses(c.as)
	}
	if a.otherwise != nil {
		w.uses(a.otherwise)
	}
}

func (w *imhexWriter) attr(t *typeDef, a *attr) {
	c := scope{typ: t}
	indent := 1
	if a.cond != nil {
		text, _ := w.expr(a.cond, c)
		w.line(indent, "if (", text, ") {")
		indent++
	}
	array := ""
	switch a.repeat {
	case toEOS:
		array = "[while($ < _end)]"
	case byExpr:
		times, _ := w.expr(a.times, c)
		array = "[" + times + "]"
	case untilExpr:
		array = "[while(true)]"
	}
	if a.repeat == untilExpr || array != "" && !single(a) {
		w.element(t, a, array, indent)
	} else {
		w.one(a, c, w.ids[t][a.id], array, indent)
	}
	if a.cond != nil {
		w.line(1, "}")
	}
}

// single reports whether a repeated field is an array of a type without sizes.
func single(a *attr) bool {
	return a.kind == numberAttr || a.kind == userAttr && a.size == nil && !a.toEnd
}

// element writes a repeated field as an array of structs, each with the field value.
func (w *imhexWriter) element(t *typeDef, a *attr, array string, indent int) {
	name := w.names[t] + camelCase(a.id)
	for _, n := range w.names {
		if n == name {
			name += "_"
		}
	}
	out := w.out
	w.out = nil
	w.line(0, "")
	w.line(0, "struct ", name, "<auto _from, auto _end> {")
	c := scope{typ: t, self: "parent", index: "std::core::array_index()"}
	w.one(a, c, "value", "", 1)
	if a.repeat == untilExpr {
		c.item, c.as = w.static(a), "value"
		end, _ := w.expr(a.times, c)
		w.line(1, "if (", end, ") break;")
	}
	w.line(0, "} [[inline]];")
	w.before = append(w.before, w.out...)
	w.out = out
	w.line(indent, name, "<_from, _end> ", w.ids[t][a.id], array, ";")
}

func (w *imhexWriter) one(a *attr, c scope, name, array string, indent int) {
	about := ""
	if doc := comment(scalarText(a.node.get("doc"))); doc != "" {
		about = " [[comment(" + w.quote(doc) + ")]]"
	}
	end := about + ";"
	switch a.kind {
	case numberAttr:
		kind := imhexKinds[a.num]
		if e := w.enums[enumOf{a.def.Symbols, a.num}]; e != "" {
			kind = e
		}
		w.line(indent, kind, " ", name, array, end)
	case constAttr:
		w.line(indent, "u8 ", name, "[", strconv.Itoa(len(a.contents)), "]", end)
		for i := range len(a.contents) {
			w.line(indent, "std::assert_warn(", name, "[", strconv.Itoa(i), "] == ", strconv.Itoa(int(a.contents[i])),
				", ", w.quote(name+" is another constant"), ");")
		}
	case textAttr, bytesAttr:
		w.bytes(a, c, name, indent, end)
	case bitsAttr:
		w.line(indent, "be ", w.names[c.typ], bitsName(a), " ", bitsName(a), end)
	case userAttr:
		size := w.size(a, c)
		kind := w.names[a.user]
		switch {
		case size != "":
			w.line(indent, "u64 ", name, "_end_ = $ + ", size, ";")
			w.line(indent, kind, "<$, ", name, "_end_> ", name, end)
			w.line(indent, "$ = ", name, "_end_;")
		case a.toEnd:
			w.line(indent, kind, "<$, _end> ", name, array, end)
		default:
			w.line(indent, kind, "<_from, _end> ", name, array, end)
		}
	case switchAttr:
		on, s := w.expr(a.on, c)
		word := "if ("
		for _, k := range a.cases {
			text := w.test(validity{"eq", k.value}, scope{typ: c.typ, self: c.self, item: s, as: "(" + on + ")"})
			w.line(indent, word, text, ") {")
			w.one(k.as, c, name, "", indent+1)
			word = "} else if ("
		}
		as := a.noCase()
		if as != nil && len(a.cases) > 0 {
			w.line(indent, "} else {")
			w.one(as, c, name, "", indent+1)
		}
		w.line(indent, "}")
		return
	}
	if array == "" && a.kind == numberAttr {
		c.item, c.as = w.static(a), name
		for _, v := range a.valid {
			if text := w.test(v, c); text != "" {
				w.line(indent, "std::assert_warn(", text, ", ", w.quote(name+" is not what the layout allows"), ");")
			}
		}
	}
}

// enumerations writes the enumerations, each for the numbers that fields have it as.
func (w *imhexWriter) enumerations() {
	taken := map[string]bool{}
	for _, name := range w.names {
		taken[name] = true
	}
	w.each(func(t *typeDef, a *attr) {
		e := a.node.get("enum")
		if a.kind != numberAttr || a.def.Symbols == nil || e == nil || w.enums[enumOf{a.def.Symbols, a.num}] != "" {
			return
		}
		h, id := t.holder(e.text)
		words := strings.Fields(imhexKinds[a.num])
		base := words[len(words)-1]
		name := unique(taken, camelCase(id))
		w.enums[enumOf{a.def.Symbols, a.num}] = strings.TrimSuffix(imhexKinds[a.num], base) + name
		w.line(0, "")
		w.line(0, "enum ", name, " : ", base, " {")
		for _, k := range sortedKeys(h.enumNames[id]) {
			w.line(1, camelCase(k), " = ", strconv.FormatInt(h.enumNames[id][k], 10), ",")
		}
		w.line(0, "};")
	})
}

// bitfields writes the runs of bits.
func (w *imhexWriter) bitfields() {
	w.each(func(t *typeDef, a *attr) {
		if a.kind != bitsAttr {
			return
		}
		total := 0
		w.line(0, "")
		w.line(0, "bitfield ", w.names[t], bitsName(a), " {")
		for _, b := range a.bits {
			w.line(1, w.ids[t][b.id], " : ", strconv.Itoa(b.width), ";")
			total += b.width
		}
		w.line(0, "} [[bitfield_order(std::core::BitfieldOrder::MostToLeastSignificant, ",
			strconv.Itoa((total+7)/8*8), ")]];")
	})
}

// bitsName names a run of bits by its first field.
func bitsName(a *attr) string { return "_" + a.bits[0].id + "_bits" }

// each calls f for all fields and their cases.
func (w *exporter) each(f func(t *typeDef, a *attr)) {
	var walk func(t *typeDef, a *attr)
	walk = func(t *typeDef, a *attr) {
		f(t, a)
		for _, c := range a.cases {
			walk(t, c.as)
		}
		if a.otherwise != nil {
			walk(t, a.otherwise)
		}
	}
	for _, t := range w.types {
		for _, a := range t.attrs {
			walk(t, a)
		}
	}
}

func (w *imhexWriter) size(a *attr, c scope) string {
	if a.size == nil {
		return ""
	}
	text, _ := w.operand(a.size, c)
	return text
}

// bytes writes text or bytes.
func (w *imhexWriter) bytes(a *attr, c scope, name string, indent int, end string) {
	kind, width := "u8", "1"
	switch {
	case a.wide && a.def.BigEndian:
		kind, width = "be char16", "2"
	case a.wide:
		kind, width = "le char16", "2"
	case a.kind == textAttr:
		kind = "char"
	}
	size := w.size(a, c)
	if size == "" && a.toEnd {
		size = "_end - $"
	}
	switch {
	case size != "" && a.wide:
		w.line(indent, kind, " ", name, "[(", size, ") / 2]", end)
	case size != "":
		w.line(indent, kind, " ", name, "[", size, "]", end)
	case a.term == 0 && a.kind == textAttr && a.consume:
		w.line(indent, kind, " ", name, "[]", end)
	default:
		w.line(indent, kind, " ", name, "[while($ < _end && std::mem::read_unsigned($, ", width, ") != ",
			strconv.Itoa(a.term), ")]", end)
		if a.consume {
			w.line(indent, kind, " ", name, "_terminator_;")
		}
	}
}

// textSize writes the length of a text that was read.
func (w *exporter) textSize(v string, s static) string {
	if a := s.attr; a != nil && a.kind == textAttr && a.size == nil && !a.toEnd && a.term == 0 && a.consume && !a.include {
		return "(sizeof(" + v + ") - 1)"
	}
	return "sizeof(" + v + ")"
}
