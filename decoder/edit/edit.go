package edit

import (
	"slices"

	"fragscope/decoder"
	"fragscope/decoder/frame"
	"fragscope/decoder/wire"
)

// An EditError says why a field cannot be changed as asked.
type EditError struct {
	Field  string // key of the field, such as "unreal2.info.hostname"
	Reason string // one plain sentence
}

func (e *EditError) Error() string { return e.Field + ": " + e.Reason }

// Edit changes one field and returns the bytes of the new datagram; m stays as
// it is. What depends on the field follows: the length of a text, lengths of
// what surrounds it, lengths and checksums of frame headers, Ethernet padding.
//
// The value is text for texts; for numbers decimal or 0x hexadecimal digits, or
// the name of a symbol, several joined by "|" for flags; the usual form for
// floating-point numbers and addresses; hexadecimal digits for other bytes.
// Single-byte text stays so when cp1252 has all its characters; otherwise it
// becomes 16-bit text where the format knows that, and UTF-8 where not.
//
// The error is an [*EditError]: the value does not fit the field, the format
// cannot carry it, or the field is one that follows others (lengths,
// checksums). [EditRaw] sets such bytes all the same.
func Edit(m *wire.Message, field int, value string) ([]byte, error) {
	e := Editor{M: m}
	if field < 0 || field >= len(m.Fields) {
		return nil, &EditError{"field", "there is no such field in the message"}
	}
	f := &m.Fields[field]
	switch {
	case f.Kind == wire.KindGroup:
		return nil, e.fail(field, "it only holds other fields; change one of those")
	case f.Flags&wire.FlagLength != 0:
		return nil, e.fail(field, "it follows the text after it; EditRaw sets it alone")
	case e.follows(field):
		return nil, e.fail(field, "it follows the bytes that it counts or guards; EditRaw sets it alone")
	}
	var err error
	if f.Kind == wire.KindText || f.Kind == wire.KindUCS2 {
		err = e.text(field, value)
	} else {
		var b []byte
		if b, err = e.parse(field, value); err == nil {
			e.replace(field, int(f.Offset), f.End(), b)
			e.want = valueOf(f, b)
		}
	}
	if err != nil {
		return nil, err
	}
	b, err := e.apply()
	if err != nil {
		return nil, err
	}
	if err := e.readBack(field, b); err != nil {
		return nil, err
	}
	return b, nil
}

// SetBit sets or clears the bits of mask in a number and returns the bytes of
// the new datagram. Checksums follow as with [Edit].
func SetBit(m *wire.Message, field int, mask uint64, on bool) ([]byte, error) {
	if field < 0 || field >= len(m.Fields) {
		return nil, &EditError{"field", "there is no such field in the message"}
	}
	f := &m.Fields[field]
	e := Editor{M: m}
	if size := f.Kind.Size(); size == 0 || !f.Kind.Number() || size < 8 && mask>>(8*size) != 0 {
		return nil, e.fail(field, "it has no such bits")
	}
	v := f.Value &^ mask
	if on {
		v |= mask
	}
	e.replace(field, int(f.Offset), f.End(), wire.AppendNumber(nil, f.Kind, v))
	return e.apply()
}

// EditRaw replaces the bytes of a field, or of a whole group, and returns the
// new datagram. Nothing follows and nothing is checked: this is the way to make
// invalid packets on purpose.
func EditRaw(m *wire.Message, field int, b []byte) ([]byte, error) {
	if field < 0 || field >= len(m.Fields) {
		return nil, &EditError{"field", "there is no such field in the message"}
	}
	e := Editor{M: m}
	e.replace(field, int(m.Fields[field].Offset), m.Fields[field].End(), b)
	return e.spliced(), nil
}

// DeleteField removes a field, or a group with all its members: a rule, a
// player. A text is removed with its length. Lengths, counts and checksums
// follow.
func DeleteField(m *wire.Message, field int) ([]byte, error) {
	return resize(m, field, -1)
}

// DuplicateField puts a copy of a field, or of a group with all its members,
// after it; change the copy with [Edit] to insert a rule or a player. Lengths,
// counts and checksums follow.
func DuplicateField(m *wire.Message, field int) ([]byte, error) {
	return resize(m, field, 1)
}

