package render

import "fragscope/decoder"

// tree writes the fields of m as a tree beside its bytes.
func (p *page) tree(m *decoder.Message) {
	t := tree{page: *p, m: m, per: rawBytes(p.o.width())}
	t.width = p.o.width() - offsetWidth - 3*gap - 4*t.per
	for i := range m.Fields {
		t.field(i)
		t.endRow()
	}
}

type tree struct {
	page
	m      *decoder.Message
	per    int // bytes on a line
	width  int // columns of the tree
	leaves int // leaves so far: neighbours have different colours
	text   []byte
}

// field writes the lines of field i: its place in the tree, its bytes.
func (t *tree) field(i int) {
	m := t.m
	f := &m.Fields[i]
	var raw []byte
	c := problemColor(m, f)
	bytesColor := c
	if f.Leaf() {
		raw = m.Bytes(i)
		if bytesColor == "" {
			bytesColor = [2]string{colorCyan, colorGreen}[t.leaves%2]
		}
		t.leaves++
	}
	nameColor := c
	if c == "" {
		nameColor = colorBold
	}
	indent := min(2*int(f.Depth), t.width-16)
	// The name is coloured, what it means is not: the text is made of both.
	t.text = append(appendColumns(t.text[:0], t.nameOf(m, i), t.width-indent-4), "  "...)
	nameLength := len(t.text)
	t.text = append(t.text, t.meaningOf(m, i)...)
	text := t.text
	for first := true; first || len(raw) > 0 || len(text) > 0; first = false {
		left := indent
		if first {
			t.color(colorDim)
			t.dst = appendOffset(t.dst, f.Offset)
			t.end(colorDim)
		} else {
			t.dst = appendBlanks(t.dst, offsetWidth)
			left += 2
		}
		t.dst = appendBlanks(t.dst, gap+left)
		line, rest := nextLine(text, t.width-left)
		if first && len(line) >= nameLength {
			t.color(nameColor)
			t.dst = append(t.dst, line[:nameLength]...)
			t.end(nameColor)
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
		t.line(nil)
	}
}

// bytes writes a line of bytes in hexadecimal and ASCII.
func (t *tree) bytes(b []byte, c string) {
	t.color(c)
	t.dst = appendHex(t.dst, b)
	t.end(c)
	t.dst = appendBlanks(t.dst, 3*(t.per-len(b))+gap)
	t.color(c)
	dst := t.dst
	for _, x := range b {
		if x < 0x20 || x > 0x7e {
			x = '.'
		}
		dst = append(dst, x)
	}
	t.dst = dst
	t.end(c)
}
