package filter

import (
	"strings"
	"testing"
)

// TestSuggest: what is offered at a place continues what is before it, and a filter
// that is made of accepted suggestions is one.
func TestSuggest(t *testing.T) {
	used := []string{`players > 3`}
	for _, c := range []struct {
		before  string
		replace int
		first   string // of the suggestions
		has     string // one of them, and what it writes
		insert  string
	}{
		{"", 0, "players > 3", "protocol", "protocol"},
		{"prot", 4, "protocol", "", ""},
		{"protocol ", 0, `== "` + "unreal2" + `"`, "contains", "contains "},
		{`protocol == "game`, 4, "gamespy1", "gamespy2", `gamespy2"`},
		{`protocol in ["unreal2", "spy`, 3, "gamespy1", "", ""},
		{`problem("reply-m`, 7, "reply-missing-final", "", ""},
		{`protocol == "unreal2" a`, 1, "and", "", ""},
		{`host`, 4, `host(ADDRESS)`, `host(ADDRESS)`, `host(`},
		{`protocol == unr`, 3, `"unreal2"`, `"unreal2"`, `"unreal2"`},
		{`a2s.info.m`, 10, "a2s.info.map", "a2s.info.max_players", "a2s.info.max_players"},
		{`maxp`, 4, "maxPlayers", "", ""},
		{`name == "someth`, 6, "", "", ""},
		{`protocol == "unreal2`, 7, "", "", ""},
	} {
		replace, list := Suggest(c.before, Packets, used)
		first, has := "", c.has == ""
		for i, s := range list {
			if i == 0 {
				first = s.Name
			}
			has = has || s.Name == c.has && s.Insert == c.insert
		}
		if replace != c.replace || first != c.first || !has {
			t.Errorf("%q: %d replaced, the first is %q, of %q", c.before, replace, first, list)
		}
	}
	text := ""
	for _, want := range []string{"protocol", `== "unreal2"`, "and", "direction", `== "reply"`} {
		if text != "" {
			text += " "
		}
		replace, list := Suggest(text, Packets, nil)
		for _, s := range list {
			if s.Name == want {
				text = text[:len(text)-replace] + s.Insert
				break
			}
		}
	}
	if _, err := Compile(text); err != nil || !strings.HasSuffix(text, `"reply"`) {
		t.Errorf("the suggestions make %q: %v", text, err)
	}
}
