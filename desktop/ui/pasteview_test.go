package ui

import (
	"strings"
	"testing"

	"fragscope/samples"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// TestPasteView types, pastes and mistypes.
func TestPasteView(t *testing.T) {
	v := NewPasteView()
	w := shown(t, v.Content, Dark, 1280, 800)
	w.Canvas().Focus(v.entry)
	test.Type(v.entry, "80 00 00 00 00")
	if s := v.Inspector().Snapshot(); s.Message != "server info request" ||
		!strings.HasPrefix(v.said.Text, "Read as plain hex (groups of 2 hex digits): 1 datagram, 5 bytes.") {
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

// The text is marked: each datagram in a shade, the current one stronger, and the place of a mistake.
func TestPasteMarks(t *testing.T) {
	v := NewPasteView()
	shown(t, v.Content, Dark, 1280, 800)
	marked := func() (list []*canvas.Rectangle) {
		for _, o := range v.marks.rects.Objects {
			if r := o.(*canvas.Rectangle); r.Visible() {
				list = append(list, r)
			}
		}
		return list
	}
	v.SetText("who is this?\n80 00 00 00 01\n\n80 00 00 00\n02 # players\n" + strings.Repeat("# more\n", 400) +
		"\n80 00 00 00 00\n")
	if n := len(marked()); n != 3 {
		t.Fatalf("%d parts in sight are marked", n)
	}
	if n := len(v.marks.veils.Objects); n < 2 {
		t.Errorf("%d parts are greyed", n)
	}
	strong, weak := marked()[0], marked()[1]
	if strong.Position().Y <= v.marks.font().height || weak.Position().Y <= strong.Position().Y+v.marks.font().height ||
		strong.FillColor == weak.FillColor {
		t.Errorf("marks at %v and %v, %v and %v", strong.Position(), weak.Position(), strong.FillColor, weak.FillColor)
	}
	if width := v.marks.font().width("80 00 00 00 01"); strong.Size().Width != width {
		t.Errorf("the mark is %v wide, the text %v", strong.Size().Width, width)
	}
	before := weak.FillColor
	goTo(v.inspector.x, 1)
	if weak.FillColor == before {
		t.Error("the datagram that was chosen is not marked stronger")
	}
	goTo(v.inspector.x, 2)
	if v.marks.scroll.Offset.Y == 0 || len(marked()) != 1 {
		t.Errorf("at %v, %d marked: the datagram that was chosen is not in sight", v.marks.scroll.Offset, len(marked()))
	}
	if r, _ := v.inspector.x.Source().Row(1); r.Lines != "lines 4–5" {
		t.Errorf("it is said to be on %q", r.Lines)
	}
	if r, _ := v.inspector.x.Source().Row(0); r.Name != "who is this?" {
		t.Errorf("it is called %q", r.Name)
	}

	// Another theme has other shades.
	goTo(v.inspector.x, 0)
	before = marked()[0].FillColor
	fyne.CurrentApp().Settings().SetTheme(NewTheme(ThemeOptions{Variant: Light}))
	v.Content.Refresh()
	if marked()[0].FillColor == before {
		t.Error("the marks keep the colours of the other theme")
	}
	p := CurrentPalette()

	// What was read before a mistake stays and is dimmed.
	v.SetText("80 00 00 00 01")
	v.entry.SetText("80 00 00 0O 01")
	if s := v.Inspector().Snapshot(); s.Datagrams != 1 || !v.veil.Visible() ||
		!strings.HasSuffix(v.said.Text, "The last readable result is shown dimmed.") {
		t.Errorf("%+v, dimmed %v, says %q", s, v.veil.Visible(), v.said.Text)
	}
	if list := marked(); len(list) != 1 || list[0].FillColor != p.Error || list[0].Size().Height > 4 {
		t.Errorf("%d places are marked", len(list))
	}
	v.entry.SetText("80 00 00 00 02")
	if v.veil.Visible() || len(marked()) != 1 {
		t.Error("what was mended is dimmed")
	}
}

// The other readings of a text are offered; one that is chosen is said, and taken back.
func TestPasteReadings(t *testing.T) {
	v := NewPasteView()
	shown(t, v.Content, Dark, 1280, 800)
	button := func(text string) *Button {
		for _, o := range v.readings.Objects {
			if b, ok := o.(*Button); ok && b.Text == text && v.offered.Visible() {
				return b
			}
		}
		t.Fatalf("there is no %q", text)
		return nil
	}
	v.SetText("91 98 97 92")
	test.Tap(button("as number list: 4 bytes, unknown"))
	if v.paste.Format != "number list" || v.format.Selected != "number list" {
		t.Errorf("it is read as %s", v.paste.Format)
	}
	test.Tap(button("Auto-detect"))
	if v.paste.Format != "plain hex" || v.format.Selected != autoDetect {
		t.Errorf("it is read as %s", v.paste.Format)
	}
	v.SetText("80 00 00 00 00")
	if v.offered.Visible() {
		t.Error("readings of what is certain are offered")
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
	if s := v.Inspector().Snapshot(); v.Text() != "" || s.Datagrams != 1 || s.Message != "player list request" ||
		!strings.Contains(v.said.Text, "5 bytes, not shown") {
		t.Errorf("%+v, says %q, shows %q", s, v.said.Text, v.Text())
	}
}

// TestEditInPlace: F2 or a double click changes a field where it is; the text above
// follows, and is restored by Ctrl+Z.
func TestEditInPlace(t *testing.T) {
	v := NewPasteView()
	w := shown(t, v.Content, Light, 1280, 900)
	x, tree := v.inspector.x, v.inspector.tree
	before := "# two\n" + sample(t, "unreal2-ping-request") + "\n" + sample(t, "ut2004-info-reply")
	v.SetText(before)
	x.Go(1)
	row := func(key string) int { return x.Tree().RowOf(x.Message().Find(key, 0)) }
	keys := func(names ...fyne.KeyName) {
		for _, k := range names {
			w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
		}
	}
	edited := func() *Entry {
		t.Helper()
		e, ok := w.Canvas().Focused().(*Entry)
		if !ok || !e.Visible() {
			t.Fatalf("the keyboard is in %T", w.Canvas().Focused())
		}
		return e
	}
	long := len(x.Message().Data)
	host := row("unreal2.info.hostname")
	x.SelectRow(host)
	focusIn(tree, v.Content)
	keys(fyne.KeyF2)
	e := edited()
	at := place(tree, tree.valueAt(host)).Y + tree.rowHeight()/2
	if e.Text != "Grimms-Insta-Deathmatch" || at < place(e, fyne.Position{}).Y ||
		at > place(e, fyne.NewPos(0, e.Size().Height)).Y {
		t.Errorf("%q is edited at %v, the row is at %v", e.Text, place(e, fyne.Position{}), at)
	}
	test.Type(e, "Short")
	keys(fyne.KeyReturn)
	if got := x.Tree().Short(x.Row()); x.Current() != 1 || x.Row() != host || got != "Short" ||
		len(x.Message().Data) != long-len("Grimms-Insta-Deathmatch")+5 || len(x.Message().Problems) != 0 {
		t.Errorf("datagram %d, row %d is %q; %d bytes, problems %v", x.Current(), x.Row(), got, len(x.Message().Data),
			x.Message().Problems)
	}
	if v.entry.Text == before || w.Canvas().Focused() != tree {
		t.Errorf("the text is %q, the keyboard in %T", v.entry.Text, w.Canvas().Focused())
	}

	// What is no value is refused, red, and changes nothing; Escape leaves it.
	port := row("unreal2.info.game_port")
	y := place(tree, tree.valueAt(port)).AddXY(20, tree.rowHeight()/2)
	press(w, y)
	press(w, y)
	e = edited()
	if e.Text != "7777" && e.Text != "7788" {
		t.Errorf("a double click edits %q", e.Text)
	}
	was := v.entry.Text
	test.Type(e, "many")
	keys(fyne.KeyReturn)
	if e.Wrong() == nil || !e.Visible() || v.entry.Text != was {
		t.Errorf("the value that is none is accepted: %v", x.Said())
	}
	keys(fyne.KeyEscape)
	if e.Visible() || w.Canvas().Focused() != tree {
		t.Error("Escape leaves the entry there")
	}

	// One change is undone after the other.
	most := row("unreal2.info.max_players")
	x.SelectRow(most)
	keys(fyne.KeyF2)
	test.Type(edited(), "32")
	keys(fyne.KeyReturn)
	if got := x.Tree().Short(x.Row()); got != "32" {
		t.Errorf("it is %q", got)
	}
	if !strings.HasPrefix(v.entry.Text, "# two\n") || strings.Count(v.entry.Text, "\n") < 10 {
		t.Errorf("a change of a field leaves this of the text:\n%s", v.entry.Text)
	}
	if !v.Undo() || v.entry.Text != was {
		t.Error("undoing does not restore the text")
	}
	v.entry.TypedShortcut(&fyne.ShortcutUndo{})
	if v.entry.Text != before || x.Current() != 1 {
		t.Errorf("a second one leaves %q", v.entry.Text)
	}
	if v.Undo() || v.entry.Text != before {
		t.Error("a third one changes something")
	}
}
