package decoder

import (
	"strconv"
	"unicode/utf8"
)

// Direction says who sends a message.
type Direction uint8

// The directions.
const (
	DirectionUnknown Direction = iota
	Request                    // from a client: a query, also a server's heartbeat to a master
	Reply                      // from a server or master
)

func (d Direction) String() string {
	switch d {
	case Request:
		return "request"
	case Reply:
		return "reply"
	}
	return "unknown"
}

// Confidence says how much of the bytes supports that a datagram is what its
// Message says. Captures hold all kinds of traffic: there, take nothing less
// than Likely.
type Confidence uint8

// The levels of confidence.
const (
	Unlikely Confidence = iota // only asked for by name
	Possible                   // nothing speaks against it
	Likely                     // several bytes that would hardly be so by chance
	Certain                    // a signature
)

// A MessageInfo describes a kind of message.
type MessageInfo struct {
	Name      string // plain words, such as "server info reply"
	Protocol  Protocol
	Direction Direction
	Doc       string
}

// A Message is a decoded datagram: a flat list of annotated fields, and what
// is odd about it. It refers to the bytes that it was made from. A Message
// that a [Decoder] returned is valid until the Decoder's next call.
type Message struct {
	Info       *MessageInfo
	Data       []byte // the datagram, or the frame that carries it
	Fields     []Field
	Problems   []Problem
	Payload    int         // offset in Data of the first byte after frame headers, 0 without a frame
	Frame      Frame       // what the frame headers say; Frame.Link is LinkNone without a frame
	Confidence Confidence  // how sure it is that this is what it seems to be
	Colours    ColourStyle // colour codes in use besides Unreal's
	texts      *Texts
	stream     bool // the bytes were given as those of a TCP connection
}

// Protocol returns the protocol of m.
func (m *Message) Protocol() Protocol { return m.Info.Protocol }

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
	f := &m.Fields[i]
	return m.Data[f.Offset:f.End()]
}

// Find returns the index of the first field with the given key at or after
// start, or -1.
func (m *Message) Find(key string, start int) int {
	for i := start; i < len(m.Fields); i++ {
		if f := &m.Fields[i]; f.Marks&MarkLength == 0 && f.Def.Key == key {
			return i
		}
	}
	return -1
}

// Parent returns the index of the group that field i stands in, or -1.
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

// child returns the index of the first direct member of group i with the
// given role, or -1. A length in front of a text is passed over.
//
//go:noinline
func (m *Message) child(i int, role Role) int {
	d := m.Fields[i].Depth
	for j := i + 1; j < len(m.Fields) && m.Fields[j].Depth > d; j++ {
		if f := &m.Fields[j]; f.Depth == d+1 && f.Def.Role == role && f.Marks&MarkLength == 0 {
			return j
		}
	}
	return -1
}

// Key returns the stable key of field i, such as "unreal2.info.hostname".
func (m *Message) Key(i int) string {
	f := &m.Fields[i]
	if f.Marks&MarkLength != 0 {
		return f.Def.Key + ".length"
	}
	return f.Def.Key
}

// Name returns the name of field i for people. A pair is named after its key
// in the packet, which may hold anything that bytes can say.
func (m *Message) Name(i int) string { return string(m.AppendName(nil, i)) }

// AppendName appends what [Message.Name] returns.
func (m *Message) AppendName(dst []byte, i int) []byte {
	f := &m.Fields[i]
	d := f.Def
	numbered := d.Naming == NameNumbered
	if f.Kind == KindGroup {
		switch d.Role {
		case RoleRule, RoleArray:
			if k := m.child(i, RoleKey); k >= 0 {
				if !m.Fields[k].Kind.Number() {
					return appendText(dst, m.Data, &m.Fields[k])
				}
				dst = cat(cat(dst, d.Name), " ")
				return m.AppendValue(dst, k)
			}
		case RolePlayer, RoleTeam, RoleServerEntry:
			numbered = true
		}
	}
	if d.Naming == NameInPacket && f.Value < uint64(len(m.Data)) {
		b := m.Data[f.Value:]
		if n := indexByte(b, 0); n > 0 {
			return appendCP1252(dst, b[:n])
		}
	}
	dst = cat(dst, d.Name)
	switch {
	case numbered:
		return strconv.AppendUint(cat(dst, " "), f.Value+1, 10)
	case f.Marks&MarkLength != 0:
		return cat(dst, " length")
	}
	return dst
}

