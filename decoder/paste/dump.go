package paste

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// dumpReader reads the lines of a dump with offsets.
type dumpReader struct {
	*parser
	l    *layout
	r    reading
	here [2]int // what the next offset should be; in a follow stream for each direction
	base int    // the first offset of the datagram
	star int    // offset in s of a * that waits for the next offset; -1 when none

	stray     int    // where the text lines since the last dump line begin; -1 when there are none
	said      string // what they say
	saidDir   Direction
	own, next lineHead // of the line that is read, and of the one after it
}

// lineHead is the head of a line, where it has one.
type lineHead struct {
	head
	line []byte
	ok   bool
}

// readDump reads the whole paste as a dump.
func (p *parser) readDump() *Error {
	d := &dumpReader{parser: p, l: p.layout, star: -1, stray: -1}
	d.look(0)
	if d.l.unsure && p.opts.Format == FormatUnknown {
		p.note(-1, "the ASCII column does not tell whether groups of "+strconv.Itoa(d.l.group)+
			" digits are in byte order (xxd -g) or little-endian (xxd -e); they are read in byte order")
	}
	for i := range p.src.count() {
		d.look(i + 1)
		d.opts.check()
		if err := d.readLine(i); err != nil {
			return err
		}
	}
	if d.star >= 0 {
		return p.fail(d.star, "'*' and no offset after it", "the offset up to which the line before is repeated",
			"paste the closing line of the dump too")
	}
	if d.stray >= 0 && p.res.Count > 0 && len(p.data) > 0 {
		p.note(d.stray, "text after the dump was left out")
	}
	return nil
}

func (d *dumpReader) readLine(i int) *Error {
	line, start := d.src.line(i)
	t, lead := d.src.text(i)
	switch {
	case len(t) == 0, d.top.ruler != nil && !d.l.none && bytes.Equal(t, d.top.ruler):
		return nil
	case string(t) == "*":
		if len(d.data) == 0 {
			return d.fail(lead, "'*'", "a line of the dump before it", "paste the dump from its beginning")
		}
		if d.star < 0 {
			d.star = lead
		}
		return nil
	case d.l.none:
		return d.bytes(line, start, 0, 0, false)
	}
	h := d.own.head
	if !d.own.ok || d.l.prefix && !h.prefix {
		return d.text(line, start)
	}
	offset, ok := number(h.text(line), d.l.base)
	if !ok {
		return d.fail(start+h.from, "the offset "+clip(h.text(line)), "a number of "+baseName(d.l.base)+
			" digits as the other offsets are", "correct the offset")
	}
	return d.offsetLine(line, start, h, offset)
}

