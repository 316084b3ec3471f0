package ksy

import (
	"slices"
	"strings"
)

// An Export writes a layout in another language.
type Export struct {
	Name string // "lua", "imhex" or "go"
	Doc  string
	add  func(*exporter) []byte
}

// Exports are the languages that a layout can be written in.
var Exports = []Export{
	{"lua", "a Wireshark dissector in Lua", (*exporter).lua},
	{"imhex", "a pattern of ImHex", (*exporter).imhex},
	{"go", "a Go package with a reader", (*exporter).golang},
}

// Append appends l in the language of x. What of a description has no equivalent
// there is an [Error].
func (x *Export) Append(dst []byte, l *Layout) ([]byte, error) {
	w := &exporter{l: l, names: map[*typeDef]string{}, parents: map[*typeDef]*typeDef{},
		ids: map[*typeDef]map[string]string{}}
	for _, t := range l.roots {
		w.collect(t)
	}
	for _, t := range w.types {
		low := slices.ContainsFunc(t.attrs, func(a *attr) bool { return a.low })
		if t.params != nil || low {
			w.fail(t.node.line, t.node.col, "parameters of types, and bits from the lowest, have no equivalent")
			return dst, w.err
		}
	}
	w.family()
	out := x.add(w)
	if w.err != nil {
		return dst, w.err
	}
	return append(dst, out...), nil
}

// An exporter writes a layout.
type exporter struct {
	l       *Layout
	types   []*typeDef            // the root first
	names   map[*typeDef]string   // in the other language
	parents map[*typeDef]*typeDef // the type that _parent has, nil where several use it
	ids     map[*typeDef]map[string]string
	lang    *language
	out     []byte
	err     *Error
	deep    int // instances that are looked into
}

func (w *exporter) fail(line, col int, text string) {
	if w.err == nil {
		w.err = &Error{line, col, text}
	}
}

func (w *exporter) collect(t *typeDef) {
	w.types = append(w.types, t)
	for _, k := range typeNames(t) {
		w.collect(t.types[k])
	}
}

// family finds for each type the one that has fields of it.
func (w *exporter) family() {
	several := map[*typeDef]bool{}
	w.each(func(t *typeDef, a *attr) {
		if u := a.user; u != nil {
			if before := w.parents[u]; before != nil && before != t {
				several[u] = true
			}
			w.parents[u] = t
		}
	})
	for t := range several {
		delete(w.parents, t)
	}
}

// line appends a line of code.
func (w *exporter) line(indent int, text ...string) {
	for range indent {
		w.out = append(w.out, w.lang.step...)
	}
	for _, t := range text {
		w.out = append(w.out, t...)
	}
	w.out = append(w.out, '\n')
}

// comment returns text on one line.
func comment(text string) string { return strings.Join(strings.Fields(text), " ") }

// camelCase writes an id as exported names of Go are.
func camelCase(id string) string {
	out := make([]byte, 0, len(id)+1)
	up := true
	for i := range len(id) {
		c := id[i]
		if c == '_' {
			if up || i+1 == len(id) || id[i+1] >= '0' && id[i+1] <= '9' {
				out = append(out, '_')
			}
			up = true
			continue
		}
		if up && c >= 'a' {
			c -= 'a' - 'A'
		}
		up = false
		out = append(out, c)
	}
	if len(out) == 0 || out[0] == '_' || out[0] <= '9' {
		out = append([]byte("X"), out...)
	}
	return string(out)
}

// unique returns name, or name with underscores where it is taken.
func unique(taken map[string]bool, name string) string {
	for taken[name] {
		name += "_"
	}
	taken[name] = true
	return name
}

// name gives the types and their fields names: convert makes one of an id.
func (w *exporter) name(convert func(id string) string, reserved ...string) {
	taken := map[string]bool{}
	for _, r := range reserved {
		taken[r] = true
	}
	for _, t := range w.types {
		name := t.name
		for o := t.outer; taken[convert(name)] && o != nil; o = o.outer {
			name = o.name + "_" + name
		}
		w.names[t] = unique(taken, convert(name))
		ids := map[string]string{}
		used := map[string]bool{}
		add := func(id string) { ids[id] = unique(used, convert(id)) }
		for _, a := range t.attrs {
			if a.kind != bitsAttr {
				add(a.id)
			}
			for _, b := range a.bits {
				add(b.id)
			}
		}
		for _, v := range valueNames(t) {
			add(v)
		}
		w.ids[t] = ids
	}
}

func valueNames(t *typeDef) (names []string) {
	for k := range t.values {
		names = append(names, k)
	}
	slices.Sort(names)
	return names
}

// wordSet returns the words of a text.
func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(text) {
		set[w] = true
	}
	return set
}

// noCase returns what is read where no case of a switch applies: the bytes, where
// their end is known; nil for nothing.
func (a *attr) noCase() *attr {
	if a.otherwise != nil || a.size == nil && !a.toEnd && a.term < 0 {
		return a.otherwise
	}
	plain := *a
	plain.kind = bytesAttr
	return &plain
}
