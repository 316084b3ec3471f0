package paste

import "strings"

// The rows of any program that dumps bytes, whatever it writes around them. What proves a row is a number before it that
// grows by as many as the line before has bytes, or the same bytes as characters behind it.

const (
	maxRow     = 256 // bytes of a line
	maxOffsets = 6   // numbers of a line that may be its offset
)

// A rowsLayout says which number of a line is the offset, less than 0 for none, and its base.
type rowsLayout struct{ nth, base int }

// A dumped is a line of bytes.
type dumped struct {
	line     int
	offset   int
	from, to int  // its cells
	size     int  // bytes
	shown    bool // characters are behind them
	starts   bool // a datagram
}

// rowReader reads lines in a layout.
type rowReader struct {
	rowsLayout
	src    *source
	s      []byte
	rows   []dumped
	cells  []cell   // of all rows
	data   []byte   // of the row that is compared with characters
	meant  []uint16 // how the digits of its first cells may be meant, of one and more of them
	ways   uint16   // how all digits may be meant
	width  int      // bytes of the longest row
	proven int      // bytes of rows that are
	two    bool     // lines were rows, so that their numbers were compared
}

// sniffRows claims lines whose numbers count their bytes, or that show them as characters.
func (p *parser) sniffRows() guess {
	r := rowReader{src: p.src, s: p.src.masked()}
	proven := 0
	for nth := 0; nth < maxOffsets; nth++ {
		for _, base := range [...]int{16, 10, 8} {
			r.rowsLayout = rowsLayout{nth, base}
			if r.read(min(p.src.beginning(), 64), p.opts.check) && r.proven > proven {
				p.rows, proven = r.rowsLayout, r.proven
			}
			if !r.two { // no numbers were compared
				break
			}
		}
	}
	if r.rowsLayout = (rowsLayout{-1, 16}); proven == 0 && r.read(min(p.src.beginning(), 64), p.opts.check) {
		p.rows, proven = r.rowsLayout, r.proven
	}
	switch {
	case proven == 0:
		return guess{}
	case p.rows.nth < 0:
		return guess{sure, Rows, "in each line bytes, and behind them the same as characters"}
	}
	return guess{sure, Rows, "in each line bytes, and before them a number that counts them"}
}

func (p *parser) readRows() *Error {
	if p.rows.base == 0 && p.sniffRows().claim == none { // the caller named the format
		return nil
	}
	r := rowReader{rowsLayout: p.rows, src: p.src, s: p.src.s}
	if !r.read(p.src.count(), p.opts.check) {
		at := p.src.span(r.rows[max(0, len(r.rows)-1)].line).start
		return p.fail(at, "a line that does not go on with those before", "bytes that its number counts",
			"look for a digit too few or too many here, and in the next line")
	}
	last := -1
	for i := range r.rows {
		row := &r.rows[i]
		if row.starts {
			p.finish()
			if row.line > last+1 {
				t, at := p.src.text(row.line - 1)
				p.dir, _ = directionMark(t)
				remark(&p.comment, p.src.original(at, at+len(t)))
			}
		}
		for k := row.from; k < row.to; k++ {
			p.putCell(&r.cells[k], rowWay(r.ways))
		}
		last = row.line
	}
	return nil
}

// rowWay is the likeliest of the ways in which the digits of rows may be meant; 0 for none.
func rowWay(ways uint16) uint16 {
	for _, way := range [...]uint16{barePairs, bareDecimal, bareGroups} {
		if ways&way != 0 {
			return way
		}
	}
	return 0
}

// read reads the first lines, and reports whether they are rows; the last of rows is where they were not.
func (r *rowReader) read(lines int, check func()) bool {
	r.rows, r.cells, r.ways = r.rows[:0], r.cells[:0], barePairs|bareDecimal|bareGroups
	r.width, r.proven, r.two = 0, 0, false
	for i := range lines {
		check()
		at, column := r.src.span(i), -1
		if n := len(r.rows); n > 0 { // where the bytes of the line before begin
			before := &r.rows[n-1]
			column = at.start + int(r.cells[before.from].start) - r.src.span(before.line).start
		}
		row := dumped{line: i, offset: -1, from: len(r.cells)}
		switch {
		case r.line(at, column, &row):
			if r.two = len(r.rows) > 0; r.two && !r.settle(row.offset) {
				return false
			}
			r.rows = append(r.rows, row)
		case len(r.rows) == 0 && i > maxAbove, holdsBytes(at.of(r.s)):
			return false
		}
	}
	if len(r.rows) == 0 || !r.settle(-1) {
		return false
	}
	least := 4
	if len(r.rows) == 1 {
		least = 6
	}
	return r.proven >= least && r.width >= 2 && (r.width >= 4 || len(r.rows) >= 5)
}

