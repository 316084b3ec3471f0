package decoder

// Text of the GameSpy kind: \key\value\key\value, without lengths, escapes or
// an end (protocol/gamespy1/SPEC.md#transport). Game servers, master servers and heartbeats all
// speak it; this file reads the pairs, the protocols know what they mean.

// pairDefs are the fields that pairs are made of.
type pairDefs struct{ pair, key, value, stray *FieldDef }

// backslashDefs are the fields of the pairs that servers and masters send.
var backslashDefs = pairDefs{&gamespy1Pair, &gamespy1PairKey, &gamespy1PairValue, &gamespy1Stray}

var (
	gamespy1Pair = FieldDef{Key: "gamespy1.pair", Name: "Pair", Kind: KindGroup, Role: RoleRule, Source: "protocol/gamespy1/SPEC.md#pairs",
		Doc: "One pair of key and value, each behind a backslash. Keys may come again; the order is the sender's."}
	gamespy1PairKey = FieldDef{Key: "gamespy1.pair.key", Name: "Key", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/gamespy1/SPEC.md#pairs",
		Doc: "The backslash in front belongs to it and is no part of the text."}
	gamespy1PairValue = FieldDef{Key: "gamespy1.pair.value", Name: "Value", Kind: KindText, Role: RoleValue, Source: "protocol/gamespy1/SPEC.md#pairs",
		Doc: "The backslash in front belongs to it and is no part of the text; an empty value is nothing but that backslash."}
	gamespy1LineBreak = FieldDef{Key: "gamespy1.line_break", Name: "Line break", Kind: KindPadding, Source: "protocol/gamespy1/SPEC.md#errors-in-descriptions",
		Doc: "A line break at the end of a text, with the blanks before it. Packets never hold one; it comes from the page that the text was copied from."}
	gamespy1Stray = FieldDef{Key: "gamespy1.backslash", Name: "Backslash", Kind: KindPadding, Source: "protocol/gamespy1/SPEC.md#pairs",
		Doc: "A backslash that begins no key."}
	gamespy1Start = FieldDef{Key: "gamespy1.start", Name: "Text before the first backslash", Kind: KindUnknown, Source: "protocol/gamespy1/SPEC.md#pairs",
		Doc: "The end of something that began earlier: keys begin with a backslash."}
)

// Problems of backslash text.
var (
	problemLineBreak = ProblemInfo{
		Code: "gamespy1-line-break", Severity: SeverityWarning,
		Message: "A line break stands in the text; packets never hold one.",
		Advice:  "The text was wrapped where it was printed: take out the line breaks and the blanks before them.",
		Story: "A page that shows a long packet breaks it into lines, often with two blanks before each break, and sometimes swallows a blank there. " +
			"Fields show the bytes as they are; the status puts the lines together again: directly after a hyphen or a full line, with a blank elsewhere.",
		Source: "protocol/gamespy1/SPEC.md#errors-in-descriptions",
	}
	problemTrailingNUL = ProblemInfo{
		Code: "gamespy1-nul", Severity: SeverityNote,
		Message: "{a} NUL {a|byte ends|bytes end} the text; this protocol has none.",
		Advice:  "{a|It is|They are} passed over: a program sent its buffer with the end of the string.",
		Source:  "protocol/gamespy1/SPEC.md#transport",
	}
	problemBackslashStart = ProblemInfo{
		Code: "gamespy1-no-backslash", Severity: SeverityWarning,
		Message: "{a} bytes stand before the first backslash.",
		Advice:  "They are the end of something that began earlier, or belong to something else.",
		Source:  "protocol/gamespy1/SPEC.md#transport",
	}
	problemStrayBackslash = ProblemInfo{
		Code: "gamespy1-stray-backslash", Severity: SeverityWarning,
		Message: "A backslash stands where a key should begin.",
		Advice:  "It is passed over; a name with a backslash at its end is the usual reason.",
		Source:  "protocol/gamespy1/SPEC.md#pairs",
	}
	problemNoValue = ProblemInfo{
		Code: "gamespy1-key-without-value", Severity: SeverityWarning,
		Message: "The text ends after the key {text}; even an empty value has its backslash.",
		Advice:  "The datagram is cut, or its last character was not copied.",
		Source:  "protocol/gamespy1/SPEC.md#pairs",
	}
	problemMissingBackslash = ProblemInfo{
		Code: "gamespy1-missing-backslash", Severity: SeverityWarning,
		Message: "A backslash is missing before {text}: the item in front of it has an empty value, which has a backslash of its own.",
		Advice:  "Read as it was meant. Write two backslashes, as in \\basic\\\\secure\\.",
		Story: "Each item is a key and a value. Where the value is empty, two backslashes meet: the one of the value and the one of the next key. " +
			"Pages that take the backslash for an escape character print one of the two; a server reads such a request as one item with a value.",
		Source: "protocol/gamespy1/SPEC.md#errors-in-descriptions",
	}
)

