package paste

import (
	"bytes"
	"slices"
	"strings"
)

// codeReader reads the bytes in source code of any language: lists of numbers, and strings. What operators and calls
// join is one datagram.
type codeReader struct {
	*parser
	s       []byte
	i       int
	calls   []call // the brackets that are open around what is read
	name    string // the name read last, with dots
	nameEnd int

	from      int  // where the growing datagram can be declared: behind the one before
	operators bool // lines of the growing datagram are joined by operators
	odd       bool // it is not plain text
	only      bool // plain text does not count: what else there is does
	skipped   int  // 1 and where the first is that does not count; 0 for nowhere

	marked  bool // a string with a b before it was read: one without is no bytes
	nul     bool // strings end in a zero, as .string of an assembler says
	ended   bool // the string before did
	empty   bool // and had nothing else
	sql     bool // a statement for a database
	repeats bool // gdb shows repetitions, and a comma between what it joins

	chainEnd, chainLast int  // where the strings end that are joined to each other, and where the last begins
	joined              bool // other strings follow that are joined to the one that is read
}

// call is an open bracket, and what is called where it is that of a call.
type call struct {
	open   byte
	name   string // in lower case
	format string // the first argument of pack
	before int    // bytes of the growing datagram before it
}

// joins reports whether a call joins its arguments, or repeats the first.
func (c *call) joins() bool {
	return c.repeats() || strings.HasSuffix(c.name, "concat") || c.name == "append"
}

func (c *call) repeats() bool { return strings.HasSuffix(c.name, "repeat") }

// lists reports whether the arguments of a call are bytes.
func (c *call) lists() bool {
	return c.name == "" || c.name == "array" || c.name == "chr" || has(c.name, "fromcharcode") ||
		has(c.name, "uint8array") || has(c.name, "pack")
}

// readLiteral reads every array and string of the paste, each as one datagram. A name, an address or a word beside
// strings with escapes and lists of bytes is none itself: what is plain text counts only where there is nothing else.
func (p *parser) readLiteral() *Error {
	notes, sql := len(p.res.Notes), clue{words: []string{"VALUES|values|INSERT|insert|::bytea|SELECT|select|^E'|^X'"}}
	r := codeReader{parser: p, s: p.src.s, repeats: p.src.contains(" <repeats "), only: true,
		sql: sql.fits(string(p.src.s[:min(len(p.src.s), 4096)]))}
	plain := r
	err := r.scan()
	if r.skipped > 0 && p.res.Count == 0 {
		p.res.Notes, p.dropped, plain.only = p.res.Notes[:notes], 0, false
		return plain.scan()
	} else if r.skipped > 0 {
		p.note(r.skipped-1, "strings of plain text were left out: others are bytes")
	}
	return err
}

// scan reads all of the paste. An empty line outside brackets ends a datagram.
func (r *codeReader) scan() (err *Error) {
	for r.i < len(r.s) && err == nil {
		switch c := r.s[r.i]; {
		case c == '\n':
			r.opts.check()
			if r.i++; len(r.calls) == 0 && charAt(r.s, run(r.s, r.i, classBlank)) == '\n' {
				r.done()
			}
		case isBlank(c):
			r.i++
		case r.afterComment(r.i) > r.i:
			end := r.afterComment(r.i)
			if text, ok := bytes.CutSuffix(r.s[r.i:end], []byte("*/")); ok && len(r.data) == 0 {
				remark(&r.comment, r.src.original(r.i+2, r.i+len(text)))
			}
			r.i = end
		case isQuote(c):
			err = r.str("", r.i)
		case isDigit(c):
			err = r.number()
		case isName(c):
			err = r.word()
		case c == '{' || c == '[' || c == '(':
			err = r.open(c)
		case c == '}' || c == ']' || c == ')':
			err = r.shut(c)
		default:
			r.i++
		}
	}
	if err != nil {
		return err
	}
	r.calls = nil
	r.done()
	return nil
}

// top is the innermost open bracket.
func (r *codeReader) top() *call {
	if len(r.calls) > 0 {
		return &r.calls[len(r.calls)-1]
	}
	return &call{name: "nothing"}
}

// done ends the growing datagram, if no call joins it to others.
func (r *codeReader) done() {
	if slices.ContainsFunc(r.calls, func(c call) bool { return c.joins() }) {
		return
	}
	if len(r.data) > 0 {
		r.declared(r.from, r.first)
	}
	if r.only && !r.odd && len(r.data) > 0 {
		if r.skipped == 0 {
			r.skipped = r.first + 1
		}
		r.drop(len(r.data))
		r.comment = ""
	}
	r.from, r.odd, r.operators = r.i, false, false
	r.finish()
}

// value ends a value of size bytes that was read: it may be repeated, and others joined to it.
func (r *codeReader) value(size int) *Error {
	if err := r.repeated(size, "*", "x ", "<repeats "); err != nil {
		return err
	}
	if r.top().open == '(' && charAt(r.s, r.skip(r.i)) == ')' { // the last argument
		return nil
	}
	if !r.continues() {
		r.done()
	}
	return nil
}