// cat appends strings. It is a call because each append that the compiler
// writes out is several times as long.
//
//go:noinline
func cat(dst []byte, s string) []byte { return append(dst, s...) }

//go:noinline
func catBytes(dst, b []byte) []byte { return append(dst, b...) }

// Text returns the text of field i, colour codes and control characters as
// they are: escape it for the place where it goes.
func (m *Message) Text(i int) string { return string(m.AppendValue(nil, i)) }

// AppendValue appends the value of field i: text as UTF-8, numbers in decimal,
// addresses as usual, other bytes as hexadecimal digits in pairs. A group has
// no value.
func (m *Message) AppendValue(dst []byte, i int) []byte {
	f := &m.Fields[i]
	switch k := f.Kind; {
	case k == KindText || k == KindUCS2:
		return appendText(dst, m.Data, f)
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
		return AppendIPv6(dst, m.Bytes(i))
	case k == KindMAC:
		return appendHexSep(dst, m.Bytes(i), ':')
	}
	return appendHexSep(dst, m.Bytes(i), ' ')
}

func appendFloat(dst []byte, f *Field) []byte {
	bits := 32
	if f.Kind == KindF64BE {
		bits = 64
	}
	return strconv.AppendFloat(dst, f.float(), 'g', -1, bits)
}

const lowerHex = "0123456789abcdef"

