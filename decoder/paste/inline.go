package paste

import (
	"bytes"
	"slices"
	"strings"
)

// An inline form writes single bytes inside text, where others are characters. Adding one is adding a row; more of
// those with a backslash are in escaped.go, since each language has some.
type inline struct {
	name          string
	before, after string
	base, digits  int
	stops         string // characters that end such text, beside the end of the line
}

// quotedPrintable, viewed and backslashed are rows of inlines.
const (
	quotedPrintable = 1
	viewed          = 2
	backslashed     = 6
)

var inlines = [...]inline{
	{"text with escapes such as %80", "%", "", 16, 2, " \t\"'<>&|#`"},
	quotedPrintable: {"text with escapes such as =80", "=", "", 16, 2, ""},
	viewed:          {"text in which bytes are shown as <80> or ^A", "<", ">", 16, 2, ""},
	{"text with references such as &#128;", "&#", ";", 10, 3, ""},
	{"bytes in brackets such as [80]", "[", "]", 16, 2, ""},
	{"text with escapes such as #200", "#", "", 8, 3, ""},
	backslashed: {"text with escapes such as \\x80", `\x`, "", 16, 2, ""},
}

// inlineChars are those that an inline form begins with.
const inlineChars = "%=<^M&[#\\"

// at reads the byte that is written at l[i]; n is 0 where none is.
func (m *inline) at(l []byte, i int) (b byte, n int) {
	if m == &inlines[viewed] {
		return caret(l, i)
	} else if !bytes.HasPrefix(l[i:], []byte(m.before)) {
		return 0, 0
	}
	from, base := i+len(m.before), m.base
	if base == 10 && charAt(l, from)|0x20 == 'x' {
		from, base = from+1, 16
	}
	end := from
	for end < len(l) && end < from+m.digits && int(hexValue[l[end]]) < base {
		end++
	}
	v, ok := number(l[from:end], base)
	if !ok || v > 255 || m.after == "" && end < from+m.digits || !bytes.HasPrefix(l[end:], []byte(m.after)) {
		return 0, 0
	}
	return byte(v), end + len(m.after) - i
}

// caret reads a byte that less, vim or cat -v show because it is no character: <FF>, ^A, M-^? or M-x at l[i]; its
// length is 0 where there is none.
func caret(l []byte, i int) (b byte, length int) {
	switch c := charAt(l, i+1); {
	case l[i] == '<' && isHex(c) && isHex(charAt(l, i+2)) && charAt(l, i+3) == '>':
		return hexValue[c]<<4 | hexValue[l[i+2]], 4
	case l[i] == '^' && c >= '?' && c <= '_':
		return (c - '@') & 0x7f, 2
	case l[i] == 'M' && c == '-' && i+2 < len(l):
		if b, n := caret(l, i+2); n == 2 {
			return b | 0x80, 4
		}
		return l[i+2] | 0x80, 3
	}
	return 0, 0
}

