package paste

import (
	"bytes"
	"fragscope/decoder"
	"slices"
	"strconv"
	"strings"
)

// Datagram is the bytes of one packet as the paste gives them.
type Datagram struct {
	Data      []byte
	Format    Format
	Direction Direction
	Line      int          // where it starts, from 1
	Comment   string       // what the paste says about it: a packet header line, a # comment, a variable's name
	Positions []Position   // where each byte of Data is written; only with Options.Positions
	eitherWay bool         // it decodes only where Direction is not taken for a proof
	link      decoder.Link // of its frame, where only the payload is known
}

// Position is where one byte is written in the paste: line and column from 1, the column and the width in characters.
// Bytes that a * stands for are all at the *.
type Position struct{ Line, Column, Width int32 }

// Note is something odd that did not keep the paste from being read. Line 0: it is about the paste as a whole.
type Note struct {
	Line, Column int
	Text         string
}

// Result is what a paste holds.
type Result struct {
	Format    Format // of the paste, and of every datagram in it
	Why       string // what it was recognised by
	Count     int    // of its datagrams
	Datagrams []Datagram
	Notes     []Note
	Others    []Reading // how else it can be read, what decodes best first; only with Options.Decode
}

// Error says what cannot be read: where (line and column from 1, the column in characters), what was found there,
// what was expected, and what to do.
type Error struct {
	Line, Column            int
	Found, Expected, Advice string
}

// Error gives one line, such as "line 2, column 5: found 'O', expected a hex digit: write 0 if a zero is meant".
func (e *Error) Error() string {
	s := "line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column) + ": found " + e.Found + ", expected " + e.Expected
	if e.Advice != "" {
		s += ": " + e.Advice
	}
	return s
}

// ErrStopped is the error of a paste that was not read to its end because Options.Stop said so.
var ErrStopped = &Error{1, 1, "a paste that was not read to its end", "the time to read it", "its reader has stopped it"}

// stopped is what unwinds the readers of a paste that is stopped.
type stopped struct{}

// check ends the work on a paste that is stopped.
func (o *Options) check() {
	if o.Stop != nil && o.Stop() {
		panic(stopped{})
	}
}

// Limits that keep a small paste from becoming large in memory.
const (
	// maxDatagram is the most bytes that a UDP datagram can have, and that a * may fill one up to.
	maxDatagram = 65535
	// defaultMaxBytes is what a compressed paste may decompress to when Options.MaxBytes is 0.
	defaultMaxBytes = 64 << 20

	maxRepeated = 1 << 20 // bytes that all * of a paste may stand for
	maxNotes    = 100
	maxComment  = 300
)

// Options changes what Parse does. The zero value finds the format out.
type Options struct {
	// Format forces a format. FormatUnknown: find it out.
	Format Format
	// Text says that the paste is text: its bytes are never those of the packet itself.
	Text bool
	// Gunzip decompresses at most max bytes; package paste/gz has one. Nil: compressed pastes are refused.
	Gunzip func(compressed []byte, max int) ([]byte, error)
	// MaxBytes bounds what Gunzip may give; 0 means 64 MiB.
	MaxBytes int
	// Positions asks for Datagram.Positions, 12 bytes of memory for every byte read.
	Positions bool
	// Decode is how datagrams are decoded. Of the ways to read a paste of at most 64 KiB, the one whose datagrams
	// decode best wins, and the others are Result.Others. Nil: the look of the text decides alone.
	Decode *decoder.Options
	// Stop is called after each bounded piece of work, from the same goroutine; once it returns true, the paste is read
	// no further, and the error is ErrStopped. Nil: a paste is read to its end.
	Stop      func() bool
	judge     func(*Datagram) Verdict // of Decode
	ways      *[]Direction            // of all datagrams, also what words before them say; nil: that is not looked for
	oneWay    bool                    // the paste is not read in other ways, whatever Judge says of it
	otherBase bool                    // digits that may be of two bases are of the less likely one: octal numbers in a list, decimal escapes
	digits    int                     // unreadable digits that were read as 0
	noPrefix  bool                    // what all its lines begin with is left out
}

