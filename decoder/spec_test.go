package decoder_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/samples"
)

var update = flag.Bool("update", false, "write the tables of the specifications anew")

// specs holds where each protocol is specified. What all protocols share has
// the protocol Unknown; frames are specified by RFCs.
var specs = map[decoder.Protocol]string{
	decoder.Unknown:         "wire/SPEC.md",
	decoder.Unreal2:         "protocol/unreal2/SPEC.md",
	decoder.GameSpy1:        "protocol/gamespy1/SPEC.md",
	decoder.GameSpy3:        "protocol/gamespy3/SPEC.md",
	decoder.GameSpy2:        "protocol/gamespy2/SPEC.md",
	decoder.UGP:             "protocol/ugp/SPEC.md",
	decoder.UnrealLAN:       "protocol/unreallan/SPEC.md",
	decoder.UnrealHeartbeat: "protocol/heartbeat/SPEC.md",
	decoder.ServerList:      "protocol/serverlist/SPEC.md",
	decoder.UnrealMaster:    "protocol/unrealmaster/SPEC.md",
}

// defined returns what p defines, frames left out.
func defined(p decoder.Protocol) (list []decoder.Explanation) {
	for _, e := range decoder.Explanations() {
		if e.Protocol == p && !ofFrames(&e) {
			list = append(list, e)
		}
	}
	return list
}

// ofFrames reports whether e is about frame headers, which RFCs and other
// public documents specify.
func ofFrames(e *decoder.Explanation) bool {
	source := sourceOf(e)
	return strings.HasPrefix(e.Name, "frame.") || e.Protocol == decoder.Unknown && source != "" && !strings.Contains(source, ".md")
}

func sourceOf(e *decoder.Explanation) string {
	switch {
	case e.Problem != nil:
		return e.Problem.Source
	case e.Field != nil:
		return e.Field.Source
	}
	return ""
}

// A block of a SPEC.md is generated: "<!-- layout KEY… -->" and what follows
// up to "<!-- /layout -->" is the table of these fields and their members;
// likewise messages, problems, keys, and "example SAMPLE", a decoded sample.
var block = regexp.MustCompile(`(?s)<!-- (layout|messages|problems|keys|example)((?: [^ \n]+)*) -->\n(.*?)<!-- /(\w+) -->`)

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
		if messages := p.Messages(); len(messages) > 0 {
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
	if !strings.Contains(readSpec(t, specs[decoder.Unknown]), "<!-- keys -->") {
		t.Errorf("%s has no table of keys", specs[decoder.Unknown])
	}
}

// TestSpecLinks: files and anchors that a SPEC.md links to exist.
func TestSpecLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for _, path := range specs {
		for _, m := range link.FindAllStringSubmatch(readSpec(t, path), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			file, anchor, _ := strings.Cut(m[1], "#")
			if file == "" {
				file = path
			} else {
				file = filepath.Join(filepath.Dir(path), file)
			}
			checkLink(t, path, file, anchor)
		}
	}
}

// TestSources: every Source that is a link into a specification resolves.
func TestSources(t *testing.T) {
	for _, e := range decoder.Explanations() {
		for _, s := range strings.FieldsFunc(sourceOf(&e), func(c rune) bool { return strings.ContainsRune(",; ", c) }) {
			if file, anchor, ok := strings.Cut(s, "#"); ok && strings.HasSuffix(file, "SPEC.md") {
				checkLink(t, e.Name, file, anchor)
			}
		}
	}
}

func checkLink(t *testing.T, from, file, anchor string) {
	t.Helper()
	if _, err := os.Stat(file); err != nil {
		t.Errorf("%s: link to %s: %v", from, file, err)
		return
	}
	if anchor == "" {
		return
	}
	if !slices.Contains(anchors(readSpec(t, file)), anchor) {
		t.Errorf("%s: %s has no heading for #%s", from, file, anchor)
	}
}

// anchors returns the names by which the headings of a Markdown text are linked.
func anchors(text string) (list []string) {
	code := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if title := strings.TrimLeft(line, "#"); !code && title != line && strings.HasPrefix(title, " ") {
			name := strings.Map(func(c rune) rune {
				switch {
				case c == ' ' || c == '-':
					return '-'
				case c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z':
					return c
				}
				return -1
			}, strings.ToLower(strings.TrimSpace(title)))
			if slices.Contains(list, name) { // another number for each would make links fragile
				name += " has two headings"
			}
			list = append(list, name)
		}
	}
	return list
}

