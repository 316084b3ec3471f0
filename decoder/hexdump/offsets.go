package hexdump

import "bytes"

// chooseBase finds out what the offsets are counted in: the base in which most of them say how many bytes there were.
func (p *parser) chooseBase(l *layout, some []sample) {
	order := [3]int{16, 8, 10}
	if l.digits == 7 && !countsInHex(l.format) && l.format != OdHex2 {
		order = [3]int{8, 16, 10}
	}
	if l.digits == 7 && formats[p.opts.Format].family == familyDump {
		order = [3]int{8, 16, 10}
	} else if l.digits == 7 {
		switch l.filled(some) { // hexdump fills a short line with blanks, od does not
		case 1:
			order = [3]int{16, 8, 10}
		case -1:
			order = [3]int{8, 16, 10}
		}
	}
	if countsInHex(p.opts.Format) {
		order = [3]int{16, 16, 16}
	}
	best := -1 << 30
	for _, b := range order {
		try := *l
		try.base = b
		if agree, _ := p.agreement(&try, some); agree > best {
			best, l.base = agree, b
		}
	}
	if l.digits != 7 || l.base != 16 {
		return
	}
	switch l.format { // hexdump counts in hex with seven digits, od in octal
	case OdHex2:
		l.format = Hexdump
	case OdOctal1:
		l.format = HexdumpOctal1
	case OdChars:
		l.format = HexdumpChars
	}
}

// filled tells whether short lines end in blanks: 1 when they do, -1 when they do not, 0 when there are none.
func (l *layout) filled(some []sample) int {
	most := 0
	for _, s := range some {
		if n := l.count(s); n > most {
			most = n
		}
	}
	for _, s := range some {
		if n := len(s.line); n > s.head.body && isBlank(s.line[n-1]) && (l.cell != unitChar || n > 6 && isBlank(s.line[n-5]) && s.line[n-2] == ' ') {
			return 1
		} else if n > s.head.body && l.count(s) < most {
			return -1
		}
	}
	return 0
}

// countsInHex reports whether f is a format of hexdump(1).
func countsInHex(f Format) bool { return f >= HexdumpCanonical && f <= HexdumpChars }

// agreement counts the lines whose offset is the one before plus the bytes between.
func (p *parser) agreement(l *layout, some []sample) (agree, pairs int) {
	prev, count, least := -1, 0, 0
	for _, s := range some {
		v, ok := number(s.line[s.head.from:s.head.to], l.base)
		if !ok {
			prev, pairs = -1, pairs+1
			agree--
			continue
		}
		if prev >= 0 && v > 0 {
			pairs++
			d, size := v-prev, l.size()
			switch {
			case s.starred:
				if count > 0 && d > count && d%count == 0 {
					agree++
				}
			case d == count || d < count && d > 0 && d > count-size && l.cell != unitChar, l.cell == unitChar && d < count && d >= least:
				agree++
			}
		}
		prev = v
		count = l.count(s)
		if l.cell == unitChar { // blanks at the end may be bytes or not
			least = max(1, (len(bytes.TrimRight(s.line, " "))-s.head.body+3)/4)
		}
	}
	return agree, pairs
}
