package wire

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// A MessageInfo describes a kind of message.
type MessageInfo struct {
	Name      string // plain words, such as "server info reply"
	Direction Direction
	Doc       string
	// DecodeOnly says that no request of this kind is built, such as what servers
	// send to their masters.
	DecodeOnly bool
	OnePlayer  bool       // each datagram describes one player, and another reply counts them
	Described  bool       // by a layout that was given at run time
	LooksLike  ProtocolID // whose messages have the same bytes; Unknown for none
	Number     uint16     // its place among those of all protocols, see package numbers
	Optional   bool       // a request that owes its sender no answer

	several    bool      // the answer may be several datagrams
	subjects   uint32    // bits of the topics that it is in
	descriptor *Protocol // set by NewProtocol, as the two before
}

// NewRequest describes a kind of request that clients build.
func NewRequest(name, doc string) MessageInfo {
	return MessageInfo{Name: name, Direction: Request, Doc: doc}
}

// NewReply describes a kind of reply.
func NewReply(name, doc string) MessageInfo {
	return MessageInfo{Name: name, Direction: Reply, Doc: doc}
}

// Descriptor returns the protocol that has messages of this kind, that of
// [UnknownProtocol] for one that no protocol lists.
func (i *MessageInfo) Descriptor() *Protocol {
	if i.descriptor == nil {
		return &unknownProtocol
	}
	return i.descriptor
}

// Protocol returns the ID of the protocol.
func (i *MessageInfo) Protocol() ProtocolID { return i.Descriptor().ID }

// A Message is a decoded datagram: a flat list of annotated fields, and what is
// wrong with it. It refers to the bytes that it was made from. A Message that a
// decoder.Decoder returned is valid until the Decoder's next call.
type Message struct {
	Info       *MessageInfo
	Data       []byte // the datagram, or the frame that carries it
	Fields     []Field
	Problems   []Problem
	Payload    int         // offset in Data of the first byte after frame headers, 0 without a frame
	Frame      Frame       // what the frame headers say; Frame.Link is LinkNone without a frame
	Confidence Confidence  // how certain the protocol is
	Colours    ColourStyle // colour codes in use besides Unreal's
	UTF8       bool        // texts in single bytes are UTF-8, as the protocol says
	Reply      ReplyInfo   // what its protocol noted about it
	Rival      *Protocol   // whose message all of its bytes are too, nil for none
	Stream     bool        // the bytes were given as those of a TCP connection
}

// Protocol returns the protocol of m.
func (m *Message) Protocol() ProtocolID { return m.Info.Protocol() }

// Clone returns a copy of m that no longer depends on its Decoder. The bytes
// are copied as well.
func (m *Message) Clone() *Message {
	c := *m
	c.Data = append([]byte(nil), m.Data...)
	c.Fields = append([]Field(nil), m.Fields...)
	c.Problems = append([]Problem(nil), m.Problems...)
	return &c
}

// Worst returns the severity of the worst problem; ok is false without any.
func (m *Message) Worst() (worst Severity, ok bool) {
	for i := range m.Problems {
		worst = max(worst, m.Problems[i].Info.Severity)
	}
	return worst, len(m.Problems) > 0
}

// Bytes returns the bytes of field i.
func (m *Message) Bytes(i int) []byte {
	if i < 0 {
		return nil
	}
	f := &m.Fields[i]
	return m.Data[f.Offset:f.End()]
}

// Find returns the index of the first field with the given key at or after
// start, or -1. Of field -1, which stands for none, Bytes, Text, Key, Name and
// Note are empty, and so is Child.
func (m *Message) Find(key string, start int) int {
	for i := start; i < len(m.Fields); i++ {
		if f := &m.Fields[i]; f.Flags&FlagLength == 0 && f.Def.Key == key {
			return i
		}
	}
	return -1
}

// Parent returns the index of the group that field i is in, or -1.
func (m *Message) Parent(i int) int {
	d := m.Fields[i].Depth
	for i--; i >= 0; i-- {
		if m.Fields[i].Depth < d {
			return i
		}
	}
	return -1
}

// Next returns the index of the first field after field i that is not a
// member of it.
func (m *Message) Next(i int) int {
	d := m.Fields[i].Depth
	for i++; i < len(m.Fields) && m.Fields[i].Depth > d; i++ {
	}
	return i
}

// Child returns the index of the first direct member of group i with the given
// role, or -1. A length before a text is skipped.
func (m *Message) Child(i int, role Role) int {
	if i < 0 {
		return -1
	}
	d := m.Fields[i].Depth
	for j := i + 1; j < len(m.Fields) && m.Fields[j].Depth > d; j++ {
		if f := &m.Fields[j]; f.Depth == d+1 && f.Def.Role == role && f.Flags&FlagLength == 0 {
			return j
		}
	}
	return -1
}

// Key returns the stable key of field i, such as "unreal2.info.hostname".
func (m *Message) Key(i int) string {
	if i < 0 {
		return ""
	}
	f := &m.Fields[i]
	if f.Flags&FlagLength != 0 {
		return f.Def.Key + ".length"
	}
	return f.Def.Key
}

// Name returns the name of field i for people. A pair is named after its key in
// the packet, which may hold any bytes.
func (m *Message) Name(i int) string {
	if i < 0 {
		return ""
	}
	return string(m.AppendName(nil, i))
}

