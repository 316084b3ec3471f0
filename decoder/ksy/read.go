package ksy

import (
	"math"

	"fragscope/decoder/wire"
)

// Problems of datagrams that a layout describes.
var (
	ProblemInvalid = wire.ProblemInfo{Code: "layout-value-invalid", Severity: wire.SeverityWarning,
		Message: "{field} is not what the layout allows.",
		Advice:  "The datagram is of another kind, or the layout allows too little: see valid in it.",
		Story: "A layout may say which values a field can have. One that it does not allow is shown, and reading " +
			"goes on.", Source: "protocol/SPEC.md#problems"}
	ProblemInvalidBits = wire.ProblemInfo{Code: "layout-bits-invalid", Severity: wire.SeverityWarning,
		Message: "Bits {xa} of {field} are {b}, which the layout does not allow.",
		Advice:  "The datagram is of another kind, or the layout allows too little: see valid in it.",
		Source:  "protocol/SPEC.md#problems"}
	ProblemExpression = wire.ProblemInfo{Code: "layout-expression", Severity: wire.SeverityError,
		Message: "What the layout computes for {field} has no value here.",
		Advice: "A field that it uses was not read, a number is negative or has more than 64 bits, or a division is " +
			"by 0: look at the size, if or repeat of the field.",
		Story:  "Sizes, conditions and repetitions of a layout are computed from fields that were read before.",
		Source: "protocol/SPEC.md#problems"}
	ProblemTerminator = wire.ProblemInfo{Code: "layout-terminator-missing", Severity: wire.SeverityError,
		Message: "{field} has no terminator {xa} before the end.",
		Advice:  "The datagram is cut, or is of another kind.", Source: "protocol/SPEC.md#problems"}
	ProblemLimit = wire.ProblemInfo{Code: "layout-limit", Severity: wire.SeverityError,
		Message: "The layout needs more steps than the {a} that {b} bytes are worth.",
		Advice:  "It repeats fields without bytes, or computes much for each byte; reading stopped here.",
		Story: "Time and memory are linear in the datagram, whatever a layout says: there are so many steps for each " +
			"byte, and types are nested up to a limit.", Source: "protocol/SPEC.md#problems"}
)

// Problems lists them, for explain.
var Problems = []*wire.ProblemInfo{&ProblemInvalid, &ProblemInvalidBits, &ProblemExpression, &ProblemTerminator,
	&ProblemLimit}

// What a datagram may take.
const (
	stepsPerByte = 256
	stepsAtLeast = 20000
	maxReadNest  = 48
)

// A reading reads one datagram.
type reading struct {
	l     *Layout
	r     *wire.Reader
	root  *object
	item  value // _
	index int   // _index
	steps int
	total int
	nest  int
	deep  int
}

// Read reads what is left in r as l describes it.
func (l *Layout) Read(r *wire.Reader) *wire.MessageInfo {
	n := r.Left()
	d := &reading{l: l, r: r, steps: stepsAtLeast + stepsPerByte*n, total: stepsAtLeast + stepsPerByte*n}
	r.UTF8 = r.UTF8 || l.utf8
	r.SetMessage(&l.info)
	d.root = &object{typ: l.root, from: r.Pos, end: r.End}
	d.object(d.root)
	return &l.info
}

// Decode reads p, a payload.
func (l *Layout) Decode(p []byte) *wire.Message {
	var r wire.Reader
	opts := wire.Options{}
	r.Start(p, 0, len(p), &opts)
	info := l.Read(&r)
	r.Close()
	m := &wire.Message{Info: info, Confidence: wire.Likely, Frame: wire.Frame{Link: wire.LinkNone, End: len(p)}}
	r.Fill(m)
	return m
}

// Fits reports whether p is as l describes it: all constants and valid values
// are there, nothing is missing and nothing is left.
func (l *Layout) Fits(p []byte) bool {
	m := l.Decode(p)
	for i := range m.Problems {
		if m.Problems[i].Info.Severity >= wire.SeverityWarning {
			return false
		}
	}
	return len(p) > 0
}

// Count returns the number of types, the root among them, and that of their fields.
func (l *Layout) Count() (types, fields int) {
	for t := range l.eachType {
		types++
		for _, a := range t.attrs {
			fields += max(1, len(a.bits))
		}
	}
	return types, fields
}

