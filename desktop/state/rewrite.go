package state

import (
	"fragscope/decoder/paste"

	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Rewrite replaces the digits that differ, else the lines of the datagram, else all, so that b is read again.
func (p *Paste) Rewrite(text string, o PasteOptions, i int, b []byte) string {
	var want [][]byte
	for k, d := range p.List.Datagrams() {
		if k == i {
			d.Data = b
		}
		want = append(want, d.Data)
	}
	same := func(candidate string) bool {
		again := ReadPaste([]byte(candidate), o)
		equal := func(d Datagram, w []byte) bool { return bytes.Equal(d.Data, w) }
		return again.Err == nil && slices.EqualFunc(again.List.Datagrams(), want, equal)
	}
	lines := strings.SplitAfter(text, "\n")
	was := p.List.Datagrams()[i].Data
	for _, candidate := range []string{
		p.inPlace(lines, i, was, b, true), p.inPlace(lines, i, was, b, false), p.inLines(lines, i, b),
	} {
		if candidate != "" && same(candidate) {
			return candidate
		}
	}
	return Dump(want)
}

// Dump writes datagrams as plain hex, 16 bytes a line and an empty line between them.
func Dump(list [][]byte) string {
	var b strings.Builder
	for i, d := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.ToUpper(string(paste.Dump(nil, paste.PlainHex, d))))
	}
	return b.String()
}

// inPlace replaces the digits that differ, and the characters beside them; "" where they are no pairs of digits.
func (p *Paste) inPlace(lines []string, i int, was, b []byte, column bool) string {
	if len(was) != len(b) {
		return ""
	}
	out := slices.Clone(lines)
	at := 0 // byte of the datagram
	for k := 0; k < len(p.Passages); {
		q := &p.Passages[k]
		line := int(q.Line) - 1
		if int(q.Datagram) != i || line < 0 || line >= len(lines) {
			k++
			continue
		}
		text, first := []rune(lines[line]), at
		end := 0
		for ; k < len(p.Passages) && int(p.Passages[k].Line)-1 == line; k++ {
			q := &p.Passages[k]
			if int(q.Datagram) != i {
				continue
			}
			from := int(q.Column) - 1
			end = from + int(q.Width)
			if end > len(text) {
				return ""
			}
			var digits []int
			for c := from; c < end; c++ {
				if unicode.Is(unicode.ASCII_Hex_Digit, text[c]) && (c+1 >= len(text) || text[c+1] != 'x' && text[c+1] != 'X') {
					digits = append(digits, c)
				}
			}
			for n := 0; n+1 < len(digits); n += 2 {
				high, low := digits[n], digits[n+1]
				if at >= len(was) || low != high+1 || !strings.EqualFold(string(text[high:low+1]), fmt.Sprintf("%02x", was[at])) {
					return ""
				}
				if b[at] != was[at] {
					pair := []rune(fmt.Sprintf("%02X", b[at]))
					if slices.ContainsFunc(text[from:end], func(r rune) bool { return r >= 'a' && r <= 'f' }) {
						pair = []rune(fmt.Sprintf("%02x", b[at]))
					}
					copy(text[high:], pair)
				}
				at++
			}
		}
		if rest := string(text[end:]); column && first < at {
			old, now := characters(was[first:at]), characters(b[first:at])
			text = append(text[:end:end], []rune(strings.Replace(rest, old, now, 1))...)
		}
		out[line] = string(text)
	}
	if at != len(was) {
		return ""
	}
	return strings.Join(out, "")
}

// characters writes bytes as the column of a dump does.
func characters(b []byte) string {
	out := make([]byte, len(b))
	for i, c := range b {
		if out[i] = '.'; c >= ' ' && c <= '~' {
			out[i] = c
		}
	}
	return string(out)
}

// inLines writes the bytes in the place of the lines that a datagram is on.
func (p *Paste) inLines(lines []string, i int, b []byte) string {
	first, last := -1, -1
	for _, q := range p.Passages {
		if int(q.Datagram) == i {
			if last = int(q.Line) - 1; first < 0 {
				first = last
			}
		}
	}
	if first < 0 || last >= len(lines) {
		return ""
	}
	dump := Dump([][]byte{b})
	if !strings.HasSuffix(lines[last], "\n") {
		dump = strings.TrimSuffix(dump, "\n")
	}
	return strings.Join(lines[:first], "") + dump + strings.Join(lines[last+1:], "")
}