// offsetLine places a line by its offset and reads its bytes.
func (d *dumpReader) offsetLine(line []byte, start int, h head, offset int) *Error {
	p, l := d.parser, d.l
	if len(p.data) > 0 && h.digits < l.digits && offset != d.here[0] {
		p.note(start+h.from, "the other offsets have "+strconv.Itoa(l.digits)+" digits: one may be missing here")
	}
	here, dir := &d.here[0], DirectionSent
	if l.follow && h.indent >= l.indent+4 {
		here, dir = &d.here[1], DirectionReceived
	}
	if d.star >= 0 {
		if err := d.fill(offset, *here); err != nil {
			return err
		}
		*here = offset
	}
	next, known := 0, d.next.ok
	if known {
		next, known = number(d.next.text(d.next.line), l.base)
	}
	closing := run(line, h.body, classBlank) == len(line)
	if closing && l.unit == unitChar { // blanks are bytes there
		closing = len(line) < h.body+4 && (!known || next <= offset)
	}
	wrong := func(end string) {
		p.note(start+h.from, "the offset says "+offsetText(offset, l.base)+" but "+offsetText(*here, l.base)+" bytes precede"+
			end)
		*here = offset
	}
	cut := *here - offset // by a closing line
	switch {
	case l.follow:
		if len(p.data) > 0 && dir != p.dir {
			p.finish()
		}
		if offset == 0 {
			*here = 0
		} else if cut != 0 {
			wrong(" in this direction")
		}
		if !closing {
			p.dir = dir
		}
	case len(p.data) == 0:
		*here, d.base = offset, offset
		if offset != 0 && closing {
			p.note(start+h.from, "hex digits alone in a line were left out: bytes, or the end of a dump that was not pasted")
		} else if offset != 0 {
			p.note(start+h.from, "the dump begins at offset "+offsetText(offset, l.base)+": what comes before was not pasted")
		}
	// the mark of the first line was lost, if there is one
	case p.dir == DirectionUnknown && offset > 0 && offset == len(p.data):
	case offset == 0, h.dir != DirectionUnknown && (h.dir != p.dir || offset != len(p.data)):
		d.begin()
	case cut == 0:
	case offset == d.base && !closing: // the same place again
		d.begin()
		*here = offset
	case closing && cut > 0 && cut < l.size() && cut <= len(p.data):
		for _, b := range p.data[len(p.data)-cut:] {
			if b != 0 {
				p.note(start+h.from, "the closing offset cuts off a byte that is not zero")
			}
		}
		p.drop(cut)
		*here = offset
	default:
		wrong("")
	}
	if h.dir != DirectionUnknown {
		p.dir = h.dir
	}
	if closing {
		return nil
	}
	if d.stray >= 0 && len(p.data) > 0 {
		p.note(d.stray, "text between the lines of the dump was left out")
		d.forget()
	}
	had, limit, sure := len(p.data), l.width, false
	if n := next - offset; l.follow {
		limit = 16
	} else if known && n > 0 && n <= 4096 && l.unit != unitWord && (limit == 0 || n <= limit) {
		limit, sure = n, true
	}
	if err := d.bytes(line, start, h.body, limit, sure); err != nil {
		return err
	}
	got := len(p.data) - had
	*here += got
	if l.follow && got < 16 {
		p.finish()
	}
	return nil
}

// bytes reads the bytes of one line and compares them with the ASCII column.
func (d *dumpReader) bytes(line []byte, start, body, limit int, sure bool) *Error {
	p, r := d.parser, &d.r
	*r = reading{l: d.l, line: line, limit: limit, sure: sure, bytes: r.bytes[:0], bad: -1}
	r.read(body)
	if d.l.tight && !sure {
		r.untie()
	}
	if off := start + r.bad; r.bad >= 0 {
		if r.found != "" {
			return p.fail(off, r.found, r.want, "correct the dump or paste it again")
		}
		return p.noDigit(off, r.want)
	}
	if len(p.data)+len(r.bytes) == 0 {
		return p.fail(start+body, p.char(start+body), "bytes after the offset", "paste the whole line")
	}
	for _, b := range r.bytes {
		p.put(b.value, start+int(b.off), int(b.width))
	}
	if text, from, ok := r.ascii(); ok {
		r.compare(text, func(i, k int) {
			if len(text) > 0 || i == 0 {
				d.differs(i, start+from+k, k == len(text), start)
			}
		})
	} else if (d.l.gutter == gutterNone && d.l.unit != unitWord && d.l.unit != unitChar) && len(trim(line[r.end:])) > 0 {
		p.note(start+r.end, "text after the bytes was left out")
	}
	return nil
}

// differs notes that the ASCII column has something else at off for byte i, or has ended.
func (d *dumpReader) differs(i, off int, ended bool, start int) {
	if len(d.res.Notes) >= maxNotes {
		d.dropped++
		return
	}
	if i >= len(d.r.bytes) {
		d.note(off, "the ASCII column is longer than the bytes")
		return
	}
	b := d.r.bytes[i]
	if ended {
		d.note(start+int(b.off), "the ASCII column has no character for byte "+hexByte(b.value))
		return
	}
	shown := ""
	if b.value > 0x20 && b.value < 0x7f {
		shown = " ('" + string(rune(b.value)) + "')"
	}
	d.note(off, "the ASCII column shows "+d.char(off)+" but the byte is "+hexByte(b.value)+shown)
}

// look reads the head of line i, which comes next.
func (d *dumpReader) look(i int) {
	if d.own, d.next = d.next, (lineHead{}); i < d.src.count() {
		d.next.line, _ = d.src.line(i)
		d.next.head, d.next.ok = headOf(d.next.line)
	}
}

