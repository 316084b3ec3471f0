package structure

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// ErrDecision says that a line of decisions cannot be read, or that a range
// cannot be named.
type ErrDecision struct {
	Line int
	Text string
}

func (e *ErrDecision) Error() string { return "line " + strconv.Itoa(e.Line) + ": " + e.Text }

// Decide returns r with what a person decided about it. Each line is one of
//
//	accept KIND OFFSET LENGTH TYPE [NAME]
//	mark KIND OFFSET LENGTH FORM [NAME]
//
// KIND is counted from 0, OFFSET, LENGTH and TYPE are those of a finding. FORM is u1,
// u2le, u2be, u4le, u4be, u8le, u8be, f4le, f4be, str, checksum, flags or bytes: the
// range, in all packets, is that and nothing else; it is accepted as well.
// Lines that begin with # and such as are about nothing that was found are left out.
//
// The layout that [AppendKSY] then writes has what is accepted; the other bytes it
// reads as bytes.
func (r *Result) Decide(text string) (*Result, error) {
	out := &Result{Kinds: slices.Clone(r.Kinds)}
	for k := range out.Kinds {
		kind := &out.Kinds[k]
		kind.layout, kind.Findings = slices.Clone(kind.layout), slices.Clone(kind.Findings)
		kind.accepted = map[int]string{}
	}
	type accept struct {
		kind, offset, length int
		typ, name            string
	}
	var accepted []accept
	for i, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		if len(words) < 5 || words[0] != "accept" && words[0] != "mark" {
			return nil, &ErrDecision{i + 1, "expected accept or mark, a kind, an offset, a length and a type"}
		}
		var n [3]int
		for k := range n {
			v, err := strconv.Atoi(words[k+1])
			if err != nil {
				return nil, &ErrDecision{i + 1, "found “" + words[k+1] + "”, expected a number"}
			}
			n[k] = v
		}
		if n[0] < 0 || n[0] >= len(out.Kinds) {
			continue
		}
		name := strings.Join(words[5:], "_")
		if words[0] == "accept" {
			accepted = append(accepted, accept{n[0], n[1], n[2], words[4], name})
			continue
		}
		if text := out.Kinds[n[0]].mark(n[1], n[2], words[4], name); text != "" {
			return nil, &ErrDecision{i + 1, text}
		}
	}
	for _, a := range accepted {
		k := &out.Kinds[a.kind]
		for i := range k.Findings {
			if f := &k.Findings[i]; f.Offset == a.offset && f.Length == a.length && f.Type.String() == a.typ {
				k.accept(f.Part, a.name)
				f.Name = a.name
			}
		}
	}
	out.complete()
	return out, nil
}

// complete accepts what accepted parts need: the length of what an earlier field measures, and in all
// kinds what is alike in them and at the same place from the front.
func (r *Result) complete() {
	for k := range r.Kinds {
		kind := &r.Kinds[k]
		for i := range kind.layout {
			if _, ok := kind.accepted[i]; ok && kind.layout[i].shape == referred {
				if of, begin := kind.fixedAt(kind.layout[i].from, 1); of >= 0 && begin == kind.layout[i].from {
					kind.accept(of, "")
				}
			}
		}
		for i, begin := 0, 0; i < len(kind.layout) && kind.layout[i].shape == fixed; i++ {
			name, ok := kind.accepted[i]
			for other := 0; ok && other < len(r.Kinds); other++ {
				o := &r.Kinds[other]
				if at, from := o.fixedAt(begin, 1); at >= 0 && from == begin && o.layout[at].alike(&kind.layout[i]) {
					o.accept(at, name)
				}
			}
			begin += kind.layout[i].size
		}
	}
	for k := range r.Kinds { // a length and what it is the length of are one part
		kind := &r.Kinds[k]
		for i := range kind.Findings {
			f := &kind.Findings[i]
			_, f.Accepted = kind.accepted[f.Part]
		}
	}
}

