package paste

import (
	"bytes"
	"slices"
	"strings"
)

// finder finds bytes in text of any kind: what is printed by debuggers, loggers
// and consoles, documents, JSON. Where no other family can read a paste, it takes
// the runs of numbers in it that are bytes, and the strings that hold some.
type finder struct {
	*parser
	s               []byte
	rows            []row             // of the run that is growing
	here            []row             // of the line that is looked at
	numbers         [][]byte          // of two lines that are compared
	open            [256]int32        // of each kind of quote: where a line ends in which it is opened for the last time
	continued       int               // where a string was looked for that goes on over lines
	texts, textsEnd int               // in the line that ends at textsEnd: where text of a packet was looked for
	from            int               // in the line that is looked at: behind the last string that was read
	cells           []cell            // of these rows
	ways            uint16            // how all bare digits among them may be meant
	looking         bool              // only what there is, not what is said of it
	inside          bool              // the document is in a line of other text
	document, xml   bool              // each value has a name before it
	depth, record   int               // of the brackets that are open, and records that have ended
	way             Direction         // what a name in the document says of the next bytes
	name            span              // in a document, of the list or field that is open
	rival           string            // the name of the last bytes
	calls           bool              // system calls with what they returned are in the text
	found           int               // datagrams
	block           int               // where the lines end that were read as text with bytes inside
	below           int               // lines since the last row that show its characters
	shown           [len(inlines)]int // of each inline form: the end of the text in which it was looked for
	skip            int               // the end of what was read already
	offsets         int               // in the line that is looked at
	// 1 and where the first numbers are that could be bytes, and are not read; 0 for nowhere
	left int
	last struct { // of the datagram found last
		line int
		row  row  // its first
		few  bool // it is one only because the decoder knows it
		name string
		way  uint16
		open bool // a comma is behind it
	}
	spelling string // how the first of them is written
	bad      int    // 1 and where a digit of them is mistyped, or some are not shown; 0 for nowhere
}

// foundRoom is what a look at the text has found out, for reading it.
type foundRoom struct {
	strings bool    // there are some that hold bytes: where one does, short ones do as well
	ranks   []uint8 // of each record of a document: the best name that bytes have in it
}

// sniffFound claims text that is no format as a whole, but holds bytes.
func (p *parser) sniffFound() guess {
	opts := Options{judge: p.opts.judge, otherBase: p.opts.otherBase, noPrefix: p.opts.noPrefix, Stop: p.opts.Stop}
	f := &finder{parser: &parser{opts: opts, src: p.src, first: -1}, s: p.src.s, looking: true}
	f.scan()
	p.room = f.room
	if f.bad > 0 || f.found == 0 {
		p.bad = f.bad
		return guess{}
	}
	return guess{hardly, BytesInText, f.spelling + " inside other text"}
}

const restLeftOut = "numbers that could be bytes too, from here on, were left out"

// readFound reads the bytes that are in the text.
func (p *parser) readFound() *Error {
	if p.room.ranks == nil { // the caller named the format
		p.sniffFound()
	}
	f := &finder{parser: p, s: p.src.s, calls: p.systemCalls()}
	f.scan()
	if f.bad > 0 && p.opts.Format != FormatUnknown {
		return p.noDigit(f.bad-1, aHexDigit)
	}
	if f.left > 0 {
		p.note(f.left-1, restLeftOut)
	}
	return nil
}

func (f *finder) scan() {
	f.ways = 0xffff
	format := documentOf(trimLeft(f.s[f.src.span(f.src.firstLine()).start:]))
	f.document, f.xml = format != FormatUnknown, format == XML
	if f.looking {
		f.room.ranks = append(f.room.ranks, uint8(len(keyRanks)))
	}
	for i := range f.src.count() {
		if f.src.span(i).start < f.skip {
			continue
		}
		if f.src.blank(i) {
			if !f.src.seamless {
				f.flush()
			}
			continue
		}
		t, off := f.src.text(i)
		if len(f.rows) > 0 && (string(t) == "*" || dots(t, 0) && len(strip(t, ".\x85")) == 0) {
			f.spoil(off) // bytes that are not there
		}
		if f.showsRow(i) {
			f.below++
			continue
		}
		f.line(i)
	}
	f.flush()
	if f.document && !f.xml && f.depth != 0 && !f.looking {
		f.note(len(f.s), "the brackets of the document do not match: it is damaged or cut off")
	}
}

