package paste

import (
	"bytes"
	"strings"
)

// What a run of bytes in text is: which rows it has, how its digits are meant, and
// whether it is bytes at all.

// A lastLine is what the run has in the line that it has ended in.
type lastLine struct {
	first *row
	size  int // bytes of all rows
	cells int
}

func (f *finder) ended() (l lastLine) {
	k := len(f.rows) - 1
	l.size, l.cells = f.rows[k].size, f.rows[k].to-f.rows[k].from
	for ; k > 0 && f.rows[k-1].line == f.rows[k].line; k-- {
		l.size += f.rows[k-1].size
		l.cells += f.rows[k-1].to - f.rows[k-1].from
	}
	l.first = &f.rows[k]
	return l
}

// joins reports whether r goes on with the run in the line after last: what precedes
// it is nothing, a mark, or a number that counts.
func (f *finder) joins(r *row, last *lastLine) bool {
	end := &f.rows[len(f.rows)-1]
	if r.line != last.first.line+1+f.below && !f.src.seamless {
		return false
	}
	tail := f.s[end.end:f.src.span(last.first.line).end]
	if t := trimLeft(tail); len(t) > 0 && (strings.IndexByte("]})>", t[0]) >= 0 || isLetter(t[0])) &&
		!f.column(end, end.end+len(tail)-len(t), end.end+len(tail)) {
		return false
	}
	if oneOf(directives, trim(r.lead.of(f.s))) {
		return true
	}
	if last.size == 1 && len(f.rows) == 1 && f.cells[end.from].how != f.cells[r.from].how {
		return false // 71-element Vector, $1 = {
	}
	if end.parting == ',' && len(tail) == 0 && last.size < 8 {
		return false // rows of a table
	}
	if own, other := f.cells[r.from], f.cells[last.first.from]; own.before == 2 && other.before == 0 &&
		own.digits().len() > other.digits().len() {
		f.doubt(r.start) // a closing offset
		return false
	}
	if single := func(r *row) bool {
		return r.digits >= 6 && r.digits <= 8 && (2*r.size == r.digits || r.size == 1)
	}; r.digits != last.first.digits && single(r) != single(last.first) {
		f.doubt(r.start) // an offset, wrapped
		return false
	}
	before, lead, size := last.first.lead.of(f.s), r.lead.of(f.s), last.size
	mark := strip(lead, " \t+*-'\"|\x80")
	if len(mark) == 0 {
		joins := len(f.rows) > 1 || size >= 4 || len(trim(before)) == 0 || len(tail) > 0 && tail[0] == ','
		if !joins && last.size > 1 && last.first.digits == r.digits && len(trim(tail)) == 0 {
			f.doubt(last.first.start) // wrapped
		}
		return joins
	}
	numbered := all(strip(lead, " \t:.)"), classDigit) // lines are
	x := numbersOf(f.numbers[:0], before)
	f.numbers = numbersOf(x, lead)
	y := f.numbers[len(x):]
	for k := range min(len(x), len(y)) {
		for i, pair := range [...][2][]byte{{x[k], y[k]}, {x[len(x)-1-k], y[len(y)-1-k]}} { // from either end
			if i == 0 && last.first.lead.start > f.src.span(last.first.line).start {
				continue
			}
			for len(pair[0]) == len(pair[1]) && len(pair[0]) > 8 && pair[0][0] == pair[1][0] { // addresses of 64 bits
				pair[0], pair[1] = pair[0][1:], pair[1][1:]
			}
			for _, base := range [...]int{16, 10} {
				a, okA := number(pair[0], base)
				b, okB := number(pair[1], base)
				if okA && okB && (b-a == size || b-a == last.cells && last.cells > 1 || numbered && b-a == 1) {
					return true
				}
			}
		}
	}
	return false
}

// numbersOf appends all hex digits of a text, in their groups; those of a word are none.
func numbersOf(all [][]byte, text []byte) [][]byte {
	for i := 0; i < len(text); i++ {
		if text[i] == '0' && charAt(text, i+1)|0x20 == 'x' {
			i += 2
		}
		end := run(text, i, classHex)
		if word := run(text, i, classWord); word > end && (word > end+1 || text[end]|0x20 != 'h') {
			i = word
		} else if end > i {
			all = append(all, text[i:end])
			i = end
		}
	}
	return all
}