func readSpec(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func renderBlock(p decoder.Protocol, kind string, arguments []string) string {
	var rows [][]string
	switch kind {
	case "example":
		return renderExample(p, arguments)
	case "messages":
		rows = append(rows, []string{"Message", "Sent as", "Contents"})
		for _, m := range p.Messages() {
			rows = append(rows, []string{m.Name, m.Direction.String(), m.Doc})
		}
	case "keys":
		rows = append(rows, []string{"Key", "Name", "Values", "Meaning"})
		for _, e := range decoder.Explanations() {
			if k := e.Rule; k != nil {
				rows = append(rows, []string{"`" + k.Key + "`", k.Name, keyValues(k), k.Doc})
			}
		}
	case "problems":
		rows = append(rows, []string{"Code", "Severity", "Found", "What to do", "Background"})
		for _, e := range defined(p) {
			if i := e.Problem; i != nil {
				rows = append(rows, []string{"`" + i.Code + "`", i.Severity.String(), sentence(i.Message), sentence(i.Advice), i.Story})
			}
		}
	case "layout":
		rows = append(rows, []string{"Field", "Name", "Type", "Values", "Meaning"})
		for _, e := range defined(p) {
			if f := e.Field; f != nil && within(f.Key, arguments) > 0 {
				rows = append(rows, []string{"`" + f.Key + "`", f.Name, f.Kind.String(), fieldValues(f), strings.TrimSpace(f.Note + " " + f.Doc)})
			}
		}
	}
	if len(rows) < 2 {
		return ""
	}
	return markdownTable(rows)
}

// markdownTable renders rows, the first of which is the head. Columns that are
// empty throughout are left out.
func markdownTable(rows [][]string) string {
	var b strings.Builder
	for i, row := range rows {
		rule := "|"
		b.WriteString("|")
		for j, cell := range row {
			if slices.ContainsFunc(rows[1:], func(r []string) bool { return r[j] != "" }) {
				b.WriteString(" " + escape(cell) + " |")
				rule += "---|"
			}
		}
		b.WriteString("\n")
		if i == 0 {
			b.WriteString(rule + "\n")
		}
	}
	return b.String()
}

// escape escapes what Markdown would take for markup, except in what stands as code.
func escape(cell string) string {
	if strings.HasPrefix(cell, "`") && strings.Count(cell, "`") == 2 {
		return strings.ReplaceAll(cell, "|", `\|`)
	}
	return strings.NewReplacer("|", `\|`, `\`, `\\`, "<", "&lt;", "*", `\*`, "_", `\_`).Replace(cell)
}

// renderExample shows a sample byte by byte: one of its datagrams when a
// number, from 1, follows its name, else all of them.
func renderExample(p decoder.Protocol, arguments []string) string {
	var b strings.Builder
	b.WriteString("```text\n")
	sample, ok := samples.Get(arguments[0])
	if !ok {
		return ""
	}
	for n, d := range sample.Datagrams() {
		if len(arguments) > 1 && arguments[1] != strconv.Itoa(n+1) {
			continue
		}
		m := decoder.Decode(d, decoder.Options{})
		if m.Protocol() != p {
			return ""
		}
		fmt.Fprintf(&b, "%s, %d bytes\n", m.Info.Name, len(d)-m.Payload)
		for i, f := range m.Fields {
			at := int(f.Offset) - m.Payload // frame headers are left out
			if at < 0 {
				continue
			}
			value := exampleValue(m, i)
			name := strings.Repeat("  ", int(f.Depth)) + m.Name(i)
			if f.Kind == decoder.KindGroup {
				fmt.Fprintf(&b, "%5d  %-35s  %s\n", at, "", name)
				continue
			}
			raw := m.Bytes(i)
			for n := 0; n == 0 || n < len(raw); n += 12 {
				line := fmt.Sprintf("% X", raw[n:min(n+12, len(raw))])
				if n > 0 {
					fmt.Fprintf(&b, "       %s\n", line)
					continue
				}
				b.WriteString(strings.TrimRight(fmt.Sprintf("%5d  %-35s  %-22s  %s", at, line, name, value), " ") + "\n")
			}
		}
	}
	return b.String() + "```\n"
}

// exampleValue returns the value of field i and what it means.
func exampleValue(m *decoder.Message, i int) string {
	value := m.Text(i)
	switch kind := m.Fields[i].Kind; {
	case kind == decoder.KindText || kind == decoder.KindUCS2:
		value = strconv.Quote(value)
	case !kind.Number() && !kind.Float() && kind != decoder.KindIPv4:
		value = ""
	}
	note := strings.TrimSuffix(strings.TrimSuffix(m.Note(i), "one of several readings"), "; ")
	switch {
	case note == "" || note == value:
		return value
	case value == "" || m.Fields[i].Marks&decoder.MarkLength != 0:
		return note
	}
	return value + " — " + note
}

func fieldValues(f *decoder.FieldDef) string {
	var list []string
	for _, p := range f.Parts {
		list = append(list, fmt.Sprintf("0x%02x %s", p.Mask, p.Name))
	}
	if s := symbols(f.Symbols); s != "" {
		list = append(list, s)
	}
	if f.AtMost != 0 {
		list = append(list, fmt.Sprintf("plausible up to %d", f.AtMost))
	}
	return strings.Join(list, "; ")
}

func symbols(s *decoder.Symbols) string {
	if s == nil {
		return ""
	}
	var list []string
	for _, x := range s.List {
		format := "%d %s"
		if s.Flags || x.Value > 9 {
			format = "0x%02x %s"
		}
		v := fmt.Sprintf(format, x.Value, x.Name)
		if x.Doc != "" {
			v += " (" + x.Doc + ")"
		}
		list = append(list, v)
	}
	return strings.Join(list, "; ")
}

func keyValues(k *decoder.KeyInfo) string {
	var list []string
	if s := symbols(k.Symbols); s != "" {
		list = append(list, s)
	}
	for _, v := range k.Values {
		list = append(list, fmt.Sprintf("`%s` %s", v.Text, v.Name))
	}
	return strings.Join(list, "; ")
}

// sentence shows the text of a problem without an occurrence: N and M for its
// numbers, words in the plural.
func sentence(s string) string {
	s = regexp.MustCompile(`\{[ab]\|[^|}]*\|([^}]*)\}`).ReplaceAllString(s, "$1")
	return strings.NewReplacer("{a}", "N", "{b}", "M", "{xa}", "N", "{xb}", "M", "{field}", "FIELD",
		"{text}", "TEXT", "{offset}", "OFFSET", "{other}", "PROTOCOL").Replace(s)
}
