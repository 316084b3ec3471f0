package wire

import "math/bits"

// MaxProblems bounds the problems of one message: a hostile datagram can have
// one at every byte, and nobody reads the hundredth.
const MaxProblems = 100

// MaxDepth bounds the nesting of groups.
const MaxDepth = 16

// A Layout is a run of fields in wire order, read one after the other.
type Layout []FieldDef

// A Reader walks through a datagram and records a field with every value that
// it reads: no byte is skipped without a field, so the fields tile the datagram
// by construction. The first read that does not fit says so and stops the
// reader; every later read then does nothing, so a protocol's code needs no
// error handling of its own.
type Reader struct {
	Data     []byte // the whole datagram
	Pos      int    // next byte
	End      int    // reading stops here
	Depth    uint8
	Stopped  bool       // a read did not fit
	Flags    FieldFlags // put on every field that is recorded
	Fields   []Field
	Problems []Problem
	Opts     *Options
	Carried  func(*Reader) (*MessageInfo, Confidence) // decodes what a frame carries
	Info     *MessageInfo
	Colours  ColourStyle
	UTF8     bool // texts in single bytes are UTF-8, as the protocol says
	Reply    ReplyInfo
	Rival    *Protocol // see Message
}

// Start makes r ready for the payload p[from:to].
func (r *Reader) Start(p []byte, from, to int, opts *Options) {
	// Some reads take eight bytes where the memory has them, be they more than
	// the text: what follows p is the caller's, and may change meanwhile.
	r.Data, r.Pos, r.End = p[:len(p):len(p)], from, to
	r.Depth, r.Stopped, r.Flags, r.Colours, r.UTF8, r.Reply, r.Rival = 0, false, 0, 0, false, ReplyInfo{}, nil
	r.Fields, r.Problems, r.Opts, r.Info = r.Fields[:0], r.Problems[:0], opts, nil
}

// Fill sets in m what was read.
func (r *Reader) Fill(m *Message) {
	m.Data, m.Fields, m.Problems, m.Colours, m.UTF8, m.Reply, m.Rival = r.Data, r.Fields, r.Problems, r.Colours, r.UTF8,
		r.Reply, r.Rival
}

// SetMessage records which message this is.
func (r *Reader) SetMessage(info *MessageInfo) { r.Info = info }

// Left returns the number of bytes that can still be read.
func (r *Reader) Left() int { return r.End - r.Pos }

// More reports whether there is something left to read.
func (r *Reader) More() bool { return !r.Stopped && r.Pos < r.End }

// Rest returns the bytes that can still be read.
func (r *Reader) Rest() []byte { return r.Data[r.Pos:r.End] }

// Peek returns the byte n after the next, or 0 past the end.
func (r *Reader) Peek(n int) byte {
	if r.Pos+n >= r.End {
		return 0
	}
	return r.Data[r.Pos+n]
}

// room makes room for n more fields.
func (r *Reader) room(n int) {
	for have := len(r.Fields); cap(r.Fields)-have < n; {
		r.Fields = append(r.Fields[:cap(r.Fields)], Field{})[:have]
	}
}

// Add records a field of n bytes at the current position and moves past it. It
// writes each member in place: a Field built elsewhere and copied costs three
// times as much, because the copy has to wait for the narrow stores.
func (r *Reader) Add(d *FieldDef, k Kind, n int, value uint64) *Field {
	i := len(r.Fields)
	if i == cap(r.Fields) {
		r.Fields = append(r.Fields, Field{})
	} else {
		r.Fields = r.Fields[:i+1]
	}
	f := &r.Fields[i]
	f.Def, f.Value = d, value
	f.Offset, f.Length = uint32(r.Pos), uint32(n)
	f.Kind, f.Depth, f.Lead, f.Trail, f.Flags = k, r.Depth, 0, 0, r.Flags
	r.Pos += n
	return f
}

// Leaf is Add for a field without a value, with marks.
func (r *Reader) Leaf(d *FieldDef, k Kind, n int, marks FieldFlags) {
	r.Add(d, k, n, 0).Flags |= marks
}

// Problem records a problem of the range [offset, offset+length).
func (r *Reader) Problem(p *ProblemInfo, offset, length int, a, b uint64) {
	if len(r.Problems) >= MaxProblems {
		if len(r.Problems) == MaxProblems {
			r.Problems = append(r.Problems, Problem{Info: &problemTooMany, Offset: uint32(offset), A: MaxProblems})
		}
		return
	}
	r.Problems = append(r.Problems, Problem{Info: p, Offset: uint32(offset), Length: uint32(length), A: a, B: b})
}

// LongName says that a name, which was read at offset at, is cut wherever it
// is shown with its values.
func (r *Reader) LongName(at int, name []byte) {
	if len(name) > MaxName && !r.Stopped {
		r.Problem(&ProblemNameCut, at, len(name), uint64(len(name)), MaxName)
	}
}

