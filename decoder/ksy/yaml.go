package ksy

import "strconv"

// Bounds of a description.
const (
	MaxText  = 256 << 10 // bytes
	maxNodes = 20000
	maxNest  = 64
)

// An Error says what is wrong with a description, and where. Lines and columns
// count from 1; columns count bytes.
type Error struct {
	Line, Column int
	Text         string
}

func (e *Error) Error() string {
	return "line " + strconv.Itoa(e.Line) + ", column " + strconv.Itoa(e.Column) + ": " + e.Text
}

// A node is a value of YAML. Anchors, aliases, tags, several documents and
// complex keys are not read: no layout needs them, and they are what makes
// YAML grow out of proportion.
type node struct {
	kind      nodeKind
	line, col int
	text      string // of a scalar
	quoted    bool
	keys      []*node // of a map
	items     []*node // of a map or a list
}

type nodeKind uint8

const (
	scalarNode nodeKind = iota
	mapNode
	listNode
)

// A yamlReader reads lines by their indent.
type yamlReader struct {
	lines []yamlLine
	at    int
	nodes int
	err   *Error
}

type yamlLine struct {
	number, indent int
	text           string // without indent, comment kept
}

// parseYAML reads a document.
func parseYAML(b []byte) (*node, *Error) {
	if len(b) > MaxText {
		return nil, &Error{1, 1, "the description has " + strconv.Itoa(len(b)) + " bytes, more than " + strconv.Itoa(MaxText)}
	}
	r := &yamlReader{}
	number := 0
	for from := 0; from < len(b); {
		end := from
		for end < len(b) && b[end] != '\n' {
			end++
		}
		number++
		line := string(b[from:end])
		from = end + 1
		if number == 1 && len(line) >= 3 && line[:3] == "\xef\xbb\xbf" {
			line = line[3:]
		}
		for len(line) > 0 && (line[len(line)-1] == '\r' || line[len(line)-1] == ' ' || line[len(line)-1] == '\t') {
			line = line[:len(line)-1]
		}
		indent := 0
		for indent < len(line) && line[indent] == ' ' {
			indent++
		}
		if indent < len(line) && line[indent] == '\t' {
			return nil, &Error{number, indent + 1, "found a tab, expected spaces: YAML is indented with spaces alone"}
		}
		if number == 1 && (line == "---" || len(line) > 5 && line[:5] == "%YAML") {
			line, indent = "", 0
		}
		r.lines = append(r.lines, yamlLine{number, indent, line[indent:]})
	}
	r.blank()
	if r.at == len(r.lines) {
		return nil, &Error{1, 1, "the description is empty"}
	}
	n := r.block(r.lines[r.at].indent, 0)
	r.blank()
	if r.err == nil && r.at < len(r.lines) {
		l := r.lines[r.at]
		r.fail(l.number, l.indent+1, "this line is indented otherwise than those before it")
	}
	if r.err != nil {
		return nil, r.err
	}
	return n, nil
}

func (r *yamlReader) fail(line, col int, text string) {
	if r.err == nil {
		r.err = &Error{line, col, text}
	}
	r.at = len(r.lines)
}

// blank skips lines without content.
func (r *yamlReader) blank() {
	for r.at < len(r.lines) && (r.lines[r.at].text == "" || r.lines[r.at].text[0] == '#') {
		r.at++
	}
}

func (r *yamlReader) node(kind nodeKind, line, col int) *node {
	if r.nodes++; r.nodes > maxNodes {
		r.fail(line, col, "the description has more than "+strconv.Itoa(maxNodes)+" values")
	}
	return &node{kind: kind, line: line, col: col}
}

// block reads the map, list or scalar whose lines have this indent.
func (r *yamlReader) block(indent, depth int) *node {
	l := r.lines[r.at]
	if depth > maxNest {
		r.fail(l.number, indent+1, "nested more than "+strconv.Itoa(maxNest)+" deep")
		return r.node(scalarNode, l.number, indent+1)
	}
	if isItem(l.text) {
		return r.list(indent, depth)
	}
	if keyEnd(l.text) >= 0 {
		return r.mapping(indent, depth)
	}
	r.at++
	return r.scalarOrBlock(l.text, l.number, indent+1, indent-1, depth)
}

// isItem reports whether a line begins an item of a list.
func isItem(s string) bool { return s == "-" || len(s) > 1 && s[0] == '-' && s[1] == ' ' }

// keyEnd returns where the colon after a key is, -1 where there is none.
func keyEnd(s string) int {
	quote := byte(0)
	if s == "" || s[0] == '[' || s[0] == '{' {
		return -1
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == '\\' && quote == '"' {
				i++
			} else if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && i == 0:
			quote = c
		case c == ':' && (i+1 == len(s) || s[i+1] == ' '):
			return i
		case c == '#' && i > 0 && s[i-1] == ' ':
			return -1
		}
	}
	return -1
}

