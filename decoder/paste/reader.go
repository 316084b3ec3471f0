package paste

import (
	"slices"
	"strconv"
	"strings"
)

func newParser(text []byte, opts Options, each func(*Datagram)) *parser {
	opts.check()
	p := &parser{opts: opts, src: &source{orig: text, s: text}, each: each, first: -1}
	if opts.Format != Raw {
		p.src = newSource(text)
		if p.src.nuls == 0 {
			p.unmark()
			if opts.between {
				p.src.unbetween()
			}
		}
	}
	return p
}

// parser holds one call of Parse: the source, the datagram that is growing, and the result.
type parser struct {
	opts     Options
	src      *source
	res      Result
	each     func(*Datagram)
	dropped  int // notes beyond maxNotes
	repeated int // bytes that * stood for

	top      samples // of the lines that were looked at last
	layout   *layout // of a dump
	rows     rowsLayout
	read     Datagram // handed over last
	data     []byte
	at       []Position // of its bytes, the offset in s in place of the column, until the line is known
	first    int        // offset in s where the datagram starts; -1 when none has
	from     int        // where the one before ended
	to       int        // where the last byte was
	dir      Direction
	comment  string
	room     foundRoom
	bad      int      // 1 and where bytes inside other text cannot be read; 0 for nowhere
	twice    bool     // the backslashes of hex escapes are escaped themselves
	surveyed surveyed // of the string that is read
}

// A claim is how surely a text is of a family.
type claim uint8

// The claims: what is sure has something that nothing else has; what is likely has the words or marks of source code;
// what may be is written with the characters of a family alone.
const (
	none claim = iota
	hardly
	perhaps
	likely
	sure
)

// guess is a family's claim on the paste. The surest wins, the first of several; where what it reads is no known
// message, the decoder judges all of them (readings.go).
type guess struct {
	claim
	format Format
	why    string
}

// reader is a family at work.
type reader struct {
	sniff func() guess
	read  func() *Error
}

// readers are the families, in the order in which they look at the paste.
func (p *parser) readers() [familyRaw]reader {
	return [familyRaw]reader{
		familyDump:    {p.sniffDump, p.readDump},
		familyText:    {p.sniffText, p.readText},
		familyEscaped: {p.sniffEscaped, p.readEscaped},
		familyLiteral: {p.sniffLiteral, p.readLiteral},
		familyJSON:    {p.sniffDocument, p.readFound},
		familyIndexed: {p.sniffIndexed, p.readIndexed},
		familyRows:    {p.sniffRows, p.readRows},
		familyBase64:  {p.sniffBase64, p.readBase64},
		familyPlain:   {p.sniffPlain, p.readPlain},
		familyFound:   {p.sniffFound, p.readFound}, // where no other can read it
	}
}

// unwrap takes away what mails, consoles and documents put around a paste.
func (p *parser) unwrap() {
	if s := p.samples(); len(s.some) > 0 && s.heads == s.nonblank && s.some[0].dir == DirectionUnknown &&
		!slices.ContainsFunc(s.some, func(l sample) bool { return l.indent > s.some[0].indent+s.some[0].digits }) {
		return // there is nothing around the lines of a dump
	}
	for _, c := range wrappings {
		if p.src.one() && !c.prose || c.prose && p.opts.Format == EscapedText || !c.remove(p.src) {
			continue // one line alone has nothing around it, or every character was said to be of the packet
		}
		p.note(-1, c.note)
	}
}