// line finds the offset and the cells of a line; column is where those of the line before began, or less than 0.
func (r *rowReader) line(l span, column int, row *dumped) bool {
	s, at := r.s[:l.end], l.start
	end := min(l.end, at+maxLead)
	for nth := 0; nth <= r.nth; nth++ {
		from := at
		for from < end && (!isHex(s[from]) || from > l.start && isWord(s[from-1])) {
			from++
		}
		if from < end && s[from] == '0' && charAt(s, from+1)|0x20 == 'x' {
			from += 2
		}
		if at = run(s, from, classHex); from == at {
			return false
		}
		if nth == r.nth {
			like := at-from == 2 && (from == l.start || isBlank(s[from-1])) && charAt(s, at) == ' ' && isPair(s, at+1)
			v, ok := number(s[max(from, at-8):at], r.base) // of an address, its end
			if row.offset = v; !ok || like || isWord(charAt(s, at)) && charAt(s, at)|0x20 != 'h' {
				return false
			}
		}
		at = run(s, at, classWord)
	}
	for at < end {
		if firstSpelling[s[at]] <= spelledBare && (at == l.start || !isWord(s[at-1])) {
			r.cells = r.cells[:row.from]
			if r.cellsFrom(s, at); len(r.cells) > row.from {
				row.to = len(r.cells)
				if r.nth >= 0 || at == column || row.to-row.from >= 4 && r.measure(row, s, -1, 0) {
					return !holdsBytes(s[l.start:at])
				}
				at = r.nextStart(row)
				continue
			}
		}
		if r.nth >= 0 && isWord(s[at]) {
			return false
		}
		at++
	}
	r.cells = r.cells[:row.from]
	return false
}

// nextStart is where bytes may begin that do not begin with the cells of a row: behind what may be an offset.
func (r *rowReader) nextStart(row *dumped) int {
	cells := r.cells[row.from:]
	for k := 1; k < len(cells); k++ {
		if a, b := &cells[k-1], &cells[k]; a.digits().len() != b.digits().len() || b.start > a.end+1 {
			return int(b.start)
		}
	}
	return int(cells[len(cells)-1].end)
}

// cellsFrom reads the numbers from at on that no more than blanks and a mark part.
func (r *rowReader) cellsFrom(s []byte, at int) {
	for n, first := 0, 0; at < len(s) && n <= 2*maxRow; n++ {
		c := spelled(s, at)
		long := c.digits().len()
		if int(c.how) > spelledBare || long > 16 || n > 0 && long > first && long > 3 {
			return
		}
		if r.cells = append(r.cells, c); n == 0 {
			first = long
		}
		at = run(s, int(c.end), classBlank)
		if strings.IndexByte("-|:,;\x80", charAt(s, at)) >= 0 {
			at = run(s, at+1, classBlank)
		}
		if long < first && first > 3 || // the end of a group
			at == int(c.end) && (int(c.how) == spelledBare || !spellings[c.how].touching) {
			return
		}
	}
}

// settle decides how many bytes the last row has, when the offset of the next one is known; -1 where there is none.
func (r *rowReader) settle(next int) bool {
	row := &r.rows[len(r.rows)-1]
	counted := -1
	if next -= row.offset; r.nth >= 0 && next > 0 && next <= maxRow {
		counted = next
	}
	row.starts = len(r.rows) == 1
	if !row.starts {
		before := &r.rows[len(r.rows)-2]
		if r.nth < 0 {
			row.starts = before.line != row.line-1 || before.size < r.width
		} else if row.starts = before.offset+before.size != row.offset; row.starts && row.offset != r.rows[0].offset ||
			!row.starts && before.line != row.line-1 && !r.src.blank(row.line-1) {
			return false
		}
	}
	if !r.measure(row, r.s[:r.src.span(row.line).end], counted, r.width) {
		return false
	}
	r.width = max(r.width, row.size)
	for k := row.from; k < row.to; k++ {
		c := &r.cells[k]
		if c.how != r.cells[0].how {
			return false
		}
		if int(c.how) == spelledBare {
			if r.ways &= bare(r.s, c, false); r.ways == 0 || !row.shown && c.digits().len() != 2 {
				return false
			}
		}
	}
	if counted == row.size || row.shown {
		r.proven += row.size
	}
	return true
}

// measure decides how many of the cells of a row are bytes: as many as counted says, or as many as the characters behind
// them show, or all.
func (r *rowReader) measure(row *dumped, s []byte, counted, width int) bool {
	row.size = r.sizeOf(row.from, row.to)
	r.data, r.meant = r.data[:0], r.meant[:0]
	for ; row.to > row.from; row.to-- {
		begin := run(s, int(r.cells[row.to-1].end), classBlank)
		behind := len(s) - begin
		fits := counted > 0 && row.size == counted || counted <= 0 && row.size <= maxRow && (width == 0 || row.size <= width)
		row.shown = fits && behind > 0 && row.size <= behind+3 && behind <= maxLead*2 &&
			(behind <= 2*row.size+16 || isQuote(s[begin]) || s[begin] == '|' || s[begin] == otherRune) && r.shows(row, s, width > 0)
		if fits && (row.shown || behind == 0 && r.nth >= 0) {
			return true
		}
		row.size -= r.sizeOf(row.to-1, row.to)
	}
	return false
}