// Parse finds the datagrams in a paste. The error is always an *Error.
func Parse(text []byte, opts Options) (*Result, error) {
	var datagrams []Datagram
	var ways []Direction
	opts.ways = &ways
	res, err := Walk(text, opts, func(d *Datagram) {
		keep := *d
		keep.Data = bytes.Clone(d.Data)
		datagrams = append(datagrams, keep)
	})
	if err == nil {
		bothWays(datagrams, ways)
		res.Datagrams = datagrams
	}
	return res, err
}

// Walk is Parse for pastes of many datagrams: it hands each over when it has
// been read, and keeps none, so that memory does not grow with their number.
// The datagram and its bytes are valid until each returns. What cannot be read may
// come after datagrams that could: walk without each, which may be nil, to know
// before. Result.Datagrams stays nil.
func Walk(text []byte, opts Options, each func(*Datagram)) (res *Result, err error) {
	if opts.Stop != nil && !opts.oneWay {
		defer func() {
			switch e := recover(); e.(type) {
			case nil:
			case stopped:
				res, err = nil, ErrStopped
			default:
				panic(e)
			}
		}()
	}
	opts.setJudge()
	compressed := bytes.HasPrefix(text, []byte("\x1f\x8b\x08")) && opts.Format != Raw
	if compressed {
		if opts.Gunzip == nil {
			return nil, &Error{1, 1, "gzip-compressed data", "text or bytes", "decompress it first"}
		}
		limit := opts.MaxBytes
		if limit <= 0 {
			limit = defaultMaxBytes
		}
		plain, err := opts.Gunzip(text, limit)
		if err != nil {
			return nil, &Error{1, 1, "gzip-compressed data that does not decompress (" + err.Error() + ")", "a whole gzip file of at most " + strconv.Itoa(limit) + " bytes decompressed", "compress it again or paste the text itself"}
		}
		text = plain
	}
	if len(text) >= 1<<31-1 {
		return nil, &Error{1, 1, "more than 2 GiB", "a paste", "cut it into parts"}
	}
	res, err = walk(text, opts, each)
	if compressed && err == nil {
		res.Why = "gzip-compressed; inside: " + res.Why
	}
	return res, err
}

// walk is Walk for a text that is not compressed.
func walk(text []byte, opts Options, each func(*Datagram)) (*Result, error) {
	if opts.judge != nil && !opts.oneWay && opts.Format == FormatUnknown && len(text) <= maxJudged {
		res, err := opts.nearest(text)
		if err != nil {
			return nil, err
		}
		for i := range res.Datagrams {
			if each != nil {
				each(&res.Datagrams[i])
			}
		}
		res.Datagrams = nil
		return res, nil
	}
	p := newParser(text, opts, each)
	if err := p.run(); err != nil {
		return nil, err
	}
	return &p.res, nil
}