// run picks the family and lets it read.
func (p *parser) run() *Error {
	if p.opts.Format >= formatEnd {
		return &Error{1, 1, "format number " + strconv.Itoa(int(p.opts.Format)), "one of Formats", ""}
	}
	if all(p.src.s, classBlank|classLine) && (p.opts.Format != Raw || len(p.src.s) == 0) {
		return &Error{1, 1, "nothing", "a packet as hex, a dump, a literal or text", "paste something"}
	}
	if why := p.rawWhy(); why != "" {
		return p.readRaw(why)
	}
	if p.opts.Format == FormatUnknown && p.src.records() {
		return p.fail(0, "records with addresses and checksums (Intel HEX or S-records)", "the bytes alone",
			"turn them into bytes first, as objcopy -O binary does")
	}
	p.unwrap()
	readers := p.readers()
	best := guess{sure, p.opts.Format, "told so"}
	lines, seamless, notes := p.src.lines, p.src.seamless, len(p.res.Notes)
	if best.format == FormatUnknown {
		best = p.sniff(&readers)
		if layout := p.layout; p.opts.noPrefix && p.src.unprefix() {
			best, lines = p.sniff(&readers), p.src.lines
			p.note(-1, "what all lines begin with was left out")
			notes++
		} else if literal := formats[best.format].family == familyLiteral; (best.claim < likely || literal) &&
			!p.systemCalls() && p.src.unprefix() {
			g := guess{}
			if !literal || p.src.prefixed() {
				g = p.sniff(&readers)
			}
			if literal && g.claim >= best.claim || !literal && g.claim > best.claim && (g.claim >= likely || p.src.long(16)) &&
				!p.src.hashes() {
				best = g
				p.note(-1, "what all lines begin with was left out")
			} else {
				p.src.lines, p.layout, p.src.seamless = lines, layout, seamless
			}
		}
	} else if formats[best.format].family == familyDump {
		p.layout = p.forcedLayout(best.format)
	}
	if best.claim == none {
		if best = p.sniffFound(); best.claim == none {
			if p.bad > 0 {
				return p.noDigit(p.bad-1, aHexDigit)
			}
			return p.prose()
		}
	}
	whole := p.src.s
	p.src.s = p.src.masked()
	p.res.Format, p.res.Why = best.format, best.why
	err := readers[formats[best.format].family].read()
	if err == nil {
		p.finish()
		if p.res.Count == 0 {
			err = p.fail(0, "no byte", "a packet as "+p.res.Format.String(), "paste the lines that hold the bytes")
		}
	}
	if err != nil && p.res.Count == 0 && p.opts.Format == FormatUnknown { // it was not what it seemed to be
		if best.claim >= likely {
			p.opts.judge = nil // a few bytes of what is damaged are no message
		}
		p.src.lines, p.src.s = lines, whole
		if g := p.sniffFound(); g.claim > none {
			read := len(p.data)
			*p = parser{opts: p.opts, src: p.src, each: p.each, first: -1, data: p.data[:0], at: p.at[:0], room: p.room,
				res: Result{Format: g.format, Why: g.why, Notes: p.res.Notes[:notes]}}
			failed := err
			if err = p.readFound(); err == nil && p.res.Count == 0 {
				err = failed
			} else if err == nil && (best.claim >= likely && (read > 0 || formats[best.format].family != familyDump) ||
				formats[best.format].family == familyEscaped) {
				p.res.Notes = append(p.res.Notes, Note{failed.Line, failed.Column, "it looks like " + best.format.String() +
					butDamaged + failed.Found + ", expected " + failed.Expected + "; only bytes inside the text were read"})
			}
		} else if p.bad > 0 && best.claim < likely {
			err = p.noDigit(p.bad-1, aHexDigit)
		}
	}
	if err != nil {
		return err
	}
	p.noteResemblance()
	if p.dropped > 0 {
		p.res.note(0, "and "+strconv.Itoa(p.dropped)+" more like these")
	}
	return nil
}

const butDamaged = ", but is damaged here: found "

// records reports whether each line is a colon, or an S and a digit, and hex digits.
func (src *source) records() bool {
	for _, l := range src.texts(src.count()) {
		if l[0] != ':' && (l[0] != 'S' || !isDigit(charAt(l, 1))) || len(l) < 9 || !all(l[1:], classHex) {
			return false
		}
	}
	return true
}

// sniff gives the best claim.
func (p *parser) sniff(readers *[familyRaw]reader) (best guess) {
	for _, r := range readers[:familyFound] {
		if best.claim == sure {
			break
		}
		p.opts.check()
		if g := r.sniff(); g.claim > best.claim {
			best = g
		}
	}
	return best
}

// put adds a byte that is written at off, width characters wide.
func (p *parser) put(b byte, off, width int) {
	if p.first < 0 {
		p.first = off
	}
	p.to = off + width
	p.data = append(p.data, b)
	if p.opts.Positions {
		p.at = append(p.at, Position{0, int32(off), int32(width)})
	}
}