func (k *Kind) accept(part int, name string) {
	if k.accepted[part] == "" {
		k.accepted[part] = name
	}
}

// forms are what a person can say that a range is.
var forms = []struct {
	name  string
	typ   Type
	size  int
	order Order
}{
	{"u1", Count, 1, NoOrder}, {"u2le", Count, 2, LittleEndian}, {"u2be", Count, 2, BigEndian},
	{"u4le", Count, 4, LittleEndian}, {"u4be", Count, 4, BigEndian}, {"u8le", Count, 8, LittleEndian},
	{"u8be", Count, 8, BigEndian}, {"f4le", Float, 4, LittleEndian}, {"f4be", Float, 4, BigEndian},
	{"str", String, 0, NoOrder}, {"checksum", Checksum, 0, NoOrder}, {"flags", Flags, 0, NoOrder},
	{"bytes", Random, 0, NoOrder},
}

// mark makes length bytes at offset, from the back where that is negative, a part of
// their own; it returns why it cannot.
func (k *Kind) mark(offset, length int, form, name string) string {
	f := slices.IndexFunc(forms, func(f struct {
		name  string
		typ   Type
		size  int
		order Order
	}) bool {
		return f.name == form
	})
	switch {
	case f < 0:
		return "found “" + form + "”, expected u1, u2le, u4le, u8le, f4le, these with be, str, checksum, flags or bytes"
	case length < 1 || forms[f].size > 0 && length != forms[f].size:
		return form + " does not have " + strconv.Itoa(length) + " bytes"
	}
	first, begin := k.fixedAt(offset, length)
	if first < 0 {
		return "the range is in a part whose length varies, or goes beyond the end"
	}
	last, end := first, begin+k.layout[first].size
	for end < offset+length {
		last++
		end += k.layout[last].size
	}
	q := part{typ: forms[f].typ, shape: fixed, size: length, order: forms[f].order, marked: true, name: name}
	q.raw = forms[f].typ != Count && forms[f].typ != String && forms[f].typ != Float
	if q.typ == Float {
		q.rel.kind = floating
	}
	q.text = q.typ == String
	var parts []part
	if n := offset - begin; n > 0 {
		parts = append(parts, k.layout[first].piece(0, n))
	}
	at := first + len(parts)
	parts = append(parts, q)
	if n := end - offset - length; n > 0 {
		parts = append(parts, k.layout[last].piece(k.layout[last].size-n, k.layout[last].size))
	}
	added := len(parts) - (last - first + 1)
	kept := k.Findings[:0]
	moved := make([]int, len(k.Findings)+1)
	for i, x := range k.Findings {
		if moved[i] = len(kept); x.Part > last {
			x.Part += added
		} else if x.Part >= first {
			moved[i] = -1
			continue
		}
		kept = append(kept, x)
	}
	for i := range kept {
		if a := kept[i].After; a >= 0 {
			kept[i].After = moved[a]
		}
	}
	k.layout = slices.Concat(k.layout[:first], parts, k.layout[last+1:])
	for i := range parts {
		x := Finding{Offset: begin, Length: parts[i].size, After: -1, Type: parts[i].typ, Order: parts[i].order,
			Holds: len(k.Packets), Seen: len(k.Packets), Text: "not looked at any more", Part: first + i, Chance: 1}
		if first+i == at {
			x.Text, x.Marked, x.Name, x.Chance = form+", named by you", true, name, 0
		}
		begin += parts[i].size
		kept = append(kept, x)
	}
	k.Findings = kept
	for p := range k.accepted {
		if p >= first { // marks come first, so only other marks are accepted here
			delete(k.accepted, p)
		}
	}
	for i := range k.Findings {
		if x := &k.Findings[i]; x.Marked {
			k.accepted[x.Part] = x.Name
			x.Accepted = true
		}
	}
	return ""
}

