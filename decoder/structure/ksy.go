package structure

import (
	"bytes"
	"errors"
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
