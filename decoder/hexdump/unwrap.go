package hexdump

import (
	"bytes"
	"strings"
)

// wrappings are what mails, consoles, programs and documents put around the lines of a paste, in the order in which
// they are taken away. A packet is none while it has them.
var wrappings = [...]struct {
	remove func(*source) bool // and says whether there was any
	note   string
}{
	{(*source).unquote, "quote marks (>) at the start of every line were left out"},
	{(*source).unprompt, "what was typed at a prompt was left out"},
	{(*source).unfence, "only what is between the code fences was read"},
	{(*source).uncode, "only what is between backquotes was read"},
	{(*source).undiff, "marks of a diff (+ and -) were left out"},
	{(*source).unnumber, "line numbers were left out"},
	{(*source).unbase64, "only the base64 was read"},
	{(*source).unframe, "the frame of a table was left out"},
	{(*source).untop, "the heading of a table was left out"},
}

// maxLead is how far from the beginning of a line bytes may be that go on with those
// of the line before: what is longer is no offset.
const maxLead = 200

// unprefix takes away what each line begins with where all are alike: the time and name of a log, of somebody in a
// chat, the mark of a comment. Numbers in it may differ; a letter or a mark that no dump begins with must be in it.
func (src *source) unprefix() bool {
	var prefix []byte
	lines := 0
	for _, l := range src.texts(src.count()) {
		if commentEdge(l) {
			continue
		}
		if lines++; lines == 1 {
			prefix = l[:min(len(l), maxLead)]
			continue
		}
		prefix = prefix[:alike(prefix, l)]
	}
	// It ends behind the last word that no dump has: what follows may be an offset.
	n := 0
	for i, c := range prefix {
		if isLetter(c) && !isHex(c) && (c|0x20 != 'x' || i == 0 || prefix[i-1] != '0' && prefix[i-1] != '\\') || strings.IndexByte("[(<;#*/%-", c) >= 0 {
			n = i + 1
		}
	}
	for k := n; n > 0; k++ { // and the marks behind it
		if k == len(prefix) || isBlank(prefix[k]) {
			if rest := nextToken(prefix, k); k < len(prefix) && rest.len() > 0 && len(strip(rest.of(prefix), prefixMarks)) == 0 {
				k = rest.end
			}
			n = k
			for n > 0 && k == len(prefix) && strings.IndexByte(prefixMarks, prefix[n-1]) < 0 {
				n--
			}
			break
		}
	}
	if lines < 2 || n == 0 {
		return false
	}
	src.lines = src.spans()
	for i, l := range src.texts(src.count()) {
		_, start := src.text(i)
		if src.lines[i].start = start + alike(prefix[:n], l); commentEdge(l) {
			src.lines[i].end = src.lines[i].start
		}
	}
	return true
}

// commentEdge reports whether a line is the beginning or the end of a comment and nothing else.
func commentEdge(l []byte) bool { return string(l) == "/*" || string(l) == "*/" || string(l) == "/**" }

// prefixed reports whether what unprefix left out cannot be code: it ends in a mark, and has no quote and no bracket open.
func (src *source) prefixed() bool {
	t := trim(src.s[src.begin[0]:src.lines[0].start])
	depth := 0
	for _, c := range t {
		switch {
		case isQuote(c), c == '{', c == '=':
			return false
		case c == '[', c == '(', c == '<':
			depth++
		case c == ']', c == ')', c == '>':
			depth--
		}
	}
	return len(t) > 1 && depth <= 0 && strings.IndexByte(prefixMarks, t[len(t)-1]) >= 0
}

// prefixMarks are what is behind the time or the name that each line begins with.
const prefixMarks = ":>])|*#/;-%"

// hashes reports whether all lines are one word each, as long as hashes are in hex or base64, or UUIDs.
func (src *source) hashes() bool {
	for _, l := range src.texts(src.count()) {
		n, hex := len(l), all(l, classHex)
		switch {
		case hex && (n == 32 || n == 40 || n == 56 || n == 64 || n == 96 || n == 128), resembles(l) == "a UUID":
		case !hex && len(nextToken(l, 0).of(l)) == n && (n == 44 || n == 64 || n == 88):
		default:
			return false
		}
	}
	return true
}

// long reports whether the lines, but for the last, have that many characters and more.
func (src *source) long(min int) bool {
	short := false
	for _, l := range src.texts(src.count()) {
		if short {
			return false
		}
		short = len(l) < min
	}
	return true
}

// alike is how far two lines are the same, but for their digits.
func alike(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] && !(isDigit(a[i]) && isDigit(b[i])) {
			return i
		}
	}
	return min(len(a), len(b))
}

