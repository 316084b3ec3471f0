package main

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fragscope/decoder/explain"
	specs "fragscope/decoder/protocol"
)

// Every heading of a page has the anchor that links in Sources have, and every
// link of a page leads to a page, a heading of one, or the inspector.
func TestPages(t *testing.T) {
	ids := map[string][]string{}
	pages := map[string]string{}
	for _, file := range specs.Files() {
		page, err := render(file)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		name := pageOf(file)
		pages[name] = string(page)
		for _, m := range regexp.MustCompile(`<h[1-6] id="([^"]+)">`).FindAllStringSubmatch(string(page), -1) {
			ids[name] = append(ids[name], m[1])
		}
		_, text, _ := specs.Section(file)
		var want []string
		for _, h := range specs.Headings(text) {
			want = append(want, h.Anchor)
		}
		if !slices.Equal(ids[name], want) {
			t.Errorf("%s has the headings %q, want %q", name, ids[name], want)
		}
		if strings.Contains(string(page), "<!--") || !strings.Contains(string(page), "<table>") {
			t.Errorf("%s holds comments or no table", name)
		}
	}
	if len(pages) < 11 {
		t.Errorf("only %d pages", len(pages))
	}
	for name, page := range pages {
		for _, m := range regexp.MustCompile(`<a href="([^"]+)"`).FindAllStringSubmatch(page, -1) {
			to, anchor, _ := strings.Cut(html.UnescapeString(m[1]), "#")
			switch {
			case strings.HasPrefix(to, "../"):
				if to != "../" || anchor != "" && !strings.HasPrefix(anchor, "sample=") {
					t.Errorf("%s links to %s", name, m[1])
				}
				continue
			case to == "":
				to = name
			}
			if pages[to] == "" || anchor != "" && !slices.Contains(ids[to], anchor) {
				t.Errorf("%s links to %s, which is not there", name, m[1])
			}
		}
	}
	for _, e := range explain.Explanations() {
		for _, link := range specs.Links(e.Source()) {
			file, anchor, _ := strings.Cut(link, "#")
			if anchor != "" && !slices.Contains(ids[pageOf(file)], anchor) {
				t.Errorf("%s: no heading on a page for %s", e.Name, link)
			}
		}
	}
}

// A link that leads nowhere stops the build.
func TestTarget(t *testing.T) {
	for _, c := range [][2]string{
		{"#request", "#request"}, {"../SPEC.md#ports", "index.html#ports"}, {"../ugp/SPEC.md", "ugp.html"},
		{"../../../samples/ut3-exchange.hex", "../#sample=ut3-exchange"}, {"../../../samples", "../"},
		{"https://example.org/", "https://example.org/"},
	} {
		if got, err := target("protocol/unreal2/SPEC.md", c[0]); got != c[1] || err != nil {
			t.Errorf("%s leads to %q, %v; want %s", c[0], got, err, c[1])
		}
	}
	for _, link := range []string{"../nothing/SPEC.md", "layout.go", "javascript:alert(1)"} {
		if got, err := target("protocol/unreal2/SPEC.md", link); err == nil {
			t.Errorf("%s leads to %q", link, got)
		}
	}
}
