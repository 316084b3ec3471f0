package paste

import "strings"

// The rows of any program that dumps bytes, whatever it writes around them. What proves a row is a number before it
// that grows by as many as the line before has bytes, or the same bytes as characters behind it.

const (
	maxRow     = 256 // bytes of a line
	maxOffsets = 6   // numbers of a line that may be its offset
)

// A rowsLayout says where the offset of a line is.
type rowsLayout struct {
	nth   int  // which number of the line it is, from 0; less than 0 where lines have none
	base  int  // of its digits
	words bool // bytes are in groups, and no characters beside them show their order
}

// A dumped is a line of a dump.
type dumped struct {
	line     int
	offset   int
	from, to int    // its cells
	size     int    // bytes
	shown    bool   // the same bytes stand behind them as characters
	way      uint16 // the base and grouping of the digits, as these characters prove; 0 where there are none
	starts   bool   // its first byte is the first of a datagram
}

// rowReader reads lines in a layout.
type rowReader struct {
	rowsLayout
	src     *source
	s       []byte
	rows    []dumped
	cells   []cell   // of all rows
	data    []byte   // of the row that is compared with characters
	dataWay uint16   // how its digits are meant
	meant   []uint16 // how the digits of its first cells may be meant, of one and more of them
	ways    uint16   // how all digits may be meant
	width   int      // bytes of the longest row
	proven  int      // bytes of rows that are
	two     bool     // there were two rows, so that offsets were compared
	counted bool     // an offset is that of the row before and its bytes
}

