package hexdump

import "bytes"

// decimalCells reports whether all numbers in the sample are decimal, and whether they are all three octal digits.
func decimalCells(some []sample) (decimal, octal bool) {
	decimal, octal = true, true
	for _, s := range some {
		i := s.head.body
		for {
			t := nextToken(s.line, i)
			if t.end == t.start || s.line[t.start] == '>' {
				break
			}
			if t.end-t.start != 3 {
				octal = false
			}
			for _, c := range s.line[t.start:t.end] {
				if !isDigit(c) {
					return false, false
				}
				if c > '7' {
					octal = false
				}
			}
			if octal && s.line[t.start] > '3' {
				octal = false
			}
			i = t.end
		}
	}
	return decimal, octal
}

// charCells reports whether the sample is od -c: cells of four, each one character, an escape or three octal digits.
func charCells(some []sample) bool {
	telling := false // something that a dump of numbers cannot have
	any := false
	for _, s := range some {
		l := s.line
		if len(l) == s.head.body {
			continue
		}
		for i := s.head.body; i < len(l); i += 4 {
			any = true
			var cell [4]byte
			for k := range cell {
				cell[k] = ' '
				if i+k < len(l) {
					cell[k] = l[i+k]
				}
			}
			if cell[0] != ' ' {
				return false
			}
			v, ok := charValue(cell)
			if !ok || cell[1] != ' ' && (v >= 0x20 && v < 0x7f || v == 0 || v >= 7 && v <= 13) {
				return false // od writes these as characters and escapes
			}
			if cell == [4]byte{' ', ' ', ' ', ' '} && len(trim(l[i:])) > 0 {
				telling = true
			}
			telling = telling || cell[1] == ' ' && cell[3] != ' ' && (cell[2] == '\\' || !isDigit(cell[3]))
		}
	}
	for i := 0; i+1 < len(some) && any && !telling; i++ { // blanks that the next offset counts as bytes
		a, b := some[i], some[i+1]
		if b.index != a.index+1 || len(a.line) == a.head.body {
			continue
		}
		tokens := (len(bytes.TrimRight(a.line, " ")) - a.head.body) / 4
		from8, ok8 := number(a.line[a.head.from:a.head.to], 8)
		to8, ok := number(b.line[b.head.from:b.head.to], 8)
		from16, _ := number(a.line[a.head.from:a.head.to], 16)
		to16, _ := number(b.line[b.head.from:b.head.to], 16)
		cells := (len(a.line) - a.head.body) / 4
		fits := func(d int) bool { return d > tokens && d <= cells }
		telling = tokens < cells && to16-from16 != tokens && (!ok8 || !ok || to8-from8 != tokens) && (fits(to16-from16) || ok && ok8 && fits(to8-from8))
	}
	if telling || !any {
		return telling
	}
	// Only digits: numbers of one digit and of three octal digits are od -c too.
	single := false
	for _, s := range some {
		for i := s.head.body; i+4 <= len(s.line); i += 4 {
			if s.line[i+2] != ' ' && s.line[i+1] == ' ' {
				return false
			}
			single = single || s.line[i+2] == ' ' && s.line[i+3] != ' '
			if s.line[i+1] > '3' {
				return false
			}
		}
	}
	return single
}

// charValue is the byte that a cell of od -c stands for.
func charValue(cell [4]byte) (byte, bool) {
	if cell[1] != ' ' {
		v, ok := number(cell[1:], 8)
		return byte(v), ok && v < 256
	}
	if cell[2] == ' ' {
		return cell[3], true // the character itself; a blank for a blank
	}
	if cell[2] != '\\' {
		return 0, false
	}
	switch cell[3] {
	case '0':
		return 0, true
	case 'a':
		return 7, true
	case 'b':
		return 8, true
	case 't':
		return 9, true
	case 'n':
		return 10, true
	case 'v':
		return 11, true
	case 'f':
		return 12, true
	case 'r':
		return 13, true
	case '\\':
		return '\\', true
	}
	return 0, false
}
