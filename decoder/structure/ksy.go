package structure

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// ErrSeveralKinds says that no byte at one place tells the kinds apart, so that one description cannot read them all.
var ErrSeveralKinds = errors.New("no byte at one place tells the kinds apart: write the layout of one kind")

// AppendKSY appends a description of the layouts of kinds for Kaitai Struct,
// which package ksy and Kaitai's own compiler read: what was found of each part
// is its doc. It reads the packets back that the kinds were found in. Several
// kinds are one description with a switch on the byte that tells them apart.
func AppendKSY(dst []byte, id string, kinds []Kind) ([]byte, error) {
	w := &ksyWriter{}
	w.line(0, "meta:")
	w.line(1, "id: "+id)
	w.line(1, "title: "+strconv.Quote("Found in "+strconv.Itoa(packets(kinds))+" packets"))
	w.line(1, "endian: le")
	w.line(1, "encoding: ASCII")
	w.line(0, "seq:")
	if len(kinds) == 1 {
		w.fields(&kinds[0], 0, len(kinds[0].layout), 1)
	} else if !w.choice(kinds) {
		return dst, ErrSeveralKinds
	}
	if len(w.types) > 0 {
		w.line(0, "types:")
		w.out = append(w.out, w.types...)
	}
	return append(dst, w.out...), nil
}

func packets(kinds []Kind) (n int) {
	for k := range kinds {
		n += len(kinds[k].Packets)
	}
	return n
}

// A ksyWriter writes a description.
type ksyWriter struct {
	out     []byte
	types   []byte
	used    map[string]int // ids of the type that is written
	records int
	varints bool
}

func (w *ksyWriter) line(indent int, text string) { w.out = appendKSYLine(w.out, indent, text) }

func appendKSYLine(dst []byte, indent int, text string) []byte {
	for range indent {
		dst = append(dst, "  "...)
	}
	return append(append(dst, text...), '\n')
}

// choice writes what is before the byte that tells kinds apart, and a switch on it.
func (w *ksyWriter) choice(kinds []Kind) bool {
	at := -1
	seen := map[byte]bool{}
	for k := range kinds {
		by := kinds[k].By
		if len(by) == 0 || at >= 0 && by[0].Offset != at || seen[by[0].Value] {
			return false
		}
		at = by[0].Offset
		seen[by[0].Value] = true
	}
	cut := make([]int, len(kinds)) // the part after the byte
	same := true                   // what precedes it is divided in the same way
	for k := range kinds {
		pos := 0
		l := kinds[k].layout
		for cut[k] < len(l) && pos <= at {
			p := &l[cut[k]]
			if p.shape != fixed {
				return false
			}
			if q := kinds[0].layout; cut[k] >= len(q) || !q[cut[k]].alike(p) {
				same = same && pos == at
			}
			pos += p.size
			cut[k]++
		}
		if pos != at+1 || l[cut[k]-1].size != 1 {
			return false
		}
		same = same && cut[k] == cut[0]
	}
	w.used = map[string]int{}
	switch {
	case same:
		w.fields(&kinds[0], 0, cut[0]-1, 1)
	case at > 0:
		w.line(1, "- id: head")
		w.line(2, "size: "+strconv.Itoa(at))
	}
	w.line(1, "- id: kind")
	w.line(2, "type: u1")
	w.line(2, "doc: tells the kinds apart")
	values := ""
	for k := range kinds {
		if k > 0 {
			values += ", "
		}
		values += strconv.Itoa(int(kinds[k].By[0].Value))
	}
	w.line(2, "valid: {any-of: ["+values+"]}")
	w.line(1, "- id: body")
	w.line(2, "type:")
	w.line(3, "switch-on: kind")
	w.line(3, "cases:")
	for k := range kinds {
		w.line(4, strconv.Itoa(int(kinds[k].By[0].Value))+": kind"+strconv.Itoa(k+1))
	}
	main := w.out
	for k := range kinds {
		w.out = nil
		w.line(1, "kind"+strconv.Itoa(k+1)+":")
		w.line(2, "seq:")
		if cut[k] == len(kinds[k].layout) {
			w.out = w.out[:len(w.out)-1]
			w.out = append(w.out, " []\n"...)
		}
		w.used = nil
		w.fields(&kinds[k], cut[k], len(kinds[k].layout), 3)
		w.types = append(w.types, w.out...)
	}
	w.out = main
	return true
}

// alike reports whether two fixed parts are written in the same way.
func (p *part) alike(q *part) bool {
	return p.size == q.size && p.order == q.order && p.rel.kind == q.rel.kind && p.raw == q.raw && p.text == q.text &&
		bytes.Equal(p.rel.bytes, q.rel.bytes)
}

// name returns an id that the type does not have yet.
func (w *ksyWriter) name(base string) string {
	if w.used == nil {
		w.used = map[string]int{}
	}
	id := base
	for n := 2; w.used[id] > 0; n++ {
		id = base + strconv.Itoa(n)
	}
	w.used[id]++
	return id
}

// named returns which of the fields of p has the name of a person: what follows a length or a count.
func (p *part) named() int {
	if p.shape == prefixed || p.shape == listed {
		return 1
	}
	return 0
}

