package minecraft

import (
	"bytes"

	"fragscope/decoder/wire"
)

// deepest is how many objects and arrays are taken apart inside each other. The
// text of a description is four deep.
const deepest = 8

// longestSpace is the number of bytes of white space that can be part of a field.
const longestSpace = 200

// An opened object or array.
type opened struct {
	object bool
	group  int // that it is the content of
	n      int // values so far
}

// A jsonReader reads a document without recursion.
type jsonReader struct {
	*wire.Reader
	stop  int
	cut   bool // the document goes on where bytes are missing
	stack [deepest]opened
	depth int
}

// readStatus reads the length of a status and its JSON, and reports whether it is cut.
func readStatus(r *wire.Reader) (cut bool) {
	g := r.Begin(&document[docGroup], 0)
	at := r.Pos
	size := int(varInt(r, &document[docLength]))
	if !r.Stopped {
		if left := r.Left(); size > left || size < 0 {
			r.Problem(&problemCut, at, r.Pos-at, uint64(size), uint64(left))
			size, cut = left, true
		}
		j := jsonReader{Reader: r, stop: r.Pos + size, cut: cut}
		j.read()
	}
	r.Done(g)
	return cut
}

// read reads values until the document ends.
func (j *jsonReader) read() {
	for first := true; j.Pos < j.stop; first = false {
		lead, comma := j.lead()
		at := j.Pos + lead
		if at == j.stop {
			j.Leaf(&document[docSpace], wire.KindPadding, lead, wire.FlagAmbiguous)
			break
		}
		c := j.Data[at]
		if j.depth == 0 {
			if !first || comma || c != '{' {
				j.fail()
				return
			}
			j.open(-1, lead)
			continue
		}
		top := &j.stack[j.depth-1]
		if c == '}' && top.object || c == ']' && !top.object {
			if comma {
				j.fail()
				return
			}
			f := j.Add(&document[docClose], wire.KindConst, lead+1, 0)
			f.Lead = uint8(lead)
			j.depth--
			j.Done(top.group)
			continue
		}
		if comma != (top.n > 0) {
			j.fail()
			return
		}
		top.n++
		if !j.value(top, lead) {
			j.fail()
			return
		}
	}
	for ; j.depth > 0; j.depth-- { // cut in them
		j.Done(j.stack[j.depth-1].group)
	}
}

// lead returns how many bytes of white space, and one comma, precede what is
// next. What is too long to be part of it becomes a field.
func (j *jsonReader) lead() (n int, comma bool) {
	for i := j.Pos; i < j.stop; i++ {
		switch c := j.Data[i]; {
		case c == ',' && !comma:
			comma = true
		case !space(c):
			return i - j.Pos, comma
		}
		if i-j.Pos == longestSpace {
			if comma {
				return i - j.Pos, comma // what follows is no value
			}
			j.Leaf(&document[docSpace], wire.KindPadding, i-j.Pos, wire.FlagAmbiguous)
		}
	}
	return j.stop - j.Pos, comma
}

// value reads a member of an object, with its key, or an item of an array.
func (j *jsonReader) value(top *opened, lead int) bool {
	group := -1
	if top.object {
		size, ok := stringSize(j.Data[j.Pos+lead : j.stop])
		if !ok {
			return false
		}
		trail, colon := 1, false
		for i := j.Pos + lead + size; i < j.stop && !colon; i++ {
			if colon = j.Data[i] == ':'; !colon && !space(j.Data[i]) || trail > longestSpace {
				return false
			}
			trail++
		}
		if !colon {
			return false
		}
		group = j.Begin(&document[docMember], top.n-1)
		f := j.Add(&document[docKey], wire.KindText, lead+size+trail-1, 0)
		f.Lead, f.Trail = uint8(lead+1), uint8(trail)
		j.CheckText(f)
		if lead = 0; j.Pos < j.stop {
			lead, _ = j.lead()
		}
		if j.Pos+lead == j.stop || lead > 0 && bytes.IndexByte(j.Data[j.Pos:j.Pos+lead], ',') >= 0 {
			j.Done(group)
			return false
		}
	}
	return j.content(group, top.n-1, lead)
}

// content reads a value after its key, if it has one. group is the member, -1
// in an array.
func (j *jsonReader) content(group, n, lead int) bool {
	b := j.Data[j.Pos+lead : j.stop]
	switch b[0] {
	case '{', '[':
		if j.depth == deepest {
			size := nestedSize(b)
			j.Leaf(&document[docDeep], wire.KindBytes, lead+size, wire.FlagAmbiguous)
			break
		}
		if group < 0 {
			group = j.Begin(&document[docItem], n)
		}
		j.open(group, lead)
		return true
	case '"':
		size, ok := stringSize(b)
		if !ok {
			j.Done(group)
			return false
		}
		f := j.Add(&document[docText], wire.KindText, lead+size, 0)
		f.Lead, f.Trail = uint8(lead+1), 1
		j.CheckText(f)
	default:
		size := 0
		for size < len(b) && b[size] > ' ' && b[size] < 0x7f && b[size] != ',' && b[size] != '}' && b[size] != ']' &&
			b[size] != '"' {
			size++
		}
		if size == 0 {
			j.Done(group)
			return false
		}
		j.word(b[:size], lead)
	}
	j.Done(group)
	return true
}

// word reads a value that is neither text nor made of others.
func (j *jsonReader) word(b []byte, lead int) {
	v, ok := wire.ParseSigned(b)
	if ok && wire.Canonical(b) {
		j.Add(&document[docNumber], wire.KindDecimal, lead+len(b), uint64(v)).Lead = uint8(lead)
		return
	}
	f := j.Add(&document[docWord], wire.KindText, lead+len(b), 0)
	f.Lead = uint8(lead)
	j.CheckText(f)
}

// open reads the bracket that begins an object or array.
func (j *jsonReader) open(group, lead int) {
	f := j.Add(&document[docOpen], wire.KindConst, lead+1, 0)
	f.Lead = uint8(lead)
	j.stack[j.depth] = opened{object: j.Data[j.Pos-1] == '{', group: group}
	j.depth++
}

// fail makes the rest of the document an unknown field.
func (j *jsonReader) fail() {
	for ; j.depth > 0; j.depth-- {
		j.Done(j.stack[j.depth-1].group)
	}
	if n := j.stop - j.Pos; n > 0 {
		if !j.cut {
			j.Problem(&problemJSON, j.Pos, n, uint64(n), 0)
		}
		j.Leaf(&wire.DefUnparsed, wire.KindUnknown, n, wire.FlagRaw)
	}
}

// stringSize returns the length of the text at the start of b, with its quotes.
func stringSize(b []byte) (n int, ok bool) {
	if len(b) == 0 || b[0] != '"' {
		return 0, false
	}
	for i := 1; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1, true
		}
	}
	return len(b), false
}

// nestedSize returns the length of the object or array at the start of b, all
// of b when it does not end.
func nestedSize(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			n, _ := stringSize(b[i:])
			i += n - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(b)
}
