package hexdump

import "bytes"

// WalkPairs is Walk for the one way of writing bytes that needs no recognising: lines of pairs of hex digits with one
// space between them, among them empty lines and lines that begin with #. A program that only has to read this, such
// as the one a page begins with, is a tenth smaller than with Walk. What it reads is read by the same reader; what
// is written otherwise, or may be meant otherwise, is an error that says so.
func WalkPairs(text []byte, opts Options, each func(*Datagram)) (*Result, error) {
	src := &source{orig: text, s: text, valid: true}
	src.split()
	var ways []Direction
	opts.ways = &ways
	p := &parser{opts: opts, src: src, each: each, first: -1}
	p.res.Format, p.res.Why = PlainHex, "groups of 2 hex digits"
	sure := opts.Format != FormatUnknown || zeroPair(text) && apart(text) || len(text) > maxJudged
	at := notPairs(text)
	if opts.Format != FormatUnknown && opts.Format != PlainHex || !sure && opts.Judge == nil {
		at = max(at, 0)
	}
	if at >= 0 {
		return nil, p.otherwise(at)
	}
	var read []Datagram
	p.each = func(d *Datagram) {
		keep := *d
		keep.Data = bytes.Clone(d.Data)
		read = append(read, keep)
	}
	if opts.Format != FormatUnknown {
		p.res.Why = "told so"
	}
	if err := p.readPlain(); err != nil {
		return nil, err
	}
	p.finish()
	if p.res.Count == 0 {
		return nil, p.otherwise(0)
	}
	bothWays(read, ways)
	for i := range read {
		if !sure && opts.Judge(&read[i]) != KnownWhole {
			return nil, p.otherwise(0) // decimal numbers, perhaps, or what Walk doubts
		}
		if each != nil {
			each(&read[i])
		}
	}
	p.noteResemblance()
	return &p.res, nil
}

func (p *parser) otherwise(at int) *Error {
	return p.fail(at, "text that has to be recognised", "pairs of hex digits with one space between them", "read it with the whole decoder")
}

// notPairs is where text is no pairs of hex digits, or can be other numbers as well; -1 for nowhere. Where no pair
// begins with 0 and none has a letter, all may be decimal.
func notPairs(text []byte) int {
	hex := false
	for at := 0; at < len(text); {
		line, _, _ := bytes.Cut(text[at:], []byte{'\n'})
		if len(line) > 0 && line[0] == '#' {
			if i := notComment(line); i >= 0 {
				return at + i
			}
			at += len(line) + 1
			continue
		}
		for i := 0; i < len(line); i += 3 {
			if i+2 > len(line) || !isHex(line[i]) || !isHex(line[i+1]) || i+2 < len(line) && line[i+2] != ' ' || i+3 == len(line) {
				return at + i
			}
			hex = hex || line[i] == '0' || isLetter(line[i]) || isLetter(line[i+1])
		}
		at += len(line) + 1
	}
	if !hex {
		return 0
	}
	return -1
}

// notComment is where a comment is more than words: what may be a dump, an escape or a literal is
// recognised first; -1 for nowhere.
func notComment(line []byte) int {
	for i, c := range line {
		if c < ' ' || c >= 0x7f || bytes.IndexByte([]byte("\\%={[`<>|"), c) >= 0 {
			return i
		}
	}
	return -1
}