// idOf makes an id of a name.
func idOf(name string) string {
	out := []byte{}
	for _, c := range []byte(strings.ToLower(name)) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' && len(out) > 0 {
			out = append(out, c)
		} else if len(out) > 0 && out[len(out)-1] != '_' {
			out = append(out, '_')
		}
	}
	if len(out) == 0 {
		return "field"
	}
	return strings.TrimRight(string(out), "_")
}

var ksyNames = [typeCount]string{
	Constant: "const", Enum: "enum", Counter: "counter", Random: "id", Echo: "echo", Timestamp: "time",
	Address: "address", Port: "port", Length: "len", Count: "num", String: "text", Text: "info", Float: "float",
	Flags: "flags", Checksum: "checksum", Compressed: "packed", Encrypted: "cipher", Records: "items",
}

// fields writes the parts from to end of k.
func (w *ksyWriter) fields(k *Kind, from, end, indent int) {
	names := map[int]string{} // of fixed parts, by their offset
	pos := 0
	for i := range end {
		p := &k.layout[i]
		if i >= from {
			id := w.field(k, i, indent, names)
			if pos >= 0 {
				names[pos] = id
			}
		}
		if p.shape != fixed {
			pos = -1
		} else if pos >= 0 {
			pos += p.size
		}
	}
}

// text returns what was found of a part.
func (k *Kind) text(part, nth int) string {
	seen := 0
	for _, i := range k.inOrder(part) {
		if seen == nth {
			return k.Findings[i].Text
		}
		seen++
	}
	return ""
}

// inOrder returns the findings of a part, from the front.
func (k *Kind) inOrder(part int) (list []int) {
	for i := range k.Findings {
		if k.Findings[i].Part != part {
			continue
		}
		if len(list) == 1 && k.Findings[i].Skip < k.Findings[list[0]].Skip {
			list = []int{i, list[0]}
		} else {
			list = append(list, i)
		}
	}
	return list
}

func (w *ksyWriter) field(k *Kind, part, indent int, names map[int]string) string {
	p := &k.layout[part]
	base := ksyNames[p.typ]
	if p.typ == Random && p.size > 8 || p.raw && p.size > 8 || p.filler {
		base = "bytes"
	}
	begin := func(base string, nth int) string {
		if p.name != "" && nth == p.named() {
			base = idOf(p.name)
		}
		id := w.name(base)
		w.line(indent, "- id: "+id)
		if text := k.text(part, nth); text != "" {
			w.line(indent+1, "doc: "+strconv.Quote(text))
		}
		return id
	}
	attr := func(text string) { w.line(indent+1, text) }
	switch p.shape {
	case fixed:
		if p.rel.kind == same && part == 0 && len(p.rel.bytes) > 1 {
			base = "magic"
		}
		id := begin(base, 0)
		w.fixedField(p, attr)
		return id
	case compact:
		id := begin(base, 0)
		w.varint()
		attr("type: varint")
		return id
	case prefixed:
		id := begin("len", 0)
		size := w.number(p, id, attr)
		if p.unit > 1 {
			size += " * " + strconv.Itoa(p.unit)
		}
		if p.add != 0 {
			size += ksyPlus(p.add)
		}
		if !p.text {
			begin("data", 1)
			attr("size: " + size)
			return id
		}
		begin(ksyNames[p.typ], 1)
		w.textField(p, attr, "size: "+size)
		return id
	case terminated:
		id := begin(base, 0)
		w.textField(p, attr, "")
		if p.term != 0 {
			attr("terminator: " + strconv.Itoa(int(p.term)))
		}
		return id
	case referred:
		if names[p.from] == "" {
			break
		}
		id := begin(base, 0)
		w.textField(p, attr, "size: "+names[p.from])
		return id
	case rest:
		id := begin(base, 0)
		size := "size-eos: true"
		if p.tail > 0 {
			size = "size: _io.size - _io.pos - " + strconv.Itoa(p.tail)
		}
		if p.text {
			w.textField(p, attr, size)
		} else {
			attr(size)
		}
		return id
	case records:
		id := begin(base, 0)
		item := w.record(p)
		if p.tail == 0 {
			attr("type: " + item)
			attr("repeat: eos")
			return id
		}
		attr("size: _io.size - _io.pos - " + strconv.Itoa(p.tail))
		attr("type: " + item + "_list")
		w.types = appendKSYLine(w.types, 1, item+"_list:")
		w.types = appendKSYLine(w.types, 2, "seq:")
		w.types = appendKSYLine(w.types, 3, "- {id: items, type: "+item+", repeat: eos}")
		return id
	case ended:
		id := begin(base, 0)
		attr("type: " + w.record(p))
		attr("repeat: until")
		attr("repeat-until: _.text1.length == 0")
		return id
	case listed:
		id := begin("num", 0)
		times := w.number(p, id, attr)
		begin("items", 1)
		attr("type: " + w.record(p))
		attr("repeat: expr")
		attr("repeat-expr: " + times)
		return id
	}
	id := begin("rest", 0)
	attr("size-eos: true")
	return id
}