// AppendName appends what [Message.Name] returns.
func (m *Message) AppendName(dst []byte, i int) []byte {
	f := &m.Fields[i]
	d := f.Def
	numbered := d.Naming == NameNumbered
	if f.Kind == KindGroup {
		switch d.Role {
		case RoleRule, RoleArray:
			if k := m.Child(i, RoleKey); k >= 0 {
				key := &m.Fields[k]
				if key.Kind.Number() {
					return m.AppendValue(cat(cat(dst, d.Name), " "), k)
				}
				if !key.Def.Kind.Number() { // else a number that is cut, and says nothing
					return AppendText(dst, m.Data, key)
				}
			}
		case RolePlayer, RoleTeam, RoleServerEntry:
			numbered = true
		}
	}
	if d.Naming == NameInPacket && f.Value < uint64(len(m.Data)) {
		if b, cut := m.Head(f.Value); len(b) > 0 {
			if dst = appendCP1252(dst, b); cut {
				dst = cat(dst, Ellipsis)
			}
			return dst
		}
	}
	dst = cat(dst, d.Name)
	switch {
	case numbered:
		return strconv.AppendUint(cat(dst, " "), f.Value+1, 10)
	case f.Flags&FlagLength != 0:
		return cat(dst, " length")
	}
	return dst
}

// MaxName bounds a name that is in the datagram once and counts for many of
// its values: the head of a column, the name of a field of all players. With
// each value its first bytes are shown, so that output and [Status] are
// linear in the datagram. No known game has names of more than 20.
const MaxName = 32

// Ellipsis ends a text that is cut.
const Ellipsis = "…"

// Head returns the name at offset at of the datagram up to its NUL, without
// what is beyond MaxName.
func (m *Message) Head(at uint64) (b []byte, cut bool) {
	b = m.Data[at:min(at+MaxName+1, uint64(len(m.Data)))]
	if n := bytes.IndexByte(b, 0); n >= 0 {
		return b[:n], false
	}
	return b[:min(len(b), MaxName)], true
}

// Clip returns s without what is beyond max bytes, and an ellipsis where
// something is missing. No character is divided.
func Clip(s string, max int) string {
	if len(s) <= max {
		return s
	}
	n := max
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + Ellipsis
}

// cat appends a string.
func cat(dst []byte, s string) []byte { return append(dst, s...) }

// CatBytes appends b to dst.
func CatBytes(dst, b []byte) []byte { return append(dst, b...) }

// Text returns the text of field i, colour codes and control characters as they
// are: escape it for where it goes. Of -1, a field that [Message.Find] did not
// find, it is "".
func (m *Message) Text(i int) string {
	if i < 0 {
		return ""
	}
	return string(m.AppendValue(nil, i))
}

// AppendValue appends the value of field i: text as UTF-8, numbers in decimal,
// addresses as usual, other bytes as hexadecimal digits in pairs. A group has
// no value.
func (m *Message) AppendValue(dst []byte, i int) []byte {
	f := &m.Fields[i]
	switch k := f.Kind; {
	case k == KindText || k == KindUCS2:
		return AppendText(dst, m.Data, f)
	case k == KindGroup:
		return dst
	case k.Signed():
		return strconv.AppendInt(dst, f.Int(), 10)
	case k.Number():
		return strconv.AppendUint(dst, f.Value, 10)
	case k.Float():
		return appendFloat(dst, f)
	case k == KindIPv4:
		return AppendIPv4(dst, m.Bytes(i))
	case k == KindIPv6:
		return appendIPv6(dst, m.Bytes(i))
	case k == KindMAC:
		return AppendHex(dst, m.Bytes(i), LowerHex, ":")
	}
	return AppendHex(dst, m.Bytes(i), LowerHex, " ")
}

func appendFloat(dst []byte, f *Field) []byte {
	bits := 32
	if f.Kind.Size() == 8 {
		bits = 64
	}
	return strconv.AppendFloat(dst, f.float(), 'g', -1, bits)
}

// AppendIPv4 appends the dotted form of a 4-byte address.
func AppendIPv4(dst, b []byte) []byte {
	for i, c := range b {
		if i > 0 {
			dst = append(dst, '.')
		}
		dst = strconv.AppendUint(dst, uint64(c), 10)
	}
	return dst
}

// appendIPv6 appends the text form of a 16-byte address, the longest run of
// zero groups shortened (RFC 5952).
func appendIPv6(dst, b []byte) []byte {
	if len(b) != 16 {
		return AppendHex(dst, b, LowerHex, ":")
	}
	var g [8]uint16
	for i := range g {
		g[i] = uint16(b[2*i])<<8 | uint16(b[2*i+1])
	}
	from, size := -1, 1
	for i := 0; i < 8; i++ {
		n := 0
		for i+n < 8 && g[i+n] == 0 {
			n++
		}
		if n > size {
			from, size = i, n
		}
	}
	for i := 0; i < 8; i++ {
		if i == from {
			dst = append(dst, "::"...)
			i += size - 1
			continue
		}
		if i > 0 && i != from+size {
			dst = append(dst, ':')
		}
		dst = strconv.AppendUint(dst, uint64(g[i]), 16)
	}
	return dst
}

// FieldAt returns the index of the field with exactly the range
// [offset, offset+length), a leaf before a group, otherwise of the leaf that
// holds offset; -1 when there is none.
func (m *Message) FieldAt(offset, length int) int {
	at, group := -1, -1
	for i := range m.Fields {
		f := &m.Fields[i]
		if int(f.Offset) > offset {
			break
		}
		if int(f.Offset) == offset && int(f.Length) == length {
			if f.Kind != KindGroup {
				return i
			}
			group = i
		}
		if f.Leaf() && offset >= int(f.Offset) && offset < f.End() {
			at = i
		}
	}
	if group >= 0 {
		return group
	}
	return at
}

// Damage returns the first problem of m that means that bytes are missing or could
// not be read, nil for none.
func (m *Message) Damage() *Problem {
	for i := range m.Problems {
		if p := &m.Problems[i]; p.Info.Severity == SeverityError || p.Info.Damage {
			return p
		}
	}
	return nil
}
