package paste

import (
	"bytes"
	"strings"
)

// wrappings are what mails, consoles, programs and documents put around the lines of a paste, in the order in which
// they are taken away. A packet is none while it has them.
var wrappings = [...]struct {
	remove func(*source) bool // and says whether there was any
	note   string
	prose  bool // text may have the same, and then it is a part of the packet
}{
	{(*source).unquote, "quote marks (>) at the start of every line were left out", false},
	{(*source).unprompt, "what was typed at a prompt was left out", false},
	{(*source).unfence, "only what is between the code fences was read", false},
	{(*source).uncode, "only what is between backquotes was read", true},
	{(*source).uncomment, "the marks of comments at the start of every line were left out", true},
	{(*source).unlog, "only the lines that are in the records of a log were read", true},
	{(*source).undiff, "marks of a diff (+ and -) were left out", false},
	{(*source).unnumber, "line numbers were left out", false},
	{(*source).unbase64, "only the base64 was read", true},
	{(*source).directive, "only what is behind the directives of an assembler was read", true},
	{(*source).unframe, "the frame of a table was left out", false},
	{(*source).uncolumn, "only the column of bytes of a table was read", false},
	{(*source).untop, "the heading of a table was left out", false},
	{(*source).single, "what is below each line in another type was left out", false},
}

// cut leaves of every line what part gives, where it takes all of them and whole says at the end that they are what it
// was looking for.
func (src *source) cut(part func(l []byte) (left span, ok bool), whole func() bool) bool {
	var lines []span
	for i := range src.count() {
		l, start := src.line(i)
		left, ok := part(l)
		if !ok {
			return false
		}
		if lines == nil {
			lines = src.spans()
		}
		lines[i] = span{start + left.start, start + left.end}
	}
	if !whole() {
		return false
	}
	src.lines = lines
	return true
}

// maxLead is how far from the beginning of a line bytes may be that go on with those
// of the line before: what is longer is no offset.
const maxLead = 200

// unprefix takes away what each line begins with where all are alike: the time and name of a log, of somebody in a
// chat, the mark of a comment. Numbers in it may differ; a letter or a mark that no dump begins with must be in it.
func (src *source) unprefix() bool {
	var prefix []byte
	lines, longest := 0, 0
	for _, l := range src.texts(src.count()) {
		if commentEdge(l) {
			continue
		}
		longest = max(longest, len(l))
		if lines++; lines == 1 {
			prefix = l[:min(len(l), maxLead)]
			continue
		}
		n, _ := alike(prefix, l)
		prefix = prefix[:n]
	}
	// It ends behind the last word that no dump has: what follows may be an offset.
	n := 0
	for i, c := range prefix {
		if isLetter(c) && !isHex(c) && (c|0x20 != 'x' || i == 0 || prefix[i-1] != '0' && prefix[i-1] != '\\') ||
			strings.IndexByte("[(<;#*/%-", c) >= 0 {
			n = i + 1
		}
	}
	for k := n; n > 0; k++ { // and the marks behind it
		if k == len(prefix) || isBlank(prefix[k]) {
			// or the level of a log
			if rest := nextToken(prefix, k); k < len(prefix) && rest.len() > 0 &&
				(len(strip(rest.of(prefix), prefixMarks)) == 0 || rest.len() == 1 && isLetter(prefix[rest.start]) &&
					rest.end < len(prefix)) {
				k = rest.end
			}
			n = k
			for n > 0 && k == len(prefix) && strings.IndexByte(prefixMarks, prefix[n-1]) < 0 {
				n--
			}
			break
		}
	}
	if lines < 2 || n == 0 || n == longest { // the same line again and again has no prefix
		return false
	}
	src.lines = src.spans()
	for i, l := range src.texts(src.count()) {
		_, start := src.text(i)
		_, own := alike(prefix[:n], l)
		if src.lines[i].start = start + own; commentEdge(l) {
			src.lines[i].end = src.lines[i].start
		}
	}
	src.uncolumn() // of a table in a log
	return true
}

// commentEdge reports whether a line is the beginning or the end of a comment and nothing else.
func commentEdge(l []byte) bool { return string(l) == "/*" || string(l) == "*/" || string(l) == "/**" }