// number writes the type of the length or count of p, whose id is given, and returns
// the expression of its value.
func (w *ksyWriter) number(p *part, id string, attr func(string)) string {
	if p.size > 0 {
		attr("type: " + ksyNumber(p.size, p.order, false))
		return id
	}
	w.varint()
	attr("type: varint")
	return id + ".value"
}

func ksyPlus(n int) string {
	if n < 0 {
		return " - " + strconv.Itoa(-n)
	}
	return " + " + strconv.Itoa(n)
}

// ksyNumber names an integer.
func ksyNumber(size int, o Order, neg bool) string {
	name := "u"
	if neg {
		name = "s"
	}
	name += strconv.Itoa(size)
	if size > 1 {
		name += o.String()
	}
	return name
}

func (w *ksyWriter) fixedField(p *part, attr func(string)) {
	whole := p.size == 1 || p.order != NoOrder && (p.size == 2 || p.size == 4 || p.size == 8)
	switch {
	case p.rel.kind == same:
		list := ""
		for i, c := range p.rel.bytes {
			if i > 0 {
				list += ", "
			}
			list += "0x" + hexText([]byte{c})
		}
		attr("contents: [" + list + "]")
	case p.text:
		w.textField(p, attr, "size: "+strconv.Itoa(p.size))
	case p.rel.kind == floating:
		attr("type: f" + strconv.Itoa(p.size) + p.order.String())
	case whole && (!p.raw || p.refers > 0) && p.typ != Address:
		attr("type: " + ksyNumber(p.size, p.order, p.neg))
	default:
		attr("size: " + strconv.Itoa(p.size))
	}
}

func (w *ksyWriter) textField(p *part, attr func(string), size string) {
	kind, encoding := "str", "ISO-8859-1"
	if p.nul > 0 || p.shape == terminated && p.term == 0 || p.shape == fixed {
		kind = "strz"
	}
	switch p.wide {
	case LittleEndian:
		encoding = "UTF-16LE"
	case BigEndian:
		encoding = "UTF-16BE"
	default:
		if p.utf8 {
			encoding = "UTF-8"
		}
	}
	attr("type: " + kind)
	if size != "" {
		attr(size)
	}
	attr("encoding: " + encoding)
}

// record writes the type of the records of p and returns its name.
func (w *ksyWriter) record(p *part) string {
	w.records++
	name := "record"
	if w.records > 1 {
		name += strconv.Itoa(w.records)
	}
	var t []byte
	t = appendKSYLine(t, 1, name+":")
	t = appendKSYLine(t, 2, "seq:")
	if p.inner != nil {
		inner := *p.inner
		inner.layout = slices.Clone(inner.layout)
		for i := range inner.layout {
			if q := &inner.layout[i]; q.rel.kind == same { // in those that were looked at
				q.rel.kind = none
			}
		}
		out, used := w.out, w.used
		w.out, w.used = nil, nil
		w.fields(&inner, 0, len(inner.layout), 3)
		t = append(t, w.out...)
		w.out, w.used = out, used
	} else if p.list.size > 0 {
		t = appendKSYLine(t, 3, "- {id: data, size: "+strconv.Itoa(p.list.size)+"}")
	} else {
		for k := range p.list.n {
			e := &p.list.elems[k]
			n := strconv.Itoa(k + 1)
			switch {
			case e.shape == fixed:
				t = appendKSYLine(t, 3, "- {id: data"+n+", size: "+strconv.Itoa(int(e.size))+"}")
			case e.shape == terminated:
				cond := ""
				if p.list.until && k > 0 {
					cond = ", if: text1.length > 0"
				}
				t = appendKSYLine(t, 3, "- {id: text"+n+", type: strz, encoding: ISO-8859-1"+cond+"}")
			case e.blob:
				head := ""
				if e.whole {
					head = " - " + strconv.Itoa(int(p.list.head(k)))
				}
				t = appendKSYLine(t, 3, "- {id: len"+n+", type: "+ksyNumber(int(e.size), e.order, false)+"}")
				t = appendKSYLine(t, 3, "- {id: data"+n+", size: len"+n+head+"}")
			default:
				t = appendKSYLine(t, 3, "- {id: len"+n+", type: "+ksyNumber(int(e.size), e.order, false)+"}")
				t = appendKSYLine(t, 3, "- {id: text"+n+", type: str, size: len"+n+", encoding: ISO-8859-1}")
			}
		}
	}
	w.types = append(w.types, t...)
	return name
}

// varint writes the type of numbers with seven bits in each byte.
func (w *ksyWriter) varint() {
	if w.varints {
		return
	}
	w.varints = true
	for _, l := range []string{
		"  varint:",
		"    seq:",
		"      - {id: groups, type: u1, repeat: until, repeat-until: _ < 128}",
		"    instances:",
		"      value:",
		"        value: '(groups[0] & 127) + (groups.size > 1 ? (groups[1] & 127) << 7 : 0)" +
			" + (groups.size > 2 ? (groups[2] & 127) << 14 : 0) + (groups.size > 3 ? (groups[3] & 127) << 21 : 0)'",
	} {
		w.types = append(append(w.types, l...), '\n')
	}
}