func newParser(text []byte, opts Options, each func(*Datagram)) *parser {
	opts.check()
	p := &parser{opts: opts, src: &source{orig: text, s: text}, each: each, first: -1}
	if opts.Format != Raw {
		p.src = newSource(text)
		if p.src.nuls == 0 {
			p.unmark()
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

	top      samples  // of the lines that were looked at last
	layout   *layout  // of a dump
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

// The claims: what is sure has something that nothing else has; what is likely has the words or marks of source code; what
// may be is written with the characters of a family alone.
const (
	none claim = iota
	hardly
	perhaps
	likely
	sure
)

// guess is a family's claim on the paste. The surest wins, the first of several; where what it reads is no known message,
// the decoder judges all of them (readings.go).
type guess struct {
	claim
	format Format
	why    string
}

// reader is a family at work.
type reader struct {
	possible bool // by the characters that occur
	most     claim
	sniff    func() guess
	read     func() *Error
}

// readers are the families, in the order in which they look at the paste.
func (p *parser) readers() [familyRaw]reader {
	words := p.src.words()
	has := func(chars string) bool {
		return strings.ContainsFunc(chars, func(c rune) bool { return p.src.present[c] })
	}
	return [familyRaw]reader{
		familyDump:    {true, sure, p.sniffDump, p.readDump},
		familyYAML:    {words, sure, p.sniffYAML, p.readYAML},
		familyText:    {words || has("\\\t"), sure, p.sniffText, p.readText},
		familyEscaped: {has("\\%="), sure, p.sniffEscaped, p.readEscaped},
		familyLiteral: {has("\"'`{[(,"), likely, p.sniffLiteral, p.readLiteral},
		familyRecords: {has(":S"), sure, p.sniffRecords, p.readRecords},
		familyJSON:    {has("{<"), sure, p.sniffDocument, p.readDocument},
		familyIndexed: {has("[=:-"), sure, p.sniffIndexed, p.readIndexed},
		familyBase64:  {words || has("+/_=xX"), likely, p.sniffBase64, p.readBase64},
		familyUU:      {words || has("`"), sure, p.sniffUU, p.readUU},
		familyASCII85: {has("~"), sure, p.sniffASCII85, p.readASCII85},
		familyPlain:   {true, perhaps, p.sniffPlain, p.readPlain},
		familyFound:   {false, hardly, p.sniffFound, p.readFound}, // where no other can read it
	}
}

// unwrap takes away what mails, consoles and documents put around a paste.
func (p *parser) unwrap() {
	if s := p.samples(); len(s.some) > 0 && s.heads == s.nonblank && s.some[0].dir == DirectionUnknown &&
		!slices.ContainsFunc(s.some, func(l sample) bool { return l.indent > s.some[0].indent+s.some[0].digits }) {
		return // there is nothing around the lines of a dump
	}
	if p.src.present['`'] && p.sniffUU().claim > none {
		return // its characters are marks in other texts
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
	p.unwrap()
	readers := p.readers()
	best := guess{sure, p.opts.Format, "told so"}
	lines, notes := p.src.lines, len(p.res.Notes)
	if best.format == FormatUnknown {
		best = p.sniff(&readers)
		if layout := p.layout; p.opts.noPrefix && p.src.unprefix() {
			best = p.sniff(&readers)
			p.note(-1, "what all lines begin with was left out")
		} else if literal := formats[best.format].family == familyLiteral; (best.claim < likely || literal) && !p.systemCalls() && p.src.unprefix() {
			g := guess{}
			if !literal || p.src.prefixed() {
				g = p.sniff(&readers)
			}
			if literal && g.claim >= best.claim || !literal && g.claim > best.claim && (g.claim >= likely || p.src.long(16)) && !p.src.hashes() {
				best = g
				p.note(-1, "what all lines begin with was left out")
			} else {
				p.src.lines, p.layout = lines, layout
			}
		}
	} else if formats[best.format].family == familyDump {
		p.layout = p.forcedLayout(best.format)
	}
	if best.claim == none {
		if best = p.sniffFound(); best.claim == none {
			if p.bad > 0 {
				return p.noDigit(p.bad-1, "a hex digit")
			}
			return p.prose()
		}
	}
	whole := p.src.s
	p.src.mask()
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
			*p = parser{opts: p.opts, src: p.src, each: p.each, first: -1, data: p.data[:0], at: p.at[:0], room: p.room, res: Result{Format: g.format, Why: g.why, Notes: p.res.Notes[:notes]}}
			failed := err
			if err = p.readFound(); err == nil && (best.claim >= likely && (failed.Line > 1 || formats[best.format].family != familyDump) || formats[best.format].family == familyEscaped) {
				p.res.Notes = append(p.res.Notes, Note{failed.Line, failed.Column, "it looks like " + best.format.String() + ", but is damaged here: found " + failed.Found + ", expected " + failed.Expected + "; only bytes inside the text were read"})
			}
		} else if p.bad > 0 && best.claim < likely {
			err = p.noDigit(p.bad-1, "a hex digit")
		}
	}
	if err != nil {
		return err
	}
	p.noteResemblance()
	if p.dropped > 0 {
		p.res.Notes = append(p.res.Notes, Note{Text: "and " + strconv.Itoa(p.dropped) + " more like these"})
	}
	return nil
}

// sniff gives the best claim.
func (p *parser) sniff(readers *[familyRaw]reader) (best guess) {
	for _, r := range readers {
		if r.possible && best.claim < r.most {
			p.opts.check()
			if g := r.sniff(); g.claim > best.claim {
				best = g
			}
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
		return p.fail(off, what+" that stands for "+strconv.Itoa(n)+" bytes", "at most "+strconv.Itoa(maxDatagram)+" bytes in a datagram", "a UDP datagram is never longer; paste one packet")
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
