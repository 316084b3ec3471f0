package ksy

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder/wire"
)

// AppendMessages appends a description of messages of one kind that the decoder of their protocol has read. What each
// field is comes from its definition, its terminator and the length or count before it. Messages that are no plain
// sequence are an error that says which field is not; so is a description that does not read all of them back.
func AppendMessages(dst []byte, id string, list ...*wire.Message) ([]byte, error) {
	w := &messageWriter{used: map[string]bool{}}
	var parts []part
	for _, m := range list {
		if len(m.Problems) > 0 || m.Payload > 0 {
			continue
		}
		parts = append(parts, part{m, 0, len(m.Fields)})
		w.utf8 = w.utf8 || m.UTF8
	}
	if len(parts) == 0 {
		return dst, errors.New("there is no message without problems")
	}
	seq := w.sequence(slices.Clone(parts), true)
	if w.err != nil {
		return dst, w.err
	}
	encoding := "ISO-8859-1"
	if w.utf8 {
		encoding = "UTF-8"
	}
	about := list[0].Info.Protocol().String() + " " + list[0].Info.Name
	out := "meta:\n  id: " + id + "\n  title: " + strconv.Quote(about) + "\n  encoding: " + encoding + "\nseq:\n" + seq
	if w.types != "" {
		out += "types:\n" + w.types
	}
	l, err := Parse([]byte(out))
	if err != nil {
		return dst, err
	}
	for _, p := range parts {
		if text := differs(p.m, l.Decode(p.m.Data)); text != "" {
			return dst, errors.New(text)
		}
	}
	return append(dst, out...), nil
}

// plainKind is the kind that a description has for one.
func plainKind(k wire.Kind) wire.Kind {
	switch k {
	case wire.KindDecimal:
		return wire.KindText
	case wire.KindIPv4, wire.KindIPv6, wire.KindMAC, wire.KindUnknown, wire.KindPadding, wire.KindConst:
		return wire.KindBytes
	}
	return k
}

// differs says which field of m is not the same in n, "" for none.
func differs(m, n *wire.Message) string {
	k := 0
	next := func() *wire.Field {
		for ; k < len(n.Fields); k++ {
			if n.Fields[k].Leaf() {
				k++
				return &n.Fields[k-1]
			}
		}
		return nil
	}
	for i := range m.Fields {
		f := &m.Fields[i]
		if !f.Leaf() {
			continue
		}
		g := next()
		if g == nil || f.Offset != g.Offset || f.Length != g.Length || plainKind(f.Kind) != plainKind(g.Kind) ||
			f.Kind.Number() && f.Value != g.Value {
			return m.Key(i) + " is read in another way by a description of its fields"
		}
	}
	return ""
}

// A part is fields of a message that are on one level, with those in them.
type part struct {
	m        *wire.Message
	from, to int
}

// A member is a field of a part, or groups of one definition that follow each other.
type member struct {
	def    *wire.FieldDef
	length bool // of the text that follows
	at     []int
}

func (p part) members() (list []member) {
	for i := p.from; i < p.to; i++ {
		f := &p.m.Fields[i]
		if f.Depth != p.m.Fields[p.from].Depth || f.Length == 0 && f.Kind.Number() {
			continue
		}
		if k := len(list) - 1; f.Kind == wire.KindGroup && k >= 0 && list[k].def == f.Def {
			list[k].at = append(list[k].at, i)
			continue
		}
		list = append(list, member{f.Def, f.Flags&wire.FlagLength != 0, []int{i}})
	}
	return list
}

// inside returns the fields in the group i.
func (p part) inside(i int) part {
	to := i + 1
	for to < p.to && p.m.Fields[to].Depth > p.m.Fields[i].Depth {
		to++
	}
	return part{p.m, i + 1, to}
}

type messageWriter struct {
	used  map[string]bool // names of types
	types string
	utf8  bool
	err   error
}

func (w *messageWriter) refuse(def *wire.FieldDef, text string) {
	if w.err == nil {
		w.err = errors.New(def.Key + " " + text)
	}
}

// sequence writes the fields that all parts have in common; last says that nothing follows them.
func (w *messageWriter) sequence(parts []part, last bool) string {
	all := make([][]member, len(parts))
	var model []member
	for i, p := range parts {
		if all[i] = p.members(); len(all[i]) > len(model) {
			model = all[i]
		}
	}
	out := ""
	ids := map[string]bool{}
	var names []string
	for k, x := range model {
		some := 0 // parts that have it
		for i := range all {
			if len(all[i]) <= k {
				continue
			}
			if y := all[i][k]; y.def != x.def || y.length != x.length {
				w.refuse(x.def, "is not in every message")
			}
			parts[some], all[some] = parts[i], all[i]
			some++
		}
		optional := some < len(all) || k > 0 && strings.Contains(out, "    if: ")
		if parts, all = parts[:some], all[:some]; optional && !last {
			w.refuse(x.def, "is not in every message")
		}
		if w.err != nil {
			return ""
		}
		id := fieldID(x.def)
		if x.length {
			id = "len_" + id
		}
		id = unique(ids, id)
		names = append(names, id)
		out += "  - id: " + id + "\n"
		for _, line := range w.field(parts, all, names, last && k == len(model)-1) {
			out += "    " + line + "\n"
		}
		if optional {
			out += "    if: not _io.eof\n"
		}
		if doc := comment(x.def.Doc); doc != "" && !x.length {
			out += "    doc: " + strconv.Quote(doc) + "\n"
		}
	}
	return out
}

