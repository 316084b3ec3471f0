package paste

import (
	"bytes"
	"slices"
	"strconv"

	"fragscope/decoder"
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

// note says something about a line, or (0) about the paste as a whole.
func (r *Result) note(line int, text string) {
	r.Notes = append(r.Notes, Note{line, min(line, 1), text})
}

// Error says what cannot be read: where (line and column from 1, the column in characters), what was found there,
// what was expected, and what to do.
type Error struct {
	Line, Column            int
	Found, Expected, Advice string
}

// Error gives one line, such as "line 2, column 5: found 'O', expected a hex digit: write 0 if a zero is meant".
func (e *Error) Error() string {
	s := "line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column) + ": found " + e.Found + ", expected " +
		e.Expected
	if e.Advice != "" {
		s += ": " + e.Advice
	}
	return s
}

// ErrStopped is the error of a paste that was not read to its end because Options.Stop said so.
var ErrStopped = &Error{1, 1, "a paste that was not read to its end", "the time to read it",
	"its reader has stopped it"}

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
	Stop   func() bool
	judge  func(*Datagram) Verdict // of Decode
	ways   *[]Direction            // of all datagrams, also what words before them say; nil: that is not looked for
	oneWay bool                    // the paste is not read in other ways, whatever Judge says of it
	// digits that may be of two bases are of the less likely one: octal numbers in a list, decimal escapes
	otherBase bool
	digits    int  // unreadable digits that were read as 0
	noPrefix  bool // what all its lines begin with is left out
	between   bool // and what is between all its numbers
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
			return nil, &Error{1, 1, "gzip-compressed data that does not decompress (" + err.Error() + ")",
				"a whole gzip file of at most " + strconv.Itoa(limit) + " bytes decompressed",
				"compress it again or paste the text itself"}
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

// DecodeOptions returns o for a datagram of a paste: the paste may say which way it went, and
// may hold a frame that is known by its payload alone.
func (d *Datagram) DecodeOptions(o decoder.Options) decoder.Options {
	if o.From == decoder.DirectionUnknown && !d.eitherWay {
		switch d.Direction {
		case DirectionSent:
			o.From = decoder.Request
		case DirectionReceived:
			o.From = decoder.Reply
		}
	}
	if o.Link == decoder.LinkAuto {
		o.Link = d.link
	}
	return o
}

// setJudge makes judge of Decode.
func (o *Options) setJudge() {
	if o.Decode != nil && o.judge == nil {
		o.judge = newJudge(*o.Decode)
	}
}

// newJudge returns how well datagrams decode with o, for one goroutine at a time.
func newJudge(o decoder.Options) func(*Datagram) Verdict {
	var d decoder.Decoder
	return func(g *Datagram) Verdict {
		d.Options = g.DecodeOptions(o)
		verdict := verdictOf(d.Decode(g.Data))
		if from := d.Options.From; verdict == NotKnown && from != o.From { // what the text says is a hint
			d.Options.From = o.From
			verdict = verdictOf(d.Decode(g.Data))
		}
		return verdict
	}
}

// verdictOf says how well a message is understood.
func verdictOf(m *decoder.Message) Verdict {
	switch worst, odd := m.Worst(); {
	case m.Protocol() == decoder.Unknown:
		return NotKnown
	case odd && worst > decoder.SeverityNote:
		return KnownProblems
	}
	return KnownWhole
}

// Mark is a part of a line of the paste: bytes of a datagram, or text that was skipped.
type Mark struct {
	Line, Column, Width int32 // from 1, the column and the width in characters
	Datagram            int32 // its index; Skipped: text that is no byte of any
}

// Skipped is the Datagram of a Mark for text that was not read.
const Skipped = -1

// Marks says which parts of the paste became which datagram, and which were skipped, in the order of the text.
// The datagrams need their Positions. Offsets, ASCII columns and punctuation beside bytes are neither.
func Marks(text []byte, datagrams []Datagram) []Mark {
	src := newSource(text)
	owner := make([]int32, len(src.s)) // 1 and the datagram that a character is written in; 0 for none
	structure := false                 // what is beside the bytes of a line was compared with them
	for i := range datagrams {
		family := formats[min(datagrams[i].Format, formatEnd-1)].family
		structure = structure || family == familyDump || family == familyRows
		for _, p := range datagrams[i].Positions {
			if p.Line < 1 || int(p.Line) > src.count() {
				continue
			}
			at := src.begin[p.Line-1] + p.Column - 1
			for k := max(0, at); k < min(at+p.Width, int32(src.after(int(p.Line)-1))); k++ {
				owner[k] = int32(i) + 1
			}
		}
	}
	var marks []Mark
	for i := range src.count() {
		begin, end, first := int(src.begin[i]), src.after(i), len(marks)
		if end > begin && src.s[end-1] == '\n' {
			end--
		}
		compared := structure && slices.ContainsFunc(owner[begin:end], func(o int32) bool { return o > 0 })
		for k, next := begin, 0; k < end; k = next {
			for next = k; next < end && owner[next] == owner[k]; next++ {
			}
			m, last := Mark{int32(i + 1), int32(k-begin) + 1, int32(next - k), owner[k] - 1}, len(marks)-1
			if part := src.s[k:next]; m.Datagram == Skipped {
				if compared || quiet(part) {
					continue
				}
				for ; !visible(part[0]); part = part[1:] {
					m.Column++
				}
				for ; !visible(part[len(part)-1]); part = part[:len(part)-1] {
				}
				m.Width = int32(len(part))
			} else if last >= first && marks[last].Datagram == m.Datagram && quiet(src.s[begin+int(marks[last].end())-1:k]) {
				marks[last].Width = m.end() - marks[last].Column
				continue
			}
			marks = append(marks, m)
		}
	}
	return marks
}

func (m Mark) end() int32 { return m.Column + m.Width }

// quiet reports whether there are no words in a part of a line.
func quiet(part []byte) bool {
	return !slices.ContainsFunc(part, func(c byte) bool { return isWord(c) || c >= 0x80 })
}

func visible(c byte) bool { return c > ' ' && c != 0x7f }

// Text returns a paste as its lines and columns are counted: as UTF-8, without a byte order mark.
func Text(paste []byte) []byte { return newSource(paste).orig }
