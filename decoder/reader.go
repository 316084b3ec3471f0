package decoder

import (
	"math"
)

// maxProblems bounds the problems of one message: a hostile datagram can be
// odd at every byte, and nobody reads the hundredth sentence.
const maxProblems = 100

// maxDepth bounds the nesting of groups.
const maxDepth = 16

// A layout is a run of fields in wire order, read one after the other.
type layout []FieldDef

// A reader walks through a datagram and records a field with every value that
// it reads: no byte is passed without a field, so the fields tile the datagram
// by construction. The first read that does not fit says so and stops the
// reader; every later read then does nothing, so a protocol's code needs no
// error handling of its own.
type reader struct {
	data     []byte // the whole datagram
	pos      int    // next byte
	end      int    // reading stops here
	depth    uint8
	stopped  bool  // a read did not fit
	marks    Marks // put on every field that is recorded
	fields   []Field
	problems []Problem
	opts     *Options
	carried  func(*reader) (*MessageInfo, Confidence) // decodes what a frame carries
	info     *MessageInfo
	colours  ColourStyle
	standing standing
	ends     textEnds // of the texts ahead, where a quick file found them
}

// start makes r ready for the payload p[from:to].
func (r *reader) start(p []byte, from, to int, opts *Options) {
	// Some reads take eight bytes where the memory has them, be they more than
	// the text: what lies behind p is the caller's, and may change meanwhile.
	r.data, r.pos, r.end = p[:len(p):len(p)], from, to
	r.depth, r.stopped, r.marks, r.colours, r.standing = 0, false, 0, 0, standing{}
	r.fields, r.problems, r.opts, r.info = r.fields[:0], r.problems[:0], opts, nil
	r.ends.ready()
}

// handOver gives m what was read.
func (r *reader) handOver(m *Message) {
	m.Data, m.Fields, m.Problems, m.Colours, m.standing, m.runs = r.data, r.fields, r.problems, r.colours, r.standing, r.ends.noted()
}

// decodeAs decodes b, a payload, as what opts say of a message of p.
func (p *protocol) decodeAs(b []byte, opts Options) *Message {
	var r reader
	r.start(b, 0, len(b), &opts)
	m := &Message{stream: opts.Stream, Frame: Frame{Link: LinkNone, End: len(b)}}
	_, m.Confidence = p.recognise(b, &opts)
	r.say(&unknownMessage)
	p.decode(&r, opts.From)
	m.Info = r.info
	r.finish()
	r.handOver(m)
	return m
}

// say records which message this is. It is a call because in a browser's code
// the check of r and the garbage collector's part of a store take more room.
//
//go:noinline
func (r *reader) say(info *MessageInfo) { r.info = info }

// left returns the number of bytes that can still be read.
func (r *reader) left() int { return r.end - r.pos }

// more reports whether there is something left to read.
//
//go:noinline
func (r *reader) more() bool { return !r.stopped && r.pos < r.end }

// rest returns the bytes that can still be read.
//
//go:noinline
func (r *reader) rest() []byte { return r.data[r.pos:r.end] }

// peek returns the byte n after the next, or 0 past the end.
//
//go:noinline
func (r *reader) peek(n int) byte {
	if r.pos+n >= r.end {
		return 0
	}
	return r.data[r.pos+n]
}

// add records a field of n bytes at the current place and passes it. It writes
// each member in place: a Field put together elsewhere and copied costs three
// times as much, because the copy has to wait for the narrow stores.
//
//go:noinline
func (r *reader) add(d *FieldDef, k Kind, n int, value uint64) *Field {
	i := len(r.fields)
	if i == cap(r.fields) {
		r.fields = append(r.fields, Field{})
	} else {
		r.fields = r.fields[:i+1]
	}
	f := &r.fields[i]
	f.Def, f.Value = d, value
	f.Offset, f.Length = uint32(r.pos), uint32(n)
	f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = k, r.depth, 0, 0, r.marks
	r.pos += n
	return f
}

// leaf is add for a field without a value, with marks.
//
//go:noinline
func (r *reader) leaf(d *FieldDef, k Kind, n int, marks Marks) {
	r.add(d, k, n, 0).Marks |= marks
}