// pairs reads backslash text pair by pair.
type pairs struct {
	r       *reader
	d       *pairDefs
	count   int   // pairs so far
	after   Marks // put on the next key
	wrapped bool  // a line break was reported

	gamename  []byte // value of gamename
	challenge []byte // value of secure
	validates int    // answers that were checked

	buf [64]byte // a key without the line breaks in it
}

// token returns the offset of the next backslash at or after from, or end.
//
//go:noinline
func token(b []byte, from, end int) int {
	at, _ := scanPlain(b[:end], from, '\\')
	return at
}

// start passes what stands before the first backslash.
func (s *pairs) start() {
	r := s.r
	if at := token(r.data, r.pos, r.end); at > r.pos {
		r.problem(&problemBackslashStart, r.pos, at-r.pos, uint64(at-r.pos), 0)
		r.leaf(&gamespy1Start, KindUnknown, at-r.pos, MarkRaw)
	}
}

// more passes stray backslashes and reports whether a key follows.
func (s *pairs) more() bool {
	r := s.r
	for r.pos < r.end {
		if r.pos+1 < r.end && r.data[r.pos+1] != '\\' {
			return true
		}
		if r.pos+1 < r.end {
			r.problem(&problemStrayBackslash, r.pos, 1, 0, 0)
		}
		r.leaf(s.d.stray, KindPadding, 1, MarkRaw)
	}
	return false
}

// key opens the group of a pair and reads its key. The text that it returns
// is good until the next call.
func (s *pairs) key() (key []byte, group int) {
	r := s.r
	group = r.begin(s.d.pair, s.count)
	s.count++
	f := s.text(s.d.key, token(r.data, r.pos+1, r.end))
	f.Marks |= s.after
	if f.Length == 1 {
		f.Marks |= MarkAmbiguous // without the line break that follows it would be a backslash too many
	}
	s.after = 0
	key = r.data[f.Offset+1 : f.End()]
	if f.Marks&MarkSpecial != 0 && len(key) <= len(s.buf) {
		key = unwrap(s.buf[:0], r.data, int(f.Offset)+1, f.End())
	}
	return key, group
}

// value reads the value of the pair, up to end.
func (s *pairs) value(d *FieldDef, end int) *Field { return s.text(d, end) }

// valueEnd returns where the value that begins here ends, or -1 when there is none.
func (s *pairs) valueEnd() int {
	if s.r.pos >= s.r.end {
		return -1
	}
	return token(s.r.data, s.r.pos+1, s.r.end)
}

// text reads a backslash and the text behind it as a leaf; a line break at its
// end, and NULs at the end of the datagram, are a leaf of their own.
func (s *pairs) text(d *FieldDef, end int) *Field {
	r := s.r
	textEnd, blanks := end, false
	if r.data[end-1] <= '\r' { // nearly no text ends in a line break or a NUL
		textEnd, blanks = trimBreak(r.data, r.pos+1, end)
	}
	f := r.add(d, KindText, textEnd-r.pos, 0)
	f.Lead = 1
	if blanks {
		f.Marks |= MarkAmbiguous // whether the blanks belong to the text shows only with what follows
	}
	r.checkText(f)
	if f.Marks&MarkSpecial != 0 && !s.wrapped {
		if i := indexByte(r.data[f.Offset:f.End()], '\n'); i >= 0 {
			s.lineBreak(int(f.Offset)+i, 1)
		}
	}
	if textEnd == end {
		return f
	}
	at := len(r.fields) - 1
	s.breakLeaf(end)
	return &r.fields[at]
}

