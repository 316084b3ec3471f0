package ksy

import "strconv"

// quoteEnd returns where the quotation that s begins with ends, -1 where it does not.
func quoteEnd(s string) int {
	for i := 1; i < len(s); i++ {
		switch {
		case s[0] == '"' && s[i] == '\\':
			i++
		case s[0] == '\'' && s[i] == '\'' && i+1 < len(s) && s[i+1] == '\'':
			i++
		case s[i] == s[0]:
			return i
		}
	}
	return -1
}

// balanced reports whether all brackets of s are closed.
func balanced(s string) bool {
	open := 0
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '[', '{':
			open++
		case ']', '}':
			open--
		case '"', '\'':
			if e := quoteEnd(s[i:]); e > 0 {
				i += e
			} else {
				return false
			}
		}
	}
	return open <= 0
}

// plainComment returns where a comment begins in s, its length for nowhere.
func plainComment(s string) int {
	for i := 1; i < len(s); i++ {
		if s[i] == '#' && s[i-1] == ' ' {
			return i
		}
	}
	return len(s)
}

// inline reads a value on a line: quoted, in brackets, or plain up to a comment.
func (r *yamlReader) inline(s string, line, col, depth int) *node {
	f := flow{r: r, s: s, line: line, col: col}
	if s != "" && (s[0] == '[' || s[0] == '{' || s[0] == '"' || s[0] == '\'') {
		n := f.value(depth)
		f.space()
		if r.err == nil && f.i < len(s) && s[f.i] != '#' {
			f.fail("found “" + clip(s[f.i:]) + "” after the value")
		}
		return n
	}
	n := r.node(scalarNode, line, col)
	if s != "" {
		switch s[0] {
		case '&', '*', '!', '%', '@', '`':
			r.fail(line, col, "found “"+clip(s)+"”: anchors, aliases and tags are not part of the subset of YAML")
		}
		s = s[:plainComment(s)]
	}
	for s != "" && s[len(s)-1] == ' ' {
		s = s[:len(s)-1]
	}
	n.text = s
	return n
}

// A flow reads values in brackets.
type flow struct {
	r         *yamlReader
	s         string
	i         int
	line, col int
}

func (f *flow) fail(text string) { f.r.fail(f.line, f.col+f.i, text) }

func (f *flow) space() {
	for f.i < len(f.s) && f.s[f.i] == ' ' {
		f.i++
	}
}

func (f *flow) value(depth int) *node {
	f.space()
	n := f.r.node(scalarNode, f.line, f.col+f.i)
	if depth > maxNest {
		f.fail("nested more than " + strconv.Itoa(maxNest) + " deep")
		return n
	}
	if f.i >= len(f.s) {
		return n
	}
	switch c := f.s[f.i]; c {
	case '[', '{':
		n.kind = listNode
		end := byte(']')
		if c == '{' {
			n.kind, end = mapNode, '}'
		}
		f.i++
		for f.r.err == nil {
			f.space()
			if f.i < len(f.s) && f.s[f.i] == end {
				f.i++
				return n
			}
			if f.i >= len(f.s) {
				f.fail("found the end, expected “" + string(end) + "”")
				break
			}
			v := f.value(depth + 1)
			f.space()
			if c == '{' {
				n.keys = append(n.keys, v)
				if f.i < len(f.s) && f.s[f.i] == ':' {
					f.i++
					v = f.value(depth + 1)
				} else {
					f.fail("expected “:” after the key")
				}
				n.items = append(n.items, v)
				f.space()
			} else {
				n.items = append(n.items, v)
			}
			if f.i < len(f.s) && f.s[f.i] == ',' {
				f.i++
			} else if f.i < len(f.s) && f.s[f.i] != end {
				f.fail("found “" + clip(f.s[f.i:]) + "”, expected “,” or “" + string(end) + "”")
			}
		}
		return n
	case '"', '\'':
		e := quoteEnd(f.s[f.i:])
		if e < 0 {
			f.fail("the quotation does not end")
			return n
		}
		n.quoted = true
		n.text = f.unquote(f.s[f.i+1:f.i+e], c)
		f.i += e + 1
		return n
	}
	from := f.i
	for f.i < len(f.s) {
		c := f.s[f.i]
		if c == ',' || c == ']' || c == '}' || c == ':' && (f.i+1 == len(f.s) || f.s[f.i+1] == ' ') {
			break
		}
		f.i++
	}
	n.text = f.s[from:f.i]
	for n.text != "" && n.text[len(n.text)-1] == ' ' {
		n.text = n.text[:len(n.text)-1]
	}
	return n
}

func (f *flow) unquote(s string, quote byte) string {
	var out []byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		if quote == '\'' {
			if c == '\'' {
				i++
			}
			out = append(out, c)
			continue
		}
		if c != '\\' || i+1 == len(s) {
			out = append(out, c)
			continue
		}
		i++
		switch c = s[i]; c {
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case '0':
			c = 0
		case 'a':
			c = 7
		case 'b':
			c = 8
		case 'e':
			c = 27
		case 'f':
			c = 12
		case 'v':
			c = 11
		case 'x', 'u':
			digits := 2
			if c == 'u' {
				digits = 4
			}
			if i+digits >= len(s) {
				digits = len(s) - i - 1
			}
			v, err := strconv.ParseUint(s[i+1:i+1+digits], 16, 32)
			if err != nil {
				f.fail("“\\" + s[i:] + "” is no escape sequence")
				return ""
			}
			out = append(out, string(rune(v))...)
			i += digits
			continue
		}
		out = append(out, c)
	}
	return string(out)
}