// hints are words that people have before bytes.
var hints = [...]string{"byte", "buf", "data", "payload", "packet", "hex", "raw", "recv", "receiv", "sen", "uint8",
	"array", "dump", "msg", "message", "answer", "repl", "respon", "request", "quer", "[", "{", "<<", "("}

// otherNames are words that people have before numbers that are no packet.
const otherNames = " mac hwaddr lladdr ether uuid guid hash sha md5 sha1 sha256 sha512 md5sum checksum" +
	" digest fingerprint commit etag token "

// otherName reports whether the word before a run says that it is something else.
func (f *finder) otherName(lead span) bool {
	t := strip(f.s[max(lead.start, lead.end-40):lead.end], " \t=:\"'([{<")
	from := len(t)
	for from > 0 && isWord(t[from-1]) {
		from--
	}
	return oneOf(otherNames, t[from:])
}

// hinted reports whether what precedes a run says that it is bytes.
func (f *finder) hinted(lead span) bool {
	text := lower(string(f.s[max(lead.start, lead.end-80):lead.end]))
	for _, h := range hints {
		if has(text, h) {
			return true
		}
	}
	return false
}

// flush ends the run. It is a datagram if it is long enough to be bytes and not
// anything else that has numbers in a row.
func (f *finder) flush() {
	rows, ways, odd := f.rows, f.ways, f.beyond()
	f.rows, f.ways = f.rows[:0], 0xffff
	cells := f.cells[:0] // of no other rows
	for i := range rows {
		cells = append(cells, f.cells[rows[i].from:rows[i].to]...)
	}
	if len(f.here) == 0 {
		f.cells = f.cells[:0]
	}
	if len(rows) == 0 {
		return
	}
	first := rows[0]
	line, _ := f.src.text(first.line)
	alone := len(line) == first.end-first.start
	begins := len(cells) > 1 && bytes.HasPrefix(line, f.s[first.start:first.end])
	if (alone || begins) && f.found > 0 && first.line-f.last.line <= 2 && len(rows) < 4 && first.size < 4 && !f.looking {
		f.doubt(first.start) // an empty line parts it from the others
	}
	rest := f.rest(&first) && len(rows) == 1 && f.last.way&^ways == 0
	if len(rows) == 1 && first.size < 3 && !rest || f.counting(cells) {
		return
	}
	name, way, ok := f.meant(cells, ways, &first)
	if rest {
		name, way, ok = f.last.name, f.last.way, true
	}
	few := !ok
	if !ok && !(name != "" && way&^ways == 0 && f.known(cells, way)) {
		f.leave(&first, cells, len(rows))
		return
	}
	goesOn := f.found > 0 && name == f.last.name && f.goesOn(&first)
	end := &rows[len(rows)-1]
	f.last.line, f.last.name, f.last.way, f.last.open = end.line, name, way, charAt(f.s, end.end) == ','
	f.last.row, f.last.few = first, few
	f.said(first.lead, first.line)
	if way == bareBits && len(cells) == 1 {
		f.note(first.start, "digits that are all 0 or 1 are read as bits; as hex digits they are other bytes")
	}
	if few && way == bareShortHex {
		f.note(first.start, "a number of one digit is read as a byte: a digit of it may be missing")
	}
	for i := range cells {
		f.putCell(&cells[i], way)
	}
	if goesOn && (f.opts.judge == nil || f.opts.judge(&Datagram{Data: f.data}) != KnownWhole) {
		f.note(first.start, "a datagram begins here, or the one before goes on")
	}
	if begin := f.src.span(first.line).start; first.lead.end > begin && !f.looking {
		f.declared(max(begin, first.lead.start), first.start)
	}
	if odd > 0 {
		f.doubt(odd)
	}
	f.end(name)
}

const openers = "<[({\"'`"

// known reports whether cells are a message that is known, so that few are enough.
func (f *finder) known(cells []cell, way uint16) bool {
	if f.opts.judge == nil || f.opts.Format != FormatUnknown || len(cells) > maxDatagram {
		return false
	}
	if start := int(cells[0].start); start > 0 && len(cells) == 1 && !isBlank(f.s[start-1]) && f.s[start-1] != '\n' &&
		strings.IndexByte(openers+"=:,|", f.s[start-1]) < 0 {
		return false // a part of a word
	}
	scratch := parser{src: f.src, first: -1}
	for i := range cells {
		scratch.putCell(&cells[i], way)
	}
	return len(scratch.data) >= 4 && f.opts.judge(&Datagram{Data: scratch.data}) == KnownWhole
}