// Cut stops the reader because d needs n bytes and fewer are left. They become
// a field of their own that says so.
func (r *Reader) Cut(d *FieldDef, n int) {
	if r.Stopped {
		return
	}
	have := r.Left()
	r.Problem(&ProblemCut, r.Pos, have, uint64(n), uint64(have))
	r.Stopped = true
	if have > 0 {
		r.Leaf(d, KindUnknown, have, FlagCut|FlagRaw)
	}
}

// Has reports whether n more bytes can be read, and stops the reader if not.
func (r *Reader) Has(d *FieldDef, n int) bool {
	if r.Stopped {
		return false
	}
	if r.End-r.Pos < n {
		r.Cut(d, n)
		return false
	}
	return true
}

// Read reads a run of fields in wire order and returns the value of the last.
func (r *Reader) Read(l Layout) uint64 { return r.read(nil, l, nil) }

// ReadSome reads the fields of l whose bits in flags are set, bit n for place
// n. The length of a text is of kind length: KindCompact as everywhere else, or
// KindU8, which like the index counts the closing NUL (UGP,
// protocol/ugp/SPEC.md#query-reply).
func (r *Reader) ReadSome(l Layout, flags uint64, length Kind) {
	x := reading{length: length, group: -1}
	for flags &= 1<<len(l) - 1; flags != 0; {
		i := bits.TrailingZeros64(flags)
		end := i + bits.TrailingZeros64(^(flags >> i))
		r.read(nil, l[i:end], &x)
		flags = flags >> end << end
	}
}

// Groups reads groups of the fields of l until there are max of them or the
// datagram ends, and returns how many they are. Length is as for ReadSome.
func (r *Reader) Groups(group *FieldDef, l Layout, max int, length Kind) int {
	if max <= 0 || !r.More() {
		return 0
	}
	x := reading{length, r.Begin(group, 0), 0, max}
	r.read(nil, l, &x)
	r.Done(x.group)
	return x.n + 1
}

// Field reads the field that d describes and returns its value: a number as
// in Field.Value, for other kinds 0.
func (r *Reader) Field(d *FieldDef) uint64 { return r.read(d, nil, nil) }

// A reading is how read reads what is not a few fields that come once.
type reading struct {
	length Kind // of the length of a text
	group  int  // the field that is the group which the fields are members of, -1 for none
	n, max int  // groups that were read, and that there may be
}

// read reads d, if there is one, and the fields of l, and returns the value of
// the last. A text is two fields: its length and what it says. When they are
// members of a group it reads such groups as long as there may be more of them.
//
// It calls nothing for a field that is what nearly all are, a number, or plain
// text after a length of one byte, and nothing for a group of them: that is
// what lists of hundreds of rules and players spend their time with.
func (r *Reader) read(d *FieldDef, l Layout, x *reading) (v uint64) {
	length, i := KindCompact, 0
	if x != nil {
		length = x.length
	}
	if d != nil {
		i = -1
	}
	for !r.Stopped {
		data, pos, depth, marks := r.Data[:r.End], r.Pos, r.Depth, r.Flags
		fields, n, odd := r.Fields[:cap(r.Fields)], len(r.Fields), false
	regular:
		for {
			if n+3 > len(fields) { // a group and a text
				r.Fields = r.Fields[:n]
				r.room(3)
				fields = r.Fields[:cap(r.Fields)]
			}
			if i == len(l) {
				if x == nil || x.group < 0 || x.n+1 == x.max || pos == len(data) {
					r.Fields, r.Pos = r.Fields[:n], pos
					return v
				}
				x.n++
				last, f := &fields[x.group], &fields[n]
				last.Length = uint32(pos) - last.Offset
				f.Def, f.Value, f.Offset, f.Length = last.Def, uint64(x.n), uint32(pos), 0
				f.Kind, f.Depth, f.Lead, f.Trail, f.Flags = KindGroup, last.Depth, 0, 0, marks
				x.group = n
				n++
				i = 0
			}
			if i >= 0 {
				d = &l[i]
			}
			i++
			if pos >= len(data) {
				break
			}
			f := &fields[n]
			if d.Kind == KindText {
				size := int(data[pos])
				if size >= len(data)-pos || size > 0 && data[pos+size] != 0 || size >= 0x40 && length == KindCompact {
					break
				}
				f.Def, f.Value, f.Offset, f.Length = d, uint64(size), uint32(pos), 1
				f.Kind, f.Depth, f.Lead, f.Trail, f.Flags = length, depth, 0, 0, marks|FlagLength
				f = &fields[n+1]
				pos++
				f.Def, f.Value, f.Offset, f.Length = d, 0, uint32(pos), uint32(size)
				f.Kind, f.Depth, f.Lead, f.Trail, f.Flags = KindText, depth, 0, min(uint8(size), 1), marks
				n += 2
				pos += size
				v = 0
				if size > 1 && !PlainASCII(data[pos-size:pos-1]) {
					odd = true
					break
				}
				continue
			}
			size := int(KindSizes[d.Kind])
			if len(data)-pos < size {
				break
			}
			switch d.Kind {
			case KindU32LE:
				v = uint64(LE32(data[pos:]))
			case KindU8:
				v = uint64(data[pos])
			case KindU16BE:
				v = uint64(BE16(data[pos:]))
			case KindCompact:
				if v, size = uint64(data[pos]), 1; v >= 0x40 {
					break regular
				}
			default:
				v = ReadNumber(d.Kind, data[pos:])
			}
			f.Def, f.Value, f.Offset, f.Length = d, v, uint32(pos), uint32(size)
			f.Kind, f.Depth, f.Lead, f.Trail, f.Flags = d.Kind, depth, 0, 0, marks
			n++
			pos += size
			if d.AtMost != 0 && v > uint64(d.AtMost) || d.Symbols != nil && !d.Symbols.Loose && !d.Symbols.lists(v) {
				odd = true
				break
			}
		}
		r.Fields, r.Pos = r.Fields[:n], pos
		switch {
		case !odd:
			v = r.irregular(d, length)
		case d.Kind == KindText:
			r.CheckText(&r.Fields[n-1])
		default:
			r.Check(d, v)
		}
	}
	return 0
}