func resize(m *wire.Message, field, by int) ([]byte, error) {
	if field < 0 || field >= len(m.Fields) {
		return nil, &EditError{"field", "there is no such field in the message"}
	}
	e := Editor{M: m}
	f := &m.Fields[field]
	begin, end := int(f.Offset), f.End()
	if m.Frame.Link > wire.LinkNone && begin < m.Payload {
		return nil, e.fail(field, "it is part of a frame header; only the payload can change its size")
	}
	switch length := e.lengthOf(field); {
	case f.Flags&wire.FlagLength != 0:
		return nil, e.fail(field, "it belongs to the text after it; choose that")
	case e.follows(field):
		return nil, e.fail(field, "it follows the bytes that it counts or guards")
	case length >= 0:
		begin = int(m.Fields[length].Offset)
	}
	if by < 0 {
		e.replace(field, begin, end, nil)
	} else {
		e.replace(field, end, end, m.Data[begin:end])
	}
	if f.Kind == wire.KindGroup {
		if err := e.count(field, by); err != nil {
			return nil, err
		}
	}
	return e.apply()
}

// A splice replaces the bytes [begin, end) of a field by b.
type splice struct {
	field      int
	begin, end int
	b          []byte
}

func (s *splice) growth() int { return len(s.b) - (s.end - s.begin) }

// An Editor collects the changes of a message: a few splices, in any order,
// none of which overlap.
type Editor struct {
	M       *wire.Message
	splices []*splice
	want    string // what the changed field should read as
}

func (e *Editor) fail(field int, reason string) error {
	return &EditError{Field: e.M.Key(field), Reason: reason}
}

func (e *Editor) replace(field, begin, end int, b []byte) {
	e.splices = append(e.splices, &splice{field, begin, end, b})
}

// follows reports whether field i is a length or checksum that other bytes decide.
func (e *Editor) follows(i int) bool {
	f := &e.M.Fields[i]
	switch f.Def.Role {
	case wire.RoleLength:
		return true
	case wire.RoleChecksum:
		return e.M.Frame.Link > wire.LinkNone && int(f.Offset) < e.M.Payload
	}
	return frameLength(f)
}

// lengthOf returns the index of the length before text i, -1 for none.
func (e *Editor) lengthOf(i int) int {
	fields := e.M.Fields
	if fields[i].Kind == wire.KindGroup || fields[i].Flags&wire.FlagLength != 0 {
		return -1
	}
	j := i - 1
	if j >= 0 && fields[j].Def == &wire.DefStray {
		j--
	}
	if j >= 0 && fields[j].Flags&wire.FlagLength != 0 && fields[j].Def == fields[i].Def {
		return j
	}
	return -1
}

// apply makes everything else follow the splices and returns the new datagram.
func (e *Editor) apply() ([]byte, error) {
	if err := e.lengths(); err != nil {
		return nil, err
	}
	e.padding()
	b := e.spliced()
	e.checksums(b)
	return b, nil
}

// spliced returns the new datagram.
func (e *Editor) spliced() []byte {
	s := e.splices
	slices.SortStableFunc(s, func(a, b *splice) int { return a.begin - b.begin })
	size := len(e.M.Data)
	for _, one := range s {
		size += one.growth()
	}
	b := make([]byte, 0, size)
	at := 0
	for _, one := range s {
		b = append(b, e.M.Data[at:one.begin]...)
		b = append(b, one.b...)
		at = one.end
	}
	return append(b, e.M.Data[at:]...)
}

// growth returns by how many bytes the splices of fields in [from, to) make
// the datagram longer. Fields tell better than offsets what is inside a group
// and what only touches it.
func (e *Editor) growth(from, to int) int {
	n := 0
	for _, s := range e.splices {
		if s.field >= from && s.field < to {
			n += s.growth()
		}
	}
	return n
}

// lengths makes the lengths that count changed bytes follow, the inner ones first. A
// length counts what follows it in its group, up to the next one of its definition: so
// each word of a list has its own.
func (e *Editor) lengths() error {
	m := e.M
	for i := len(m.Fields) - 1; i >= 0; i-- {
		f := &m.Fields[i]
		header := frameLength(f)
		if !header && f.Def.Role != wire.RoleLength || !f.Kind.Number() {
			continue
		}
		to := len(m.Fields)
		if g := m.Parent(i); g >= 0 && !header {
			to = m.Next(g)
		}
		if n := slices.IndexFunc(m.Fields[i+1:to], func(o wire.Field) bool { return o.Def == f.Def }); n >= 0 && !header {
			to = i + 1 + n
		}
		grown := e.growth(i+1, to)
		if grown == 0 || header && f.Value == 0 { // 0 is filled in by the network card
			continue
		}
		if err := e.number(i, int64(f.Value)+int64(grown)); err != nil {
			return err
		}
	}
	return nil
}