// Decides reports whether constants and valid values of l tell its datagrams from others.
func (l *Layout) Decides() bool { return l.fixed >= 2 }

// object reads the fields of o.
func (d *reading) object(o *object) {
	if d.deep++; d.deep > maxReadNest {
		d.limit()
	}
	for _, a := range o.typ.attrs {
		if d.r.Stopped {
			break
		}
		d.attr(a, o)
	}
	d.deep--
}

func (d *reading) limit() {
	if !d.r.Stopped {
		d.r.Problem(&ProblemLimit, d.r.Pos, 0, uint64(d.total), uint64(len(d.r.Data)))
		d.r.Stopped = true
	}
}

// stop says that what a needs cannot be computed.
func (d *reading) stop(a *attr) {
	switch {
	case d.r.Stopped:
	case d.steps < 0:
		d.limit()
	default:
		d.r.Problem(&ProblemExpression, d.r.Pos, d.r.Left(), 0, 0)
		d.r.Stopped = true
		if n := d.r.Left(); n > 0 {
			d.r.Leaf(a.def, wire.KindUnknown, n, wire.FlagRaw)
		}
	}
}

func (d *reading) attr(a *attr, o *object) {
	if d.steps--; d.steps < 0 {
		d.limit()
		return
	}
	if a.cond != nil {
		c, ok := d.eval(a.cond, o)
		if !ok || c.kind != boolValue {
			d.stop(a)
			return
		}
		if c.num == 0 {
			o.set(a.id, value{kind: absentValue})
			return
		}
	}
	if a.repeat == once {
		v := d.one(a, o, 0)
		d.keep(a, o, v)
		return
	}
	list := value{kind: listValue}
	times := int64(-1)
	if a.repeat == byExpr {
		n, ok := d.eval(a.times, o)
		if !ok || n.kind != intValue {
			d.stop(a)
			return
		}
		times = max(0, n.num) // -1 is how many formats write that there is no list
	}
	saved := d.index
	for i := 0; !d.r.Stopped; i++ {
		if a.repeat == toEOS && d.r.Pos >= d.r.End || times >= 0 && int64(i) >= times {
			break
		}
		if d.steps -= 4; d.steps < 0 {
			d.limit()
			break
		}
		d.index = i
		from := d.r.Pos
		v := d.one(a, o, i)
		if d.r.Pos == from { // each is a field as well: no more of them than bytes
			d.steps -= stepsPerByte
		}
		list.list = append(list.list, v)
		o.set(a.id, list)
		if a.repeat == untilExpr && !d.r.Stopped {
			before := d.item
			d.item = v
			end, ok := d.eval(a.times, o)
			d.item = before
			if !ok || end.kind != boolValue {
				d.stop(a)
				break
			}
			if end.num != 0 {
				break
			}
		}
	}
	d.index = saved
	o.set(a.id, list)
}

// keep keeps the value of a for expressions.
func (d *reading) keep(a *attr, o *object, v value) {
	if a.kind != bitsAttr {
		o.set(a.id, v)
	}
}

// one reads a once; i counts repetitions.
func (d *reading) one(a *attr, o *object, i int) value {
	r := d.r
	at := len(r.Fields)
	var v value
	switch a.kind {
	case numberAttr:
		size := a.num.Size()
		if !r.Has(a.def, size) {
			return value{}
		}
		n := wire.ReadNumber(a.num, r.Data[r.Pos:])
		r.Add(a.def, a.num, size, n)
		r.Check(a.def, n)
		v = number(int64(n))
		switch {
		case a.num.Float() && size == 8:
			v = value{kind: floatValue, real: math.Float64frombits(n)}
		case a.num.Float():
			v = value{kind: floatValue, real: float64(math.Float32frombits(uint32(n)))}
		case !a.num.Signed() && n >= 1<<63:
			v = value{kind: floatValue, real: float64(n)} // has more than expressions can compute with exactly
		}
	case constAttr:
		r.Constant(a.def, a.contents)
		v = value{kind: textValue, text: []byte(a.contents)}
	case textAttr, bytesAttr:
		v = d.bytes(a, o)
	case bitsAttr:
		d.bits(a, o)
	case userAttr:
		v = d.user(a, o, i)
	case switchAttr:
		return d.choose(a, o, i)
	}
	if !r.Stopped && at < len(r.Fields) && !d.allowed(a.valid, a.def.Symbols, a, o, v) {
		f := &r.Fields[at]
		r.Problem(&ProblemInvalid, int(f.Offset), int(f.Length), 0, 0)
	}
	return v
}

