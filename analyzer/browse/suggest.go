package browse

import (
	"regexp"
	"slices"
	"strings"
)

// A Suggestion is what a filter can continue with.
type Suggestion struct {
	Name   string // what is shown
	Insert string // what is written once it is accepted
	Doc    string
}

var joining = []Suggestion{
	{"and", "and", "both"}, {"or", "or", "one or both"}, {"not", "not", "the opposite"}, {"in", "in", "one of a list: size in [5, 8]"},
	{"contains", "contains", "the text contains these characters"}, {"matches", "matches", "a regular expression"},
	{"startsWith", "startsWith", "starts with"}, {"endsWith", "endsWith", "ends with"},
}

var comparing = []Suggestion{
	{"==", "== ", "is"}, {"!=", "!= ", "is not"}, {"in", "in ", "is one of"}, {"contains", "contains ", "contains these characters"},
	{"matches", "matches ", "matches a regular expression"},
}

var (
	inQuotes = regexp.MustCompile(`(?:([a-z]\w*)\s*(?:==|!=|contains|matches|startsWith|in\s*\[(?:\s*"[^"]*"\s*,)*)\s*|([a-z]\w*)\()"([^"]*)$`)
	compared = regexp.MustCompile(`(?:^|[\s(])([a-z]\w*)\s+$`)
	begun    = regexp.MustCompile(`[a-zA-Z]\w*$`)
)

// shownValues is how many values of a name are offered before one is begun.
const shownValues = 4

// Suggest returns what a filter can continue with after the text before the cursor,
// and how many bytes of that are replaced. In an empty filter those that were used
// before come first.
func Suggest(before string, used []string) (replace int, list []Suggestion) {
	names := Names()
	named := func(name string) int {
		return slices.IndexFunc(names, func(n Offer) bool { return n.Name == name || strings.HasPrefix(n.Name, name+"(") })
	}
	if m := inQuotes.FindStringSubmatch(before); m != nil {
		return len(m[3]), valuesLike(names, named(m[1]+m[2]), m[3])
	}
	if strings.Count(before, `"`)%2 == 1 {
		return 0, nil
	}
	if m := compared.FindStringSubmatch(before); m != nil {
		if i := named(m[1]); i >= 0 && names[i].Name == m[1] {
			for _, v := range names[i].Values[:min(len(names[i].Values), shownValues)] {
				list = append(list, Suggestion{`== "` + v + `"`, `== "` + v + `"`, ""})
			}
			return 0, append(list, comparing...)
		}
	}
	word := begun.FindString(before)
	if strings.TrimSpace(before) == "" {
		for _, filter := range used {
			list = append(list, Suggestion{filter, filter, "used before"})
		}
	}
	for _, n := range names {
		insert := n.Name
		if call := strings.Index(n.Name, "("); call >= 0 {
			insert = n.Name[:call+1]
			if n.Name[call+1] == '"' {
				insert += `"`
			}
		}
		list = append(list, Suggestion{n.Name, insert, n.Doc})
	}
	if strings.TrimSpace(before) != word {
		list = append(list, joining...)
	}
	return len(word), slices.DeleteFunc(list, func(s Suggestion) bool { return !strings.HasPrefix(s.Name, word) || s.Insert == word })
}

// valuesLike returns the values of a name that contain a text, those that begin with
// it first.
func valuesLike(names []Offer, i int, text string) (list []Suggestion) {
	if i < 0 {
		return nil
	}
	var inside []Suggestion
	for _, v := range names[i].Values {
		switch s := (Suggestion{v, v + `"`, ""}); {
		case v == text:
		case strings.HasPrefix(v, text):
			list = append(list, s)
		case strings.Contains(v, text):
			inside = append(inside, s)
		}
	}
	return append(list, inside...)
}