//go:noinline
func appendHexSep(dst, b []byte, sep byte) []byte {
	for i, c := range b {
		if i > 0 {
			dst = append(dst, sep)
		}
		dst = append(dst, lowerHex[c>>4], lowerHex[c&15])
	}
	return dst
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

// AppendIPv6 appends the text form of a 16-byte address, the longest run of
// zero groups shortened (RFC 5952).
func AppendIPv6(dst, b []byte) []byte {
	if len(b) != 16 {
		return appendHexSep(dst, b, ':')
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

// Note returns a remark on field i: what its value means, and what is special
// about it. It is empty for most fields.
func (m *Message) Note(i int) string { return string(m.AppendNote(nil, i)) }

// AppendNote appends what [Message.Note] returns.
func (m *Message) AppendNote(dst []byte, i int) []byte {
	f := &m.Fields[i]
	d := f.Def
	n := noteWriter{dst: dst, start: len(dst)}
	if f.Kind == KindGroup {
		m.groupNote(&n, i)
		return n.dst
	}
	if f.Marks&MarkLength != 0 {
		m.lengthNote(&n, i)
		return n.dst
	}
	if s := d.Symbols; s != nil && (f.Kind.Number() || f.Kind == KindText && f.Value != 0) {
		noteSymbols(&n, s, f.Value)
	}
	for j := range d.Parts {
		if f.Kind.Number() {
			notePart(&n, &d.Parts[j], f.Value)
		}
	}
	if d.Role == RoleChecksum && f.Kind == KindU16BE && !m.hasProblem(f) {
		n.add("correct")
	}
	if d.Role == RoleValue || d.Role == RoleKey {
		m.pairNote(&n, i)
	}
	if f.Kind == KindText || f.Kind == KindUCS2 {
		m.textNote(&n, i)
	}
	n.marks(f.Marks &^ (MarkUTF8 | MarkOpen))
	n.add(d.Note)
	return n.dst
}

// A noteWriter joins remarks with semicolons.
type noteWriter struct {
	dst   []byte
	start int
}

//go:noinline // many callers: inlined, it is a tenth of a browser's decoder
func (n *noteWriter) sep() {
	if len(n.dst) > n.start {
		n.dst = cat(n.dst, "; ")
	}
}

//go:noinline
func (n *noteWriter) add(s string) {
	if s != "" {
		n.sep()
		n.dst = cat(n.dst, s)
	}
}

// marks says what marks mean.
func (n *noteWriter) marks(marks Marks) {
	for i := range markNotes {
		if marks&markNotes[i].mark != 0 {
			n.add(markNotes[i].text)
		}
	}
}

var markNotes = [...]struct {
	mark Marks
	text string
}{
	{MarkUTF8, "UTF-8 taken for cp1252, repaired"}, {MarkOpen, "no closing NUL"}, {MarkSuperseded, "sent again later"}, {MarkCut, "cut"},
	{MarkAmbiguous, "one of several readings"},
}

// count adds a number, a word that takes an s in the plural, and what follows.
func (n *noteWriter) count(v int64, word, rest string) {
	n.sep()
	n.dst = cat(strconv.AppendInt(n.dst, v, 10), word)
	if v != 1 {
		n.dst = cat(n.dst, "s")
	}
	n.dst = cat(n.dst, rest)
}

// groupNote names a player or team by its name, a pair by what its key means.
func (m *Message) groupNote(n *noteWriter, i int) {
	d := m.Fields[i].Def
	naming := RoleNone
	switch d.Role {
	case RoleRule, RoleArray:
		if k := m.KeyInfo(i); k != nil {
			n.add(k.Name)
		}
	case RolePlayer:
		naming = RolePlayerName
	case RoleTeam:
		naming = RoleTeamName
	case RoleServerEntry:
		naming = RoleServerHost
	}
	if naming != RoleNone {
		if c := m.child(i, naming); c >= 0 {
			n.sep()
			n.dst = m.AppendPlain(n.dst, c)
		}
	}
	n.add(d.Note)
}

func (m *Message) lengthNote(n *noteWriter, i int) {
	f := &m.Fields[i]
	switch {
	case f.Kind == KindUnknown:
		n.add("no usable length")
	case f.Value == 0:
		n.add("empty")
	case f.Kind == KindI32BE: // the length of UT3's LAN beacon
		n.count(f.Int(), " byte", ", no NUL counted")
	case f.Int() < 0:
		n.count(-f.Int(), " 16-bit unit", " with the closing NUL")
	case f.Marks&MarkRaw != 0 && f.Marks&MarkAmbiguous != 0:
		n.count(f.Int(), " byte", " without the closing NUL")
	default:
		n.count(f.Int(), " byte", " with the closing NUL")
	}
}

func noteSymbols(n *noteWriter, s *Symbols, v uint64) {
	if !s.Flags {
		if y := s.Lookup(v); y != nil {
			n.add(y.Name)
			n.add(y.Doc)
		}
		return
	}
	if v == 0 {
		n.add("none set")
		return
	}
	n.sep()
	first := true
	for b := uint64(1); b != 0 && b <= v; b <<= 1 {
		if v&b == 0 {
			continue
		}
		if !first {
			n.dst = cat(n.dst, ", ")
		}
		first = false
		if y := s.Lookup(b); y != nil {
			n.dst = cat(n.dst, y.Name)
		} else {
			n.dst = cat(n.dst, "bit ")
			n.dst = strconv.AppendInt(n.dst, int64(bitIndex(b)), 10)
		}
	}
}

// notePart says what part p of v is; one that is 0 says nothing.
func notePart(n *noteWriter, p *BitPart, v uint64) {
	x := p.Value(v)
	if p.Single() {
		if x != 0 {
			n.add(p.Name)
		}
		return
	}
	if x == 0 {
		return
	}
	n.add(p.Name)
	n.dst = cat(n.dst, " ")
	if y := p.Symbols.Lookup(x); y != nil {
		n.dst = cat(n.dst, y.Name)
		return
	}
	n.dst = strconv.AppendUint(n.dst, x, 10)
	if p.Unit != "" {
		n.dst = cat(cat(n.dst, " "), p.Unit)
	}
}

// hasProblem reports whether a problem is about exactly the bytes of f.
func (m *Message) hasProblem(f *Field) bool {
	for i := range m.Problems {
		if p := &m.Problems[i]; p.Offset == f.Offset && p.Length == f.Length {
			return true
		}
	}
	return false
}

func bitIndex(b uint64) int {
	n := 0
	for b > 1 {
		b >>= 1
		n++
	}
	return n
}

func (m *Message) textNote(n *noteWriter, i int) {
	f := &m.Fields[i]
	if f.Kind == KindUCS2 {
		n.add("16-bit text")
	}
	n.marks(f.Marks & (MarkUTF8 | MarkOpen))
	if f.Marks&MarkSpecial == 0 && m.Colours == 0 {
		return
	}
	var stack [16]ColourRun
	codes := 0
	for _, run := range m.AppendColours(stack[:0], i) {
		if run.Code >= 0 {
			codes++
		}
	}
	if codes > 0 {
		n.count(int64(codes), " colour code", ", reads \"")
		n.dst = cat(m.AppendPlain(n.dst, i), "\"")
	}
}

// pairNote says what the value of a known key means.
func (m *Message) pairNote(n *noteWriter, i int) {
	g := m.Parent(i)
	if g < 0 {
		return
	}
	k := m.KeyInfo(g)
	if k == nil {
		return
	}
	if m.Fields[i].Def.Role == RoleKey {
		n.add(k.Name)
		return
	}
	symbols := k.Symbols
	depends := &dependences[k.Depends]
	if depends.choose != nil {
		symbols = depends.choose(m)
	}
	if symbols != nil {
		if v, ok := parseDecimal([]byte(m.Text(i))); ok {
			noteSymbols(n, symbols, v)
			return
		}
	}
	if k.Role == RoleMutators && indexByte(m.Bytes(i), fileSeparator) >= 0 {
		n.sep()
		n.dst = m.AppendPlain(n.dst, i)
	}
	if k.Values != nil {
		n.add(k.value(m.Text(i)))
	}
	if depends.explain != nil {
		n.add(depends.explain(m.Text(i)))
	}
}

// Message returns the sentence that says what problem i is about. Bytes of
// the packet in it are escaped.
func (m *Message) Message(p *Problem) string { return string(m.AppendSentence(nil, p.Info.Message, p)) }

// Advice returns the sentence that says what problem p means or how to resolve it.
func (m *Message) Advice(p *Problem) string { return string(m.AppendSentence(nil, p.Info.Advice, p)) }

// AppendSentence appends template with the placeholders of [ProblemInfo]
// filled in for p.
func (m *Message) AppendSentence(dst []byte, template string, p *Problem) []byte {
	for template != "" {
		i := 0
		for i < len(template) && template[i] != '{' {
			i++
		}
		dst = cat(dst, template[:i])
		if template = template[i:]; template == "" {
			break
		}
		end := 1
		for end < len(template) && template[end-1] != '}' {
			end++
		}
		dst = m.appendPlaceholder(dst, template[:end], p)
		template = template[end:]
	}
	return dst
}

func (m *Message) appendPlaceholder(dst []byte, name string, p *Problem) []byte {
	if len(name) < 3 {
		return cat(dst, name)
	}
	v := p.A
	c := name[1]
	if c == 'b' || c == 'x' && name[2] == 'b' {
		v = p.B
	}
	switch {
	case c == 'x':
		return strconv.AppendUint(cat(dst, "0x"), v, 16)
	case c == 'o':
		return strconv.AppendUint(dst, uint64(p.Offset), 10)
	case c == 't':
		return cat(AppendEscaped(cat(dst, "\""), appendCP1252(nil, m.Data[p.Offset:p.End()])), "\"")
	case c == 'f':
		if i := m.FieldAt(int(p.Offset), int(p.Length)); i >= 0 {
			return AppendEscaped(dst, m.AppendName(nil, i))
		}
		return cat(dst, "The message")
	case name[2] == '|':
		return cat(dst, plural(name[3:len(name)-1], v))
	}
	return strconv.AppendInt(dst, int64(v), 10)
}

// plural returns the first of two forms parted by a bar for 1, the second
// for any other number.
func plural(forms string, v uint64) string {
	for i := range len(forms) {
		if forms[i] == '|' {
			if v == 1 {
				return forms[:i]
			}
			return forms[i+1:]
		}
	}
	return forms
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

// AppendEscaped appends UTF-8 text with control characters, bidirectional
// marks and invalid bytes written as escapes, so that it can be shown on a
// terminal or in a sentence without doing anything.
func AppendEscaped(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		c := text[i]
		if c >= 0x20 && c < 0x7f {
			dst = append(dst, c)
			i++
			continue
		}
		u, n := utf8.DecodeRune(text[i:])
		i += n
		switch {
		case u == utf8.RuneError && n <= 1 || u < 0x20 || u >= 0x7f && u < 0xa0:
			if n == 2 {
				c = byte(u)
			}
			dst = append(dst, '\\', 'x', lowerHex[c>>4], lowerHex[c&15])
		case Invisible(u):
			dst = append(dst, '\\', 'u', lowerHex[u>>12&15], lowerHex[u>>8&15], lowerHex[u>>4&15], lowerHex[u&15])
		default:
			dst = utf8.AppendRune(dst, u)
		}
	}
	return dst
}

// Invisible reports letters that change how others are shown: direction marks,
// joiners, line separators, byte order marks.
func Invisible(u rune) bool {
	return u >= 0x200b && u <= 0x200f || u >= 0x2028 && u <= 0x202e || u >= 0x2060 && u <= 0x206f || u == 0xfeff || u == 0x61c
}
