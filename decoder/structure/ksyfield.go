package structure

import (
	"slices"
	"strconv"
)

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