// line finds the rows of line i, and takes those that count.
func (f *finder) line(i int) {
	f.opts.check()
	l := f.src.span(i)
	if ruler(l.of(f.s)) {
		return
	}
	f.here = f.here[:0]
	if l.len() > 4096 { // to grow by and by would take twice as much
		f.cells = slices.Grow(f.cells, 1+max(bytes.Count(l.of(f.s), []byte(" ")), bytes.Count(l.of(f.s), []byte(","))))
	}
	f.from = l.start
	at := l.start
	if at += afterDirective(l.of(f.s)); f.src.directives {
		at = nextToken(f.s[:l.end], l.start).end
	}
	for at < l.end {
		if len(f.here) == 256 { // a long line
			f.take(i)
			f.from = at
		}
		c := f.s[at]
		switch {
		case c == '{' && !f.document && documentOf(f.s[at:min(l.end, at+maxLead)]) == JSON: // in a log
			f.take(i)
			f.flush()
			f.document, f.inside = true, true
			f.bracket(at)
			at++
		case f.document && strings.IndexByte("{[}]<", c) >= 0:
			f.take(i)
			f.flush()
			f.bracket(at)
			at++
		case strings.IndexByte(inlineChars, c) >= 0 && f.inlined(i, at, l.end):
			at = min(f.skip, l.end)
			f.from = at
		case c == '\\' && f.packetText(i, at, l.end):
			at, f.from = l.end, l.end
		case c == '`' && charAt(f.s, at+3) == ' ' && isPair(f.s, at+1) && isPair(f.s, at+4): // a row in a cell of a table
			at++
		case (isQuote(c) || c == '|' && at > l.start && f.s[at-1] == 'q') && int(spelled(f.s[:l.end], at).how) == spelledNone:
			f.take(i)
			end, ok := f.quoted(span{f.from, at}, i, at, l.end)
			if at = end; ok {
				f.from = end
			}
		case at > l.start && isWord(f.s[at-1]) && c != '\\' && c != '#':
			at++
		case f.wordOfBase64(i, at, l.end):
			at = nextToken(f.s[:l.end], at).end
			f.from = at
		default:
			r, ok := f.row(at, l.end)
			if !ok {
				word := max(at+1, run(f.s[:l.end], at, classWord))
				if t := f.s[at:word]; c == '\\' && charAt(f.s, at+1) == 'x' || // its digits are in the next line
					len(t) >= 60 && looksBase64(t) || f.mangled(at, word) || word-at >= 9 && (word-at)%2 != 0 && all(t, classHex) &&
					(word-at > 16 || !all(t, classDigit) && !all(t, classLetter)) {
					f.doubt(at) // a lost digit
				}
				at = word
				break
			}
			at = r.end
			f.mistyped(&r, l.end)
			if f.offset(&r, l.end) {
				f.cells = f.cells[:r.from]
				if f.s[r.end] == ' ' {
					f.offsets++
				}
				if r.digits <= 4 && r.digits%2 == 0 && f.s[r.end] == ' ' && (r.digits == 2 ||
					at > l.start && len(trim(f.s[l.start:r.start])) > 0) {
					f.offsets++
				}
				break
			}
			r.line = i
			f.here = append(f.here, r)
			if f.column(&r, run(f.s[:l.end], at, classBlank), l.end) {
				at = l.end
			}
		}
	}
	f.take(i)
	if f.inside {
		f.flush()
		f.document, f.inside, f.depth, f.name = false, false, 0, span{}
	}
}

// offset reports whether r is the number that a line begins with, not bytes. It takes
// the first cell off r if that is one.
func (f *finder) offset(r *row, end int) bool {
	cells := f.cells[r.from:]
	first := &cells[0]
	line := end
	end = min(end, r.end+maxLead)
	if int(first.how) != spelledBare {
		return false
	}
	after := func(k int) byte { return charAt(f.s[:end], int(cells[k].end)) }
	if len(cells) == 1 {
		next := run(f.s[:end], r.end, classBlank)
		c := spelled(f.s[:end], next)
		switch n := first.digits().len(); {
		case after(0) != 0 && strings.IndexByte(":|`\x80", after(0)) >= 0, charAt(f.s[:end], next) == '<' &&
			isLetter(charAt(f.s[:end], next+1)):
			return true
		default:
			is := n <= 16 && next > r.end && int(c.how) == spelledBare && c.digits().len() != n && !f.column(r, next, line)
			if is && c.digits().len() == 1 && n > 2 {
				f.doubt(r.start) // a space between bytes was lost
			}
			return is
		}
	}
	// of a log
	level := first.digits().len() == 1 && isLetter(f.s[first.start]) && cells[len(cells)-1].start-first.end > 3 &&
		string(f.s[first.end:first.end+2]) == "  "
	if level || len(cells) > 2 && after(0) != after(1) && after(1) == after(2) && after(0) != ',' ||
		after(0) == ':' && (len(cells) == 2 || after(1) != ':') {
		r.size -= f.size(first)
		r.from++
		r.start = int(cells[1].start)
	}
	return false
}

