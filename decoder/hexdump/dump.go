package hexdump

import (
	"bytes"
	"strconv"
)

// dumpReader reads the lines of a dump with offsets.
type dumpReader struct {
	*parser
	l    *layout
	r    reading
	skew int // what the offsets say beyond the bytes read
	star int // offset in s of a * that waits for the next offset; -1 when none

	counter [2]int // follow stream: bytes so far in each direction

	stray    int // text lines since the last dump line
	strayAt  int
	ahead    string // what they say
	aheadDir Direction
}

// readDump reads the whole paste as a dump.
func (p *parser) readDump(l *layout) *Error {
	d := &dumpReader{parser: p, l: l, star: -1}
	if l.unsure && p.opts.Format == FormatUnknown {
		p.note(0, "the ASCII column does not tell whether groups of "+strconv.Itoa(l.group)+" digits are in byte order (xxd -g) or little-endian (xxd -e); they are read in byte order")
	}
	for i := range p.src.count() {
		if err := d.readLine(i); err != nil {
			return err
		}
	}
	if d.star >= 0 {
		return p.fail(d.star, "'*' and no offset after it", "the offset up to which the line before is repeated", "paste the closing line of the dump too")
	}
	if d.stray > 0 && p.res.Count > 0 && len(p.data) > 0 {
		p.noteAt(d.strayAt, "text after the dump was left out")
	}
	return nil
}

func (d *dumpReader) readLine(i int) *Error {
	p := d.parser
	line, start := p.src.line(i)
	t := trim(line)
	if len(t) == 0 {
		return nil
	}
	if len(t) == 1 && t[0] == '*' {
		if len(p.data) == 0 {
			return p.fail(start+len(line)-len(trimLeft(line)), "'*'", "a line of the dump before it", "paste the dump from its beginning")
		}
		if d.star < 0 {
			d.star = start + len(line) - len(trimLeft(line))
		}
		return nil
	}
	if d.l.none {
		return d.bytes(line, start, 0, 0, false)
	}
	h, ok := headOf(line)
	if ok && d.l.prefix && !h.prefix {
		ok = false
	}
	if !ok {
		return d.text(line, start)
	}
	offset, ok := number(line[h.from:h.to], d.l.base)
	if !ok {
		return d.badOffset(line, start, h)
	}
	if first := nextToken(line, h.body); first.end > first.start && offset != len(p.data) && d.l.cell != unitChar && d.l.cell != unitWord {
		if d.l.wrong(line[first.start:first.end]) >= 0 && !looksHex(line[first.start:first.end]) {
			return d.text(line, start) // "2004 was a good year"
		}
	}
	return d.offsetLine(line, start, h, offset, i)
}