// fill repeats the last line until the offset is what the next one says, as * means.
func (d *dumpReader) fill(offset, here int) *Error {
	n, star, row := offset-here, d.star, min(len(d.r.bytes), len(d.data)) // a closing offset may have cut some off
	d.star = -1
	if row == 0 || n < 0 {
		return d.fail(star, "'*' and then offset "+offsetText(offset, d.l.base), "an offset of at least "+offsetText(here,
			d.l.base), "correct the offset")
	}
	d.note(star, "* stands for "+strconv.Itoa(n)+" bytes, the line before again and again")
	return d.repeat("'*'", n, row, star, 1)
}

// text is a line without an offset: a packet header, a title, a direction, or a damaged dump line.
func (d *dumpReader) text(line []byte, start int) *Error {
	p := d.parser
	if off, ok := damaged(line); ok {
		return p.noDigit(start+off, "a hex digit of the offset")
	}
	t := trim(line)
	if followHeader(t) {
		return nil
	}
	groups := 0
	for token := range tokens(t, 0) {
		if token.len() > 1 && all(token.of(t), classHex) {
			groups++
		}
	}
	if groups > 3 || startsWithBytes(t) && (groups > 1 || len(t) > 7 && all(t, classHex)) {
		p.note(start, "bytes without an offset were left out: a line may have been wrapped here")
	}
	dir, n := directionMark(t)
	if n < len(t) && n > 0 && isLetter(t[n-1]) && !isDigit(trimLeft(t[n:])[0]) {
		dir = DirectionUnknown // "In the following dump" says nothing
	}
	said, way := &p.comment, &p.dir
	if len(p.data) > 0 { // about the next datagram, if one begins
		said, way = &d.said, &d.saidDir
		if d.stray < 0 {
			d.stray = start
		}
	}
	if dir != DirectionUnknown {
		*way = dir
	}
	remark(said, p.src.original(start, start+len(line)))
	return nil
}

// followHeader reports whether a line is one that tshark prints over a followed stream.
func followHeader(t []byte) bool {
	return strings.IndexByte("=FN", charAt(t, 0)) >= 0 && slices.ContainsFunc([]string{"==", "Follow: ", "Filter: ",
		"Node "}, func(begin string) bool { return bytes.HasPrefix(t, []byte(begin)) })
}

// begin ends the datagram and makes what was said since its last line the next one's.
func (d *dumpReader) begin() {
	d.finish()
	d.here[0] = 0
	at := d.stray
	if at >= 0 {
		d.comment, d.dir = d.said, d.saidDir
	}
	d.forget()
	// "Reassembled UDP (2000 bytes):" over a byte pane
	if name, pane := strings.CutSuffix(d.comment, ":"); pane && len(name) < 119 && has(d.comment, " bytes):") &&
		!has(d.comment, "Frame (") {
		d.note(at, "the byte pane \""+name+"\" is of the packet before it; it is read as a datagram of its own")
	}
}

func (d *dumpReader) forget() {
	d.said, d.saidDir, d.stray = "", DirectionUnknown, -1
}

// damaged finds the character that keeps a line from being a dump line, if it is one that was damaged.
func damaged(line []byte) (int, bool) {
	t := nextToken(line, 0)
	tok := bytes.TrimSuffix(t.of(line), []byte(":"))
	bad := len(tok) - count(tok, classHex)
	return t.start + run(tok, 0, classHex), len(tok) >= 4 && looksHex(nextToken(line, t.end).of(line)) &&
		bad > 0 && bad*3 <= len(tok) && isDigit(tok[0]) && all(tok, classHex|classLetter)
}

// looksHex reports whether most of a group is hex digits.
func looksHex(group []byte) bool {
	return len(group) >= 2 && count(group, classHex)*2 >= len(group)
}

// offsetText writes an offset as the dump does.
func offsetText(v, base int) string {
	return [17]string{8: "0", 16: "0x"}[base] + strconv.FormatInt(int64(v), base)
}