// piece returns bytes from to end of p, a part of fixed size.
func (p *part) piece(from, end int) part {
	if p.rel.kind == same {
		q := *p
		q.size, q.rel.bytes = end-from, p.rel.bytes[from:end]
		return q
	}
	return part{typ: Random, shape: fixed, raw: true, size: end - from}
}

// fixedAt returns the part that holds offset and where it begins, both counted as offset is: -1
// where it, or one of the next length bytes, has no constant place.
func (k *Kind) fixedAt(offset, length int) (first, begin int) {
	if offset < 0 {
		for i := len(k.layout) - 1; i >= 0 && k.layout[i].shape == fixed; i-- {
			if begin -= k.layout[i].size; begin <= offset {
				if offset+length > 0 {
					return -1, 0
				}
				return i, begin
			}
		}
		return -1, 0
	}
	first = -1
	at := 0
	for i := range k.layout {
		p := &k.layout[i]
		if p.shape != fixed {
			return -1, 0
		}
		if first < 0 && at+p.size > offset {
			first, begin = i, at
		}
		if at += p.size; at >= offset+length {
			return first, begin
		}
	}
	return -1, 0
}

// chosen returns the layout with what is accepted, and bytes for all else. Where the end of a part
// that is not accepted has to be known to find what follows, all up to the fixed parts at the end is bytes.
func (k *Kind) chosen() Kind {
	if k.accepted == nil {
		return *k
	}
	out := *k
	out.layout, out.Findings = nil, nil
	at := map[int]int{} // where parts went
	add := func(p part, from int) {
		if from >= 0 {
			at[from] = len(out.layout)
		}
		if n := len(out.layout); from < 0 && n > 0 && out.layout[n-1].filler && out.layout[n-1].shape == fixed &&
			p.shape == fixed {
			out.layout[n-1].size += p.size
			return
		}
		out.layout = append(out.layout, p)
	}
	last := -1 // of variable length
	for i := range k.layout {
		if k.layout[i].shape != fixed {
			last = i
		}
	}
	for i := 0; i < len(k.layout); i++ {
		p := k.layout[i]
		name, ok := k.accepted[i]
		switch {
		case ok || k.tells(i):
			p.name = name
			add(p, i)
		case p.shape == fixed:
			add(part{typ: Random, shape: fixed, raw: true, filler: true, size: p.size}, -1)
		default:
			tail := 0
			for _, q := range k.layout[last+1:] {
				tail += q.size
			}
			add(part{typ: Random, shape: rest, filler: true, raw: true, tail: tail}, -1)
			i = last
		}
	}
	for i := range k.Findings {
		if p, ok := at[k.Findings[i].Part]; ok {
			f := k.Findings[i]
			f.Part = p
			out.Findings = append(out.Findings, f)
		}
	}
	return out
}

// tells reports whether part i is the byte that tells kinds apart.
func (k *Kind) tells(i int) bool {
	at := 0
	for _, p := range k.layout[:i] {
		if p.shape != fixed {
			return false
		}
		at += p.size
	}
	return k.layout[i].size == 1 && slices.ContainsFunc(k.By, func(m Mark) bool { return m.Offset == at })
}

// Accepted reports whether anything of r is accepted.
func (r *Result) Accepted() bool {
	return slices.ContainsFunc(r.Kinds, func(k Kind) bool { return len(k.accepted) > 0 })
}

// Layouts returns the layouts of what is accepted: one, or one of each kind where no byte tells
// them apart.
func (r *Result) Layouts(id string) [][]byte {
	var kinds []Kind
	for k := range r.Kinds {
		kinds = append(kinds, r.Kinds[k].chosen())
	}
	if text, err := AppendKSY(nil, id, kinds); err == nil {
		return [][]byte{text}
	}
	var out [][]byte
	for k := range kinds {
		if r.Kinds[k].accepted != nil && len(r.Kinds[k].accepted) == 0 {
			continue
		}
		if text, err := AppendKSY(nil, id+strconv.Itoa(k+1), kinds[k:k+1]); err == nil {
			out = append(out, bytes.Clone(text))
		}
	}
	return out
}