// prefixed reports whether what unprefix left out cannot be code: it ends in a mark behind a word, and opens nothing.
func (src *source) prefixed() bool {
	t := trim(src.s[src.begin[0]:src.lines[0].start])
	open, shut := bytes.Count(t, []byte("["))+bytes.Count(t, []byte("(")), bytes.Count(t, []byte("]"))+bytes.Count(t,
		[]byte(")"))
	return len(t) > 1 && strings.IndexByte(prefixMarks, t[len(t)-1]) >= 0 && !bytes.ContainsAny(t, "{\"'") && open <= shut
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

// alike is how far two lines are the same, but for their digits, in each of them. A time grows from 999 to 1000; of the
// numbers of a list, which begin at 0, none is as long.
func alike(a, b []byte) (inA, inB int) {
	for inA < len(a) && inB < len(b) {
		digitsA, digitsB := run(a, inA, classDigit)-inA, run(b, inB, classDigit)-inB
		switch {
		case digitsA != digitsB && min(digitsA, digitsB) >= 3:
			inA, inB = inA+digitsA, inB+digitsB
		case a[inA] != b[inB] && (digitsA == 0 || digitsB == 0):
			return inA, inB
		default:
			inA, inB = inA+1, inB+1
		}
	}
	return inA, inB
}

// unquote takes away the > of mails and forum posts when every line has it, and the words above them. One line alone
// keeps its >: there it is a direction mark.
func (src *source) unquote() bool {
	levels := 0
	for levels < 8 {
		quoted := 0
		if !src.cut(func(l []byte) (span, bool) {
			t := trim(l)
			if len(t) == 0 {
				return span{}, true
			}
			if t[0] != '>' || len(t) > 1 && t[1] != ' ' && t[1] != '>' {
				return span{}, quoted == 0 && t[len(t)-1] == ':' // On Monday Bob wrote:
			}
			quoted++
			at := bytes.IndexByte(l, '>') + 1
			if charAt(l, at) == ' ' {
				at++
			}
			return span{at, len(l)}, true
		}, func() bool { return quoted >= 2 }) {
			break
		}
		levels++
	}
	return levels > 0
}

// unfence leaves only what Markdown code fences enclose.
func (src *source) unfence() bool {
	open, inside := "", false
	return (src.contains("```") || src.contains("~~~")) && src.cut(func(l []byte) (span, bool) {
		t := trim(l)
		fence := string(t[:min(len(t), 3)])
		switch marks := fence == "```" || fence == "~~~"; {
		case marks && fence == open:
			open = ""
		case marks && open == "":
			open = fence
		case open == "" && bytes.HasSuffix(t, []byte("```")) && bytes.Count(t, []byte("```")) == 1: // behind prose
			open = "```"
		case open != "":
			inside = inside || len(t) > 0
			return span{0, len(l)}, true
		}
		return span{}, true
	}, func() bool { return inside })
}

// uncode leaves only what is between backquotes, as people write code in a line of prose or a cell of a table, where
// that is most of the text and there once: words before several say more.
func (src *source) uncode() bool {
	inside, total, codes := 0, 0, 0
	return src.present['`'] && src.cut(func(l []byte) (span, bool) {
		total += len(l)
		open := bytes.IndexByte(l, '`')
		end := open + 1 + max(0, bytes.IndexByte(l[open+1:], '`'))
		if open < 0 || end <= open+1 || inString(l[:open]) || run(l, 0, classHex) >= 4 ||
			open > 0 && (!isBlank(l[open-1]) || bytes.HasSuffix(trim(l[:open]), []byte("="))) || isWord(charAt(l, end+1)) ||
			charAt(l, end+1) == '\\' {
			return span{}, true
		}
		inside, codes = inside+end-open-1, codes+1
		return span{open + 1, end}, true
	}, func() bool { return codes == 1 && inside >= 8 && inside*2 >= total && inside+2 < total })
}

// inString returns whether a string in double quotes begins in a text and does not end there.
func inString(l []byte) bool {
	return (bytes.Count(l, []byte{'"'})-bytes.Count(l, []byte{'\\', '"'}))%2 != 0
}

// uncomment takes away the // or # of comments when every line is one: then what is in them was pasted.
func (src *source) uncomment() bool {
	marked := 0
	return (src.present['#'] || src.present['/']) && src.cut(func(l []byte) (span, bool) {
		t := nextToken(l, 0)
		if mark := string(t.of(l)); mark == "//" || mark == "#" {
			marked++
			return span{min(t.end+1, len(l)), len(l)}, true
		}
		return span{}, t.len() == 0
	}, func() bool { return marked > 0 })
}

// unlog takes the line out of each record of a log as JSON, as containers write it: the value that ends in a line
// break, where it is hex digits at least at first.
func (src *source) unlog() bool {
	records := 0
	return src.contains(`\n"`) && src.cut(func(l []byte) (span, bool) {
		end := bytes.LastIndex(l, []byte(`\n"`))
		if end < 0 || l[0] != '{' {
			return span{}, len(l) == 0
		}
		end = len(bytes.TrimSuffix(l[:end], []byte(`\r`)))
		from := bytes.LastIndex(l[:end], []byte(`":`)) + 2
		from = run(l, from, classBlank) + 1
		t := nextToken(l[:end], from)
		records++
		return span{from, end}, from < end && l[from-1] == '"' && t.len() > 1 &&
			all(bytes.TrimPrefix(strip(t.of(l), ":,"), []byte("0x")), classHex)
	}, func() bool { return records > 0 })
}

// undiff takes away the + and - of a diff, and its headings. What was removed and what was added follow each other.
func (src *source) undiff() bool {
	inside := false
	return src.contains("@@ -") && src.cut(func(l []byte) (span, bool) {
		heading := bytes.HasPrefix(l, []byte("@@ -"))
		if inside = inside || heading; heading || !inside || len(l) == 0 || bytes.HasPrefix(l, []byte("--- ")) ||
			bytes.HasPrefix(l, []byte("+++ ")) {
			return span{}, true
		}
		return span{1, len(l)}, strings.IndexByte("+- \\", l[0]) >= 0
	}, func() bool { return true })
}

// unnumber takes away numbers that count the lines from 1, as cat -n, editors and listings write them. A line that a
// listing continues has the number of the one before.
func (src *source) unnumber() bool {
	last := 0
	return src.cut(func(l []byte) (span, bool) {
		t := nextToken(l[:min(len(l), maxLead)], 0)
		if t.len() == 0 {
			return span{}, true
		}
		digits := strip(t.of(l), "[:.|)]")
		n, ok := number(digits, 10)
		counts := t.of(l)[0] == '[' && (n == 1 || n > last && last > 0) // elements, as R does
		if !ok || digits[0] == '0' || n != last+1 && (n != last || n == 0) && !counts || t.len() == len(l) {
			return span{}, false
		}
		last = n
		if bar := run(l, t.end, classBlank); charAt(l, bar) == '|' {
			t.end = bar + 1
		}
		return span{min(t.end+1, len(l)), len(l)}, true
	}, func() bool { return last >= 2 })
}

// unprompt leaves out the lines that were typed at a prompt, where there are others.
func (src *source) unprompt() bool {
	typed, other := false, false
	return (src.present['$'] || src.present['>'] || src.present['('] || src.present['['] || src.present['@']) &&
		src.cut(func(l []byte) (span, bool) {
			t := trim(l)
			prompt := len(t) > 0 && isPrompt(t)
			if typed, other = typed || prompt, other || !prompt && len(t) > 0; prompt {
				return span{}, true
			}
			return span{0, len(l)}, true
		}, func() bool { return typed && other })
}

// isPrompt reports whether l is a line in which somebody typed a command behind a
// prompt: that of a shell ("$ xxd packet", "user@host:~$ xxd packet"), of a debugger
// ("(gdb) x/16xb p") or of Python (">>> data").
func isPrompt(l []byte) bool {
	t := nextToken(l, 0)
	rest := trimLeft(l[t.end:])
	if all(l[max(0, len(l)-16):], classHex) {
		return false // the line of bytes follows at once
	}
	switch tok := string(t.of(l)); {
	case tok == "(gdb)", tok == "(lldb)", tok == "In" && charAt(rest, 0) == '[' && isDigit(charAt(rest, 1)):
		return true
	case tok == ">>>", tok == "$", tok == "=>":
		return len(rest) == 0 && tok != "$" || len(rest) > 2 && isLetter(rest[0]) && !startsWithBytes(rest)
	default:
		return t.len() > 3 && (tok[len(tok)-1] == '$' || tok[len(tok)-1] == '#') && has(tok, "@") && has(tok, ":")
	}
}

// tag is the length of the tag of a page that t begins with, of those that are around what was pasted; 0 for none.
func tag(t []byte) int {
	end := bytes.IndexByte(t[:min(len(t), 100)], '>')
	name := t[1:]
	if charAt(name, 0) == '/' {
		name = name[1:]
	}
	if end < 0 || !oneOf(" pre code span tt samp kbd div p br table tr td ", name[:run(name, 0, classLetter)]) {
		return 0
	}
	return end + 1
}