func (s *pairs) breakLeaf(end int) {
	r := s.r
	nuls := 0
	for _, c := range r.data[r.pos:end] {
		if c == 0 {
			nuls++
		}
	}
	if nuls > 0 {
		r.problem(&problemTrailingNUL, r.pos, end-r.pos, uint64(nuls), 0)
	} else {
		s.lineBreak(r.pos, end-r.pos)
	}
	r.leaf(&gamespy1LineBreak, KindPadding, end-r.pos, MarkRaw)
}

// lineBreak reports the first line break; a wrapped page has one every line.
func (s *pairs) lineBreak(at, n int) {
	if !s.wrapped {
		s.wrapped = true
		s.r.problem(&problemLineBreak, at, n, 0, 0)
	}
}

// trimBreak returns the end of the text in b[from:end] without line breaks and
// NULs at its end, and whether blanks before them were left out as well.
func trimBreak(b []byte, from, end int) (textEnd int, blanks bool) {
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

// unwrap appends data[from:to] with the line breaks of a page taken out: lines
// are put together directly after a hyphen or a full line, and with the blank
// that the page swallowed elsewhere.
func unwrap(dst, data []byte, from, to int) []byte {
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

// are makes the group g and the key behind it fields of another kind.
//
//go:noinline
func (s *pairs) are(g int, pair, key *FieldDef) {
	f := s.r.fields[g : g+2]
	f[0].Def, f[1].Def = pair, key
}

// done closes the group that key opened; a key without a value is a problem.
func (s *pairs) done(group int) { s.r.done(group) }

// noValue reports that the text ends after the key that was just read.
func (s *pairs) noValue() {
	at := len(s.r.fields) - 1
	if s.r.fields[at].Def == &gamespy1LineBreak {
		at--
	}
	f := &s.r.fields[at]
	s.r.problem(&problemNoValue, int(f.Offset), int(f.Length), 0, 0)
}

// number reads a value that should be a decimal number, as a number when it is
// plain digits; leading zeros and blanks are kept as they were.
func (s *pairs) number(d *FieldDef, from, end int) {
	r := s.r
	textEnd, blanks := trimBreak(r.data, from+1, end)
	v, ok := parseDecimal(r.data[from+1 : textEnd])
	if !ok {
		s.text(d, end)
		return
	}
	f := r.add(d, KindDecimal, textEnd-from, v)
	f.Lead = 1
	if blanks {
		f.Marks |= MarkAmbiguous
	}
	if b := r.data[from+1]; b == '0' && textEnd-from > 2 {
		f.Marks |= MarkRaw
	}
	r.check(d, v)
	if textEnd < end {
		s.breakLeaf(end)
	}
}

// hasKey reports whether b has the pair key, that is \key\ or \key at the end.
//
//go:noinline
func hasKey(b []byte, key string) bool {
	for i := token(b, 0, len(b)); i < len(b); i = token(b, i+1, len(b)) {
		if n := i + 1 + len(key); n <= len(b) && string(b[i+1:n]) == key && (n == len(b) || b[n] == '\\') {
			return true
		}
	}
	return false
}

// wordLike reports whether b could be a key: a letter, then letters, digits
// and what programmers put between words.
func wordLike(b []byte) bool {
	if len(b) == 0 || len(b) > 48 || lower(b[0]) < 'a' || lower(b[0]) > 'z' {
		return false
	}
	for _, c := range b {
		if l := lower(c); (l < 'a' || l > 'z') && (c < '0' || c > '9') && c != '_' && c != '-' && c != '.' && c != ' ' {
			return false
		}
	}
	return true
}