// take adds those rows of a line to the run that go on with it. Else it begins new
// ones with those that are not much shorter than the longest: beside them, dates,
// times and numbers are only that.
func (f *finder) take(line int) {
	if len(f.here) == 0 {
		return
	}
	begin, largest, next := f.src.span(line).start, 0, -1
	if f.offsets > 1 { // a space between bytes was lost
		f.doubt(f.here[0].start)
	}
	f.offsets = 0
	var last lastLine
	if len(f.rows) > 0 {
		last = f.ended()
	}
	for k := range f.here {
		r := &f.here[k]
		r.lead = span{f.from, r.start}
		largest = max(largest, r.size)
		if k > 0 && f.torn(&f.here[k-1], r) {
			f.doubt(r.start) // a digit too few or too many parts them
		}
		if last.first != nil && next < 0 && r.lead.len() <= maxLead &&
			(r.start-begin == last.first.start-f.src.span(last.first.line).start || k == len(f.here)-1 ||
				r.size >= last.first.size) && f.joins(r, &last) {
			next = k
		}
	}
	from := f.from
	for k := range f.here {
		r := &f.here[k]
		r.lead.start = from
		switch {
		case k == next:
		case k < next || next >= 0 || r.size*4 < largest && !f.enclosed(r) &&
			!(r.size >= 4 && r.parting == ' ' && keyHints(string(f.s[max(r.lead.start, r.start-12):r.start]))):
			if r.size >= 3 && (int(f.cells[r.from].how) != spelledBare || r.parting == ' ' || r.size >= 8) ||
				r.start == begin && last.first != nil && r.digits == last.first.digits {
				f.doubt(r.start)
			}
			continue
		default:
			f.flush()
			f.cells = append(f.cells[:0], f.cells[r.from:]...)
			for rest, moved := f.here[k:], r.from; len(rest) > 0; rest = rest[1:] {
				rest[0].from -= moved
				rest[0].to -= moved
			}
		}
		f.add(r)
		from = r.end
	}
	f.here = f.here[:0]
}

// torn reports whether no more than the parting of bytes is between two rows of the same spelling.
func (f *finder) torn(a, b *row) bool {
	gap := f.s[a.end:b.start]
	return len(strip(gap, " \t,;")) == 0 && (len(gap) <= 2 || bytes.IndexByte(gap, ',') >= 0 && len(gap) <= 5) &&
		f.cells[a.to-1].how == f.cells[b.from].how
}

// enclosed reports whether r is at least four bytes between brackets of its own.
func (f *finder) enclosed(r *row) bool {
	return r.size >= 4 && r.start > 0 && strings.IndexByte("<[", f.s[r.start-1]) >= 0 && strings.IndexByte(">]",
		charAt(f.s, r.end)) >= 0
}

// more reads the dots behind r: "... 23 more bytes" says what is missing.
func (f *finder) more(r *row, off int) {
	l := f.s[off:min(len(f.s), off+24)]
	for len(l) > 0 && (l[0] == '.' || l[0] == ellipsis) {
		l = l[1:]
	}
	n := nextToken(l, 0)
	if strings.IndexByte(">}", charAt(trimLeft(l), 0)) >= 0 {
		f.note(off, "an ellipsis: the rest is not shown")
		return
	}
	if _, ok := number(n.of(l), 10); !ok || !bytes.HasPrefix(trimLeft(l[n.end:]), []byte("more")) {
		if r.size >= 4 {
			f.spoil(off)
		}
		return
	}
	f.note(off, string(n.of(l))+" more bytes are not shown: the packet is cut off")
}

// add puts r into the run.
func (f *finder) add(r *row) {
	f.below = 0
	f.rows = append(f.rows, *r)
	for i := r.from; i < r.to; i++ {
		if c := &f.cells[i]; c.how == uint8(spelledBare) {
			f.ways &= bare(f.s, c, f.opts.otherBase)
		}
	}
	off := run(f.s, r.end, classBlank)
	if charAt(f.s, off) == ',' {
		off = run(f.s, off+1, classBlank)
	}
	if dots(f.s, off) && !f.column(r, off, f.src.span(r.line).end) {
		f.more(r, off)
	}
}

// spoil notes the first place that keeps the bytes from being read.
func (f *finder) spoil(off int) {
	if f.bad == 0 {
		f.bad = off + 1
	}
}