// sizeOf is how many bytes the cells have.
func (r *rowReader) sizeOf(from, to int) (size int) {
	for _, c := range r.cells[from:to] {
		size++
		if n := c.digits().len(); int(c.how) == spelledBare && n > 3 {
			size += n/2 - 1
		}
	}
	return size
}

// shows reports whether what is behind the cells of a row shows their bytes, and nothing else. Dots alone are enough
// where the line before is shown.
func (r *rowReader) shows(row *dumped, s []byte, dots bool) bool {
	cells := r.cells[row.from:row.to]
	if len(r.meant) == 0 { // for this row, and for it with fewer cells
		all := uint16(barePairs | bareDecimal | bareGroups)
		for i := range cells {
			if int(cells[i].how) == spelledBare {
				all &= bare(s, &cells[i], false)
			}
			r.meant = append(r.meant, all)
		}
	}
	way := rowWay(r.meant[len(cells)-1])
	if way == 0 {
		return false
	}
	if len(r.data) == 0 || way != rowWay(r.meant[len(r.meant)-1]) {
		scratch := parser{src: &source{s: s}, first: -1, data: r.data[:0]}
		for i := range cells {
			scratch.putCell(&cells[i], way)
		}
		r.data, r.meant = scratch.data, r.meant[:len(cells)]
	}
	bad, same := shownBehind(s, int(cells[len(cells)-1].end), r.data[:row.size])
	return bad == 0 && (same > 0 || dots || row.size >= 8)
}

// holdsBytes reports whether a line that is no row has bytes in it, or stands for some.
func holdsBytes(l []byte) bool {
	t := trim(l[:min(len(l), 4*maxRow)])
	if string(t) == "*" || len(t) > 0 && dots(t, 0) {
		return true
	}
	for i := range t {
		if firstSpelling[t[i]] > spelledBare || i > 0 && isWord(t[i-1]) {
			continue
		}
		c := spelled(t, i)
		next := run(t, int(c.end), classBlank)
		if int(c.how) > spelledBare || next == int(c.end) || firstSpelling[charAt(t, next)] > spelledBare {
			continue
		}
		if n := spelled(t, next); n.how == c.how && (int(c.how) < spelledBare || c.digits().len()%2 == 0 &&
			n.digits().len() == c.digits().len()) {
			return !ruler(t)
		}
	}
	return false
}

// groupings are how programs part the characters beside a row: after so many, by so many blanks or marks.
var groupings = [...]struct{ each, by int }{{256, 0}, {8, 1}, {8, 2}, {4, 1}, {4, 2}, {8, 3}, {2, 1}, {1, 1}}

// shownBehind counts the bytes of data that the text from i to the end of s does not show as characters, behind blanks
// or a mark, in groups or not, and those that it shows; all are bad where it shows something else.
func shownBehind(s []byte, i int, data []byte) (least, most int) {
	begin := run(s, i, classBlank)
	text, n := trimRight(s[i:]), len(data)
	least = n
	if begin == i || begin-i >= len(text) {
		return n, 0
	}
	for at := max(1, begin-i-3); at < min(len(text), begin-i+4); at++ { // what seems to be blanks may be bytes
		if c := text[at-1]; at > begin-i && (isWord(c) || !isBlank(c) && at > begin-i+2) {
			break
		}
		for _, g := range groupings {
			long := n + g.by*((n-1)/g.each)
			if len(text)-at > long+3 && strings.IndexByte("|\"'\x80", text[at-1]) < 0 || len(text)-at < long-n {
				continue
			}
			if bad, same, ok := differ(text[at:], data, g.each, g.by); ok && (bad < least || bad == least && same > most) {
				least, most = bad, same
			}
		}
	}
	return least, most
}

// differ counts the bytes that text does not show, and those that are printable and shown; ok where it shows as many as
// there are.
func differ(text, data []byte, each, by int) (bad, same int, ok bool) {
	k := 0
	for i, b := range data {
		if i > 0 && i%each == 0 {
			for range by {
				if k < len(text) && isWord(text[k]) {
					return 0, 0, false
				}
				k++
			}
		}
		c := byte(' ') // at the end of a line
		if k < len(text) {
			c = text[k]
		}
		k++
		switch {
		case b > ' ' && b < 0x7f && c == b:
			same++
		case b > ' ' && b < 0x7f, isWord(c) && c != '_':
			if bad++; bad*8 > len(data) {
				return 0, 0, false
			}
		}
	}
	rest := text[min(k, len(text)):]
	return bad, same, len(rest) == 0 || strings.IndexByte("|\"'])>}\x80", rest[0]) >= 0 && !holdsBytes(rest)
}
