package ksy

import "bytes"

// A value is what an expression has.
type value struct {
	kind valueKind
	num  int64 // of an integer, or 1 for true
	real float64
	text []byte
	// A text has characters in UTF-8; without this set its parts are bytes.
	chars bool
	list  []value
	obj   *object
}

type valueKind uint8

const (
	noValue valueKind = iota
	intValue
	floatValue
	boolValue
	textValue
	listValue
	objectValue
	ioValue
	absentValue // of a field whose condition is false: it equals no other value
)

// An object is a type that is read, with the values of its fields so far.
type object struct {
	typ    *typeDef
	parent *object
	names  []string
	values []value
	from   int // of its stream
	end    int
	busy   int // value instances that are being computed
}

func (o *object) set(name string, v value) {
	for i, n := range o.names {
		if n == name {
			o.values[i] = v
			return
		}
	}
	o.names, o.values = append(o.names, name), append(o.values, v)
}

func (o *object) get(name string) (value, bool) {
	for i, n := range o.names {
		if n == name {
			return o.values[i], true
		}
	}
	return value{}, false
}

func number(v int64) value { return value{kind: intValue, num: v} }

func truth(b bool) value {
	v := value{kind: boolValue}
	if b {
		v.num = 1
	}
	return v
}

// eval returns the value of e for the fields of o; ok is false where it has none.
func (d *reading) eval(e *expr, o *object) (value, bool) {
	if d.steps--; d.steps < 0 || d.nest > maxExprNest {
		return value{}, false
	}
	d.nest++
	defer func() { d.nest-- }()
	switch e.op {
	case opInt:
		return number(e.num), true
	case opFloat:
		return value{kind: floatValue, real: e.real}, true
	case opString:
		d.steps -= len(e.text) / 64
		return value{kind: textValue, text: []byte(e.text), chars: true}, true
	case opBool:
		return truth(e.num != 0), true
	case opEnum:
		if h, local := o.typ.holder(e.enum); h != nil {
			if v, ok := h.enumNames[local][e.text]; ok {
				return number(v), true
			}
		}
		return value{}, false
	case opName:
		return d.name(e.text, o)
	case opList:
		l := value{kind: listValue}
		bytesOnly := true
		for _, a := range e.args {
			v, ok := d.eval(a, o)
			if !ok {
				return value{}, false
			}
			bytesOnly = bytesOnly && v.kind == intValue && v.num >= 0 && v.num <= 255
			l.list = append(l.list, v)
		}
		if bytesOnly {
			for _, v := range l.list {
				l.text = append(l.text, byte(v.num))
			}
		}
		return l, true
	case opChoose:
		c, ok := d.eval(e.args[0], o)
		if !ok || c.kind != boolValue {
			return value{}, false
		}
		return d.eval(e.args[2-c.num], o)
	case opMember:
		return d.member(e, o)
	case opIndex:
		l, ok := d.eval(e.args[0], o)
		i, ok2 := d.eval(e.args[1], o)
		switch {
		case !ok || !ok2 || i.kind != intValue || i.num < 0:
		case l.kind == listValue && i.num < int64(len(l.list)):
			return l.list[i.num], true
		case l.kind == textValue && i.num < int64(len(l.text)):
			return number(int64(l.text[i.num])), true
		}
		return value{}, false
	case opUnary:
		v, ok := d.eval(e.args[0], o)
		switch {
		case !ok:
		case e.text == "not" && v.kind == boolValue:
			return truth(v.num == 0), true
		case e.text == "-" && v.kind == intValue:
			return number(-v.num), true
		case e.text == "-" && v.kind == floatValue:
			v.real = -v.real
			return v, true
		case e.text == "~" && v.kind == intValue:
			return number(^v.num), true
		}
		return value{}, false
	}
	return d.binary(e, o)
}

// name returns the field, instance or special name.
func (d *reading) name(name string, o *object) (value, bool) {
	switch name {
	case "_":
		return d.item, d.item.kind != noValue
	case "_index":
		return number(int64(d.index)), true
	case "_root":
		top := o.typ.top()
		for o.parent != nil && o.parent.typ.top() == top {
			o = o.parent
		}
		return value{kind: objectValue, obj: o}, true
	case "_parent":
		return value{kind: objectValue, obj: o.parent}, o.parent != nil
	case "_io":
		return value{kind: ioValue, obj: o}, true
	}
	if v, ok := o.get(name); ok {
		return v, v.kind != noValue
	}
	x := o.typ.values[name]
	if x == nil || o.busy > maxNest {
		return value{}, false
	}
	o.busy++
	defer func() { o.busy-- }()
	if x.cond != nil {
		if c, ok := d.eval(x.cond, o); !ok || c.kind != boolValue {
			return value{}, false
		} else if c.num == 0 {
			return value{kind: absentValue}, true
		}
	}
	return d.eval(x.expr, o)
}

