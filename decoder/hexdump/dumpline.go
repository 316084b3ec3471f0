package hexdump

import "strconv"

// cellByte is a byte read from a dump line: where it is written, counted from the line's start.
type cellByte struct {
	value byte
	width uint8
	off   int32
}

// reading is the reading of one dump line. It stops at the first thing that is not a byte: end says where.
type reading struct {
	l     *layout
	line  []byte
	limit int  // bytes that the line has at most; 0 when not known
	sure  bool // limit comes from the next offset
	bytes []cellByte
	body  int    // where they begin
	end   int    // where they end
	bad   int    // where something stands that is neither a byte nor the ASCII column; -1 when nothing
	found string // what stands there; "": the character itself
	want  string
}

func (r *reading) add(v byte, off, width int) {
	r.bytes = append(r.bytes, cellByte{v, uint8(width), int32(off)})
}

func (r *reading) fault(off int, found, want string) {
	r.bad, r.found, r.want = off, found, want
}

// read reads the bytes from column i on.
func (r *reading) read(i int) {
	switch r.l.cell {
	case unitWord:
		r.words(i)
	case unitChar:
		r.chars(i)
	default:
		r.hex(i)
	}
}

// hex reads groups of hex or binary digits and stops before the ASCII column.
func (r *reading) hex(i int) {
	l, line := r.l, r.line
	r.bad, r.body, r.end = -1, i, i
	for {
		if r.limit > 0 && len(r.bytes) >= r.limit {
			return
		}
		j := i
		for j < len(line) && isBlank(line[j]) {
			j++
		}
		if j == len(line) {
			return
		}
		gap := j - i
		count := len(r.bytes)
		if l.gutter == gutterBar && line[j] == '|' || l.gutter == gutterAngle && line[j] == '>' {
			return
		}
		k := j
		for k < len(line) && !isBlank(line[k]) && (l.gutter != gutterBar || line[k] != '|') {
			k++
		}
		if count > 0 && gap >= 2 && !r.wideGap(gap, count, j, k) {
			return
		}
		if l.cell == unitLittle && l.field > 0 && count > 0 && gap > 1 && k-j+gap-1 != 2*l.field {
			return
		}
		if off := l.wrong(line[j:k]); off >= 0 {
			if count > 0 && (l.tight && gap == 1 || l.gutter == gutterGap && gap >= 2) {
				return // the ASCII column
			}
			r.badToken(j, k, off)
			return
		}
		if r.limit > 0 && count+l.bytesIn(k-j) > r.limit {
			if count > 0 && (l.tight || gap >= 2) {
				return
			}
		}
		switch l.cell {
		case unitBits:
			v := 0
			for _, c := range line[j:k] {
				v = v<<1 | int(c&1)
			}
			r.add(byte(v), j, 8)
		case unitLittle:
			for q := k - 2; q >= j; q -= 2 {
				r.add(hexValue[line[q]]<<4|hexValue[line[q+1]], q, 2)
			}
		default:
			for q := j; q < k; q += 2 {
				r.add(hexValue[line[q]]<<4|hexValue[line[q+1]], q, 2)
			}
		}
		i, r.end = k, k
	}
}

// wideGap reports whether bytes go on after more than one blank.
func (r *reading) wideGap(gap, count, j, k int) bool {
	l := r.l
	switch {
	case l.gutter == gutterBar, l.gutter == gutterAngle:
		return true
	case l.cell == unitLittle:
		return l.field > 0 && k-j < 2*l.field && gap-1+k-j == 2*l.field
	case l.colon || l.prefix || l.cell != unitByte:
		return false
	case k-j != 2:
		return false
	case gap == 2 && count == 8 && r.limit != 8:
		return true
	}
	return r.sure && gap <= 3 && count < r.limit && l.wrong(r.line[j:k]) < 0
}

// bytesIn is how many bytes a group of n digits holds.
func (l *layout) bytesIn(n int) int {
	if l.cell == unitBits {
		return 1
	}
	return n / 2
}

