package backslash

import (
	"bytes"

	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// Text of the GameSpy kind: \key\value\key\value, without lengths, escapes or
// an end (protocol/gamespy1/SPEC.md#transport). Game servers, master servers
// and heartbeats all speak it; this file reads the pairs, the protocols
// interpret them.

// PairDefs are the fields that pairs are made of.
type PairDefs struct{ Pair, Key, Value, Stray *wire.FieldDef }

// Defs are the fields of the pairs that servers and masters send.
var Defs = PairDefs{&Pair, &PairKey, &PairValue, &Stray}

var (
	Pair = wire.FieldDef{Key: "pair", Name: "Pair", Kind: wire.KindGroup, Role: wire.RoleRule,
		Doc: "One pair of key and value, each after a backslash. Keys may repeat; the order is the sender's."}
	PairKey = wire.FieldDef{Key: "pair.key", Name: "Key", Kind: wire.KindText, Role: wire.RoleKey, Keys: &keys.Known,
		Doc: "The backslash before it is a delimiter and no part of the text."}
	PairValue = wire.FieldDef{Key: "pair.value", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue,
		Doc: "The backslash before it is a delimiter and no part of the text; an empty value is nothing but that backslash."}
	LineBreak = wire.FieldDef{Key: "line_break", Name: "Line break", Kind: wire.KindPadding,
		Doc: "A line break at the end of a text, with the spaces before it. Packets never contain one; it comes from the " +
			"page that the text was copied from."}
	Stray = wire.FieldDef{Key: "backslash", Name: "Backslash", Kind: wire.KindPadding,
		Doc: "A backslash that begins no key."}
	StartText = wire.FieldDef{Key: "start", Name: "Text before the first backslash", Kind: wire.KindUnknown,
		Doc: "The end of something that began earlier: keys begin with a backslash."}
)

// Problems of backslash text.
var (
	ProblemLineBreak = wire.ProblemInfo{Code: "gamespy1-line-break", Severity: wire.SeverityWarning,
		Message: "The text contains a line break; packets never do.",
		Advice:  "The text was wrapped where it was printed: remove the line breaks and the spaces before them.",
		Story: "A page that shows a long packet breaks it into lines, often with two spaces before each break, and " +
			"sometimes drops a space there. Fields show the bytes as they are; the status joins the lines again: " +
			"directly after a hyphen or a full line, with a space elsewhere."}
	ProblemTrailingNUL = wire.Note("gamespy1-nul",
		"The text ends with {a} NUL {a|byte|bytes}; this protocol uses none.",
		"{a|It is|They are} skipped: a program sent its buffer with the end of the string.")
	ProblemBackslashStart = wire.Warning("gamespy1-no-backslash", "{a} bytes precede the first backslash.",
		"They are the end of something that began earlier, or belong to something else.")
	ProblemStrayBackslash = wire.Warning("gamespy1-stray-backslash", "Expected a key; found a second backslash.",
		"It is skipped; a name with a backslash at its end is the usual reason.")
	ProblemNoValue = wire.Warning("gamespy1-key-without-value",
		"The text ends after the key {text}; even an empty value has its backslash.",
		"The datagram is cut, or its last character was not copied.")
	ProblemMissingBackslash = wire.ProblemInfo{Code: "gamespy1-missing-backslash", Severity: wire.SeverityWarning,
		Message: "A backslash is missing before {text}: the item before it has an empty value, which has a backslash " +
			"of its own.", Advice: "Read as it was meant. Write two backslashes, as in \\basic\\\\secure\\.",
		Story: "Each item is a key and a value. Where the value is empty, two backslashes meet: the one of the value " +
			"and the one of the next key. Pages that take the backslash for an escape character print one of the " +
			"two; a server reads such a request as one item with a value."}
)

// Pairs reads backslash text pair by pair.
type Pairs struct {
	R       *wire.Reader
	D       *PairDefs
	Count   int             // pairs so far
	After   wire.FieldFlags // put on the next key
	Wrapped bool            // a line break was reported

	Gamename  []byte // value of gamename
	Challenge []byte // value of secure
	validates int    // answers that were checked

	buf [64]byte // a key without the line breaks in it
}

// Token returns the offset of the next backslash at or after from, or end.
func Token(b []byte, from, end int) int {
	at, _ := wire.ScanPlain(b[:end], from, '\\')
	return at
}

// Start skips what precedes the first backslash.
func (s *Pairs) Start() {
	r := s.R
	if at := Token(r.Data, r.Pos, r.End); at > r.Pos {
		r.Problem(&ProblemBackslashStart, r.Pos, at-r.Pos, uint64(at-r.Pos), 0)
		r.Leaf(&StartText, wire.KindUnknown, at-r.Pos, wire.FlagRaw)
	}
}

// Next skips stray backslashes, opens the group of a pair and reads its key.
// The text that it returns is good until the next call. ok is false when there
// is no key any more.
func (s *Pairs) Next() (key []byte, group int, ok bool) {
	r := s.R
	if r.Pos+1 >= r.End || r.Data[r.Pos+1] == '\\' {
		if !s.stray() {
			return nil, 0, false
		}
	}
	end, plain := wire.ScanPlain(r.Data[:r.End], r.Pos+1, '\\')
	group = r.Begin(s.D.Pair, s.Count)
	s.Count++
	f := s.text(s.D.Key, end, plain)
	f.Flags |= s.After
	if f.Length == 1 {
		f.Flags |= wire.FlagAmbiguous // without the line break that follows this would be a stray backslash
	}
	s.After = 0
	key = r.Data[f.Offset+1 : f.End()]
	if f.Flags&wire.FlagSpecial != 0 && len(key) <= len(s.buf) {
		key = Unwrap(s.buf[:0], r.Data, int(f.Offset)+1, f.End())
	}
	return key, group, true
}

// stray skips stray backslashes and reports whether a key follows.
func (s *Pairs) stray() bool {
	for r := s.R; r.Pos < r.End; {
		if r.Pos+1 < r.End {
			if r.Data[r.Pos+1] != '\\' {
				return true
			}
			r.Problem(&ProblemStrayBackslash, r.Pos, 1, 0, 0)
		}
		r.Leaf(s.D.Stray, wire.KindPadding, 1, wire.FlagRaw)
	}
	return false
}

// Ordinary reads the value of the pair as nothing but a text, and returns its
// field. It returns nil when there is none, which it reports.
func (s *Pairs) Ordinary() *wire.Field {
	end, plain := s.ValueEnd()
	if end < 0 {
		s.NoValue()
		return nil
	}
	return s.text(s.D.Value, end, plain)
}

// Value reads the value of the pair, up to end; plain as ValueEnd says.
func (s *Pairs) Value(d *wire.FieldDef, end int, plain bool) *wire.Field {
	return s.text(d, end, plain)
}

// ValueEnd returns where the value that begins here ends, or -1 when there is
// none, and whether all its characters are plain.
func (s *Pairs) ValueEnd() (end int, plain bool) {
	r := s.R
	if r.Pos >= r.End {
		return -1, false
	}
	return wire.ScanPlain(r.Data[:r.End], r.Pos+1, '\\')
}

// text reads a backslash and the text after it as a leaf; a line break at its
// end, and NULs at the end of the datagram, are a leaf of their own. A text
// that is known to be plain has none of these, and nothing else to look for.
func (s *Pairs) text(d *wire.FieldDef, end int, plain bool) *wire.Field {
	r := s.R
	if plain {
		f := r.Add(d, wire.KindText, end-r.Pos, 0)
		f.Lead = 1
		return f
	}
	textEnd, blanks := end, false
	if r.Data[end-1] <= '\r' { // nearly no text ends in a line break or a NUL
		textEnd, blanks = TrimBreak(r.Data, r.Pos+1, end)
	}
	f := r.Add(d, wire.KindText, textEnd-r.Pos, 0)
	f.Lead = 1
	if blanks {
		f.Flags |= wire.FlagAmbiguous // whether the spaces belong to the text shows only in what follows
	}
	r.CheckText(f)
	if f.Flags&wire.FlagSpecial != 0 && !s.Wrapped {
		if i := bytes.IndexByte(r.Data[f.Offset:f.End()], '\n'); i >= 0 {
			s.lineBreak(int(f.Offset)+i, 1)
		}
	}
	if textEnd == end {
		return f
	}
	at := len(r.Fields) - 1
	s.breakLeaf(end)
	return &r.Fields[at]
}

func (s *Pairs) breakLeaf(end int) {
	r := s.R
	nuls := 0
	for _, c := range r.Data[r.Pos:end] {
		if c == 0 {
			nuls++
		}
	}
	if nuls > 0 {
		r.Problem(&ProblemTrailingNUL, r.Pos, end-r.Pos, uint64(nuls), 0)
	} else {
		s.lineBreak(r.Pos, end-r.Pos)
	}
	r.Leaf(&LineBreak, wire.KindPadding, end-r.Pos, wire.FlagRaw)
}

// lineBreak reports the first line break; a wrapped page has one every line.
func (s *Pairs) lineBreak(at, n int) {
	if !s.Wrapped {
		s.Wrapped = true
		s.R.Problem(&ProblemLineBreak, at, n, 0, 0)
	}
}

// TrimBreak returns the end of the text in b[from:end] without line breaks and
// NULs at its end, and whether spaces before them were left out as well.
func TrimBreak(b []byte, from, end int) (textEnd int, blanks bool) {
	i := end
	for i > from && (b[i-1] == '\n' || b[i-1] == '\r' || b[i-1] == 0) {
		i--
	}
	if i == end {
		return end, false
	}
	for i > from && b[i-1] == ' ' {
		i--
		blanks = true
	}
	return i, blanks
}

// fullLine is the shortest line that a page breaks in the middle of a word, in
// characters: that of the UT99 query document.
const fullLine = 77

// Unwrap appends data[from:to] without the line breaks of a page: lines are
// joined directly after a hyphen or a full line, and elsewhere with the space
// that the page swallowed.
func Unwrap(dst, data []byte, from, to int) []byte {
	for i := from; i < to; i++ {
		c := data[i]
		if c != '\n' {
			dst = append(dst, c)
			continue
		}
		for n := len(dst); n > 0 && (dst[n-1] == ' ' || dst[n-1] == '\r'); n-- {
			dst = dst[:n-1]
		}
		last := i
		for last > 0 && (data[last-1] == ' ' || data[last-1] == '\r') {
			last--
		}
		line := last
		for line > 0 && last-line < fullLine && data[line-1] != '\n' {
			line--
		}
		if last-line < fullLine && len(dst) > 0 && dst[len(dst)-1] != '-' {
			dst = append(dst, ' ')
		}
	}
	return dst
}

// Are makes the group g and the key after it fields of another kind.
func (s *Pairs) Are(g int, pair, key *wire.FieldDef) {
	f := s.R.Fields[g : g+2]
	f[0].Def, f[1].Def = pair, key
}

// Drop forgets group g, whose key was read just now.
func (s *Pairs) Drop(g int) {
	s.R.Depth = s.R.Fields[g].Depth
	s.R.Fields = s.R.Fields[:g]
	s.Count--
}

// Done closes the group that Next opened.
func (s *Pairs) Done(group int) {
	s.R.Done(group)
}

// NoValue reports that the text ends after the key that was just read.
func (s *Pairs) NoValue() {
	at := len(s.R.Fields) - 1
	if s.R.Fields[at].Def == &LineBreak {
		at--
	}
	f := &s.R.Fields[at]
	s.R.Problem(&ProblemNoValue, int(f.Offset), int(f.Length), 0, 0)
}

// number reads a value that should be a decimal number, as a number when it is
// plain digits; leading zeros and spaces are kept as they were.
func (s *Pairs) number(d *wire.FieldDef, from, end int) {
	r := s.R
	textEnd, blanks := TrimBreak(r.Data, from+1, end)
	v, ok := wire.ParseDecimal(r.Data[from+1 : textEnd])
	if !ok {
		s.text(d, end, false)
		return
	}
	f := r.Add(d, wire.KindDecimal, textEnd-from, v)
	f.Lead = 1
	if blanks {
		f.Flags |= wire.FlagAmbiguous
	}
	if b := r.Data[from+1]; b == '0' && textEnd-from > 2 {
		f.Flags |= wire.FlagRaw
	}
	r.Check(d, v)
	if textEnd < end {
		s.breakLeaf(end)
	}
}

// HasKey reports whether b has the pair key, that is \key\ or \key at the end.
func HasKey(b []byte, key string) bool {
	for i := Token(b, 0, len(b)); i < len(b); i = Token(b, i+1, len(b)) {
		if n := i + 1 + len(key); n <= len(b) && string(b[i+1:n]) == key && (n == len(b) || b[n] == '\\') {
			return true
		}
	}
	return false
}

// WordLike reports whether b could be a key: a letter, then letters, digits and
// word separators.
func WordLike(b []byte) bool {
	if len(b) == 0 || len(b) > 48 || wire.Lower(b[0]) < 'a' || wire.Lower(b[0]) > 'z' {
		return false
	}
	for _, c := range b {
		if l := wire.Lower(c); (l < 'a' || l > 'z') && (c < '0' || c > '9') && c != '_' && c != '-' && c != '.' && c != ' ' {
			return false
		}
	}
	return true
}
