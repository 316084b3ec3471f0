package paste

import "bytes"

// ascii is the ASCII column of the line and where it begins; ok is false when it cannot be told which character belongs to which byte.
func (r *reading) ascii() (text []byte, start int, ok bool) {
	l, line, n := r.l, r.line, len(r.bytes)
	switch {
	case l.gutter == gutterNone:
		return nil, 0, false
	case l.gutter == gutterBar, l.gutter == gutterAngle:
		open, shut := byte('|'), "|"
		if l.gutter == gutterAngle {
			open, shut = '>', "<"
		}
		start = r.end + bytes.IndexByte(line[r.end:], open) + 1
		return bytes.TrimSuffix(trimRight(line[start:]), []byte(shut)), start, start > r.end
	default:
		// A dump of one line that is not whole: the column begins at the first character, or as many from the end as there are bytes.
		start = run(line, r.end, classBlank)
		if n == 0 {
			return nil, 0, false
		}
		for k := len(line) - n; n > 0 && k >= len(line)-n-1; k-- { // perhaps with a blank between the halves
			if k > r.end && k < start && start < len(line) && r.differences(line[k:]) < r.differences(line[start:]) {
				start = k
			}
			if n <= 8 {
				break
			}
		}
	}
	if bytes.HasPrefix(line[min(start, len(line)):], []byte("# ")) && len(line)-start-2 <= n && r.bytes[0].value != 0x23 { // nc -o
		start += 2
	}
	if start >= len(line) {
		return nil, 0, false
	}
	return line[start:], start, true
}

// differences counts what differs from text.
func (r *reading) differences(text []byte) int {
	bad := 0
	r.compare(text, func(int, int) { bad++ })
	return bad
}

// mismatches counts the characters of the ASCII column that say something else than the bytes.
func (r *reading) mismatches() int {
	if text, _, ok := r.ascii(); ok {
		return r.differences(text)
	}
	return 0
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
	for i, b := range r.bytes {
		if i == skip {
			k++
		}
		printable := b.value > 0x20 && b.value < 0x7f
		switch { // what is not printable is shown as a dot or whatever the program likes
		case k >= len(text):
			if printable {
				differ(i, len(text))
			}
		case text[k] == b.value, text[k] == '.' && !printable:
		case b.value == 0 && text[k] == '0': // hexyl
		case printable || isWord(text[k]) && text[k] != '_':
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