// uncode leaves only what is between backquotes, as people write code in a line of prose or a cell of a table, where that is
// most of the text and there once: words before several say more.
func (src *source) uncode() bool {
	if !src.present['`'] {
		return false
	}
	inside, total, codes := 0, 0, 0
	lines := src.spans()
	for i := range lines {
		l, start := src.line(i)
		total += len(l)
		open := bytes.IndexByte(l, '`')
		end := open + 1 + max(0, bytes.IndexByte(l[open+1:], '`'))
		if open < 0 || end <= open+1 || run(l, 0, classHex) >= 4 || open > 0 && (!isBlank(l[open-1]) || bytes.HasSuffix(trim(l[:open]), []byte("="))) || isWord(charAt(l, end+1)) || charAt(l, end+1) == '\\' {
			lines[i].end = lines[i].start
			continue
		}
		lines[i] = span{start + open + 1, start + end}
		inside, codes = inside+end-open-1, codes+1
	}
	if codes != 1 || inside < 8 || inside*2 < total || inside+2 >= total {
		return false
	}
	src.lines = lines
	return true
}

// undiff takes away the + and - of a diff, and its headings. What was removed and what was added follow each other.
func (src *source) undiff() bool {
	if !src.contains("@@ -") {
		return false
	}
	inside := false
	lines := src.spans()
	for i := range lines {
		l, _ := src.line(i)
		switch {
		case bytes.HasPrefix(l, []byte("@@ -")):
			inside = true
			lines[i].end = lines[i].start
		case !inside, bytes.HasPrefix(l, []byte("--- ")), bytes.HasPrefix(l, []byte("+++ ")):
			lines[i].end = lines[i].start
		case len(l) > 0 && l[0] != '+' && l[0] != '-' && l[0] != ' ' && l[0] != '\\':
			return false
		case len(l) > 0:
			lines[i].start++
		}
	}
	src.lines = lines
	return true
}

// unnumber takes away numbers that count the lines from 1, as cat -n, editors and listings write them. A line that a
// listing continues has the number of the one before.
func (src *source) unnumber() bool {
	var lines []span
	count, last := 0, 0
	for i := range src.count() {
		l, start := src.line(i)
		t := nextToken(l, 0)
		if t.len() == 0 {
			continue
		}
		digits := strip(t.of(l), "[:.|)]")
		n, ok := number(digits, 10)
		counts := t.of(l)[0] == '[' && (n == 1 || n > last && last > 0) // elements, as R does
		if !ok || digits[0] == '0' || n != last+1 && (n != last || n == 0) && !counts || t.end == len(l) && t.len() == len(l) {
			return false
		}
		if lines == nil {
			lines = src.spans()
		}
		count, last = count+1, n
		lines[i].start = start + t.end
		if charAt(l, t.end) == '\t' {
			lines[i].start++
		}
	}
	if last < 2 {
		return false
	}
	src.lines = lines
	return true
}

// untop takes away the heading of a column that psql prints, the dashes below it, and the number of rows.
func (src *source) untop() bool {
	last := src.count() - 1
	for last > 0 && src.blank(last) {
		last--
	}
	end, _ := src.text(last)
	if !bytes.HasPrefix(end, []byte("(")) || !bytes.HasSuffix(end, []byte(" row)")) && !bytes.HasSuffix(end, []byte(" rows)")) {
		return false
	}
	top := src.firstLine()
	dashes, _ := src.text(min(top+1, last))
	if len(dashes) < 3 || len(strip(dashes, "-")) > 0 {
		return false
	}
	src.lines = src.spans()
	for i := range src.lines {
		if l := &src.lines[i]; i < top+2 || i == last {
			l.end = l.start
		} else if charAt(src.s, l.start) == ' ' && l.len() > 0 {
			l.start++
		}
	}
	return true
}

// unframe takes away the frame that hexyl draws: offsets, bytes in panels, and as many panels of characters. The bars
// around the characters stay, those between panels go.
func (src *source) unframe() bool {
	var bars []int // columns of the frame
	rows := 0
	for _, l := range src.texts(src.count()) {
		if l[0] == '+' && len(strip(l, "+-")) == 0 {
			bars = bars[:0]
			for k, c := range l {
				if c == '+' {
					bars = append(bars, k)
				}
			}
			continue
		}
		if cell := l[1:run(l[:min(len(l), 20)], 1, classHex)]; len(cell) >= 4 {
			rows++
		}
		for _, k := range bars {
			if charAt(l, k) != '|' {
				return false
			}
		}
	}
	panels := (len(bars) - 2) / 2
	if len(bars) < 4 || len(bars)%2 != 0 || bars[1] < 5 || rows == 0 {
		return false
	}
	src.lines, src.s = src.spans(), bytes.Clone(src.s)
	for i, l := range src.texts(src.count()) {
		_, start := src.text(i)
		cell := trim(l[1:min(len(l), bars[1])])
		switch {
		case l[0] == '+':
			src.lines[i].end = src.lines[i].start
		case string(cell) == "*":
			src.lines[i] = span{start + bytes.IndexByte(l, '*'), start + bytes.IndexByte(l, '*') + 1}
		case !all(cell, classHex) || len(cell) < 4:
			src.lines[i].end = src.lines[i].start
		default:
			for k, at := range bars {
				if k != 1+panels && k != len(bars)-1 {
					src.s[start+at] = ' '
				}
			}
		}
	}
	return true
}