// problem records a problem of the range [offset, offset+length). It is rare
// and called from many places: inlined it would double the size of some readers.
//
//go:noinline
func (r *reader) problem(p *ProblemInfo, offset, length int, a, b uint64) {
	if len(r.problems) >= maxProblems {
		if len(r.problems) == maxProblems {
			r.problems = append(r.problems, Problem{Info: &problemTooMany, Offset: uint32(offset), A: maxProblems})
		}
		return
	}
	r.problems = append(r.problems, Problem{Info: p, Offset: uint32(offset), Length: uint32(length), A: a, B: b})
}

// longName says that a name, which was read at offset at, is cut wherever it
// is shown with its values.
func (r *reader) longName(at int, name []byte) {
	if len(name) > maxName && !r.stopped {
		r.problem(&problemNameCut, at, len(name), uint64(len(name)), maxName)
	}
}

// cut stops the reader because d needs n bytes and fewer are left. They become
// a field of their own that says so.
func (r *reader) cut(d *FieldDef, n int) {
	if r.stopped {
		return
	}
	have := r.left()
	r.problem(&problemCut, r.pos, have, uint64(n), uint64(have))
	r.stopped = true
	if have > 0 {
		r.leaf(d, KindUnknown, have, MarkCut|MarkRaw)
	}
}

// has reports whether n more bytes can be read, and stops the reader if not.
//
//go:noinline
func (r *reader) has(d *FieldDef, n int) bool {
	if r.stopped {
		return false
	}
	if r.end-r.pos < n {
		r.cut(d, n)
		return false
	}
	return true
}

// read reads a run of fields in wire order.
//
//go:noinline
func (r *reader) read(l layout) {
	for {
		if l = l[r.regular(l):]; len(l) == 0 || r.stopped {
			return
		}
		r.field(&l[0])
		l = l[1:]
	}
}

// regular reads the fields at the beginning of l as long as they are what they
// nearly always are, and returns how many it has read: numbers of 32 bits, and
// strings of plain letters behind a length of one byte. It makes room for all
// of them at once and calls nothing for a field, which is what lists of
// hundreds of rules and players spend their time with.
func (r *reader) regular(l layout) int {
	if r.stopped {
		return 0
	}
	n := len(r.fields)
	for cap(r.fields)-n < 2*len(l) {
		r.fields = append(r.fields[:cap(r.fields)], Field{})[:n]
	}
	room := r.fields[n : n+2*len(l)]
	data, pos, depth, marks := r.data[:r.end], r.pos, r.depth, r.marks
	read, k := 0, 0
fields:
	for ; read < len(l) && k+1 < len(room) && pos < len(data); read++ {
		d, f := &l[read], &room[k]
		switch d.Kind {
		case KindU32LE, KindI32LE:
			if len(data)-pos < 4 {
				break fields
			}
			v := uint64(le32(data[pos:]))
			if d.AtMost != 0 && v > uint64(d.AtMost) || d.Symbols != nil && !d.Symbols.Loose && (v != 0 || !d.Symbols.Flags) {
				break fields
			}
			if d.Kind == KindI32LE {
				v = uint64(int32(v))
			}
			f.Def, f.Value, f.Offset, f.Length = d, v, uint32(pos), 4
			f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = d.Kind, depth, 0, 0, marks
			pos += 4
			k++
		case KindCompact:
			v := data[pos]
			if v >= 0x40 || d.AtMost != 0 && uint32(v) > d.AtMost || d.Symbols != nil {
				break fields
			}
			f.Def, f.Value, f.Offset, f.Length = d, uint64(v), uint32(pos), 1
			f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = KindCompact, depth, 0, 0, marks
			pos++
			k++
		case KindText:
			size := int(data[pos])
			if size >= 0x40 || len(data)-pos <= size || size > 0 && (data[pos+size] != 0 || !plainASCII(data[pos+1:pos+size])) {
				break fields
			}
			f.Def, f.Value, f.Offset, f.Length = d, uint64(size), uint32(pos), 1
			f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = KindCompact, depth, 0, 0, marks|MarkLength
			f = &room[k+1]
			f.Def, f.Value, f.Offset, f.Length = d, 0, uint32(pos+1), uint32(size)
			f.Kind, f.Depth, f.Lead, f.Trail, f.Marks = KindText, depth, 0, min(uint8(size), 1), marks
			pos += 1 + size
			k += 2
		default:
			break fields
		}
	}
	r.fields, r.pos = r.fields[:n+k], pos
	return read
}