// frameLength reports whether f is a length in a frame header: it counts what
// follows, headers and payload, whatever groups they are in.
func frameLength(f *wire.Field) bool {
	switch f.Def {
	case &frame.Ipv4Layout[2], &frame.Ipv6Layout[1], &frame.UdpLayout[2]:
		return true
	case &frame.EthernetLayout[2], &frame.VlanLayout[1]:
		return f.Value <= 1500
	}
	return false
}

// padding keeps an Ethernet frame that was padded to 60 bytes at that size.
func (e *Editor) padding() {
	i := len(e.M.Fields) - 1
	grown := e.growth(0, max(0, i)) // an edit of the padding itself is deliberate
	if i < 0 || e.M.Fields[i].Def != &frame.Data[frame.DataPadding] || len(e.M.Data) != 60 || grown == 0 {
		return
	}
	f := &e.M.Fields[i]
	b := make([]byte, max(0, int(f.Length)-grown))
	copy(b, e.M.Bytes(i))
	e.replace(i, int(f.Offset), f.End(), b)
}

// Decode reads the new datagram b as what the old one was.
func (e *Editor) Decode(b []byte) *wire.Message {
	m := e.M
	o := wire.Options{Protocol: m.Info.Protocol(), From: m.Info.Direction, Link: m.Frame.Link, Stream: m.Stream}
	if m.Info.Described {
		o.Protocols = []*wire.Protocol{m.Info.Descriptor()}
	}
	return decoder.Decode(b, o)
}

// checksums corrects every checksum in the frame headers of b that the decoder
// finds wrong.
func (e *Editor) checksums(b []byte) {
	if e.M.Frame.Link <= wire.LinkNone {
		return
	}
	d := e.Decode(b)
	for i := range d.Problems {
		if p := &d.Problems[i]; p.Info == &frame.ProblemChecksum && int(p.Offset) < d.Payload {
			copy(b[p.Offset:p.End()], wire.AppendNumber(nil, wire.KindU16BE, p.B))
		}
	}
}

// number replaces the number in field i.
func (e *Editor) number(i int, v int64) error {
	f := &e.M.Fields[i]
	if !fits(f.Kind, v) {
		return e.fail(i, "it would no longer fit what it counts; the change is too large")
	}
	var b []byte
	switch f.Kind {
	case wire.KindCompact:
		b = wire.AppendCompact(nil, v)
	case wire.KindDecimal:
		t := wire.Message{Data: e.M.Data, Fields: []wire.Field{*f}}
		t.Fields[0].Value, t.Fields[0].Flags = uint64(v), 0
		b = AppendLeaf(&t, nil, 0)
	default:
		b = wire.AppendNumber(nil, f.Kind, uint64(v))
	}
	e.replace(i, int(f.Offset), f.End(), b)
	return nil
}

// fits reports whether a number of kind k can be v.
func fits(k wire.Kind, v int64) bool {
	size := k.Size()
	switch {
	case k == wire.KindCompact:
		return v > -1<<34 && v < 1<<34
	case k == wire.KindVarInt, k == wire.KindPacked:
		return v >= -1<<31 && v < 1<<31
	case size == 0 || size == 8:
		return size == 0 || k.Signed() || v >= 0
	case k.Signed():
		return v >= -1<<(8*size-1) && v < 1<<(8*size-1)
	}
	return v >= 0 && v < 1<<(8*size)
}

// count makes the number that counts groups like group i follow: the closest
// one before it with the same parent.
func (e *Editor) count(i, by int) error {
	m := e.M
	depth := m.Fields[i].Depth
	for j := i - 1; j >= 0 && m.Fields[j].Depth >= depth; j-- {
		if f := &m.Fields[j]; f.Depth == depth && f.Def.Role == wire.RoleCount {
			return e.number(j, int64(f.Value)+int64(by))
		}
	}
	return nil
}

// readBack reports whether the new datagram b still says in field i what it
// was changed to; a format can carry less than its bytes can.
func (e *Editor) readBack(field int, b []byte) error {
	m := e.M
	f := &m.Fields[field]
	if f.Kind == wire.KindUnknown {
		return nil
	}
	at := int(f.Offset)
	for _, s := range e.splices {
		if s.begin < int(f.Offset) {
			at += s.growth()
		}
	}
	d := e.Decode(b)
	for i := range d.Fields {
		g := &d.Fields[i]
		leaf := g.Kind != wire.KindGroup && g.Flags&wire.FlagLength == 0
		if leaf && int(g.Offset) == at && g.Def.Key == f.Def.Key && d.Text(i) == e.want {
			return nil
		}
	}
	return e.fail(field, "the format cannot carry that here: it would be read as something else; "+
		"EditRaw sets the bytes all the same")
}