// wrong gives the offset of the first character of a group that cannot be, -1 when the group is well-formed.
func (l *layout) wrong(group []byte) int {
	if l.cell == unitBits {
		for i, c := range group {
			if c != '0' && c != '1' {
				return i
			}
		}
		if len(group) != 8 {
			return 0
		}
		return -1
	}
	for i, c := range group {
		if !isHex(c) {
			return i
		}
	}
	if len(group)%2 != 0 || l.cell == unitByte && len(group) != 2 {
		return len(group) - 1
	}
	return -1
}

func (r *reading) badToken(j, k, off int) {
	l := r.l
	switch {
	case l.cell == unitBits:
		if r.line[j+off] == '0' || r.line[j+off] == '1' {
			r.fault(j, strconv.Itoa(k-j)+" binary digits", "eight")
			return
		}
		r.fault(j+off, "", "a binary digit")
	case isHex(r.line[j+off]):
		want := "an even number of digits, two a byte"
		if l.cell == unitByte {
			want = "two hex digits"
		}
		r.fault(j+off, strconv.Itoa(k-j)+" hex "+plural(k-j, "digit")+" ("+clip(r.line[j:k])+")", want)
	default:
		r.fault(j+off, "", "a hex digit")
	}
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// clip shortens text for a message and leaves out what is not printable.
func clip(t []byte) string {
	out := make([]byte, 0, 24)
	for i, c := range t {
		if i == 20 {
			return string(out) + "..."
		}
		if c < 0x20 || c > 0x7e {
			c = '?'
		}
		out = append(out, c)
	}
	return string(out)
}

// words reads numbers in cells.
func (r *reading) words(i int) {
	k := wordKindOf(r.l.format)
	r.bad, r.end = -1, i
	most := 1 << (8 * uint(k.size) & 63)
	for {
		t := nextToken(r.line, i)
		if t.end == t.start || r.line[t.start] == '>' && r.l.gutter == gutterAngle {
			return
		}
		start, end := t.start, t.end
		v, big := uint64(0), false
		for q := start; q < end; q++ {
			d := uint64(hexValue[r.line[q]])
			if d >= uint64(k.base) {
				r.fault(q, "", digitName(k.base))
				return
			}
			big = big || v > (1<<63-1)/8 && k.size < 8
			v = v*uint64(k.base) + d
		}
		if k.digits > 0 && end-start != k.digits {
			r.fault(end-1, strconv.Itoa(end-start)+" "+plural(end-start, "digit")+" ("+clip(r.line[start:end])+")", strconv.Itoa(k.digits)+" digits a number")
			return
		}
		if big || k.size < 8 && v >= uint64(most) {
			r.fault(start, clip(r.line[start:end]), "a number of "+strconv.Itoa(k.size)+" "+plural(k.size, "byte"))
			return
		}
		if len(r.bytes) > 1<<24 {
			return
		}
		for b := 0; b < k.size; b++ {
			off, width := start, end-start
			if k.base == 16 {
				off, width = end-2-2*b, 2
			}
			r.add(byte(v>>(8*uint(b))), off, width)
		}
		i, r.end = end, end
	}
}

func digitName(base int) string {
	switch base {
	case 8:
		return "an octal digit (0 to 7)"
	case 10:
		return "a decimal digit"
	}
	return "a hex digit"
}

// chars reads cells of od -c. Blanks at the end of the line may have been lost: the limit brings them back.
func (r *reading) chars(i int) {
	r.bad, r.end = -1, i
	line := r.line
	for i < len(line) {
		var cell [4]byte
		for k := range cell {
			cell[k] = ' '
			if i+k < len(line) {
				cell[k] = line[i+k]
			}
		}
		if r.limit > 0 && len(r.bytes) >= r.limit {
			break
		}
		v, ok := charValue(cell)
		if !ok || cell[0] != ' ' || line[i] == '\t' {
			at := i
			for at < len(line)-1 && isBlank(line[at]) {
				at++
			}
			r.fault(at, "", "a cell of four: blanks and one character, an escape or three octal digits")
			return
		}
		at, width := i+3, 1
		for k := 1; k < 4; k++ {
			if cell[k] != ' ' {
				at, width = i+k, 4-k
				break
			}
		}
		if at >= len(line) {
			at, width = len(line)-1, 1
		}
		r.add(v, at, width)
		i += 4
	}
	for len(r.bytes) < r.limit && r.sure {
		r.add(' ', len(line), 0)
	}
	r.end = i
	if r.end > len(line) {
		r.end = len(line)
	}
}

// ascii is the ASCII column of the line and where it begins; ok is false when it cannot be told which character belongs to which byte.
func (r *reading) ascii() (text []byte, start int, ok bool) {
	l, line, n := r.l, r.line, len(r.bytes)
	switch l.gutter {
	case gutterNone:
		return nil, 0, false
	case gutterBar, gutterAngle:
		i := r.end
		for i < len(line) && line[i] != '|' && line[i] != '>' {
			i++
		}
		if i >= len(line) {
			return nil, 0, false
		}
		i++
		end := len(line)
		for end > i && isBlank(line[end-1]) {
			end--
		}
		if end > i && (line[end-1] == '|' || line[end-1] == '<') {
			end--
		}
		return line[i:end], i, true
	}
	if l.tight {
		if r.end+1 <= len(line) && r.end < len(line) {
			return line[r.end+1:], r.end + 1, true
		}
		return nil, 0, false
	}
	column := r.body + l.column
	clear := l.column > 0 && column < len(line) && column >= r.end
	for i := r.end; clear && i < column; i++ {
		clear = isBlank(line[i])
	}
	if clear {
		return line[column:], column, true
	}
	if l.column > 0 {
		return nil, 0, false
	}
	// A dump of one line that is not whole: the column begins at the first character, or as many from the end as there are bytes.
	i := r.end
	for i < len(line) && isBlank(line[i]) {
		i++
	}
	if i == len(line) || n == 0 {
		return nil, 0, false
	}
	if k := len(line) - n; k > r.end && k < i {
		if a, b := r.differences(line[i:]), r.differences(line[k:]); b < a {
			i = k
		}
	}
	return line[i:], i, true
}

// differences counts what differs from text.
func (r *reading) differences(text []byte) int {
	bad := 0
	r.compare(text, func(int, int) { bad++ })
	return bad
}

// mismatches counts the characters of the ASCII column that say something else than the bytes.
func (r *reading) mismatches() int {
	text, _, ok := r.ascii()
	if !ok {
		return 0
	}
	return r.differences(text)
}

// compare calls differ for every byte i whose character (at offset k in text) is a different one.
func (r *reading) compare(text []byte, differ func(i, k int)) {
	n := len(r.bytes)
	skip := -1
	if n > 8 && len(text) > 8 && text[8] == ' ' && (r.l.follow || len(text) > n) {
		skip = 8 // a blank between the halves
	} else if n > 8 && len(text) == n && text[8] == ' ' && r.bytes[8].value != ' ' && r.bytes[n-1].value == ' ' {
		skip = 8 // and the last byte, a blank, was cut off
	}
	k := 0
	for i := 0; i < n; i++ {
		if i == skip {
			k++
		}
		b := r.bytes[i].value
		if k >= len(text) {
			if b > 0x20 && b < 0x7f {
				differ(i, len(text))
			}
			k++
			continue
		}
		c := text[k]
		switch {
		case c == b:
		case b < 0x21 || b > 0x7e: // shown as a dot or whatever the program likes
			if isWord(c) && c != '_' {
				differ(i, k)
			}
		default:
			differ(i, k)
		}
		k++
	}
	if k < len(text) && n > 0 && len(trim(text[k:])) > 0 {
		differ(n, k)
	}
}

// untie finds where the bytes end and the ASCII column begins when one blank is between them and the number of bytes is
// not known: there must be as many characters as bytes.
func (r *reading) untie() {
	for n := len(r.bytes); n > 0; n-- {
		last := r.bytes[n-1]
		end := int(last.off) + int(last.width)
		if n < len(r.bytes) && int(r.bytes[n].off) == end {
			continue // inside a group
		}
		if rest := len(r.line) - end - 1; rest == n {
			keep := r.bytes
			r.bytes, r.end = r.bytes[:n], end
			if r.mismatches() == 0 {
				r.bad = -1
				return
			}
			r.bytes = keep
		}
	}
}