// compare returns the order of two values of one kind.
func compare(a, b value) (int, bool) {
	if a.kind == listValue && b.kind == textValue {
		a.kind = textValue
	}
	if b.kind == listValue && a.kind == textValue {
		b.kind = textValue
	}
	switch {
	case a.kind == textValue && b.kind == textValue:
		return bytes.Compare(a.text, b.text), true
	case (a.kind == intValue || a.kind == boolValue) && a.kind == b.kind:
		switch {
		case a.num < b.num:
			return -1, true
		case a.num > b.num:
			return 1, true
		}
		return 0, true
	}
	x, ok := a.float()
	y, ok2 := b.float()
	switch {
	case !ok || !ok2:
		return 0, false
	case x < y:
		return -1, true
	case x > y:
		return 1, true
	}
	return 0, x == y
}

func (v *value) float() (float64, bool) {
	switch v.kind {
	case intValue:
		return float64(v.num), true
	case floatValue:
		return v.real, true
	}
	return 0, false
}

func (d *reading) binary(e *expr, o *object) (value, bool) {
	a, ok := d.eval(e.args[0], o)
	if !ok {
		return value{}, false
	}
	d.steps -= len(a.text) / 64
	if e.text == "and" || e.text == "or" {
		if a.kind != boolValue || (a.num == 0) == (e.text == "and") {
			return a, a.kind == boolValue
		}
		b, ok := d.eval(e.args[1], o)
		return b, ok && b.kind == boolValue
	}
	b, ok := d.eval(e.args[1], o)
	if !ok {
		return value{}, false
	}
	switch e.text {
	case "==", "!=", "<", "<=", ">", ">=":
		c, ok := compare(a, b)
		if a.kind == absentValue || b.kind == absentValue {
			c, ok = 1, e.text == "==" || e.text == "!="
			if a.kind == b.kind {
				c = 0
			}
		}
		if !ok {
			return value{}, false
		}
		switch e.text {
		case "==":
			return truth(c == 0), true
		case "!=":
			return truth(c != 0), true
		case "<":
			return truth(c < 0), true
		case "<=":
			return truth(c <= 0), true
		case ">":
			return truth(c > 0), true
		}
		return truth(c >= 0), true
	}
	if a.kind == textValue && b.kind == textValue && e.text == "+" {
		if len(a.text)+len(b.text) > 4096 {
			return value{}, false
		}
		return value{kind: textValue, text: append(bytes.Clone(a.text), b.text...), chars: a.chars}, true
	}
	if a.kind == intValue && b.kind == intValue {
		return integers(e.text, a.num, b.num)
	}
	x, ok := a.float()
	y, ok2 := b.float()
	if !ok || !ok2 {
		return value{}, false
	}
	switch e.text {
	case "+":
		x += y
	case "-":
		x -= y
	case "*":
		x *= y
	case "/":
		x /= y
	default:
		return value{}, false
	}
	return value{kind: floatValue, real: x}, x == x
}

// integers computes with 64 bits; a result that has more, and a division by 0, have no value.
func integers(op string, a, b int64) (value, bool) {
	switch op {
	case "+":
		s := a + b
		return number(s), (s > a) == (b > 0)
	case "-":
		s := a - b
		return number(s), (s < a) == (b > 0)
	case "*":
		if a == 0 || b == 0 {
			return number(0), true
		}
		p := a * b
		return number(p), p/b == a && !(a == -1 && b == -1<<63) && !(b == -1 && a == -1<<63)
	case "/":
		if b == 0 || b == -1 && a == -1<<63 {
			return value{}, false
		}
		q := a / b
		if a%b != 0 && (a < 0) != (b < 0) {
			q-- // towards minus infinity
		}
		return number(q), true
	case "%":
		if b <= 0 {
			return value{}, false
		}
		m := a % b
		if m < 0 {
			m += b
		}
		return number(m), true
	case "&":
		return number(a & b), true
	case "|":
		return number(a | b), true
	case "^":
		return number(a ^ b), true
	case "<<":
		if b < 0 || b > 63 {
			return value{}, false
		}
		return number(a << b), true
	case ">>":
		if b < 0 || b > 63 {
			return value{}, false
		}
		return number(a >> b), true
	}
	return value{}, false
}