// inlined reads the text around at, where a byte is written in an inline form, if it is the first in its line. Where
// the text begins and ends the decoder says, if it knows the message: with the word before the byte or without, in this
// line or in all up to an empty one.
func (f *finder) inlined(line, at, end int) bool {
	end = at + len(trimRight(f.s[at:end]))
	k, l := 0, f.s[:end]
	for n := 0; n == 0; k++ {
		if k == len(inlines) {
			return false
		}
		_, n = inlines[k].at(l, at)
	}
	k--
	m := &inlines[k]
	begin := at
	for begin > f.from && !isBlank(l[begin-1]) && strings.IndexByte("\"'`=?&/:,;(<>|", l[begin-1]) < 0 {
		begin--
	}
	if stop := bytes.IndexAny(l[at:], m.stops); stop >= 0 && m.stops != "" {
		end = at + stop
	}
	if f.shown[k] >= end {
		return false
	}
	f.shown[k] = end
	escapes, others, text := 0, 0, 0
	for i := at; i < end; i++ {
		b, n := m.at(l[:end], i)
		switch {
		case n == 0, k == viewed && n == 3:
			others++
			continue
		case b > ' ' && b < 0x7f && b != '=':
			text++
		}
		escapes++
		i += n - 1
	}
	meta := k == viewed && bytes.Contains(l[at:end], []byte("M-^"))
	switch {
	case escapes < 3, k == quotedPrintable && text > 0,
		k == viewed && l[at] != '<' && !meta && !bytes.Contains(l[at:end], []byte("^@")): // x^A is no byte
		return false
	case k == quotedPrintable && bytes.Contains(bytes.ToLower(l[f.from:begin]), []byte("?q?")): // a word of a mail's head
		f.doubt(begin)
		return false
	}
	tried := line < f.block // its end was looked at from a line before
	if !tried {
		_, f.block = f.src.block(line)
	}
	last := f.block
	ends := [...]int{end, end, f.src.span(last - 1).end, f.src.after(last - 1), f.src.after(last - 1)}
	if tried || m.stops != "" {
		ends[2], ends[3], ends[4] = end, end, end
	}
	from, whole := begin, false
	for i, to := range ends {
		from = [...]int{begin, at, begin, begin, at}[i]
		scratch := parser{src: f.src, first: -1}
		if f.opts.judge == nil || to > at+maxDatagram {
			break
		}
		if scratch.inlineText(m, from, to, meta); f.opts.judge(&Datagram{Data: scratch.data}) == KnownWhole {
			end, whole = to, true
			break
		}
	}
	if !whole {
		if k == backslashed || m.after == "]" && others > 0 || m.after == "" && (escapes*20 < others || escapes == text) {
			return false // text in a link
		}
		if from = begin; k == quotedPrintable {
			end = f.src.span(last - 1).end
		}
	}
	f.take(line)
	f.flush()
	f.said(span{f.from, from}, line)
	f.inlineText(m, from, end, meta)
	if !whole && f.last.name == m.name && line-f.last.line == 1 {
		f.note(from, "a datagram begins here, or the one before goes on")
	}
	f.last.line, f.last.name, f.last.open = line, m.name, false
	f.skip = end
	f.end(m.name)
	return true
}

// inlineText reads text in which bytes are written in an inline form. meta: M-x is one.
func (p *parser) inlineText(m *inline, at, end int, meta bool) {
	l := p.src.s[:end]
	form := m == &inlines[0] && p.form(at, end)
	for at < end {
		b, n := m.at(l, at)
		switch {
		case n > 0 && (m != &inlines[viewed] || n != 3 || meta && at > 0 && !isWord(l[at-1])):
			p.put(b, at, n)
			at += n
			continue
		case l[at] == '\r' && charAt(l, at+1) == '\n':
		case m == &inlines[quotedPrintable] && l[at] == '=' && (at+1 == end || l[at+1] == '\n' || l[at+1] == '\r'):
			// the line continues
			for at++; at < end && l[at] == '\r'; at++ {
			}
		case l[at] == '+' && form:
			p.put(' ', at, 1)
		default:
			if m.after == "" && l[at] == m.before[0] {
				p.note(at, "no two digits are behind this "+m.before+": it may be cut off or damaged")
			}
			p.characters(at, at+1)
		}
		at++
	}
}

// form reports whether text with percent escapes is written as the forms of pages are sent, in which a + is a space.
func (p *parser) form(at, end int) bool {
	plus := bytes.IndexByte(p.src.s[at:end], '+')
	other := func(c byte) bool { return !isWord(c) && strings.IndexByte("%+-.*~\r\n", c) < 0 }
	if plus < 0 || slices.ContainsFunc(p.src.s[at:end], other) {
		return false
	}
	p.note(at+plus, "+ is read as a space, as the forms of pages are sent")
	return true
}
