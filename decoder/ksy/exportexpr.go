package ksy

import (
	"strconv"
	"strings"
)

// A static is what is known of a value before anything is read.
type static struct {
	kind valueKind
	typ  *typeDef
	elem *static
	attr *attr
	ptr  string // what is nil in Go where the value is absent
}

// A scope is where an expression is: in a type, with _ where there is one.
type scope struct {
	typ   *typeDef
	self  string // the object
	item  static // _
	as    string // and how it is written
	index string // _index
}

// static returns what a field of t is.
func (w *exporter) static(a *attr) static {
	s := static{attr: a}
	switch a.kind {
	case numberAttr:
		s.kind = intValue
		if a.num.Float() {
			s.kind = floatValue
		}
	case textAttr, bytesAttr, constAttr:
		s.kind = textValue
	case userAttr:
		s.kind, s.typ = objectValue, a.user
	}
	return s
}

// find returns what the name means in t.
func (w *exporter) find(t *typeDef, id string) (s static, ok bool) {
	for _, a := range t.attrs {
		if a.kind == bitsAttr {
			for _, b := range a.bits {
				if b.id == id {
					if b.width == 1 {
						return static{kind: boolValue}, true
					}
					return static{kind: intValue}, true
				}
			}
			continue
		}
		if a.id != id {
			continue
		}
		s := w.static(a)
		if a.repeat != once {
			return static{kind: listValue, elem: &s, attr: a}, true
		}
		return s, true
	}
	return static{}, false
}

// maxExported bounds an expression: instances are written in place of their names.
const maxExported = 64 << 10

// expr writes e. Operators have parentheses around each operand that is none.
func (w *exporter) expr(e *expr, c scope) (string, static) {
	text, s := w.bare(e, c)
	if len(text) > maxExported {
		w.fail(e.line, e.col, "the expression is too long when its instances are written into it")
		return "", s
	}
	if e.op != opName && e.op != opMember {
		s.ptr = ""
	}
	return text, s
}

func (w *exporter) operand(e *expr, c scope) (string, static) {
	text, s := w.expr(e, c)
	if e.op == opBinary || e.op == opChoose || e.op == opUnary {
		text = "(" + text + ")"
	}
	return text, s
}

func (w *exporter) bare(e *expr, c scope) (string, static) {
	if w.err != nil {
		return "", static{}
	}
	switch e.op {
	case opInt:
		return strconv.FormatInt(e.num, 10), static{kind: intValue}
	case opFloat:
		text := strconv.FormatFloat(e.real, 'f', -1, 64)
		if !strings.Contains(text, ".") {
			text += ".0"
		}
		return text, static{kind: floatValue}
	case opString:
		return w.quote(e.text), static{kind: textValue}
	case opBool:
		return strconv.FormatBool(e.num != 0), static{kind: boolValue}
	case opEnum:
		if h, local := c.typ.holder(e.enum); h != nil {
			return strconv.FormatInt(h.enumNames[local][e.text], 10), static{kind: intValue}
		}
	case opName:
		return w.named(e, c)
	case opList:
		return w.list(e, c)
	case opMember:
		return w.memberOf(e, c)
	case opIndex:
		l, s := w.operand(e.args[0], c)
		i, _ := w.expr(e.args[1], c)
		if s.kind == textValue {
			return w.call("at_byte", l, i), static{kind: intValue}
		}
		if s.kind == listValue && s.elem != nil {
			return w.convert(w.call("at", l, i), *s.elem), *s.elem
		}
	case opUnary:
		a, s := w.operand(e.args[0], c)
		switch e.text {
		case "~":
			return with(w.lang.invert, a), s
		case "not":
			return with(w.lang.not, a), s
		}
		return e.text + a, s
	case opChoose:
		return w.choose(e, c)
	case opBinary:
		return w.infix(e, c)
	}
	w.fail(e.line, e.col, "this expression has no equivalent in "+w.lang.name)
	return "", static{}
}