// allowed reports whether v is valid; also when that cannot be computed, which it reports.
func (d *reading) allowed(list []validity, names *wire.Symbols, a *attr, o *object, v value) bool {
	before := d.item
	d.item = v
	defer func() { d.item = before }()
	for _, x := range list {
		good := true
		if x.op == "enum" {
			good = names.Lookup(uint64(v.num)) != nil
		} else {
			w, ok := d.eval(x.expr, o)
			if !ok {
				d.stop(a)
				return true
			}
			switch x.op {
			case "expr":
				good = w.kind == boolValue && w.num != 0
			case "any":
				good = false
				for _, y := range w.list {
					c, ok := compare(v, y)
					good = good || ok && c == 0
				}
			default:
				c, ok := compare(v, w)
				good = ok && (x.op == "eq" && c == 0 || x.op == "min" && c >= 0 || x.op == "max" && c <= 0)
			}
		}
		if !good {
			return false
		}
	}
	return true
}

// bits reads a run of bits.
func (d *reading) bits(a *attr, o *object) {
	size := (bitWidth(a.bits) + 7) / 8
	if !d.r.Has(a.def, size) {
		return
	}
	var n uint64
	for i, c := range d.r.Data[d.r.Pos : d.r.Pos+size] {
		if a.low {
			n |= uint64(c) << (8 * i)
		} else {
			n = n<<8 | uint64(c)
		}
	}
	d.r.Add(a.def, a.num, size, n)
	for i, b := range a.bits {
		mask := uint64(1)<<b.width - 1
		v := number(int64(n >> a.shift(i) & mask))
		if b.width == 1 {
			v.kind = boolValue
		}
		o.set(b.id, v)
		if !d.allowed(b.valid, b.names, a, o, v) {
			d.r.Problem(&ProblemInvalidBits, d.r.Pos-size, size, mask<<a.shift(i), uint64(v.num))
		}
	}
}

// user reads a part of a type of its own, in as many bytes as its size says.
func (d *reading) user(a *attr, o *object, i int) value {
	r := d.r
	limit, ok := d.size(a, o)
	if !ok {
		return value{}
	}
	if limit < 0 && a.toEnd {
		limit = r.Left()
	}
	x := &object{typ: a.user, parent: o, from: o.from, end: o.end}
	for k, e := range a.args {
		v, ok := d.eval(e, o)
		if !ok {
			d.stop(a)
			return value{}
		}
		x.set(a.user.params[k], v)
	}
	g := r.Begin(a.def, i)
	if limit < 0 {
		if d.deep++; d.deep > maxReadNest {
			d.limit()
		}
		d.object(x)
		d.deep--
		r.Done(g)
		return value{kind: objectValue, obj: x}
	}
	before := r.End
	r.End = r.Pos + limit
	x.from, x.end = r.Pos, r.End
	d.object(x)
	if n := r.Left(); n > 0 && !r.Stopped {
		r.Add(a.padding, wire.KindPadding, n, 0)
	}
	r.End = before
	r.Done(g)
	return value{kind: objectValue, obj: x}
}

// choose reads a as the case says that its switch-on has.
func (d *reading) choose(a *attr, o *object, i int) value {
	on, ok := d.eval(a.on, o)
	if !ok {
		d.stop(a)
		return value{}
	}
	as := a.otherwise
	for k := range a.cases {
		v, ok := d.eval(a.cases[k].value, o)
		if !ok {
			d.stop(a)
			return value{}
		}
		if c, ok := compare(on, v); ok && c == 0 {
			as = a.cases[k].as
			break
		}
	}
	if as == nil {
		if a.size == nil && !a.toEnd && a.term < 0 {
			return value{}
		}
		plain := *a
		def := *a.def
		def.Kind = wire.KindBytes
		plain.kind, plain.def = bytesAttr, &def
		as = &plain
	}
	return d.one(as, o, i)
}
