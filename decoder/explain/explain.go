package explain

import (
	"slices"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/frame"
	"fragscope/decoder/keys"
	"fragscope/decoder/ksy"
	"fragscope/decoder/lookalike"
	"fragscope/decoder/wire"
)

// An Explanation describes one name: a problem's code, a protocol, the key of a
// field, the key of a rule. Exactly one of Problem, Field, Rule is set; none
// for a protocol.
type Explanation struct {
	Name     string
	Protocol wire.ProtocolID // where it belongs; Unknown for what any protocol has
	Problem  *wire.ProblemInfo
	Field    *wire.FieldDef
	Rule     *wire.KeyInfo
}

// Kind says in one word what e is about: "problem", "field", "rule" or "protocol".
func (e *Explanation) Kind() string {
	switch {
	case e.Problem != nil:
		return "problem"
	case e.Field != nil:
		return "field"
	case e.Rule != nil:
		return "rule"
	}
	return "protocol"
}

// Source says where e is specified: links into a SPEC.md (package protocol), or
// the names of other documents; "" for what only fragscope defines.
func (e *Explanation) Source() string {
	switch {
	case e.Problem != nil:
		return e.Problem.Source
	case e.Field != nil:
		return e.Field.Source
	}
	file := "protocol/SPEC.md" // what all protocols share
	if e.Protocol != wire.UnknownProtocol {
		file = decoder.Descriptor(e.Protocol).Docs.Spec
	}
	if e.Rule != nil {
		return file + "#keys"
	}
	return file
}

// Of returns what can be explained of layouts, nil for none: protocols with their fields.
func Of(layouts *wire.Layouts) (all []Explanation) {
	if layouts == nil {
		return nil
	}
	for _, p := range layouts.Protocols {
		all = append(all, Explanation{Name: p.ID.String(), Protocol: p.ID})
		for _, f := range p.Docs.Fields() {
			all = append(all, Explanation{Name: f.Key, Field: f, Protocol: p.ID})
		}
	}
	return all
}

// Explanations returns everything that can be explained: problems, protocols
// with their fields, and the keys of rules.
func Explanations() []Explanation {
	var all []Explanation
	for _, p := range slices.Concat(wire.CoreProblems, []*wire.ProblemInfo{&lookalike.Problem}, decoder.AssembleProblems,
		frame.Docs.Problems, ksy.Problems) {
		all = append(all, Explanation{Name: p.Code, Problem: p})
	}
	for _, id := range decoder.Protocols() {
		for _, p := range decoder.Descriptor(id).Docs.Problems {
			all = append(all, Explanation{Name: p.Code, Problem: p, Protocol: id})
		}
	}
	for _, id := range decoder.Protocols() {
		all = append(all, Explanation{Name: id.String(), Protocol: id})
		for _, f := range decoder.Descriptor(id).Docs.Fields() {
			all = append(all, Explanation{Name: f.Key, Field: f, Protocol: id})
		}
	}
	for _, f := range slices.Concat(frame.Docs.Fields(), wire.CoreFields) {
		all = append(all, Explanation{Name: f.Key, Field: f})
	}
	for i := range keys.Table {
		all = append(all, Explanation{Name: keys.Table[i].Key, Rule: &keys.Table[i]})
	}
	for _, id := range decoder.Protocols() {
		if own := decoder.Descriptor(id).Docs.Keys; own != nil {
			for i := range own.List {
				all = append(all, Explanation{Name: own.List[i].Key, Rule: &own.List[i], Protocol: id})
			}
		}
	}
	return all
}

// Explain returns what is known about a name, compared without regard to case.
// Most names have one explanation; a field whose meaning depends on the variant
// has several, and a rule may have the name of a field. The key of a length or
// of a bit, as JSON gives them, is explained by its field.
func Explain(name string) []Explanation { return In(Explanations(), name) }

// In returns what some explanations say about a name, as [Explain] does of all.
func In(all []Explanation, name string) []Explanation {
	named := func(is func(e *Explanation) bool) (found []Explanation) {
		for i := range all {
			if is(&all[i]) {
				found = append(found, all[i])
			}
		}
		return found
	}
	if found := named(func(e *Explanation) bool { return wire.EqualFold(e.Name, name) }); found != nil {
		return found
	}
	return named(func(e *Explanation) bool {
		n := len(e.Name)
		return e.Field != nil && len(name) > n && name[n] == '.' && wire.EqualFold(name[:n], e.Name) && isPart(e.Field,
			name[n+1:])
	})
}

// isPart reports whether a name stands for a length before fields of d, or for a
// bit or part of them.
func isPart(d *wire.FieldDef, name string) bool {
	if _, ok := d.Bit(strings.ToLower(name)); ok || name == "length" {
		return true
	}
	return strings.HasPrefix(name, "0x") && d.Symbols != nil && d.Symbols.Flags
}

// Suggest returns at most five names that can be explained and look like name.
func Suggest(name string) []string { return SuggestIn(Explanations(), name) }

// SuggestIn returns such names of some explanations.
func SuggestIn(all []Explanation, name string) []string {
	names := make([]string, len(all))
	for i := range all {
		names[i] = all[i].Name
	}
	return Closest(names, name)
}

// Closest returns at most five of some names that look like a name: those that
// take the fewest edits, or else those that contain it.
func Closest(names []string, name string) (list []string) {
	longest := 0
	for _, n := range names {
		longest = max(longest, len(n))
	}
	most := 2 + len(name)/4 // edits
	if len(name)-longest > most {
		return nil // too long to look like any
	}
	row := make([]int, len(name)+1)
	add := func(n string) {
		if len(list) < 5 && !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	for _, n := range names {
		d := distance(n, name, most, row)
		if d > most {
			continue
		}
		if d < most {
			most, list = d, nil
		}
		add(n)
	}
	if word := strings.ToLower(name); len(list) == 0 && len(word) >= 3 {
		for _, n := range names {
			if strings.Contains(strings.ToLower(n), word) {
				add(n)
			}
		}
	}
	return list
}

// distance returns the edit distance of a and b: how many characters to change,
// insert or delete, or limit + 1 if it is more than limit. row has room for len(b)
// and 1.
func distance(a, b string, limit int, row []int) int {
	if d := len(a) - len(b); d > limit || -d > limit {
		return limit + 1
	}
	for j := range row {
		row[j] = j
	}
	for i := 0; i < len(a); i++ {
		diagonal, best := row[0], limit+1
		row[0] = i + 1
		for j := 0; j < len(b); j++ {
			cost := diagonal
			if wire.Lower(a[i]) != wire.Lower(b[j]) {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
			best = min(best, row[j+1])
		}
		if best > limit {
			return limit + 1
		}
	}
	return min(row[len(b)], limit+1)
}