func (w *exporter) quote(s string) string {
	if w.lang == inGo {
		return strconv.Quote(s)
	}
	out := []byte{'"'}
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			out = append(out, '\\', c)
		case c >= ' ' && c < 0x7f:
			out = append(out, c)
		case w.lang.octal:
			d := strconv.Itoa(int(c))
			out = append(append(append(out, '\\'), "000"[len(d):]...), d...)
		default:
			const digits = "0123456789ABCDEF"
			out = append(out, '\\', 'x', digits[c>>4], digits[c&15])
		}
	}
	return string(append(out, '"'))
}

// call writes the call of a function that the preamble of the language has.
func (w *exporter) call(name string, args ...string) string {
	if w.lang == inImHex { // only at and at_byte are called there
		return args[0] + "[" + args[1] + "]"
	}
	if w.lang == inGo {
		name = strings.ToLower(camelCase(name)[:1]) + camelCase(name)[1:]
		args = append([]string{"m.r"}, args...)
	}
	return name + "(" + strings.Join(args, ", ") + ")"
}

// convert writes a field as what expressions have of it.
func (w *exporter) convert(text string, s static) string {
	if form := w.lang.converted[s.kind]; form != "" {
		return with(form, text)
	}
	return text
}

// field writes the field id of the object self of type t.
func (w *exporter) field(t *typeDef, self, id string) string {
	name := w.ids[t][id]
	if w.lang == inImHex {
		for _, a := range t.attrs {
			for _, b := range a.bits {
				if b.id == id {
					name = bitsName(a) + "." + name
				}
			}
		}
	}
	switch {
	case w.lang == inImHex && self == "":
		return name
	case w.lang == inLua && luaWords[name]:
		return self + "[" + strconv.Quote(name) + "]"
	}
	return self + "." + name
}

func (w *exporter) named(e *expr, c scope) (string, static) {
	object := func(field, imhex string, t *typeDef) (string, static) {
		self := c.self + "." + field
		switch {
		case t == nil:
			w.fail(e.line, e.col, e.text+" is of several types, which has no equivalent in "+w.lang.name)
		case w.lang == inImHex && c.self != "":
			self = c.self + "." + imhex
		case w.lang == inImHex:
			self = imhex
		case w.lang == inLua:
			self = c.self + "._" + field
		}
		s := static{kind: objectValue, typ: t}
		return w.convert(self, s), s
	}
	switch e.text {
	case "_":
		if c.as == "" {
			w.fail(e.line, e.col, "_ is nothing here")
		}
		return c.as, c.item
	case "_index":
		if c.index == "" {
			return "0", static{kind: intValue}
		}
		return c.index, static{kind: intValue}
	case "_root":
		if c.typ.top() != w.l.root {
			w.fail(e.line, e.col, "_root of a layout that is imported has no equivalent")
		}
		up := ""
		for t := c.typ; w.lang == inImHex && t != w.l.root; t = w.parents[t] {
			if t == nil {
				w.fail(e.line, e.col, "_root is reached from a type that several use, which has no equivalent in ImHex")
				break
			}
			up += ".parent"
		}
		if w.lang == inImHex && up == "" {
			return c.self, static{kind: objectValue, typ: w.l.root}
		}
		return object("root", strings.TrimPrefix(up, "."), w.l.root)
	case "_parent":
		return object("parent", "parent", w.parents[c.typ])
	case "_io":
		return c.self, static{kind: ioValue, typ: c.typ}
	}
	if s, ok := w.find(c.typ, e.text); ok {
		text := w.field(c.typ, c.self, e.text)
		if w.lang == inGo && s.attr != nil && s.attr.cond != nil && s.attr.repeat == once {
			s.ptr = text
			if optional(s.attr) {
				text = w.call("given", text)
			}
		}
		return w.convert(text, s), s
	}
	if v := c.typ.values[e.text]; v != nil {
		return w.instance(e, v, c)
	}
	w.fail(e.line, e.col, "there is no field “"+clip(e.text)+"” in the type “"+c.typ.name+"”")
	return "", static{}
}