// fieldID makes an id of the last part of a key.
func fieldID(def *wire.FieldDef) string {
	key := def.Key[strings.LastIndexByte(def.Key, '.')+1:]
	id := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return '_'
	}, strings.ToLower(key))
	if !isID(id) {
		id = "_" + id
	}
	return id
}

// field writes what the last of names is.
func (w *messageWriter) field(parts []part, all [][]member, names []string, last bool) []string {
	k := len(names) - 1
	def := all[0][k].def
	first := parts[0].m.Fields[all[0][k].at[0]]
	var data [][]byte
	same := true
	for i, p := range parts {
		f := &p.m.Fields[all[i][k].at[0]]
		if f.Lead != 0 {
			w.refuse(def, "has a delimiter before it")
		}
		if f.Kind != first.Kind || f.Trail != first.Trail || f.Flags&(wire.FlagCut|wire.FlagOpen) != 0 {
			w.refuse(def, "is not written in one way")
		}
		data = append(data, p.m.Data[f.Offset:f.End()])
		same = same && len(data[i]) == len(data[0])
	}
	alike := !slices.ContainsFunc(data, func(b []byte) bool { return !bytes.Equal(b, data[0]) })
	var size []string
	prefixed := k > 0 && all[0][k-1].length && all[0][k-1].def == def
	switch {
	case prefixed:
		number := func(i int) int64 { return parts[i].m.Fields[all[i][k-1].at[0]].Int() }
		more := int64(len(data[0])) - number(0)
		for i := range data {
			if int64(len(data[i]))-number(i) != more {
				w.refuse(def, "has a length that counts no bytes")
			}
		}
		size = []string{"size: " + names[k-1]}
		if more != 0 {
			size[0] += " + " + strconv.FormatInt(more, 10)
		}
	case last && (!same || len(parts) == 1 || plainKind(first.Kind) != wire.KindBytes):
		size = []string{"size-eos: true"}
	case same:
		size = []string{"size: " + strconv.Itoa(len(data[0]))}
	}
	switch kind := plainKind(first.Kind); kind {
	case wire.KindGroup:
		return w.groups(parts, all, names, last)
	case wire.KindU24BE:
		return []string{"type: b24"}
	case wire.KindText, wire.KindUCS2:
		lines := []string{"type: str"}
		width := 1
		if kind == wire.KindUCS2 {
			width = 2
			lines = append(lines, "encoding: "+map[bool]string{true: "UTF-16BE", false: "UTF-16LE"}[def.BigEndian])
		}
		switch trail := int(first.Trail); {
		case trail == width:
			end := data[0][len(data[0])-trail:]
			lines = append(lines, "terminator: "+strconv.Itoa(int(max(end[0], end[trail-1]))))
			if !prefixed {
				return lines
			}
		case !prefixed && alike && plain(data[0]):
			return append(lines, "size: "+strconv.Itoa(len(data[0])), "valid: '"+strconv.Quote(string(data[0]))+"'")
		case trail > 0 || !prefixed && !last:
			w.refuse(def, "ends where neither a length nor a terminator of one character says")
		}
		return append(lines, size...)
	case wire.KindBytes:
		if first.Kind == wire.KindConst && alike {
			list := ""
			for _, c := range data[0] {
				list += ", " + strconv.Itoa(int(c))
			}
			return []string{"contents: [" + list[2:] + "]"}
		}
		if len(size) == 0 {
			w.refuse(def, "has a length that nothing says")
		}
		return size
	default:
		for name, kinds := range numberTypes {
			if i := slices.Index(kinds[:], kind); i >= 0 {
				return []string{"type: " + name + map[bool]string{kinds[0] != kinds[1]: []string{"le", "be"}[i]}[true]}
			}
		}
	}
	w.refuse(def, "is a "+first.Kind.String()+", which a description has no type for")
	return nil
}

// plain reports whether b is a text that needs no escapes.
func plain(b []byte) bool {
	return !slices.ContainsFunc(b, func(c byte) bool { return c < ' ' || c > '~' || c == '\'' || c == '"' || c == '\\' })
}

// groups writes groups as fields of a type: once, as often as a number before them says, or up to the end.
func (w *messageWriter) groups(parts []part, all [][]member, names []string, last bool) []string {
	k := len(names) - 1
	def := all[0][k].def
	var inside []part
	once, count := true, -1
	for j := k - 1; j >= 0 && count < 0; j-- {
		good := all[0][j].def.Kind.Number()
		for i, p := range parts {
			good = good && p.m.Fields[all[i][j].at[0]].Int() == int64(len(all[i][k].at))
		}
		if good {
			count = j
		}
	}
	for i, p := range parts {
		once = once && len(all[i][k].at) == 1
		for _, g := range all[i][k].at {
			if in := p.inside(g); in.from < in.to {
				inside = append(inside, in)
			}
		}
	}
	if len(inside) == 0 {
		w.refuse(def, "has no fields")
		return nil
	}
	name := unique(w.used, fieldID(def)+"_part")
	lines := []string{"type: " + name}
	switch {
	case count >= 0 && !(once && last && len(parts) == 1):
		lines = append(lines, "repeat: expr", "repeat-expr: "+names[count])
	case last:
		lines = append(lines, "repeat: eos")
	case !once:
		w.refuse(def, "repeats as often as no number before it says")
	}
	seq := w.sequence(inside, false)
	w.types += "  " + name + ":\n    seq:\n"
	for line := range strings.Lines(seq) {
		w.types += "    " + line
	}
	return lines
}
