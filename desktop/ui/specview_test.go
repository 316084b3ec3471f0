package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	specs "fragscope/decoder/protocol"
)

func keyed(o fyne.Focusable, names ...fyne.KeyName) {
	for _, n := range names {
		o.TypedKey(&fyne.KeyEvent{Name: n})
	}
}

// said returns what stands in the lines that are in sight.
func (v *lineView) said() string {
	var s strings.Builder
	first, last := v.view.Rows()
	for _, l := range v.lines[first:last] {
		for _, p := range l.pieces {
			s.WriteString(p.text + "\t")
		}
		s.WriteString("\n")
	}
	return s.String()
}

// The source of a field and those of a problem are reached by keys, and open the
// section that they name; Escape closes it again.
func TestSourceOpens(t *testing.T) {
	v := NewPasteView()
	shown(t, v.Content, Dark, 1280, 800)
	open := func(l *lineView, link string) {
		t.Helper()
		for range 40 {
			keyed(l, fyne.KeyDown)
			if l.at >= 0 && strings.Contains(l.lines[l.at].pieces[0].text, link) {
				keyed(l, fyne.KeyReturn)
				break
			}
		}
		if specWindow.Window == nil {
			t.Fatalf("%s is no line that can be opened:\n%s", link, l.said())
		}
		specWindow.Resize(fyne.NewSize(700, 500))
		if got := specWindow.Canvas().Focused(); got != fyne.Focusable(specWindow.view.text) {
			t.Errorf("the keyboard is in %T, not in the text", got)
		}
		title, _, _ := specs.Section(link)
		if text := specWindow.view.text.said(); !strings.HasPrefix(text, title+"\t\n") {
			t.Errorf("%s shows\n%s", link, text)
		}
	}
	closed := func(by fyne.Focusable) {
		t.Helper()
		if keyed(by, fyne.KeyEscape); specWindow.Window != nil {
			t.Fatal("Escape does not close the specification")
		}
	}
	v.SetText(sample(t, "ut2004-info-reply"))
	v.Inspector().Select(0, v.Inspector().x.Message().Find("unreal2.info.hostname", 0))
	v.Inspector().showDetails()
	open(v.Inspector().detail, "protocol/unreal2/SPEC.md#server-info-reply")
	if text := specWindow.view.text.said(); !strings.Contains(text, "Current players") && !strings.Contains(text,
		"Hostname") {
		t.Errorf("the table of the fields is not there:\n%s", text)
	}
	first := specWindow.Window
	closed(specWindow.view.text)

	v.SetText("80 00 00 00 00 00 00 00 00 00 6C 1E 00 00 00 00 00 00 17 47 72 69 6D 6D 73 2D 49 6E 73 74 61 2D 44 65 61 " +
		"74 68 6D 61 74 63 68 00")
	v.Inspector().ShowTab(TabProblems)
	open(v.Inspector().problems, "protocol/SPEC.md#robust-reading")
	if specWindow.Window == first {
		t.Error("a window that was closed is shown again")
	}
	again := specWindow.Window
	open(v.Inspector().problems, "protocol/unreal2/SPEC.md#errors-in-descriptions")
	if specWindow.Window != again {
		t.Error("there are two windows")
	}
	closed(specWindow.view.file)
}

// Every file and every section can be chosen, at any width; nothing is cut, and
// what is read stays in sight when the width changes.
func TestSpecView(t *testing.T) {
	v := NewSpecView()
	w := shown(t, v.content, Light, 800, 500)
	for i, link := range specs.Files() {
		v.file.SetSelectedIndex(i)
		_, text, _ := specs.Section(link)
		headings := specs.Headings(text)
		if len(headings) != len(v.text.headings) || len(headings) != len(v.section.Options) {
			t.Fatalf("%s: %d headings, %d lines, %d choices", link, len(headings), len(v.text.headings), len(v.section.Options))
		}
		for _, width := range []float32{320, 800} {
			w.Resize(fyne.NewSize(width, 500))
			for _, l := range v.text.lines {
				for _, p := range l.pieces {
					if strings.ContainsRune(p.text, ellipsis) && !strings.Contains(text, string(ellipsis)) {
						t.Errorf("%s is cut: %q", link, p.text)
					}
					if room := width - scrollBarWidth() - p.x; p.face.width(p.text) > room {
						t.Errorf("%s at %g: %q is wider than %g", link, width, p.text, room)
					}
				}
			}
		}
		for k := range headings {
			v.section.SetSelectedIndex(k)
			if said := v.text.said(); !strings.Contains(strings.ReplaceAll(said, "\t\n", " "), headings[k].Title) {
				t.Errorf("%s: %s is not in sight:\n%s", link, headings[k].Title, said)
			}
		}
	}
	v.Open("protocol/unreal2/SPEC.md#pariah")
	for _, width := range []float32{420, 900} {
		w.Resize(fyne.NewSize(width, 500))
		if said := v.text.said(); !strings.HasPrefix(said, "Pariah\t\n") {
			t.Errorf("at %g stands\n%s", width, said)
		}
	}
	v.Open("protocol/none/SPEC.md")
	if said := v.text.said(); !strings.HasPrefix(said, "What the query protocols share\t\n") {
		t.Errorf("a link that leads nowhere shows\n%s", said)
	}
}

// Markup becomes lines: tables with their cells side by side, lists, code.
func TestMarkdown(t *testing.T) {
	test.NewTempApp(t)
	b := newLineBuilder(400)
	at := b.markdown("# A *title*\n\nOne `a|b` and\n[two](x) \\*.\n\n1. first\n2. second\n   - inner\n\n```text\n  " +
		"code  here\n```\n\n" +
		"| Head | Meaning |\n|---|---|\n| `a\\|b` | " + strings.Repeat("word ", 40) + "|\n| &lt;c | |\n")
	var s []string
	for _, l := range b.lines {
		text := ""
		for i, p := range l.pieces {
			if i > 0 {
				text += "|"
			}
			text += p.text
		}
		s = append(s, text)
	}
	got := strings.Join(s, "\n")
	for _, want := range []string{
		"A title\n\nOne a|b and two *.\n\nfirst|1.\nsecond|2.\ninner|•\n\n  code  here\n\nHead|Meaning\na|b|word word",
		"\n<c"} {
		if !strings.Contains(got, want) {
			t.Errorf("want %q in\n%s", want, got)
		}
	}
	if len(at) != 1 || at[0] != 0 || strings.Count(got, "word") != 40 || strings.Contains(got, string(ellipsis)) {
		t.Errorf("headings at %d in\n%s", at, got)
	}
}