// repeated repeats the last size bytes as often as what follows them says.
func (r *codeReader) repeated(size int, marks ...string) *Error {
	n, end := r.repetition(marks)
	at := r.i
	if r.i = end; n == 0 {
		r.drop(size)
	} else if n > 1 && size > 0 {
		return r.repeat("a repetition", (min(n, maxDatagram)-1)*size, size, at, end-at)
	}
	return nil
}

// skip is where blanks, ends of lines and comments end that begin at i.
func (r *codeReader) skip(i int) int {
	for end := 0; i < len(r.s); i = end {
		if end = max(run(r.s, i, classBlank|classLine), r.afterComment(i)); end == i {
			break
		}
	}
	return i
}

// open reads the list of numbers that is in a bracket, or goes on in the bracket where none is.
func (r *codeReader) open(c byte) *Error {
	b := call{open: c, before: len(r.data)}
	if r.nameEnd == r.i {
		b.name = lower(r.name)
	}
	typed := c == '[' && r.i > 0 && (isWord(r.s[r.i-1]) || r.s[r.i-1] == ']') // name[5][6]
	if r.i++; !typed && (c != '(' || b.lists()) {
		n, err := r.list(strings.IndexByte("{[(", c))
		if n > 0 || err != nil {
			if err == nil {
				err = r.value(n)
			}
			return err
		}
	}
	if len(r.calls) < 64 {
		r.calls = append(r.calls, b)
	}
	return nil
}

// shut closes a bracket. What a call was given is a value.
func (r *codeReader) shut(c byte) *Error {
	b := *r.top()
	r.calls = r.calls[:max(0, len(r.calls)-1)]
	if r.i++; c == ')' && len(r.data) > b.before {
		return r.value(len(r.data) - b.before)
	}
	return nil
}

// list reads numbers up to the bracket that closes them, or to an empty line where none is open, and gives how many
// bytes they are; 0 for something else.
func (r *codeReader) list(bracket int) (n int, err *Error) {
	from, start, comma, mark := r.i, len(r.data), true, byte(0)
	if bracket >= 0 {
		mark = "}])"[bracket]
	}
	for size := 0; ; {
		at := r.i
		r.i = r.skip(r.i)
		n = len(r.data) - start
		if n%1024 == 0 {
			r.opts.check()
		}
		c := charAt(r.s, r.i)
		switch {
		case r.i >= len(r.s), mark == 0 && bytes.Count(r.s[at:r.i], []byte("\n")) > 1:
			if mark != 0 && n > 0 {
				r.note(from-1, "this bracket is never closed: the bytes may be cut off")
			}
			return n, nil
		case c == mark:
			next := charAt(r.s, r.skip(r.i+1))
			if n == 1 && (c == ']' && isLetter(charAt(r.s, r.i+1)) || c == ')' && (next == '[' || next == '{')) {
				r.drop(1) // [5]byte{...}, Uint8Array(5) [...]
			}
			if n = len(r.data) - start; n == 0 {
				r.i = from
			} else {
				r.i++
			}
			return n, nil
		case c == ',' || c == '.' && mark == 0:
			if comma && n > 0 {
				r.note(r.i, "nothing is between two commas here: a byte may be missing")
			}
			comma = true
			r.i++
			continue
		case n == 1 && bytes.HasPrefix(r.s[r.i:], []byte("; ")) && isDigit(charAt(r.s, r.i+2)): // [v; n] of Rust
			at = r.i
			if err = r.repeated(1, "; "); r.i == at { // a number that is too large
				r.i++
			}
		case n > 0 && dots(r.s, r.i):
			err = r.missing(r.i)
		case c == '\'', isDigit(c), c == '-', c == '(':
			if size, err = r.element(n == 0 && mark == ')', mark > 0); size == 0 && err == nil {
				r.drop(n)
				r.i = from
				return 0, nil
			}
			if err == nil && r.repeats {
				err = r.repeated(size, "<repeats ")
			}
		case isName(c) && n > 0:
			end := run(r.s, r.i, classWord)
			if charAt(r.s, r.skip(end)) == ':' { // buffer: ArrayBuffer(5)
				r.calls = append(r.calls, call{open: mark, name: "properties", before: len(r.data)})
				return n, nil
			}
			r.i = max(end, r.i+1)
		case mark == 0:
			return n, nil
		default:
			r.drop(n)
			r.i = from
			return 0, nil
		}
		if comma = false; err != nil {
			return 0, err
		}
	}
}