// irregular reads a field that is written as few are, or does not fit.
func (r *Reader) irregular(d *FieldDef, length Kind) uint64 {
	switch {
	case d.Kind == KindCompact:
		v, n := ReadCompact(r.Rest())
		if n == 0 {
			r.Cut(d, r.Left()+1)
			return 0
		}
		r.addCompact(d, v, n)
		r.Check(d, uint64(v))
		return uint64(v)
	case d.Kind != KindText:
		r.Cut(d, d.Kind.Size())
	case length == KindU8:
		r.shortString(d)
	default:
		r.longString(d)
	}
	return 0
}

// Bytes reads n bytes whose meaning d gives as a whole (an id, unknown bytes).
func (r *Reader) Bytes(d *FieldDef, n int) []byte {
	if !r.Has(d, n) {
		return nil
	}
	b := r.Data[r.Pos : r.Pos+n]
	r.Add(d, d.Kind, n, 0)
	return b
}

// Constant reads bytes that are always the same and says when they are not.
func (r *Reader) Constant(d *FieldDef, want string) {
	if !r.Has(d, len(want)) {
		return
	}
	if string(r.Data[r.Pos:r.Pos+len(want)]) != want {
		r.Problem(&problemConst, r.Pos, len(want), 0, 0)
	}
	r.Add(d, KindConst, len(want), 0)
}

// Begin opens a group; every field until Done is a member of it. ordinal counts
// the groups of its like from 0.
func (r *Reader) Begin(d *FieldDef, ordinal int) int {
	if r.Stopped {
		return -1
	}
	r.Add(d, KindGroup, 0, uint64(ordinal))
	if r.Depth < MaxDepth {
		r.Depth++
	}
	return len(r.Fields) - 1
}

// Done closes the group that Begin opened as g.
func (r *Reader) Done(g int) {
	if g < 0 {
		return
	}
	f := &r.Fields[g]
	r.Depth = f.Depth
	if len(r.Fields) == g+1 && f.Length == 0 {
		r.Fields = r.Fields[:g] // the cut came before its first member
		return
	}
	f.Length = uint32(r.Pos) - f.Offset
}

var (
	DefUnparsed = FieldDef{Key: "unparsed", Name: "Unparsed", Kind: KindUnknown,
		Doc:    "Bytes after a problem that made it impossible to read on.",
		Source: "protocol/SPEC.md#fields-that-any-message-may-hold"}
	DefSurplus = FieldDef{Key: "surplus", Name: "Surplus bytes", Kind: KindUnknown,
		Doc:    "Bytes after the end of the message that no known field explains.",
		Source: "protocol/SPEC.md#fields-that-any-message-may-hold"}
)

// Close accounts for the bytes that nobody read.
func (r *Reader) Close() {
	r.End = len(r.Data)
	r.ClosePayload()
}

// ClosePayload accounts for the bytes up to r.End that the protocol did not read.
func (r *Reader) ClosePayload() {
	r.Depth = 0
	n := r.Left()
	if n == 0 {
		return
	}
	if r.Stopped {
		r.Leaf(&DefUnparsed, KindUnknown, n, FlagRaw)
		return
	}
	r.Problem(&problemLeftOver, r.Pos, n, uint64(n), 0)
	r.Leaf(&DefSurplus, KindUnknown, n, FlagRaw)
}