func (r *yamlReader) list(indent, depth int) *node {
	n := r.node(listNode, r.lines[r.at].number, indent+1)
	for r.err == nil {
		r.blank()
		if r.at == len(r.lines) || r.lines[r.at].indent != indent || !isItem(r.lines[r.at].text) {
			break
		}
		l := &r.lines[r.at]
		rest, skip := l.text[1:], 1
		for rest != "" && rest[0] == ' ' {
			rest, skip = rest[1:], skip+1
		}
		if rest == "" || rest[0] == '#' {
			r.at++
			n.items = append(n.items, r.value(indent, depth, l.number, indent+2))
			continue
		}
		// What follows the dash is a block that is indented to where it begins.
		l.text, l.indent = rest, indent+skip
		if keyEnd(rest) < 0 && !isItem(rest) {
			r.at++
			n.items = append(n.items, r.scalarOrBlock(rest, l.number, l.indent+1, indent, depth))
			continue
		}
		n.items = append(n.items, r.block(l.indent, depth+1))
	}
	return n
}

// value reads what follows a dash that has nothing on its line.
func (r *yamlReader) value(indent, depth, line, col int) *node {
	r.blank()
	if r.at < len(r.lines) && r.lines[r.at].indent > indent {
		return r.block(r.lines[r.at].indent, depth+1)
	}
	return r.node(scalarNode, line, col)
}

func (r *yamlReader) mapping(indent, depth int) *node {
	n := r.node(mapNode, r.lines[r.at].number, indent+1)
	for r.err == nil {
		r.blank()
		if r.at == len(r.lines) || r.lines[r.at].indent != indent || isItem(r.lines[r.at].text) {
			break
		}
		l := r.lines[r.at]
		end := keyEnd(l.text)
		if end < 0 {
			r.fail(l.number, indent+1, "found “"+clip(l.text)+"”, expected a key and a colon")
			break
		}
		key := r.inline(l.text[:end], l.number, indent+1, depth)
		for _, k := range n.keys {
			if k.text == key.text {
				r.fail(l.number, indent+1, "the key “"+clip(key.text)+"” is in line "+strconv.Itoa(k.line)+" already")
			}
		}
		rest, skip := l.text[end+1:], end+1
		for rest != "" && rest[0] == ' ' {
			rest, skip = rest[1:], skip+1
		}
		r.at++
		var v *node
		if rest == "" || rest[0] == '#' {
			r.blank()
			// A list may be indented as far as its key.
			deeper := r.at < len(r.lines) && r.lines[r.at].indent > indent
			if deeper || r.at < len(r.lines) && r.lines[r.at].indent == indent && isItem(r.lines[r.at].text) {
				v = r.block(r.lines[r.at].indent, depth+1)
			} else {
				v = r.node(scalarNode, l.number, indent+skip+1)
			}
		} else {
			v = r.scalarOrBlock(rest, l.number, indent+skip+1, indent, depth)
		}
		n.keys, n.items = append(n.keys, key), append(n.items, v)
	}
	return n
}

// scalarOrBlock reads a value that begins on the line of its key: text after | or >, a
// flow, or a scalar, which may go on in lines that are indented further.
func (r *yamlReader) scalarOrBlock(s string, line, col, indent, depth int) *node {
	if s[0] == '|' || s[0] == '>' {
		return r.literal(s, line, col, indent)
	}
	quote := s[0] == '"' || s[0] == '\''
	open := s[0] == '[' || s[0] == '{'
	for {
		closed := true
		if quote {
			closed = quoteEnd(s) >= 0
		} else if open {
			closed = balanced(s)
		}
		next := r.at
		for next < len(r.lines) && r.lines[next].text == "" {
			next++
		}
		if next >= len(r.lines) || closed && (quote || open) || r.lines[next].indent <= indent && !(open && !closed) {
			break
		}
		if !quote && !open && (r.lines[next].text[0] == '#' || plainComment(s) < len(s)) {
			break
		}
		s += " " + r.lines[next].text
		r.at = next + 1
	}
	return r.inline(s, line, col, depth)
}

func (r *yamlReader) literal(s string, line, col, indent int) *node {
	n := r.node(scalarNode, line, col)
	n.quoted = true
	var text []byte
	inner := -1
	for r.at < len(r.lines) {
		l := r.lines[r.at]
		if l.text == "" {
			text = append(text, '\n')
			r.at++
			continue
		}
		if l.indent <= indent {
			break
		}
		if inner < 0 {
			inner = l.indent
		}
		if s[0] == '|' || len(text) == 0 {
			for range max(0, l.indent-inner) {
				text = append(text, ' ')
			}
		}
		text = append(text, l.text...)
		if s[0] == '|' {
			text = append(text, '\n')
		} else {
			text = append(text, ' ')
		}
		r.at++
	}
	for len(text) > 0 && (text[len(text)-1] == '\n' || text[len(text)-1] == ' ') {
		text = text[:len(text)-1]
	}
	n.text = string(text)
	return n
}

// clip shortens what a message quotes.
func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}

// get returns the value of a key of a map, nil for none.
func (n *node) get(key string) *node {
	if n == nil || n.kind != mapNode {
		return nil
	}
	for i, k := range n.keys {
		if k.text == key {
			return n.items[i]
		}
	}
	return nil
}
