package ui

import (
	"strings"
	"testing"

	"fragscope/samples"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestPasteView types, pastes and mistypes.
func TestPasteView(t *testing.T) {
	v := NewPasteView()
	w := shown(t, v.Content, Dark, 1280, 800)
	w.Canvas().Focus(v.entry)
	test.Type(v.entry, "80 00 00 00 00")
	if s := v.Inspector().Snapshot(); s.Message != "server info request" || !strings.HasPrefix(v.said.Text, "plain hex: one datagram, 5 bytes.") {
		t.Fatalf("%+v, says %q", s, v.said.Text)
	}

	// While something is typed at the end, the selection stays.
	v.Inspector().Select(0, 1)
	lit := v.Inspector().Snapshot().Lit
	v.entry.CursorColumn = len(v.entry.Text)
	test.Type(v.entry, "\n\n80 00 00 00 01")
	if s := v.Inspector().Snapshot(); s.Datagrams != 2 || s.Lit != lit || s.Current != 0 {
		t.Errorf("%+v, lit before: %v", s, lit)
	}

	v.SetText("80 00 00 00 00\n80 0O 00")
	if !v.jump.Visible() || !strings.Contains(v.said.Text, "line 2, column 5") {
		t.Errorf("says %q", v.said.Text)
	}
	test.Tap(v.jump)
	if v.entry.CursorRow != 1 || v.entry.CursorColumn != 4 {
		t.Errorf("the keyboard is at %d:%d", v.entry.CursorRow, v.entry.CursorColumn)
	}
	if s := v.Inspector().Snapshot(); s.Datagrams != 0 {
		t.Errorf("what cannot be read shows %d datagrams", s.Datagrams)
	}

	v.SetText("80 00 00 00 01")
	v.from.SetSelected("reply")
	v.protocol.SetSelected("unreal2")
	if s := v.Inspector().Snapshot(); s.Message != "rules reply" {
		t.Errorf("read as a reply it is a %s", s.Message)
	}
	v.format.SetSelected("hexdump -C")
	if p := v.paste; p.Err == nil && p.Format != "hexdump -C" {
		t.Errorf("it is read as %s", p.Format)
	}
}

// Every sample can be pasted, and shows what is in it.
func TestPasteSamples(t *testing.T) {
	v := NewPasteView()
	shown(t, v.Content, Dark, 800, 600)
	for _, s := range samples.List() {
		v.SetText(s.Text)
		if p := v.paste; p.Err != nil || v.Inspector().Snapshot().Datagrams != len(s.Datagrams()) {
			t.Errorf("%s: %d datagrams, %v", s.Name, v.Inspector().Snapshot().Datagrams, p.Err)
		}
	}
}

// What is long is read elsewhere, and what was typed meanwhile counts; what is no
// text is not put into the box.
func TestPasteLarge(t *testing.T) {
	v := NewPasteView()
	shown(t, v.Content, Dark, 800, 600)
	v.SetText(strings.Repeat("80 00 00 00 00\n\n", 30_000))
	v.SetText(strings.Repeat("80 00 00 00 01\n\n", 10_000))
	if v.said.Text != "Reading…" {
		t.Errorf("says %q", v.said.Text)
	}
	until(t, "the second paste", func() bool { return v.Inspector().Snapshot().Datagrams > 0 })
	if s := v.Inspector().Snapshot(); s.Datagrams != 10_000 || s.Message != "rules request" {
		t.Errorf("%+v", s)
	}
	// The same by the keyboard.
	board := fyne.CurrentApp().Clipboard()
	board.SetContent(strings.Repeat("80 00 00 00 00\n\n", 8_000))
	v.entry.TypedShortcut(&fyne.ShortcutPaste{Clipboard: board})
	until(t, "what was pasted", func() bool { return v.Inspector().Snapshot().Datagrams == 8_000 })
	if v.Text() != "" {
		t.Errorf("the box shows %d letters", len(v.Text()))
	}
	v.SetBytes([]byte{0x80, 0, 0, 0, 2})
	if s := v.Inspector().Snapshot(); v.Text() != "" || s.Datagrams != 1 || s.Message != "player list request" || !strings.Contains(v.said.Text, "5 bytes, not shown") {
		t.Errorf("%+v, says %q, shows %q", s, v.said.Text, v.Text())
	}
}