// instance writes the expression of an instance in place of its name; in Go, the method of one that may be absent.
func (w *exporter) instance(e *expr, v *valueInstance, c scope) (string, static) {
	if w.deep++; w.deep > 16 {
		w.fail(e.line, e.col, "the instance “"+clip(e.text)+"” is computed from itself, or from too many others")
		return "", static{}
	}
	defer func() { w.deep-- }()
	own := scope{typ: c.typ, self: c.self}
	text, s := w.operand(v.expr, own)
	if v.cond == nil {
		return text, s
	}
	cond, _ := w.expr(v.cond, own)
	switch {
	case w.lang == inLua:
		text = "(function() if " + cond + " then return " + text + " end end)()"
	case w.lang == inGo && goValues[s.kind] != "":
		s.ptr = w.field(c.typ, c.self, e.text) + "()"
		text = w.call("given", s.ptr)
	default:
		w.fail(e.line, e.col, "“"+clip(e.text)+"” may be absent, which has no equivalent in "+w.lang.name)
	}
	return text, s
}

func (w *exporter) list(e *expr, c scope) (string, static) {
	var parts []string
	bytesOnly := true
	var b []byte
	elem := static{kind: intValue}
	for _, a := range e.args {
		text, s := w.expr(a, c)
		parts = append(parts, text)
		bytesOnly = bytesOnly && a.op == opInt && a.num >= 0 && a.num <= 255
		b = append(b, byte(a.num))
		elem = s
	}
	if bytesOnly {
		return w.quote(string(b)), static{kind: textValue}
	}
	text := strings.Join(parts, ", ")
	if w.lang.list == "" {
		w.fail(e.line, e.col, "lists of values have no equivalent in "+w.lang.name)
	}
	return with(strings.Replace(w.lang.list, "%", w.lang.values[elem.kind], 1), text), static{kind: listValue, elem: &elem}
}

func (w *exporter) memberOf(e *expr, c scope) (string, static) {
	v, s := w.operand(e.args[0], c)
	integer := static{kind: intValue}
	switch s.kind {
	case objectValue:
		if s.typ == nil {
			break
		}
		if e.text == "_io" {
			return v, static{kind: ioValue, typ: s.typ}
		}
		inner := *e
		inner.op, inner.args = opName, nil
		return w.named(&inner, scope{typ: s.typ, self: v})
	case ioValue:
		return w.stream(e, v)
	case textValue, listValue:
		switch {
		case e.text == "length" || e.text == "size":
			return w.length(v, s), integer
		case e.text == "to_s":
			return v, s
		case e.text == "to_i" && s.kind == textValue && w.lang.texts:
			base := "10"
			if len(e.args) > 1 {
				base, _ = w.expr(e.args[1], c)
			}
			return w.call("to_int", v, base), integer
		case e.text == "first" && s.kind == textValue:
			return w.call("at_byte", v, "0"), integer
		case e.text == "last" && s.kind == textValue:
			return w.call("at_byte", v, w.length(v, s)+" - 1"), integer
		case e.text == "first" && s.elem != nil:
			return w.convert(w.call("at", v, "0"), *s.elem), *s.elem
		case e.text == "last" && s.elem != nil:
			return w.convert(w.call("at", v, w.length(v, s)+" - 1"), *s.elem), *s.elem
		case e.text == "substring" && len(e.args) == 3 && w.lang.texts:
			a, _ := w.expr(e.args[1], c)
			b, _ := w.expr(e.args[2], c)
			return w.call("substring", v, a, b), s
		case e.text == "reverse" && s.kind == textValue && w.lang.texts:
			return w.call("reverse", v), s
		case (e.text == "min" || e.text == "max") && s.elem != nil && w.lang.texts:
			return w.convert(w.call(e.text+"_of", v), *s.elem), *s.elem
		}
	case intValue, boolValue, floatValue:
		switch {
		case e.text == "to_i" && s.kind == intValue:
			return v, s
		case e.text == "to_i" && w.lang.texts:
			return w.call(map[valueKind]string{boolValue: "bool_int", floatValue: "float_int"}[s.kind], v), integer
		case e.text == "to_s" && s.kind == intValue && w.lang.texts:
			return w.call("int_text", v), static{kind: textValue}
		}
	}
	w.fail(e.line, e.col, "“."+clip(e.text)+"” has no equivalent in "+w.lang.name+" here")
	return "", static{}
}

func (w *exporter) length(v string, s static) string {
	if s.kind == textValue && w.lang == inImHex {
		return w.textSize(v, s)
	}
	return with(w.lang.length, v)
}