// element reads a number or a character of a list, perhaps behind a type or in a call of chr; 0 for something else.
func (r *codeReader) element(argument, bracket bool) (size int, err *Error) {
	if charAt(r.s, r.i) == '\'' {
		stop := stringEnd(r.s[:min(len(r.s), r.i+16)], r.i)
		n := len(r.data)
		if stop < 0 || r.escaped(r.i+1, stop) != nil || len(r.data) != n+1 {
			r.drop(len(r.data) - n)
			return 0, nil
		}
		r.i, r.odd = stop+1, true
		return 1, nil
	}
	way, octal := uint16(bareMixed), r.res.Format == NumberList && r.opts.otherBase
	if octal {
		way = bareOctal
	}
	c := spelled(r.s[:min(len(r.s), r.i+maxLead)], r.i)
	ways := uint16(0)
	if int(c.how) == spelledBare {
		if ways = bare(r.s, &c, octal); !octal && charAt(r.s, r.i) != '0' {
			ways &= bareDecimal
		}
	}
	isByte := int(c.how) < spelledBare || ways&(bareDecimal|bareOctal) != 0
	end, joint := int(c.end), func(end int) bool {
		return bracket && isJoint(charAt(r.s, end)) && isDigit(charAt(r.s, end+1))
	}
	if !isByte {
		base, digits, of := 10, r.i, classDigit
		if charAt(r.s, r.i+1)|0x20 == 'x' {
			base, digits, of = 16, r.i+2, classHex
		}
		switch end = run(r.s, digits, classWord); {
		case argument || joint(end):
			return 0, nil // a port, a time
		case end > digits && all(r.s[digits:end], of):
			return 0, r.fail(r.i, clip(r.s[r.i:end]), "a number from 0 to 255", "write each byte as a number of its own")
		}
		return 0, r.noDigit(run(r.s, digits, of), digitName(base))
	}
	if joint(end) {
		return 0, nil
	}
	r.putCell(&c, way)
	r.i, r.odd = end, true
	return 1, nil
}

// number reads a number outside lists: how often a call repeats, or the bytes of a list without brackets.
func (r *codeReader) number() *Error {
	t := r.top()
	if r.res.Format == NumberList && len(r.calls) == 0 || t.open == '(' && has(t.name, "pack") && t.lists() {
		n, err := r.list(strings.IndexByte("{[(", max(t.open, 1)))
		t.format = ""
		if err == nil && n > 0 {
			return r.value(n)
		} else if err != nil {
			return err
		}
	}
	from := r.i
	r.i = run(r.s, r.i, classWord)
	if n, ok := number(r.s[from:r.i], 10); ok && t.repeats() && len(r.data) > t.before { // as often as it says
		size := len(r.data) - t.before
		return r.repeat("a repetition", (min(n, maxDatagram)-1)*size, size, from, r.i-from)
	}
	return nil
}

// word reads a name, perhaps with dots, or the prefix of a string.
func (r *codeReader) word() *Error {
	from := r.i
	for ; r.i < len(r.s); r.i++ {
		c, next := r.s[r.i], charAt(r.s, r.i+1)
		if !isName(c) && c != '!' && (c != '.' || !isLetter(next)) {
			break
		}
	}
	name := string(r.s[max(from, r.i-80):r.i])
	switch {
	case from > 0 && r.s[from-1] == '.' && oneOf(directiveWords, []byte(name)):
		if r.nul = name != "ascii"; name[0] != 'a' && name != "string" { // .file "p.c"
			for r.nul = false; r.i < len(r.s) && r.s[r.i] != '\n'; r.i++ {
			}
		}
		return nil
	case isQuote(charAt(r.s, r.i)) && len(name) <= 2:
		return r.str(name, from)
	case strings.HasPrefix(name, "peer0_"): // as Wireshark calls the arrays of a followed stream
		r.dir = DirectionSent
	case strings.HasPrefix(name, "peer1_"):
		r.dir = DirectionReceived
	}
	if r.res.Format == NumberList && len(r.calls) == 0 && all([]byte(name), classHex) {
		return r.noDigit(from, "a number") // hex has letters
	}
	r.name, r.nameEnd = name, r.i
	if c := charAt(r.s, r.i); (c == '[' || c == ' ') && r.comment == "" && !strings.ContainsAny(name, ".!") &&
		!oneOf(keywords, []byte(name)) {
		r.comment = name // of the variable that the bytes are assigned to
	}
	return nil
}

// directiveWords are those of an assembler that strings follow; those of the second half are no data.
const directiveWords = " string asciz ascii file ident section type size globl "

// keywords are words that are no names of variables.
const keywords = " php unsigned char const static var let byte uint8_t new int return echo print mut u8 "

// afterComment is where the comment ends that begins at i; i when none does. #[ begins an attribute of Rust.
func (r *codeReader) afterComment(i int) int {
	rest, end := r.s[i:], 0
	switch c := charAt(rest, 1); {
	case charAt(rest, 0) == '/' && c == '*':
		if end = bytes.Index(rest[2:], []byte("*/")) + 4; end < 4 {
			end = len(rest)
		}
	case charAt(rest, 0) == '/' && c == '/', charAt(rest, 0) == '#' && c != '[':
		if end = bytes.IndexByte(rest, '\n'); end < 0 {
			end = len(rest)
		}
	}
	return i + end
}
