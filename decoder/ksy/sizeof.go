package ksy

// A fixedSize is the number of bytes that a type has in every datagram.
type fixedSize struct {
	bytes int64
	known sizeState
}

type sizeState uint8

const (
	unmeasured sizeState = iota
	measuring            // also of a type that has itself in it
	measured
)

// maxFixed bounds sizes, so that they can be added.
const maxFixed = 1 << 31

// sizeOf puts the number in the place of sizeof<type> and of _sizeof; false for other expressions.
func (c *compiler) sizeOf(t *typeDef, e *expr) bool {
	var n int64
	var ok bool
	switch {
	case e.op == opSizeof:
		if kinds, _, number := numberType(e.text); number {
			n, ok = int64(kinds[0].Size()), true
		} else if u := t.find(e.text); u != nil {
			n, ok = u.size()
		}
	case e.op == opName && e.text == "_sizeof":
		n, ok = t.size()
	case e.op == opMember && e.text == "_sizeof":
		if u := t.typeOf(e.args[0]); u != nil {
			n, ok = u.size()
		} else if a := t.fieldOf(e.args[0]); a != nil {
			n, ok = a.bytes()
		}
	default:
		return false
	}
	if !ok {
		c.fail(&node{line: e.line, col: e.col}, "the size is not the same in every datagram, or not known before it is read")
	}
	*e = expr{op: opInt, num: n, line: e.line, col: e.col}
	return true
}

// fieldOf returns the field that an expression in t names.
func (t *typeDef) fieldOf(e *expr) *attr {
	if e.op == opMember {
		if t = t.typeOf(e.args[0]); t == nil {
			return nil
		}
	} else if e.op != opName {
		return nil
	}
	for _, a := range t.attrs {
		if a.id == e.text && a.kind != bitsAttr && a.repeat == once {
			return a
		}
	}
	return nil
}

// typeOf returns the type of the object that an expression in t names, unless the field has a size of its own.
func (t *typeDef) typeOf(e *expr) *typeDef {
	if e.op == opName && e.text == "_root" {
		return t.top()
	}
	if a := t.fieldOf(e); a != nil {
		return a.user
	}
	return nil
}

func (t *typeDef) size() (int64, bool) {
	if t.fixed.known == unmeasured {
		t.fixed.known = measuring
		for _, a := range t.attrs {
			n, ok := a.bytes()
			if !ok || a.cond != nil || a.repeat != once && (a.repeat != byExpr || a.times.op != opInt) {
				return 0, false
			}
			if a.repeat == byExpr {
				n *= min(max(0, a.times.num), maxFixed)
			}
			if t.fixed.bytes += n; t.fixed.bytes > maxFixed {
				return 0, false
			}
		}
		t.fixed.known = measured
	}
	return t.fixed.bytes, t.fixed.known == measured
}

// bytes returns the bytes of a once.
func (a *attr) bytes() (int64, bool) {
	switch {
	case a.kind == numberAttr:
		return int64(a.num.Size()), true
	case a.kind == constAttr:
		return int64(len(a.contents)), true
	case a.kind == bitsAttr:
		return int64((bitWidth(a.bits) + 7) / 8), true
	case a.size != nil:
		return min(a.size.num, maxFixed), a.size.op == opInt && a.size.num >= 0
	case a.kind == userAttr && !a.toEnd:
		return a.user.size()
	}
	return 0, false
}