// stream writes a member of _io of the object v.
func (w *exporter) stream(e *expr, v string) (string, static) {
	form := w.lang.stream.of(e.text)
	if form == "" {
		w.fail(e.line, e.col, "“_io."+clip(e.text)+"” has no equivalent")
		return "", static{}
	}
	if v == "" { // in ImHex, where an object is not named in its own type
		form = strings.ReplaceAll(form, "@.", "@")
	}
	kind := intValue
	if e.text == "eof" {
		kind = boolValue
	}
	return with(form, v), static{kind: kind}
}

func (w *exporter) choose(e *expr, c scope) (string, static) {
	cond, _ := w.expr(e.args[0], c)
	a, s := w.operand(e.args[1], c)
	b, s2 := w.operand(e.args[2], c)
	if s.kind == intValue && s2.kind == floatValue {
		s, a = s2, with(w.lang.floating, a)
	}
	return strings.NewReplacer("$1", cond, "$2", a, "$3", b, "%", w.lang.values[s.kind]).Replace(w.lang.choose), s
}

func (w *exporter) infix(e *expr, c scope) (string, static) {
	a, s := w.operand(e.args[0], c)
	b, s2 := w.operand(e.args[1], c)
	op := e.text
	comparing := false
	switch op {
	case "==", "!=", "<", "<=", ">", ">=":
		comparing = true
	}
	if s.kind != s2.kind && (s.kind == floatValue || s2.kind == floatValue) {
		a, b = with(w.lang.floating, a), with(w.lang.floating, b)
		s = static{kind: floatValue}
	}
	s.attr = nil
	switch {
	case op == "and" || op == "or":
		op = map[string]string{"and": w.lang.and, "or": w.lang.or}[op]
		return a + " " + op + " " + b, static{kind: boolValue}
	case comparing:
		if s.kind == listValue || s.kind == objectValue {
			break
		}
		switch {
		case op == "==":
			return absent(a+" == "+b, s, s2), static{kind: boolValue}
		case op == "!=" && s.ptr+s2.ptr != "":
			return "!(" + absent(a+" == "+b, s, s2) + ")", static{kind: boolValue}
		case op == "!=":
			op = w.lang.unequal
		}
		return a + " " + op + " " + b, static{kind: boolValue}
	case s.kind == textValue && op == "+" && w.lang.concat != "":
		return a + " " + w.lang.concat + " " + b, s
	case s.kind == floatValue && op != "%" && !strings.Contains("&|^<<>>", op):
		return a + " " + op + " " + b, s
	case s.kind != intValue || s2.kind != intValue:
	case w.lang.functions.of(op) != "":
		return w.call(w.lang.functions.of(op), a, b), s
	case op == "<<" || op == ">>":
		return a + " " + op + " " + with(w.lang.shift, b), s
	default:
		return a + " " + op + " " + b, s
	}
	w.fail(e.line, e.col, "“"+e.text+"” of these values has no equivalent in "+w.lang.name)
	return "", static{}
}

// absent writes in Go an equality of two values, of which an absent one equals no other.
func absent(equal string, a, b static) string {
	if a.ptr == "" {
		a, b = b, a
	}
	switch {
	case a.ptr == "":
		return equal
	case b.ptr == "":
		return a.ptr + " != nil && " + equal
	}
	return "(" + a.ptr + " == nil) == (" + b.ptr + " == nil) && (" + a.ptr + " == nil || " + equal + ")"
}

// test writes the condition that a value, written as text, is valid.
func (w *exporter) test(v validity, c scope) string {
	if v.op == "enum" {
		return ""
	}
	if v.op == "any" {
		all := ""
		for _, a := range v.expr.args {
			one := w.test(validity{"eq", a}, c)
			if all != "" {
				all += " " + w.lang.or + " "
			}
			all += one
		}
		return all
	}
	if v.op == "expr" {
		text, _ := w.expr(v.expr, c)
		return text
	}
	item := &expr{op: opName, text: "_", line: v.expr.line, col: v.expr.col}
	op := map[string]string{"eq": "==", "min": ">=", "max": "<="}[v.op]
	text, _ := w.expr(&expr{op: opBinary, text: op, args: []*expr{item, v.expr}, line: v.expr.line, col: v.expr.col}, c)
	return text
}
