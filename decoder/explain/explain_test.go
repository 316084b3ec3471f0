package explain_test

import (
	"slices"
	"strings"
	"testing"

	"fragscope/decoder/explain"
)

// Everything can be explained by its name, in any case, and says where it is specified.
func TestExplainEverything(t *testing.T) {
	kinds := map[string]int{}
	for _, e := range explain.Explanations() {
		kinds[e.Kind()]++
		found := explain.Explain(strings.ToUpper(e.Name))
		if !slices.ContainsFunc(found, func(f explain.Explanation) bool { return f == e }) {
			t.Errorf("%s %s is not found", e.Kind(), e.Name)
		}
		if e.Kind() == "rule" && !strings.HasSuffix(e.Source(), "#keys") || e.Kind() == "protocol" && e.Source() == "" {
			t.Errorf("%s %s: source %q", e.Kind(), e.Name, e.Source())
		}
	}
	for _, kind := range []string{"problem", "field", "rule", "protocol"} {
		if kinds[kind] < 20 {
			t.Errorf("%d of kind %s", kinds[kind], kind)
		}
	}
}

// A length and a bit are explained by their field; nothing else is cut off.
func TestExplainPartsOfFields(t *testing.T) {
	for name, want := range map[string]string{
		"unreal2.info.hostname":        "unreal2.info.hostname",
		"unreal2.info.hostname.length": "unreal2.info.hostname",
		"ugp.request.flags.0x1":        "ugp.request.flags",
		"unreal2.info.flags.Password":  "unreal2.info.flags",
		"unreal2.info.flags.passwort":  "",
		"frame.tcp.flags.syn":          "frame.tcp.flags",
		"unreal2.info.hostname.other":  "",
		"unreal2.info.hostname.0x":     "",
		".length":                      "",
		"":                             "",
	} {
		got := ""
		if found := explain.Explain(name); len(found) > 0 {
			got = found[0].Name
		}
		if got != want {
			t.Errorf("%q is explained by %q, want %q", name, got, want)
		}
	}
}

// A name that is nearly one, or a word of one, leads to it.
func TestSuggest(t *testing.T) {
	for name, want := range map[string]string{"unreal3": "unreal2", "length-past-the-end": "length-past-end",
		"HOSTNAM": "hostname"} {
		if got := explain.Suggest(name); !slices.Contains(got, want) || len(got) > 5 {
			t.Errorf("%q leads to %q, want %q among them", name, got, want)
		}
	}
	if got := explain.Suggest("duplicate-par"); len(got) == 0 {
		t.Error("a part of a name leads nowhere")
	}
	for _, name := range []string{"", "q", strings.Repeat("x", 10000)} {
		if got := explain.Suggest(name); len(name) > 100 && got != nil || len(got) > 5 {
			t.Errorf("%.10q leads to %q", name, got)
		}
	}
}