// sniffRows claims lines whose numbers count their bytes, or that show them as characters.
func (p *parser) sniffRows() guess {
	r := rowReader{src: p.src, s: p.src.masked()}
	proven := 0
	for nth := 0; nth < maxOffsets; nth++ {
		for _, base := range [...]int{16, 10, 8} {
			r.rowsLayout = rowsLayout{nth: nth, base: base}
			if r.read(min(p.src.beginning(), 64), p.opts.check) && r.proven > proven {
				p.rows, proven = r.rowsLayout, r.proven
			}
			if !r.two { // no numbers were compared
				break
			}
		}
	}
	if r.rowsLayout = (rowsLayout{nth: -1, base: 16}); proven == 0 && r.read(min(p.src.beginning(), 64), p.opts.check) {
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
	if p.sniffRows().claim == none { // of these lines: others may have been looked at last
		return nil
	}
	r := rowReader{rowsLayout: p.rows, src: p.src, s: p.src.s}
	if !r.read(p.src.count(), p.opts.check) {
		at := 0
		if n := len(r.rows); n > 0 {
			at = p.src.span(r.rows[n-1].line).start
		}
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

// rowWays are the ways in which the digits of rows may be meant, the likeliest first: decimal numbers of which none has
// an 8 or 9 are rare.
var rowWays = [...]uint16{barePairs, bareOctal, bareDecimal, bareGroups}

const anyRowWay = barePairs | bareOctal | bareDecimal | bareGroups

// rowCell says how the digits of a cell may be meant; more than three are bytes in hex.
func rowCell(s []byte, c *cell) uint16 {
	ways := bare(s, c, false)
	if c.digits().len() > 3 {
		ways &= bareGroups
	}
	return ways
}

// rowWay is the likeliest of some ways; 0 for none.
func rowWay(ways uint16) uint16 {
	for _, way := range rowWays {
		if ways&way != 0 {
			return way
		}
	}
	return 0
}

// read reads the first lines, and reports whether they are rows; the last of rows is where they were not.
func (r *rowReader) read(lines int, check func()) bool {
	r.rows, r.cells, r.ways = r.rows[:0], r.cells[:0], anyRowWay
	r.width, r.proven, r.two, r.counted = 0, 0, false, false
	for i := range lines {
		check()
		at, column := r.src.span(i), -1
		if n := len(r.rows); n > 0 { // where the bytes of the line before begin
			before := &r.rows[n-1]
			begin := r.src.span(before.line).start
			column = at.start + int(r.cells[before.from].start) - begin
			if len(trim(r.s[begin:r.cells[before.from].start])) == 0 { // numbers may be as wide as the widest
				column = run(r.s[:at.end], at.start, classBlank)
			}
		}
		row := dumped{line: i, offset: -1, from: len(r.cells)}
		switch {
		case r.line(at, column, &row):
			if r.two = len(r.rows) > 0; r.two && !r.settle(row.offset) {
				return false
			}
			r.rows = append(r.rows, row)
		case len(r.rows) == 0 && i > maxAbove, holdsBytes(at.of(r.s)), column >= 0 && r.goesOn(at, column):
			return false
		}
	}
	if len(r.rows) == 0 || !r.settle(-1) {
		return false
	}
	first := &r.rows[0]
	r.words = int(r.cells[first.from].how) == spelledBare && r.ways&^bareGroups == 0 && !first.shown
	least := 4
	if len(r.rows) == 1 {
		least = 6
	}
	return (r.nth < 0 || r.counted) && r.proven >= least && r.width >= 2 && (r.width >= 4 || len(r.rows) >= 5)
}

// line finds the offset and the cells of a line; column is where those of the line before began, or less than 0.
func (r *rowReader) line(l span, column int, row *dumped) bool {
	s, at := r.s[:l.end], l.start
	end := min(l.end, at+maxLead)
	offset := span{}
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
			v, ok := number(s[max(from, at-8):at], r.base) // of an address, its end
			if row.offset, offset = v, (span{from, at}); !ok || isWord(charAt(s, at)) && charAt(s, at)|0x20 != 'h' {
				return false
			}
		}
		at = run(s, at, classWord)
	}
	for at < end {
		if firstSpelling[s[at]] <= spelledBare && (at == l.start || !isWord(s[at-1])) {
			r.cells = r.cells[:row.from]
			if r.cellsFrom(s, at); len(r.cells) > row.from {
				if row.to = len(r.cells); r.likeCell(l, offset, r.cells[row.from:]) {
					r.cells = r.cells[:row.from]
					return false
				}
				ends := row.to
				if (r.nth >= 0 || at == column || r.sizeOf(row.from, row.to) >= 4) && r.measure(row, s, -1, 0) {
					row.to = ends
					return !holdsBytes(s[l.start:at])
				} else if row.to = ends; r.nth >= 0 {
					break
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

// goesOn reports whether a byte is where those of the line before began, alone, before characters or before digits.
func (r *rowReader) goesOn(l span, column int) bool {
	if column >= l.end || column > l.start && isWord(r.s[column-1]) {
		return false
	}
	c := spelled(r.s[:l.end], column)
	rest := r.s[min(int(c.end), l.end):l.end]
	next := nextToken(rest, 0)
	return int(c.how) <= spelledBare && (next.len() == 0 || next.start > 1 ||
		next.start == 1 && next.len() > 1 && all(next.of(rest), classHex))
}

// likeCell reports whether the offset of a line is written and parted as the bytes behind it are.
func (r *rowReader) likeCell(l, offset span, cells []cell) bool {
	if offset.len() == 0 || len(cells) < 2 || int(cells[0].how) != spelledBare ||
		offset.start > l.start && !isBlank(r.s[offset.start-1]) {
		return false
	}
	same := offset.len() == cells[0].digits().len() || max(offset.len(), cells[0].digits().len()) <= 3
	gap := r.s[cells[0].end:cells[1].start]
	return same && string(r.s[offset.end:cells[0].start]) == string(gap)
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
			if r.ways &= rowCell(r.s, c); r.ways == 0 {
				return false
			}
		}
	}
	if row.way != 0 {
		r.ways &= row.way
	}
	r.counted = r.counted || counted == row.size || len(r.rows) > 1 && row.starts && row.shown
	if counted == row.size || row.shown {
		r.proven += row.size
	}
	return r.ways != 0
}

// measure decides how many of the cells of a row are bytes: as many as counted says, or as many as the characters
// behind them show, or all.
func (r *rowReader) measure(row *dumped, s []byte, counted, width int) bool {
	row.size = r.sizeOf(row.from, row.to)
	r.data, r.meant, row.way = r.data[:0], r.meant[:0], 0
	for ; row.to > row.from; row.to-- {
		begin := run(s, int(r.cells[row.to-1].end), classBlank)
		behind := len(s) - begin
		fits := counted > 0 && row.size == counted || counted <= 0 && row.size <= maxRow && (width == 0 || row.size <= width)
		row.shown = fits && behind > 0 && row.size <= behind+3 && (behind <= 2*row.size+16 || isQuote(s[begin]) ||
			strings.IndexByte("|\x80", s[begin]) >= 0) && behind <= 2*maxLead && r.shows(row, s, len(r.rows) > 0)
		if fits && (row.shown || behind == 0 && r.nth >= 0 && !(len(r.rows) > 1 && r.rows[0].shown)) {
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

// shows reports whether what is behind the cells of a row shows their bytes, and nothing else, and how their digits are
// meant then. Dots alone are enough where the line before is shown.
func (r *rowReader) shows(row *dumped, s []byte, dots bool) bool {
	cells := r.cells[row.from:row.to]
	if len(r.meant) == 0 { // for this row, and for it with fewer cells
		all := uint16(anyRowWay)
		for i := range cells {
			if int(cells[i].how) == spelledBare {
				all &= rowCell(s, &cells[i])
			}
			r.meant = append(r.meant, all)
		}
	}
	ways := r.meant[len(cells)-1]
	if ways&barePairs != 0 {
		ways &^= bareGroups // the same
	}
	for _, way := range rowWays {
		if ways&way == 0 {
			continue
		}
		if len(r.data) < row.size || way != r.dataWay {
			scratch := parser{src: &source{s: s}, first: -1, data: r.data[:0]}
			for i := range cells {
				scratch.putCell(&cells[i], way)
			}
			r.data, r.dataWay = scratch.data, way
		}
		bad, same := shownBehind(s, int(cells[len(cells)-1].end), r.data[:row.size])
		if bad == 0 && (same > 0 || dots || row.size >= 8) {
			if row.way = 0; same > 0 && int(cells[0].how) == spelledBare {
				row.way = way | way&barePairs<<1 // bareGroups: the same
			}
			return true
		}
	}
	return false
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
		like, n := spelled(t, i), 0 // numbers in a row that are written and parted alike
		parting := charAt(t, int(like.end))
		for at := i; ; n++ {
			c := spelled(t, at)
			long, first := c.digits().len(), like.digits().len()
			if c.how != like.how || int(c.how) > spelledBare ||
				int(c.how) == spelledBare && long != first && max(long, first) > 3 {
				break
			}
			at = int(c.end)
			if after := charAt(t, at); after != parting || !isBlank(parting) && strings.IndexByte("-|:,;\x80", parting) < 0 {
				if !isJoint(after) { // 23 06:10 is a day and a time
					n++
				}
				break
			}
			at = run(t, at+1, classBlank)
		}
		even, marked := like.digits().len()%2 == 0, int(like.how) < spelledBare
		if n > 3 || isBlank(parting) && (n > 2 || n == 2 && even) || n > 1 && marked { // 10:11:12 is a time
			return !ruler(t)
		}
	}
	return false
}