// field reads the field that d describes and returns its value: a number as
// in Field.Value, for other kinds 0.
func (r *reader) field(d *FieldDef) uint64 {
	switch d.Kind {
	case KindU32LE:
		if r.stopped || r.end-r.pos < 4 {
			r.cut(d, 4)
			return 0
		}
		v := uint64(le32(r.data[r.pos:]))
		r.add(d, KindU32LE, 4, v)
		if d.AtMost != 0 || d.Symbols != nil {
			r.check(d, v)
		}
		return v
	case KindText:
		r.fstring(d)
		return 0
	case KindCompact:
		return uint64(r.compact(d))
	}
	return r.number(d)
}

// number reads a number, address or other value of fixed size.
func (r *reader) number(d *FieldDef) uint64 {
	n := d.Kind.Size()
	if r.stopped || r.end-r.pos < n {
		r.cut(d, n)
		return 0
	}
	b := r.data[r.pos : r.pos+n]
	var v uint64
	if n == 1 {
		v = uint64(b[0])
	} else {
		v = readNumber(d.Kind, b)
	}
	r.add(d, d.Kind, n, v)
	if d.AtMost != 0 || d.Symbols != nil {
		r.check(d, v)
	}
	return v
}

// readNumber reads the value of a fixed-size kind; addresses have none.
//
//go:noinline
func readNumber(k Kind, b []byte) uint64 {
	n := k.Size()
	if n > 8 || k == KindMAC {
		return 0
	}
	var v uint64
	little := k == KindU16LE || k == KindU32LE || k == KindU64LE || k == KindI32LE || k == KindF32LE
	for i, c := range b[:n] {
		if little {
			v |= uint64(c) << (8 * i)
		} else {
			v = v<<8 | uint64(c)
		}
	}
	if k == KindI32LE || k == KindI32BE {
		return uint64(int64(int32(v)))
	}
	return v
}

// appendNumber is the reverse of readNumber.
func appendNumber(dst []byte, k Kind, v uint64) []byte {
	switch k {
	case KindU8:
		return append(dst, byte(v))
	case KindU16LE:
		return appendLE16(dst, uint16(v))
	case KindU16BE:
		return appendBE16(dst, uint16(v))
	case KindU24BE:
		return append(dst, byte(v>>16), byte(v>>8), byte(v))
	case KindU32LE, KindI32LE, KindF32LE:
		return appendLE32(dst, uint32(v))
	case KindU32BE, KindI32BE, KindF32BE, KindIPv4:
		return appendBE32(dst, uint32(v))
	case KindU64LE:
		return appendLE64(dst, v)
	}
	return appendBE64(dst, v)
}

// float returns the value of a floating-point field.
func (f *Field) float() float64 {
	if f.Kind == KindF64BE {
		return math.Float64frombits(f.Value)
	}
	return float64(math.Float32frombits(uint32(f.Value)))
}

// check records what is odd about the number v that was just read.
func (r *reader) check(d *FieldDef, v uint64) {
	if d.AtMost != 0 && v > uint64(d.AtMost) {
		f := &r.fields[len(r.fields)-1]
		p := &problemImplausible
		if f.Kind.Signed() && int64(v) < 0 {
			p = &problemNegative
		}
		r.problem(p, int(f.Offset), int(f.Length), v, uint64(d.AtMost))
	}
	if d.Symbols != nil {
		r.checkSymbol(d, v)
	}
}

func (r *reader) checkSymbol(d *FieldDef, v uint64) {
	s := d.Symbols
	if s.Loose || s.Flags && (v == 0 || v&^s.Known() == 0) || !s.Flags && s.Lookup(v) != nil {
		return
	}
	f := &r.fields[len(r.fields)-1]
	if s.Flags {
		v &^= s.Known()
	}
	r.problem(&problemSymbol, int(f.Offset), int(f.Length), v, 0)
}