// message reports whether a part of the text is a message that is known where it is read so.
func (f *finder) message(read content, start, stop int) bool {
	p := parser{src: f.src, first: -1}
	return f.opts.judge != nil && read(&p, start, stop) == nil && f.opts.judge(&Datagram{Data: p.data}) == KnownWhole
}

// counting reports whether cells are the head of a dump's columns: 0 1 2 …, 00 01 02 … or 0011 2233 ….
func (f *finder) counting(cells []cell) bool {
	digits := make([]byte, 0, 48)
	for i := range cells[:min(len(cells), 17)] {
		if digits = append(digits, cells[i].digits().of(f.s)...); charAt(digits, 0) != '0' || len(digits) > 32 { // most runs
			return false
		}
	}
	return numbersColumns(digits, cells[0].digits().len())
}

// goesOn reports whether a run may be the rest of the datagram before it: it follows at once, and what is before it in
// its line is nothing but an offset or what all lines have.
func (f *finder) goesOn(first *row) bool {
	between := first.line - f.last.line
	if between > 2 {
		return false
	}
	lead := trim(first.lead.of(f.s))
	return f.last.open || between > 0 && (len(strip(lead, hexDigits+"xXhH:<>+|*` \t")) == 0 ||
		oneOf(directives, lead[bytes.LastIndexAny(lead, blanks)+1:]))
}

// rest reports whether r is shorter than the row in the line before and has the same text before it: the last bytes
// of a packet that somebody in a chat pasted line by line. The decoder decides whether both are one datagram.
func (f *finder) rest(r *row) bool {
	last := &f.last.row
	if f.found == 0 || f.last.few || r.line != f.last.line+1 || r.size >= last.size {
		return false
	}
	before := f.s[f.src.span(r.line).start:r.start]
	return len(before) > 0 && bytes.Equal(before, f.s[f.src.span(last.line).start:last.start])
}

// beyond is where a number follows the rows of the run in the same line that is not one of theirs: with a digit too
// few or too many it could not be. 0 for nowhere.
func (f *finder) beyond() int {
	for i := range f.rows {
		r := &f.rows[i]
		end := f.src.span(r.line).end
		at := run(f.s[:end], r.end, classBlank|classMark)
		if at == r.end && at < end && strings.IndexByte("#$&\\", f.s[at]) >= 0 {
			return at
		}
		if at-r.end > 3 || at == r.end || f.s[r.end] == ':' || i+1 < len(f.rows) && f.rows[i+1].start == at {
			continue
		}
		if word := f.s[at:run(f.s[:end], at, classWord)]; len(strip(word, hexDigits+"xXhH")) == 0 &&
			count(word, classDigit) > 0 && !f.column(r, run(f.s[:end], r.end, classBlank), end) {
			return at
		}
	}
	return 0
}

// leave remembers numbers that are written as bytes are, and too few or too odd to be a datagram.
func (f *finder) leave(r *row, cells []cell, rows int) {
	// dates and addresses are not meant
	if (r.size >= 3 || rows > 1) && len(cells) >= 3 && count(f.s[r.start:r.end], classDigit) > 0 &&
		strings.IndexByte("-:/.", r.parting) < 0 || cells[0].digits().len() >= 16 {
		f.doubt(r.start)
	}
}

// doubt remembers the first place where bytes may be that are not read.
func (f *finder) doubt(off int) {
	if f.left == 0 {
		f.left = off + 1
	}
}

// end hands the datagram over.
func (f *finder) end(name string) {
	if f.found == 0 {
		f.spelling = name
	}
	f.found++
	f.way = DirectionUnknown
	f.finish()
}

// said keeps what is said about a datagram before it.
func (f *finder) said(lead span, line int) {
	if f.looking {
		return
	}
	if f.document {
		f.dir, f.comment = f.way, string(f.keyBefore(lead.end).of(f.s))
		return
	}
	begin := f.src.span(line).start
	text := trim(f.s[begin:max(begin, min(lead.end, begin+maxLead))])
	if lead.end > begin && (isBlank(f.s[lead.end-1]) || isLetter(charAt(text, 0))) { // <<1,2>> and <79> are brackets
		f.dir, _ = directionMark(text)
	}
	for t := range tokens(text, 0) { // a call, perhaps behind a time
		if bytes.IndexByte(t.of(text), '(') < 0 {
			continue
		}
		call := lower(string(t.of(text)))
		if object, method, found := strings.Cut(call, "->"); found && all([]byte(object), classWord) {
			call = method
		}
		if strings.HasPrefix(call, "send") || strings.HasPrefix(call, "write(") {
			f.dir = DirectionSent
		} else if strings.HasPrefix(call, "recv") || strings.HasPrefix(call, "read(") {
			f.dir = DirectionReceived
		}
		break
	}
	from := lead.start
	for from < lead.end && (isBlank(f.s[from]) || strings.IndexByte(",;)]}", f.s[from]) >= 0) {
		from++
	}
	remark(&f.comment, strip(f.src.original(from, lead.end), " \t=:([{<\"'"))
}

