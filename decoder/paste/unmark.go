package paste

import "bytes"

// entities are what HTML writes for characters that it uses itself.
var entities = [...]struct {
	name string
	char byte
}{{"&quot;", '"'}, {"&#34;", '"'}, {"&#39;", '\''}, {"&apos;", '\''}, {"&nbsp;", ' '}, {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}}

// unmark takes the colours of a console out of a paste, and reads the entities of
// HTML, where quotes or blanks are written as such: a packet may hold an ampersand.
func (p *parser) unmark() {
	s := p.src.s
	colours := p.src.contains("\x1b[")
	html := false
	for _, e := range entities[:5] {
		html = html || p.src.contains(e.name)
	}
	tags := p.src.contains("<pre") || p.src.contains("<code")
	html = html || tags
	if !colours && !html {
		return
	}
	out, index, shown := make([]byte, 0, len(s)), make([]int32, 0, len(s)+1), make([]int32, 0, len(s)+1)
	column := int32(1)
	for i := 0; i < len(s); {
		n, c, keep := 1, s[i], true
		switch {
		case colours && c == 0x1b && charAt(s, i+1) == '[':
			keep = false
			for n = 2; i+n < len(s) && s[i+n] < '@' && s[i+n] >= ' '; n++ {
			}
			if i+n < len(s) && s[i+n] >= '@' { // of one that is cut the line's end is none of it
				n++
			}
		case tags && c == '<' && tag(s[i:]) > 0:
			n, keep = tag(s[i:]), false
		case html && c == '&':
			for _, e := range entities {
				if bytes.HasPrefix(s[i:], []byte(e.name)) {
					n, c = len(e.name), e.char
				}
			}
		}
		if keep {
			at := int32(i)
			if p.src.index != nil {
				at = p.src.index[i]
			}
			out, index, shown = append(out, c), append(index, at), append(shown, column)
		}
		if column += int32(n); c == '\n' && keep {
			column = 1
		}
		i = min(len(s), i+n)
	}
	if colours {
		p.src.controls -= bytes.Count(s, []byte{0x1b})
		p.note(-1, "the colours of a console were left out")
	}
	if html {
		p.note(-1, "entities of HTML such as &quot; are read as the characters that they stand for")
	}
	p.src.s, p.src.index, p.src.shown = out, append(index, int32(len(p.src.orig))), append(shown, column)
	for _, c := range out {
		p.src.present[c] = true
	}
	p.src.split()
}

// tag is the length of the tag of a page that t begins with, of those that are around what was pasted; 0 for none.
func tag(t []byte) int {
	end := bytes.IndexByte(t[:min(len(t), 100)], '>')
	name := t[1:]
	if charAt(name, 0) == '/' {
		name = name[1:]
	}
	if end < 0 || !oneOf(" pre code span tt samp kbd div p br ", name[:run(name, 0, classLetter)]) {
		return 0
	}
	return end + 1
}

// isPrompt reports whether l is what somebody typed: $ xxd packet, user@host:~$ xxd packet, (gdb) x/16xb p, >>> data.
func isPrompt(l []byte) bool {
	t := nextToken(l, 0)
	rest := trimLeft(l[t.end:])
	if all(l[max(0, len(l)-16):], classHex) {
		return false // the line of bytes follows at once
	}
	switch tok := string(t.of(l)); {
	case tok == "(gdb)", tok == "(lldb)":
		return true
	case tok == ">>>", tok == "$", tok == "=>":
		return len(rest) == 0 && tok != "$" || len(rest) > 2 && isLetter(rest[0]) && !startsWithBytes(rest)
	default:
		return t.len() > 3 && (tok[len(tok)-1] == '$' || tok[len(tok)-1] == '#') && has(tok, "@") && has(tok, ":")
	}
}
