package wire

import (
	"bytes"
	"strconv"
)

// Note returns a remark on field i: what its value means, and what is special
// about it. It is empty for most fields.
func (m *Message) Note(i int) string {
	if i < 0 {
		return ""
	}
	return string(m.AppendNote(nil, i))
}

// AppendNote appends what [Message.Note] returns.
func (m *Message) AppendNote(dst []byte, i int) []byte {
	f := &m.Fields[i]
	d := f.Def
	n := noteWriter{dst: dst, start: len(dst)}
	if f.Kind == KindGroup {
		m.groupNote(&n, i)
		return n.dst
	}
	if f.Flags&FlagLength != 0 {
		m.lengthNote(&n, i)
		return n.dst
	}
	if s := d.Symbols; s != nil && (f.Kind.Number() || f.Kind == KindText && f.Value != 0) {
		noteSymbols(&n, s, f.Value)
	}
	if d.Unit != UnitNone && f.Kind != KindBytes {
		n.reading(d.Unit, m.Text(i))
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
	n.marks(f.Flags &^ (FlagUTF8 | FlagOpen))
	n.add(d.Note)
	return n.dst
}

// A noteWriter joins remarks with semicolons.
type noteWriter struct {
	dst   []byte
	start int
}

func (n *noteWriter) sep() {
	if len(n.dst) > n.start {
		n.dst = cat(n.dst, "; ")
	}
}

func (n *noteWriter) add(s string) {
	if s != "" {
		n.sep()
		n.dst = cat(n.dst, s)
	}
}

// reading adds the form in which people read a number of unit u.
func (n *noteWriter) reading(u Unit, value string) {
	if u != UnitNone {
		n.add(u.Reading(value))
	}
}

// marks says what marks mean.
func (n *noteWriter) marks(marks FieldFlags) {
	for i := range markNotes {
		if marks&markNotes[i].mark != 0 {
			n.add(markNotes[i].text)
		}
	}
}

var markNotes = [...]struct {
	mark FieldFlags
	text string
}{
	{FlagUTF8, "UTF-8 taken for cp1252, repaired"}, {FlagOpen, "no NUL terminator"}, {FlagSuperseded, "sent again later"},
	{FlagCut, "cut"},
	{FlagAmbiguous, "ambiguous"},
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

// groupNote returns the name of a player or team, and for a pair what its key
// means.
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
		if c := m.Child(i, naming); c >= 0 {
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
	case f.Kind == KindI32BE, f.Def.Counts == LengthOfText: // the first is the length of UT3's LAN beacon
		n.count(f.Int(), " byte", ", no NUL counted")
	case f.Def.Counts == LengthIncludesPrefix:
		n.count(f.Int(), " byte", " with the length itself")
	case f.Int() < 0:
		n.count(-f.Int(), " 16-bit unit", " incl. NUL terminator")
	case f.Flags&FlagRaw != 0 && f.Flags&FlagAmbiguous != 0:
		n.count(f.Int(), " byte", " excl. NUL terminator")
	default:
		n.count(f.Int(), " byte", " incl. NUL terminator")
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
	for i := range 64 {
		b := uint64(1) << i
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
			n.dst = strconv.AppendInt(n.dst, int64(i), 10)
		}
	}
}

// notePart says what part p of v is; nothing for 0.
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

func (m *Message) textNote(n *noteWriter, i int) {
	f := &m.Fields[i]
	if f.Kind == KindUCS2 {
		n.add("16-bit text")
	}
	marks := f.Flags & (FlagUTF8 | FlagOpen)
	if m.UTF8 {
		marks &= FlagOpen
	}
	n.marks(marks)
	if b := m.Bytes(i); f.Def.CodePages && !ASCII(b) && !ValidMultibyte(b) {
		n.add("in windows-1251 \"")
		n.dst = cat(appendCP1251(n.dst, b), "\"")
	}
	if f.Flags&FlagSpecial == 0 && m.Colours == 0 {
		return
	}
	if b := m.Bytes(i); m.Colours&ColourGlyphs != 0 && !PlainASCII(b[f.Lead:len(b)-int(f.Trail)]) && !ValidMultibyte(b) {
		n.add("reads \"")
		n.dst = cat(m.AppendPlain(n.dst, i), "\"")
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
	if k.Choose != nil {
		symbols = k.Choose(m)
	}
	if symbols != nil {
		if v, ok := ParseDecimal([]byte(m.Text(i))); ok {
			noteSymbols(n, symbols, v)
			return
		}
	}
	n.reading(k.Unit, m.Text(i))
	if k.Role == RoleMutators && bytes.IndexByte(m.Bytes(i), FileSeparator) >= 0 {
		n.sep()
		n.dst = m.AppendPlain(n.dst, i)
	}
	if k.Values != nil {
		if text := m.Text(i); !EqualFold(k.value(text), text) {
			n.add(k.value(text))
		}
	}
	if k.Explain != nil {
		n.add(k.Explain(m.Text(i)))
	}
}
