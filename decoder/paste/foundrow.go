package paste

// A row is the bytes that follow each other in one line.
type row struct {
	line       int  // number of its line
	from, to   int  // of its cells
	lead       span // what stands before it, from the beginning of the line or the end of the row before
	start, end int
	size       int  // bytes
	digits     int  // of its first cell
	parting    byte // what is between its last two
}

// row reads the bytes that begin at i, up to the end of the line at most.
func (f *finder) row(i, end int) (r row, ok bool) {
	r = row{from: len(f.cells), start: i}
	l := f.s[:end]
	parting := byte(0)
	for i < end {
		c := spelled(l, i)
		if c.how == uint8(spelledNone) {
			stop := i
			if quote := l[i]; isQuote(quote) && len(f.cells) > r.from && parting != ':' && !f.document {
				for stop = i + 1; stop < end && l[stop] != quote && l[stop] != '\\' && stop-i < 255; stop++ {
				}
			}
			if charAt(l, stop) != l[i] || stop == i || stop-i > 16 && all(l[i+1:stop], classHex) {
				break
			}
			if parting != ',' && stop > i+2 && int(f.cells[len(f.cells)-1].how) >= len(spellings) {
				break
			}
			c = cellOf(i, i+1, stop, stop+1, spelledText)
		}
		if n := len(f.cells); n > r.from {
			before, own := f.cells[n-1].digits().len(), c.digits().len()
			last, long := &f.cells[n-1], max(before, own) > 8 || parting != ',' && max(before, own) > 3
			if c.how == uint8(spelledBare) && last.how == c.how && long && (before < own || before > own && n-r.from == 1) &&
				!(i < int(last.end)+2 && unpadded(last, l) && unpadded(&c, l)) {
				break // an offset, and what follows
			}
		}
		f.cells = append(f.cells, c)
		r.to = len(f.cells)
		i = int(c.end)
		r.end = i
		r.size += f.size(&c)
		if charAt(l, i) == ':' && parting == ',' {
			i = run(l, i+1, classDigit) // the bits of a number of Erlang
		}
		j := run(l, i, classBlank)
		if after := shownAs(l, j); j > i && after > j && c.how == uint8(spelledBare) {
			j = run(l, after, classBlank)
		}
		gap := j - i
		beside := gap >= 1 && f.column(&r, j, end)
		if parting = charAt(l, j); !beside && f.parts(l, i, j) {
			j = run(l, j+1, classBlank)
			gap = 0
		}
		touching := c.how == uint8(spelledText) || int(c.how) < len(spellings) && spellings[c.how].touching
		if j == i && !touching && !isQuote(charAt(l, i)) || beside || gap >= 1 && f.column(&r, j, end) {
			break
		}
		i = j
	}
	if n := len(f.cells); n > r.from {
		r.digits = f.cells[r.from].digits().len()
		if n > r.from+1 {
			r.parting = charAt(l, int(f.cells[n-2].end))
		}
	}
	return r, r.to > r.from
}

// parts reports whether the mark at l[j] parts the byte that ends at i from the next.
func (f *finder) parts(l []byte, i, j int) bool {
	switch next := charAt(l, j+1); charAt(l, j) {
	case ',', ';', ':', '+':
		return true
	case '-':
		return j == i || !isDigit(next)
	case '&':
		return next == ' '
	case '|':
		return j == i && isWord(next) || j == i+1 && next == ' ' && isPair(l, i-2) && isPair(l, j+2)
	}
	return false
}

// isPair reports whether two hex digits are at l[i], and no more.
func isPair(l []byte, i int) bool {
	return i >= 0 && run(l, i, classHex) == i+2 && !isWord(charAt(l, i+2)) && (i == 0 || !isWord(l[i-1]))
}

// shownAs is where the character ends that debuggers print behind the number of each byte, as in 121 'y'; i if there is
// none.
func shownAs(l []byte, i int) int {
	if charAt(l, i) != '\'' {
		return i
	}
	k := i + 2
	if charAt(l, i+1) == '\\' {
		k = max(i+3, run(l[:min(len(l), i+5)], i+2, classDigit))
	}
	if charAt(l, k) != '\'' {
		return i
	}
	return k + 1
}

// size is how many bytes c stands for.
func (f *finder) size(c *cell) int {
	switch {
	case c.how == uint8(spelledText):
		return c.digits().len()
	case c.how == uint8(spelledBare) && c.digits().len() > 3 && c.digits().len()%2 == 0 && (c.before > 1 ||
		!isBits(c.digits().of(f.s))):
		return c.digits().len() / 2
	}
	return 1
}

// column reports whether the rest of a line, from i, shows the bytes of r as characters.
func (f *finder) column(r *row, i, end int) bool {
	if i >= end || end-i > 2*r.size+maxLead {
		return false
	}
	text := strip(f.s[i:end], " \t\r|#<>\x80")
	if r.size == 1 && len(text) == 1 && i-r.end >= 2 && text[0] > ' ' {
		d := f.cells[r.from].digits()
		v, ok := number(d.of(f.s), 16)
		return ok && v == int(text[0])
	}
	if r.size < 2 || len(text) > r.size || len(text)+3 < r.size {
		return false
	}
	for lost := range r.size - len(text) + 1 { // spaces at its beginning that are bytes
		if lost > 0 && r.size < 8 {
			break // a few characters are like any bytes
		}
		skip := lost
		k, same := 0, 0
		for _, c := range f.cells[r.from:r.to] {
			for d := c.digits(); d.start+1 < d.end && k < len(text); d.start += 2 {
				if skip > 0 {
					skip--
					continue
				}
				hi, lo := hexValue[f.s[d.start]], hexValue[f.s[d.start+1]]
				if b := hi<<4 | lo; text[k] == b || (b <= ' ' || b >= 0x7f) && !isHex(text[k]) {
					same++
				}
				k++
			}
		}
		if k == len(text) && same*10 >= k*9 {
			return true
		}
	}
	return false
}

func isEllipsis(t []byte) bool {
	return len(t) == 1 && t[0] == ellipsis || len(t) >= 2 && len(strip(t, ".")) == 0
}