// offsetLine places a line by its offset and reads its bytes.
func (d *dumpReader) offsetLine(line []byte, start int, h head, offset, index int) *Error {
	p := d.parser
	if d.star >= 0 {
		if err := d.repeat(offset); err != nil {
			return err
		}
	}
	closing := nextToken(line, h.body).start == len(line)
	if closing && d.l.cell == unitChar { // blanks are bytes there
		n, ok := d.following(index + 1)
		closing = len(line) < h.body+4 && (!ok || n <= offset)
	}
	side := 0
	if d.l.follow {
		dir := DirectionSent
		if h.indent >= d.l.indent+4 {
			side, dir = 1, DirectionReceived
		}
		if len(p.data) > 0 && dir != p.dir {
			p.finish()
		}
		if offset == 0 {
			d.counter[side] = 0
		}
		if offset != d.counter[side] {
			p.noteAt(start+h.from, "the offset says "+offsetText(offset, d.l.base)+" but "+offsetText(d.counter[side], d.l.base)+" bytes precede in this direction")
			d.counter[side] = offset
		}
		if !closing {
			p.dir = dir
		}
	} else if offset == 0 && (len(p.data) > 0 || closing) && !(closing && len(p.data) == 0) || h.dir != DirectionUnknown && len(p.data) > 0 {
		d.begin()
	} else if len(p.data) > 0 && offset != len(p.data) && offset != len(p.data)+d.skew {
		if extra := len(p.data) + d.skew - offset; closing && extra > 0 && extra < d.l.size() {
			for _, b := range p.data[len(p.data)-extra:] {
				if b != 0 {
					p.noteAt(start+h.from, "the closing offset cuts off a byte that is not zero")
				}
			}
			p.drop(extra)
		} else {
			p.noteAt(start+h.from, "the offset says "+offsetText(offset, d.l.base)+" but "+offsetText(len(p.data)+d.skew, d.l.base)+" bytes precede")
			d.skew = offset - len(p.data)
		}
	} else if len(p.data) == 0 && offset != 0 && !closing {
		p.noteAt(start+h.from, "the dump begins at offset "+offsetText(offset, d.l.base)+": what comes before was not pasted")
		d.skew = offset
	}
	if h.dir != DirectionUnknown {
		p.dir = h.dir
	}
	if closing {
		return nil
	}
	if d.stray > 0 && len(p.data) > 0 {
		p.noteAt(d.strayAt, "text between the lines of the dump was left out")
		d.forget()
	}
	had := len(p.data)
	limit, sure := d.l.width, false
	if n, ok := d.following(index + 1); ok && n > offset && n-offset <= 4096 {
		if d.l.cell == unitByte || d.l.cell == unitHex || d.l.cell == unitChar || d.l.cell == unitBits || d.l.cell == unitLittle {
			if w := d.l.width; w == 0 || n-offset <= w {
				limit, sure = n-offset, true
			}
		}
	}
	if d.l.follow {
		sure = false
		limit = 16
	}
	if err := d.bytes(line, start, h.body, limit, sure); err != nil {
		return err
	}
	got := len(p.data) - had
	if d.l.follow {
		d.counter[side] += got
		if got < 16 {
			p.finish()
		}
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
	if r.bad >= 0 {
		off := start + r.bad
		found, advice := r.found, ""
		if found == "" {
			found, advice = p.char(off), lookalike(p.src.s[off])
			if p.src.s[off] == ellipsis || p.src.s[off] == '.' {
				advice = "the bytes between are not printed; paste the whole dump"
			}
		} else {
			advice = "correct the dump or paste it again"
		}
		return p.fail(off, found, r.want, advice)
	}
	if len(p.data)+len(r.bytes) == 0 {
		off := start + body
		return p.fail(off, p.char(off), "bytes after the offset", "paste the whole line")
	}
	if p.first < 0 {
		p.first = start
	}
	for _, b := range r.bytes {
		p.data = append(p.data, b.value)
		if p.opts.Positions {
			p.at = append(p.at, at{int32(start) + b.off, int32(b.width)})
		}
	}
	if text, from, ok := r.ascii(); ok {
		r.compare(text, func(i, k int) {
			off := start + from + k
			if len(p.res.Notes) >= maxNotes {
				p.dropped++
				return
			}
			if i >= len(r.bytes) {
				p.noteAt(off, "the ASCII column is longer than the bytes")
				return
			}
			if k >= len(text) {
				if i == 0 || len(text) > 0 {
					p.noteAt(start+int(r.bytes[i].off), "the ASCII column has no character for byte "+hexByte(r.bytes[i].value))
				}
				return
			}
			p.noteAt(off, "the ASCII column shows "+p.char(off)+" but the byte is "+hexByte(r.bytes[i].value)+shown(r.bytes[i].value))
		})
	} else if d.l.gutter == gutterNone && d.l.cell != unitWord && d.l.cell != unitChar && len(trim(line[r.end:])) > 0 {
		p.noteAt(start+r.end, "text after the bytes was left out")
	}
	return nil
}

func shown(b byte) string {
	if b > 0x20 && b < 0x7f {
		return " ('" + string(rune(b)) + "')"
	}
	return ""
}

// following gives the offset of the next dump line when it is the very next line.
func (d *dumpReader) following(i int) (int, bool) {
	if i >= d.src.count() {
		return 0, false
	}
	line, _ := d.src.line(i)
	h, ok := headOf(line)
	if !ok {
		return 0, false
	}
	return number(line[h.from:h.to], d.l.base)
}

// repeat fills the datagram with its last line up to offset, as * says.
func (d *dumpReader) repeat(offset int) *Error {
	p, star := d.parser, d.star
	d.star = -1
	n := offset - d.skew - len(p.data)
	row := len(d.r.bytes)
	if row == 0 || n < 0 {
		return p.fail(star, "'*' and then offset "+offsetText(offset, d.l.base), "an offset of at least "+offsetText(len(p.data)+d.skew, d.l.base), "correct the offset")
	}
	if len(p.data)+n > MaxDatagram || p.repeated+n > maxRepeated {
		return p.fail(star, "'*' that stands for "+strconv.Itoa(n)+" bytes", "at most "+strconv.Itoa(MaxDatagram)+" bytes in a datagram", "a UDP datagram is never longer; paste one packet")
	}
	p.repeated += n
	from := len(p.data) - row
	for i := 0; i < n; i++ {
		p.put(p.data[from+i%row], star, 1)
	}
	p.noteAt(star, "* stands for "+strconv.Itoa(n)+" bytes, the line before again and again")
	return nil
}

// text is a line without an offset: a packet header, a title, a direction, or a damaged dump line.
func (d *dumpReader) text(line []byte, start int) *Error {
	p := d.parser
	if off, ok := damaged(line); ok {
		off += start
		if p.src.s[off] == ellipsis || p.src.s[off] == '.' {
			return p.fail(off, "an ellipsis", "the lines of the dump", "the bytes between are not printed; paste the whole dump")
		}
		want := "an offset and bytes"
		if !d.l.prefix || d.l.base == 16 {
			want = "a hex digit of the offset"
		}
		return p.fail(off, p.char(off), want, lookalike(p.src.s[off]))
	}
	t := trim(line)
	if followHeader(t) {
		return nil
	}
	dir, n := directionMark(t)
	if n > 0 && n < len(t) && isLetter(t[n-1]) && !isDigit(trimLeft(t[n:])[0]) {
		n = 0 // "In the following dump" says nothing
	}
	if len(p.data) == 0 {
		if n > 0 {
			p.dir = dir
		}
		remark(&p.comment, p.src.original(start, start+len(line)))
		return nil
	}
	if d.stray == 0 {
		d.strayAt = start
	}
	d.stray++
	if n > 0 {
		d.aheadDir = dir
	}
	remark(&d.ahead, p.src.original(start, start+len(line)))
	return nil
}

// followHeader reports whether a line is one that tshark prints over a followed stream.
func followHeader(t []byte) bool {
	return bytes.HasPrefix(t, []byte("==")) || bytes.HasPrefix(t, []byte("Follow: ")) ||
		bytes.HasPrefix(t, []byte("Filter: ")) || bytes.HasPrefix(t, []byte("Node "))
}

// begin ends the datagram and makes what was said since its last line the next one's.
func (d *dumpReader) begin() {
	d.finish()
	d.skew = 0
	if d.stray > 0 {
		d.comment, d.dir = d.ahead, d.aheadDir
	}
	d.forget()
	if n := len(d.comment); n > 2 && d.comment[n-1] == ':' && n < 120 {
		// "Reassembled UDP (2000 bytes):" over a byte pane
		if has(d.comment, " bytes):") && !has(d.comment, "Frame (") {
			d.noteAt(d.strayAt, "the byte pane \""+d.comment[:n-1]+"\" is of the packet before it; it is read as a datagram of its own")
		}
	}
}

func (d *dumpReader) forget() {
	d.ahead, d.aheadDir, d.stray = "", DirectionUnknown, 0
}

// badOffset is an offset with digits that its base has not.
func (d *dumpReader) badOffset(line []byte, start int, h head) *Error {
	for i := h.from; i < h.to; i++ {
		if int(hexValue[line[i]]) >= d.l.base {
			return d.fail(start+i, d.char(start+i), digitName(d.l.base)+" of the offset", "the other offsets count in base "+strconv.Itoa(d.l.base))
		}
	}
	return d.fail(start+h.from, "the offset "+clip(line[h.from:h.to]), "a smaller one", "correct the offset")
}

// damaged finds the character that keeps a line from being a dump line, if it is one that was damaged.
func damaged(line []byte) (int, bool) {
	t := nextToken(line, 0)
	tok := line[t.start:t.end]
	if len(tok) == 3 && string(tok) == "..." || len(tok) == 1 && tok[0] == ellipsis {
		return t.start, true
	}
	after := nextToken(line, t.end)
	group := line[after.start:after.end]
	if len(group) < 2 || !looksHex(group) {
		return 0, false
	}
	if len(tok) > 1 && tok[len(tok)-1] == ':' {
		tok = tok[:len(tok)-1]
	}
	if len(tok) < 4 {
		return 0, false
	}
	from := 0
	if tok[0] == '0' && tok[1]|0x20 == 'x' {
		from = 2
	}
	bad, at := 0, 0
	for i := from; i < len(tok); i++ {
		if !isHex(tok[i]) {
			if !isLetter(tok[i]) {
				return 0, false
			}
			if bad == 0 {
				at = i
			}
			bad++
		}
	}
	return t.start + at, bad > 0 && bad*3 <= len(tok)-from && isDigit(tok[from])
}

// looksHex reports whether most of a group is hex digits.
func looksHex(group []byte) bool {
	hex := 0
	for _, c := range group {
		if isHex(c) {
			hex++
		}
	}
	return hex*2 >= len(group) && len(group) >= 2
}

// offsetText writes an offset as the dump does.
func offsetText(v, base int) string {
	switch base {
	case 8:
		return "0" + strconv.FormatInt(int64(v), 8)
	case 10:
		return strconv.Itoa(v)
	}
	return "0x" + strconv.FormatInt(int64(v), 16)
}