// meant decides how a run is meant, and whether that is bytes.
func (f *finder) meant(cells []cell, ways uint16, first *row) (name string, way uint16, ok bool) {
	size, marked, texts, letters, commas := 0, 0, 0, false, 0
	for i := range cells {
		c := &cells[i]
		size += f.size(c)
		switch {
		case int(c.how) < len(spellings):
			marked++
			name = spellings[c.how].name
		case c.how == uint8(spelledText):
			texts++
		default:
			d := c.digits().of(f.s)
			letters = letters || !all(d, classDigit)
		}
		if charAt(f.s, int(c.end)) == ',' {
			commas++
		}
	}
	n := len(cells)
	hinted := func() bool {
		if f.document {
			return keyHints(string(f.keyBefore(first.start).of(f.s)))
		}
		return f.hinted(first.lead)
	}
	if from, end := int(cells[0].start), int(cells[n-1].end); marked == 0 && (joint(charAt(f.s, end)) ||
		from > 1 && joint(f.s[from-1]) && !isBlank(f.s[from-2]) && f.s[from-2] != '\n') {
		return "", 0, false // a part of base64, an address or a name
	}
	switch {
	case n == 4 && commas == 3 && marked == 0 && cells[0].start > 0 && f.s[cells[0].start-1] == '{' &&
		charAt(f.s, int(cells[3].end)) == '}':
		return "", 0, false // an IPv4 address of Erlang
	case f.otherName(first.lead):
		return "", 0, false
	case f.document:
		list := commas == n-1 && bytes.HasSuffix(trimLines(f.s[:first.start]), []byte("["))
		return "a list of numbers", bareDecimal, list && ways&bareDecimal != 0 && (n >= 16 || n >= 4 && hinted())
	case marked+texts == n:
		return name, 0, marked >= 3
	case marked > 0:
		return name, bareMixed, size >= 4 && ways&(bareDecimal|bareOctal) != 0
	case ways&bareBits != 0:
		return "groups of eight binary digits", bareBits, n >= 4
	case n == 1 && cells[0].digits().len() >= 32 && allBits(cells[0].digits().of(f.s)):
		return "binary digits without spaces", bareBits, true
	case n == 1: // digits without anything between
		length := int(cells[0].digits().len())
		sure := cells[0].before > 0 // 0x or \x
		hash := length == 32 || length == 40 || length == 56 || length == 64
		return "hex digits without spaces", bareGroups, ways&bareGroups != 0 && length >= 8 &&
			(sure && (f.s[cells[0].start] == '\\' || length > 16) || length >= 16 && letters && (!hash || hinted()))
	case ways&barePairs != 0 && (letters || texts == 0 && commas*2 < n || ways&(bareDecimal|bareOctal) == 0):
		return "pairs of hex digits", barePairs, size >= 8 || size >= 4 && hinted()
	case ways&bareDecimal != 0 && (ways&bareOctal == 0 || commas > 0):
		return "decimal numbers", bareDecimal, n >= 16 || n >= 4 && hinted()
	case n > 1 && cells[0].digits().len() == 4 && charAt(f.s, int(cells[0].end)) == ':':
		return "", 0, false // an IPv6 address
	case ways&bareOctal != 0:
		return "octal numbers", bareOctal, n >= 16 || n >= 4 && hinted()
	}
	singles := 0
	for i := range cells {
		if cells[i].digits().len() == 1 {
			singles++
		}
	}
	for _, short := range &shortWays {
		if ways&short.way != 0 && n >= 8 && (singles > 0 || short.base < 16) && ways&bareDecimal == 0 {
			return short.name, short.way, n >= 16 && (singles > 2 || short.base < 16)
		}
	}
	return "groups of hex digits", bareGroups, ways&bareGroups != 0 && size >= 8 && letters
}

// joint reports whether c holds parts of a longer word together.
func joint(c byte) bool { return c == '+' || c == '/' || c == '_' || c == '~' }
