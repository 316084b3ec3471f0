package render

import "fragscope/decoder"

// tree writes the fields of m as a tree beside its bytes.
func (p *page) tree(m *decoder.Message) {
	t := tree{page: p, m: m, per: rawBytes(p.o.width())}
	t.width = p.o.width() - offsetWidth - 3*gap - 4*t.per
	for i := range m.Fields {
		t.field(i)
	}
}

type tree struct {
	*page
	m      *decoder.Message
	per    int // bytes on a line
	width  int // columns of the tree
	leaves int // leaves so far: neighbours have different colours
	line   []byte
}

// field writes the lines of field i: its place in the tree, its bytes.
func (t *tree) field(i int) {
	m := t.m
	f := &m.Fields[i]
	var raw []byte
	c := severityColor(worstAt(m, f))
	bytesColor := c
	if f.Leaf() {
		raw = m.Bytes(i)
		if bytesColor == "" {
			bytesColor = [2]string{colorCyan, colorGreen}[t.leaves%2]
		}
		t.leaves++
	}
	indent := min(2*int(f.Depth), t.width-16)
	name := t.cell.nameOf(m, i)
	if nameColumns := columns(name); nameColumns > t.width-indent-4 {
		cut, _ := fit(name, t.width-indent-5)
		name = append(name[:cut], "…"...)
	}
	// The name is coloured, what it means is not: the line is made of both.
	t.line = append(append(t.line[:0], name...), "  "...)
	nameLength := len(t.line)
	t.line = append(t.line, t.cell.meaningOf(m, i, t.o.Full)...)
	text := t.line
	for first := true; first || len(raw) > 0 || len(text) > 0; first = false {
		left := indent
		if first {
			t.color(colorDim)
			t.dst = appendOffset(t.dst, f.Offset, offsetWidth)
			t.end(colorDim)
		} else {
			t.dst = appendBlanks(t.dst, offsetWidth)
			left += 2
		}
		t.dst = appendBlanks(t.dst, gap+left)
		line, rest := nextLine(text, t.width-left)
		if first && len(line) >= nameLength {
			t.colored2(c, colorBold, line[:nameLength])
			t.dst = append(t.dst, line[nameLength:]...)
		} else {
			t.dst = append(t.dst, line...)
		}
		text = rest
		n := min(len(raw), t.per)
		if n > 0 {
			t.dst = appendBlanks(t.dst, t.width-left-columns(line)+gap)
			t.bytes(raw[:n], bytesColor)
			raw = raw[n:]
		}
		t.dst = trimEnd(t.dst)
		t.str("\n")
	}
}

// colored2 writes text in colour c, or in other where c is none.
func (t *tree) colored2(c, other string, text []byte) {
	if c == "" {
		c = other
	}
	t.color(c)
	t.dst = append(t.dst, text...)
	t.end(c)
}

// bytes writes a line of bytes in hexadecimal and ASCII.
func (t *tree) bytes(b []byte, c string) {
	t.color(c)
	t.dst = appendHex(t.dst, b)
	t.end(c)
	t.dst = appendBlanks(t.dst, 3*(t.per-len(b))+gap)
	t.color(c)
	for _, x := range b {
		if x < 0x20 || x > 0x7e {
			x = '.'
		}
		t.dst = append(t.dst, x)
	}
	t.end(c)
}
