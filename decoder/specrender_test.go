package decoder_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder"
	"fragscope/decoder/explain"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

// renderBlock returns what belongs into a generated block of p's SPEC.md, ""
// for nothing.
func renderBlock(p wire.ProtocolID, kind string, arguments []string) string {
	var rows [][]string
	switch kind {
	case "example":
		return renderExample(p, arguments)
	case "messages":
		rows = append(rows, []string{"Message", "Sent as", "Contents"})
		for _, m := range decoder.Descriptor(p).Docs.Messages {
			rows = append(rows, []string{m.Name, m.Direction.String(), m.Doc})
		}
	case "keys":
		rows = append(rows, []string{"Key", "Name", "Values", "Meaning"})
		for _, e := range explain.Explanations() {
			if k := e.Rule; k != nil && e.Protocol == p {
				rows = append(rows, []string{"`" + k.Key + "`", k.Name, keyValues(k), k.Doc})
			}
		}
	case "problems":
		rows = append(rows, []string{"Code", "Severity", "Found", "What to do", "Background"})
		for _, e := range defined(p) {
			if i := e.Problem; i != nil {
				rows = append(rows, []string{"`" + i.Code + "`", i.Severity.String(), sentence(i.Message), sentence(i.Advice),
					i.Story})
			}
		}
	case "layout":
		rows = append(rows, []string{"Field", "Name", "Type", "Values", "Meaning"})
		for _, e := range defined(p) {
			if f := e.Field; f != nil && within(f.Key, arguments) > 0 {
				rows = append(rows, []string{"`" + f.Key + "`", f.Name, f.Kind.String(), fieldValues(f), joinLines(f.Note, f.Doc)})
			}
		}
	}
	if len(rows) < 2 {
		return ""
	}
	return markdownTable(rows)
}

// join joins a note and a longer text into sentences.
func joinLines(note, doc string) string {
	if note == "" || doc == "" {
		return note + doc
	}
	return note + ". " + doc
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
func renderExample(p wire.ProtocolID, arguments []string) string {
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
		m := decoder.Decode(d, wire.Options{})
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
			if f.Kind == wire.KindGroup {
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
func exampleValue(m *wire.Message, i int) string {
	value := m.Text(i)
	switch kind := m.Fields[i].Kind; {
	case kind == wire.KindText || kind == wire.KindUCS2:
		value = strconv.Quote(value)
	case !kind.Number() && !kind.Float() && kind != wire.KindIPv4:
		value = ""
	}
	note := strings.TrimSuffix(strings.TrimSuffix(m.Note(i), "ambiguous"), "; ")
	switch {
	case note == "" || note == value:
		return value
	case value == "" || m.Fields[i].Flags&wire.FlagLength != 0:
		return note
	}
	return value + " — " + note
}

func fieldValues(f *wire.FieldDef) string {
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

func symbols(s *wire.Symbols) string {
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

func keyValues(k *wire.KeyInfo) string {
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
