package filter

import (
	"regexp"
	"slices"
	"strings"

	"fragscope/decoder/wire"
)

// A Suggestion is what a filter can continue with.
type Suggestion struct {
	Name   string `json:"name"`   // what is shown
	Insert string `json:"insert"` // what is written once it is accepted
	Doc    string `json:"doc"`
}

var joining = []Suggestion{
	{"and", "and", "both"}, {"or", "or", "one or both"}, {"not", "not", "the opposite"},
	{"in", "in", "one of a list: size in [5, 8]"},
	{"contains", "contains", "the text contains these characters"}, {"matches", "matches", "a regular expression"},
	{"startsWith", "startsWith", "starts with"}, {"endsWith", "endsWith", "ends with"},
}

// comparing are the comparisons, those of texts last.
var comparing = []Suggestion{
	{"==", "== ", "is"}, {"!=", "!= ", "is not"}, {"<", "< ", "is less"}, {">", "> ", "is more"},
	{"in", "in ", "is one of"},
	{"contains", "contains ", "contains these characters"}, {"matches", "matches ", "matches a regular expression"},
}

var (
	inQuotes = regexp.MustCompile(
		`(?:([a-zA-Z][\w.-]*)\s*(?:==|!=|contains|matches|startsWith|in\s*\[(?:\s*"[^"]*"\s*,)*)\s*|([a-z]\w*)\()"([^"]*)$`)
	right    = regexp.MustCompile(`(?:^|[\s(])([a-zA-Z][\w.-]*)\s*[=!]=\s*([\w-]*)$`)
	compared = regexp.MustCompile(`(?:^|[\s(])([a-zA-Z][\w.-]*)\s+$`)
	begun    = regexp.MustCompile(`[a-zA-Z][\w.-]*$`)
)

const (
	shownValues = 4  // of a name, before one is begun
	shownKeys   = 40 // of fields
)

// Suggest returns what a filter about some subjects can continue with after the
// text before the cursor, and how many bytes of that are replaced. In an empty
// filter those that were used before come first. What layouts describe, if they are
// given, has names as well.
func Suggest(before string, about Subjects, used []string, layouts ...*wire.Layouts) (replace int,
	list []Suggestion) {
	w := wordsOf(layouts)
	if m := inQuotes.FindStringSubmatch(before); m != nil {
		name := m[1]
		if m[2] != "" {
			name = m[2] + "("
		}
		return len(m[3]), valuesLike(w.valuesOf(name), m[3], `%s"`)
	}
	if strings.Count(before, `"`)%2 == 1 {
		return 0, nil
	}
	if m := right.FindStringSubmatch(before); m != nil {
		return len(m[2]), valuesLike(w.valuesOf(m[1]), m[2], `"%s"`)
	}
	if m := compared.FindStringSubmatch(before); m != nil {
		if name := byName()[folded(m[1])]; name != nil || w.key(m[1]) != nil {
			values := w.valuesOf(m[1])
			for _, v := range values[:min(len(values), shownValues)] {
				list = append(list, Suggestion{`== "` + v + `"`, `== "` + v + `"`, ""})
			}
			return 0, append(list, comparing...)
		}
	}
	word := begun.FindString(before)
	if strings.TrimSpace(before) == "" {
		for _, filter := range used {
			list = append(list, Suggestion{filter, filter, "recent"})
		}
	}
	for _, n := range Names(about) {
		insert := n.Name
		if call := strings.Index(n.Name, "("); call >= 0 {
			insert = n.Name[:call+1]
			if n.Name[call+1] == '"' {
				insert += `"`
			}
		}
		list = append(list, Suggestion{n.Name, insert, n.Help()})
	}
	if strings.TrimSpace(before) != word {
		list = append(list, joining...)
	}
	list = slices.DeleteFunc(list, func(s Suggestion) bool {
		return !strings.HasPrefix(folded(s.Name), folded(word)) ||
			s.Insert == word
	})
	if word != "" {
		list = append(list, w.keysLike(word)...)
	}
	return len(word), list
}

// Begins reports whether a name of some subjects begins with a word.
func Begins(word string, about Subjects) bool {
	for name, n := range byName() {
		if n.About&about != 0 && strings.HasPrefix(name, folded(word)) {
			return true
		}
	}
	return false
}

// Help says what n is, with its unit.
func (n *Name) Help() string {
	if n.Unit == "" {
		return n.Doc
	}
	return n.Doc + ", in " + n.Unit
}

func (w *words) keysLike(word string) (list []Suggestion) {
	for _, name := range w.keyNames() {
		if strings.HasPrefix(name, strings.ToLower(word)) && name != word && len(list) < shownKeys {
			k := w.key(name)
			list = append(list, Suggestion{name, name, k.doc})
		}
	}
	return list
}

func (w *words) valuesOf(name string) (list []string) {
	if n := byName()[folded(name)]; n != nil {
		return w.values(n)
	}
	if k := w.key(name); k != nil && k.symbols != nil {
		for _, y := range k.symbols.List {
			list = append(list, y.Name)
		}
	}
	return list
}

// valuesLike returns the values that contain a text, those that begin with it first.
func valuesLike(values []string, text, form string) (list []Suggestion) {
	var inside []Suggestion
	before, after, _ := strings.Cut(form, "%s")
	for _, v := range values {
		switch s := (Suggestion{before + v + before, before + v + after, ""}); {
		case v == text:
		case strings.HasPrefix(v, text):
			list = append(list, s)
		case strings.Contains(v, text):
			inside = append(inside, s)
		}
	}
	return append(list, inside...)
}