// bytes reads n bytes whose meaning d gives as a whole (an id, unknown bytes).
func (r *reader) bytes(d *FieldDef, n int) []byte {
	if !r.has(d, n) {
		return nil
	}
	b := r.data[r.pos : r.pos+n]
	r.add(d, d.Kind, n, 0)
	return b
}

// constant reads bytes that are always the same and says when they are not.
func (r *reader) constant(d *FieldDef, want string) {
	if !r.has(d, len(want)) {
		return
	}
	if string(r.data[r.pos:r.pos+len(want)]) != want {
		r.problem(&problemConst, r.pos, len(want), 0, 0)
	}
	r.add(d, KindConst, len(want), 0)
}

// begin opens a group; every field until end is a member of it. ordinal counts
// the groups of its like from 0.
func (r *reader) begin(d *FieldDef, ordinal int) int {
	if r.stopped {
		return -1
	}
	r.add(d, KindGroup, 0, uint64(ordinal))
	if r.depth < maxDepth {
		r.depth++
	}
	return len(r.fields) - 1
}

// done closes the group that begin opened as g.
//
//go:noinline
func (r *reader) done(g int) {
	if g < 0 {
		return
	}
	f := &r.fields[g]
	r.depth = f.Depth
	if len(r.fields) == g+1 && f.Length == 0 {
		r.fields = r.fields[:g] // the cut came before its first member
		return
	}
	f.Length = uint32(r.pos) - f.Offset
}

// A place is where a reader was, to go back to after a trial.
type place struct {
	pos, fields, problems int
	depth                 uint8
	stopped               bool
	marks                 Marks
}

//go:noinline
func (r *reader) mark() place {
	return place{r.pos, len(r.fields), len(r.problems), r.depth, r.stopped, r.marks}
}

//go:noinline
func (r *reader) reset(p place) {
	r.pos, r.depth, r.stopped, r.marks = p.pos, p.depth, p.stopped, p.marks
	r.fields, r.problems = r.fields[:p.fields], r.problems[:p.problems]
	r.ends.forget(p.fields)
}

// best reads with the variant that explains most bytes with fewest problems;
// the first listed wins a tie. It returns the index of the variant. One that
// explains all that is left without a problem is taken at once.
func (r *reader) best(variants ...func(*reader)) int {
	start := r.mark()
	chosen, bestScore := 0, -1<<62
	for i, v := range variants {
		v(r)
		s := r.score(start)
		if s == 0 {
			return i
		}
		if s > bestScore {
			chosen, bestScore = i, s
		}
		r.reset(start)
	}
	variants[chosen](r)
	return chosen
}

// score rates what was read since start: 0 is perfect, less is worse. A byte
// that is left or unknown costs 4, a note 1, a warning 16, an error 64.
func (r *reader) score(start place) int {
	s := -4 * r.left()
	for i := start.fields; i < len(r.fields); i++ {
		if f := &r.fields[i]; f.Kind == KindUnknown {
			s -= 4 * int(f.Length)
		}
	}
	for i := start.problems; i < len(r.problems); i++ {
		switch r.problems[i].Info.Severity {
		case SeverityNote:
			s--
		case SeverityWarning:
			s -= 16
		case SeverityError:
			s -= 64
		}
	}
	return s
}

var (
	defUnparsed = FieldDef{Key: "unparsed", Name: "Unparsed", Kind: KindUnknown,
		Doc: "Bytes after a problem that made it impossible to read on."}
	defSurplus = FieldDef{Key: "surplus", Name: "Surplus bytes", Kind: KindUnknown,
		Doc: "Bytes after the end of the message that no known field explains."}
)

// finish accounts for the bytes that nobody read.
func (r *reader) finish() {
	r.end = len(r.data)
	r.settle()
}

// settle accounts for the bytes up to r.end that the protocol did not read.
func (r *reader) settle() {
	r.depth = 0
	n := r.left()
	if n == 0 {
		return
	}
	if r.stopped {
		r.leaf(&defUnparsed, KindUnknown, n, MarkRaw)
		return
	}
	r.problem(&problemLeftOver, r.pos, n, uint64(n), 0)
	r.leaf(&defSurplus, KindUnknown, n, MarkRaw)
}
