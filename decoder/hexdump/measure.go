package hexdump

// size is the bytes in one unit.
func (l *layout) size() int {
	if k := wordKindOf(l.format); k != nil && l.cell == unitWord {
		return k.size
	}
	return 1
}

// count is the bytes in a sample line.
func (l *layout) count(s sample) int {
	switch l.cell {
	case unitChar:
		return (len(s.line) - s.head.body + 3) / 4
	case unitWord:
		n := 0
		for i := s.head.body; ; {
			t := nextToken(s.line, i)
			if t.end == t.start || s.line[t.start] == '>' {
				return n * l.size()
			}
			n++
			i = t.end
		}
	}
	r := reading{l: l, line: s.line, limit: l.width}
	r.hex(s.head.body)
	return len(r.bytes)
}

// measure finds the width of a whole line, whether there is an ASCII column, and where it begins.
func (l *layout) measure(some []sample) {
	var steps [257]uint8
	for i := 0; i+1 < len(some); i++ {
		a, ok1 := number(some[i].line[some[i].head.from:some[i].head.to], l.base)
		b, ok2 := number(some[i+1].line[some[i+1].head.from:some[i+1].head.to], l.base)
		if ok1 && ok2 && some[i+1].index == some[i].index+1 && b > a && b-a <= 256 {
			steps[b-a]++
		}
	}
	for w := len(steps) - 1; w > 0; w-- { // the most frequent step, the largest of equals
		if steps[w] > steps[l.step] {
			l.step = w
		}
	}
	if l.cell == unitWord || l.cell == unitChar {
		return
	}
	l.width = l.step
	if len(some) > 1 && some[1].starred && l.width > 0 {
		r := reading{l: l, line: some[0].line}
		if r.hex(some[0].head.body); len(r.bytes) > l.width {
			l.width = 0 // only the short last line has a neighbour
		}
	}
	gap, tight, wide := 0, 0, 0
	for _, s := range some {
		limit := l.width
		r := reading{l: l, line: s.line, limit: limit}
		r.hex(s.head.body)
		rest := trim(s.line[r.end:])
		if len(rest) == 0 || len(r.bytes) == 0 {
			continue
		}
		blanks := 0
		for r.end+blanks < len(s.line) && isBlank(s.line[r.end+blanks]) {
			blanks++
		}
		if l.gutter == gutterBar || l.gutter == gutterAngle {
			continue
		}
		if n := len(r.bytes); blanks != 1 {
			wide++
		} else if n == len(rest) || n > 8 && n+1 == len(rest) {
			tight++
		} else {
			continue // a damaged group
		}
		l.gutter = gutterGap
		full := l.width > 0 && len(r.bytes) == l.width
		if blanks >= 2 && full && (gap == 0 || blanks < gap) {
			gap = blanks
			l.column = r.end + blanks - s.head.body
		}
	}
	l.tight = tight > 0 && wide == 0
	if l.gutter != gutterGap {
		return
	}
	most := 3
	if l.colon || l.prefix {
		most = 2
	}
	if gap > most && l.width > 0 {
		l.column -= gap - most // every whole line begins with a blank byte
	}
}

// preferLittle compares both readings of the groups with the ASCII column. Without a difference the groups are as written.
func (l *layout) preferLittle(some []sample) bool {
	try := *l
	try.cell = unitLittle
	for _, s := range some { // the width of a whole group
		t := nextToken(s.line, s.head.body)
		gap := t.start - s.head.body
		if n := (t.end - t.start + gap - 1) / 2; n > try.field {
			try.field = n
		}
		if gap > 1 && t.end-t.start >= 2 && l.colon {
			// A short group at the right of its field is what only xxd -e writes.
			first := nextToken(some[0].line, some[0].head.body)
			if first.start == t.start && len(some) == 1 && gap%2 == 1 {
				l.field = try.field
				return true
			}
		}
	}
	if try.field < 2 || try.field > 8 {
		return false
	}
	big, little, same := 0, 0, true
	for _, s := range some {
		b := reading{l: l, line: s.line, limit: l.width}
		b.hex(s.head.body)
		big += b.mismatches()
		e := reading{l: &try, line: s.line, limit: l.width}
		e.hex(s.head.body)
		little += e.mismatches()
		for i := range b.bytes {
			same = same && i < len(e.bytes) && b.bytes[i].value == e.bytes[i].value
		}
	}
	l.unsure = big == little && !same && try.field >= 4
	if little < big {
		l.field = try.field
		return true
	}
	return false
}
