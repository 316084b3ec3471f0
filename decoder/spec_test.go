package decoder_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/explain"
	spec "fragscope/decoder/protocol"
	"fragscope/decoder/wire"
)

var update = flag.Bool("update", false, "write the tables of the specifications anew")

// specs holds where each protocol is specified. What all protocols share has
// the protocol Unknown; frames are specified by RFCs.
var specs = func() map[wire.ProtocolID]string {
	list := map[wire.ProtocolID]string{wire.UnknownProtocol: "protocol/SPEC.md"}
	for _, p := range decoder.Protocols() {
		list[p] = decoder.Descriptor(p).Docs.Spec
	}
	return list
}()

// defined returns what p defines, frames left out.
func defined(p wire.ProtocolID) (list []explain.Explanation) {
	for _, e := range explain.Explanations() {
		if e.Protocol == p && !ofFrames(&e) {
			list = append(list, e)
		}
	}
	return list
}

// ofFrames reports whether e is about frame headers, which RFCs and other
// public documents specify.
func ofFrames(e *explain.Explanation) bool {
	source := e.Source()
	return strings.HasPrefix(e.Name, "frame.") || e.Protocol == wire.UnknownProtocol && source != "" &&
		!strings.Contains(source, ".md")
}

// A block of a SPEC.md is generated: "<!-- layout KEY… -->" and what follows
// up to "<!-- /layout -->" is the table of these fields and their members;
// likewise messages, problems, keys, and "example SAMPLE", a decoded sample.
var block = regexp.MustCompile(
	`(?s)<!-- (layout|messages|problems|keys|example)((?: [^ \n]+)*) -->\n(.*?)<!-- /(\w+) -->`)

// within reports whether key is one of keys or a member of one.
func within(key string, keys []string) int {
	n := 0
	for _, k := range keys {
		if key == k || strings.HasPrefix(key, k+".") {
			n++
		}
	}
	return n
}

// TestSpecTables: what is generated is up to date. Examples are decoded anew,
// so every byte of them is what the decoder says.
func TestSpecTables(t *testing.T) {
	for p, path := range specs {
		text := readSpec(t, path)
		want := block.ReplaceAllStringFunc(text, func(s string) string {
			m := block.FindStringSubmatch(s)
			if m[1] != m[4] {
				t.Errorf("%s: <!-- %s%s --> ends in <!-- /%s -->", path, m[1], m[2], m[4])
				return s
			}
			table := renderBlock(p, m[1], strings.Fields(m[2]))
			if table == "" {
				t.Errorf("%s: <!-- %s%s --> has no rows", path, m[1], m[2])
			}
			return fmt.Sprintf("<!-- %s%s -->\n%s<!-- /%s -->", m[1], m[2], table, m[1])
		})
		if want == text {
			continue
		}
		if !*update {
			t.Errorf("%s: its tables differ from the definitions; run go tool task generate", path)
			continue
		}
		if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSpecComplete: each definition is in one table of its protocol's file,
// and each message has a description besides.
func TestSpecComplete(t *testing.T) {
	for p, path := range specs {
		text := readSpec(t, path)
		var prefixes []string
		blocks := map[string]int{}
		for _, m := range block.FindAllStringSubmatch(text, -1) {
			blocks[m[1]]++
			if m[1] == "layout" {
				prefixes = append(prefixes, strings.Fields(m[2])...)
			}
		}
		problems := 0
		for _, e := range defined(p) {
			switch {
			case e.Problem != nil:
				problems++
			case e.Field != nil:
				if n := within(e.Name, prefixes); n != 1 {
					t.Errorf("%s: %s is in %d layout tables, want 1", path, e.Name, n)
				}
			}
		}
		if want := min(problems, 1); blocks["problems"] != want {
			t.Errorf("%s has %d tables of problems, want %d", path, blocks["problems"], want)
		}
		if messages := decoder.Descriptor(p).Docs.Messages; len(messages) > 0 {
			if blocks["messages"] != 1 {
				t.Errorf("%s has %d tables of messages, want 1", path, blocks["messages"])
			}
			prose := strings.ToLower(strings.Join(strings.Fields(block.ReplaceAllString(text, "")), " "))
			for _, m := range messages {
				if !strings.Contains(prose, strings.ToLower(m.Name)) {
					t.Errorf("%s does not describe the message %q", path, m.Name)
				}
			}
		}
	}
	for _, p := range decoder.Protocols() {
		if specs[p] == "" {
			t.Errorf("%s has no specification", p)
		}
	}
	if !strings.Contains(readSpec(t, specs[wire.UnknownProtocol]), "<!-- keys -->") {
		t.Errorf("%s has no table of keys", specs[wire.UnknownProtocol])
	}
}

// TestSpecLinks: what a SPEC.md links to exists, and no two of its headings have
// the same anchor, since a number for each would make links fragile.
func TestSpecLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for _, path := range specs {
		text := readSpec(t, path)
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			to := path
			if file != "" {
				to = filepath.ToSlash(filepath.Join(filepath.Dir(path), file))
			}
			if anchor != "" {
				to += "#" + anchor
			}
			checkLink(t, path, to)
		}
		seen := map[string]bool{}
		for _, h := range spec.Headings(text) {
			if seen[h.Anchor] {
				t.Errorf("%s has two headings #%s", path, h.Anchor)
			}
			seen[h.Anchor] = true
		}
	}
}

// TestSources: the Source of everything that can be explained, frames left out,
// leads into a specification, and each of its links exists.
func TestSources(t *testing.T) {
	if testing.Short() {
		t.Skip("texts are the same on every processor")
	}
	for _, e := range explain.Explanations() {
		source := e.Source()
		links := spec.Links(source)
		if len(links) == 0 && !ofFrames(&e) {
			t.Errorf("%s: its source %q leads into no specification", e.Name, source)
		}
		if n := strings.Count(source, "SPEC.md"); n != len(links) {
			t.Errorf("%s: %d of %d links found in %q", e.Name, len(links), n, source)
		}
		for _, link := range links {
			if !strings.Contains(link, "#") && e.Kind() != "protocol" {
				t.Errorf("%s: %s names no section", e.Name, link)
			}
			checkLink(t, e.Name, link)
		}
	}
}

// checkLink checks a link from the folder of the decoder.
func checkLink(t *testing.T, from, link string) {
	t.Helper()
	if len(spec.Links(link)) == 0 {
		if _, err := os.Stat(link); err != nil {
			t.Errorf("%s: link to %s: %v", from, link, err)
		}
		return
	}
	if title, text, ok := spec.Section(link); !ok || title == "" || text == "" {
		t.Errorf("%s: %s leads nowhere", from, link)
	}
}

func readSpec(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