// drop takes back the last n bytes.
func (p *parser) drop(n int) {
	p.data = p.data[:len(p.data)-n]
	if p.opts.Positions {
		p.at = p.at[:len(p.at)-n]
	}
	if len(p.data) == 0 {
		p.first = -1
	}
}

// repeat adds n bytes, each as the one row bytes before it, for what is written at off.
func (p *parser) repeat(what string, n, row, off, width int) *Error {
	if n < 0 || row > len(p.data) || len(p.data)+n > maxDatagram || p.repeated+n > maxRepeated {
		return p.fail(off, what+" that stands for "+strconv.Itoa(n)+" bytes", "at most "+strconv.Itoa(maxDatagram)+
			" bytes in a datagram", "a UDP datagram is never longer; paste one packet")
	}
	p.repeated += n
	for range n {
		p.put(p.data[len(p.data)-row], off, width)
	}
	return nil
}

// finish ends the growing datagram. Without any byte it only forgets the direction.
func (p *parser) finish() {
	if p.first >= 0 && len(p.data) > 0 {
		line, _ := p.src.place(p.first)
		d := &p.read
		*d = Datagram{Data: p.data, Format: p.res.Format, Direction: p.dir, Line: line, Comment: p.comment}
		if p.opts.Positions {
			d.Positions = slices.Clone(p.at)
			l, begin, end := 0, 0, 0 // of the line that holds the byte before, so that few are searched
			for i, at := range p.at {
				if off := int(at.Column); off < begin || off >= end {
					l, _ = p.src.place(off)
					begin, end = int(p.src.begin[l-1]), p.src.after(l-1)
				}
				d.Positions[i].Line, d.Positions[i].Column = int32(l), int32(p.src.column(l-1, int(at.Column)))
			}
		}
		if ways := p.opts.ways; ways != nil {
			way := p.dir
			if way == DirectionUnknown {
				way = p.wayBefore(line - 1)
			}
			*ways = append(*ways, way)
		}
		if p.res.Format == PlainHex {
			if n, ok := announced(d.Comment); ok && n != len(d.Data) {
				p.note(int(p.src.begin[line-1]), "the comment says "+strconv.Itoa(n)+" bytes, there are "+strconv.Itoa(len(d.Data)))
			}
		}
		p.opts.check()
		p.comment = ""
		if p.res.Count++; p.each != nil {
			p.each(d)
		}
	}
	p.data, p.at, p.first, p.dir, p.from = p.data[:0], p.at[:0], -1, DirectionUnknown, p.to
}

func has(s, part string) bool { return strings.Contains(s, part) }

// rawWhy says why the paste is the packet itself; "" when it is text.
func (p *parser) rawWhy() string {
	src := p.src
	n := len(src.orig)
	of := " of " + strconv.Itoa(n) + " bytes that are "
	switch {
	case p.opts.Format == Raw:
		return "told so"
	case p.opts.Format != FormatUnknown, p.opts.Text:
	case src.nuls > 0:
		return strconv.Itoa(src.nuls) + of + "NUL, which no text has"
	case src.controls > 0 && src.controls*20 >= n:
		return strconv.Itoa(src.controls) + of + "control characters"
	case src.controls > 0 && (src.s[0] == '\\' || src.high > 0):
		return "control characters between the text"
	case src.high*10 >= n*3 && src.high > 0:
		return strconv.Itoa(src.high) + of + "not UTF-8 text"
	}
	return ""
}

// readRaw takes the paste as one datagram.
func (p *parser) readRaw(why string) *Error {
	p.res.Format, p.res.Why = Raw, why
	p.src = &source{orig: p.src.orig, s: p.src.orig} // characters are bytes here
	p.src.split()
	for i, c := range p.src.s {
		p.put(c, i, 1)
	}
	p.finish()
	return nil
}

// note says something about the place off in s, or (off is -1) about the paste as a whole.
func (p *parser) note(off int, text string) {
	if len(p.res.Notes) >= maxNotes {
		p.dropped++
		return
	}
	n := Note{Text: text}
	if off >= 0 {
		n.Line, n.Column = p.src.place(off)
	}
	p.res.Notes = append(p.res.Notes, n)
}

// fail makes the error for the place off in s.
func (p *parser) fail(off int, found, expected, advice string) *Error {
	line, column := p.src.place(off)
	return &Error{line, column, found, expected, advice}
}
