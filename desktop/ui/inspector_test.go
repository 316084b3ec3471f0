package ui

import (
	"image"
	"image/color"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"
)

// inspecting shows a sample in a window.
func inspecting(t testing.TB, name string, w, h float32) (*Inspector, fyne.Window) {
	t.Helper()
	i := NewInspector()
	window := shown(t, i, Dark, w, h)
	i.SetSource(state.ReadPaste([]byte(sample(t, name)), state.PasteOptions{}).List)
	return i, window
}

// place returns where in the window a place of a widget is.
func place(o fyne.CanvasObject, in fyne.Position) fyne.Position {
	return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Add(in)
}

// press clicks in the window as the mouse does.
func press(w fyne.Window, at fyne.Position) {
	test.MoveMouse(w.Canvas(), at)
	test.TapCanvas(w.Canvas(), at)
}

// TestTwoWayHighlight clicks a byte and sees the field, clicks a field and sees
// the bytes, and reads both from the screen.
func TestTwoWayHighlight(t *testing.T) {
	i, w := inspecting(t, "ut2004-info-reply", 1280, 800)
	w.Canvas().Capture()
	at, ok := i.hex.Offset(30)
	if !ok {
		t.Fatal("byte 30 is out of sight")
	}
	i.hex.MouseDown(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary})
	i.hex.MouseUp(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary})
	s := i.Snapshot()
	if s.Field != "unreal2.info.hostname" || s.Lit[0] > 30 || s.Lit[1] <= 30 {
		t.Fatalf("a click on byte 30 gives %+v", s)
	}
	if w.Canvas().Focused() != fyne.Focusable(i.hex) {
		t.Error("the keyboard is not in the bytes")
	}
	selected := place(i.hex, at).AddXY(-8, 7) // beside the digits
	if got := pixel(w.Canvas().Capture(), selected); got != dark.Accent {
		t.Errorf("byte 30 is %v on the screen, expected %v", got, dark.Accent)
	}

	// A field of the table, by its place on the screen.
	row := i.x.Tree().RowOf(i.x.Message().Find("unreal2.info.game_port", 0))
	y := i.tree.headHeight() + float32(i.tree.view.Y(i.x.Tree().PlaceOf(row))) + 5
	press(w, place(i.tree, fyne.NewPos(120, y)))
	if s = i.Snapshot(); s.Field != "unreal2.info.game_port" || s.Value != "7788" || s.Lit != [2]int{10, 14} {
		t.Fatalf("a click on the game port gives %+v", s)
	}
	picture := w.Canvas().Capture()
	for o := range 30 {
		at, _ := i.hex.Offset(o)
		got, want := pixel(picture, place(i.hex, at).AddXY(-8, 7)) == dark.Accent, o >= 10 && o < 14
		if got != want {
			t.Errorf("byte %d is lit: %v, expected %v", o, got, want)
		}
	}
	if got := pixel(picture, place(i.tree, fyne.NewPos(300, y))); got != dark.AccentSoft {
		t.Errorf("the row is %v, expected %v", got, dark.AccentSoft)
	}

	// The mouse over a byte lights its field.
	at, _ = i.hex.Offset(2)
	test.MoveMouse(w.Canvas(), place(i.hex, at))
	if r := i.x.Hovered(); r < 0 || i.x.Tree().Range(r).Start > 2 || i.x.Tree().Range(r).End <= 2 {
		t.Errorf("the mouse is over row %d", i.x.Hovered())
	}
}

func pixel(p image.Image, at fyne.Position) colour {
	return color.NRGBAModel.Convert(p.At(int(at.X), int(at.Y))).(colour)
}

// TestDrag selects bytes with the mouse and with Shift and the arrows.
func TestDrag(t *testing.T) {
	i, w := inspecting(t, "ut2004-info-reply", 1280, 800)
	w.Canvas().Capture()
	mouse := func(o int) *desktop.MouseEvent {
		at, _ := i.hex.Offset(o)
		return &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: at}, Button: desktop.MouseButtonPrimary}
	}
	i.hex.MouseDown(mouse(40))
	for _, o := range []int{39, 30, 25} {
		i.hex.Dragged(&fyne.DragEvent{PointEvent: mouse(o).PointEvent})
	}
	i.hex.DragEnd()
	i.hex.MouseUp(mouse(25))
	if s := i.Snapshot(); s.Lit != [2]int{25, 41} {
		t.Errorf("a drag from 40 to 25 gives %v", s.Lit)
	}
	shift := mouse(50)
	shift.Modifier = fyne.KeyModifierShift
	i.hex.MouseDown(shift)
	i.hex.MouseUp(shift)
	if s := i.Snapshot(); s.Lit != [2]int{25, 51} {
		t.Errorf("Shift and a click on 50 give %v", s.Lit)
	}
	keys := func(names ...fyne.KeyName) {
		for _, k := range names {
			i.hex.TypedKey(&fyne.KeyEvent{Name: k})
		}
	}
	i.x.SelectBytes(20, 20)
	holding(t, fyne.KeyModifierShift)
	keys(fyne.KeyRight, fyne.KeyRight, fyne.KeyLeft)
	holding(t, 0)
	if s := i.Snapshot(); s.Lit != [2]int{20, 22} {
		t.Errorf("Shift, right, right, left give %v", s.Lit)
	}
	keys(fyne.KeyHome)
	if i.x.Cursor() != 16 {
		t.Errorf("Home goes to %d", i.x.Cursor())
	}
	keys(fyne.KeyEnd, fyne.KeyDown)
	if i.x.Cursor() != 47 {
		t.Errorf("End and Down go to %d", i.x.Cursor())
	}
	keys(fyne.KeyUp, fyne.KeyUp, fyne.KeyUp, fyne.KeyPageUp)
	if i.x.Cursor() != 0 && i.x.Cursor() != 15 {
		t.Errorf("far up is %d", i.x.Cursor())
	}
	keys(fyne.KeyPageDown)
	if c := i.x.Cursor(); c != len(i.x.Data())-1 {
		t.Errorf("a page down is %d", c)
	}
	keys(fyne.KeyReturn)
	if r, _ := i.x.Selection(); r.Len() < 1 || i.x.Row() < 0 {
		t.Errorf("Return selects %v", r)
	}
	keys(fyne.KeyEscape)
	if _, ok := i.x.Selection(); ok {
		t.Error("Escape leaves a selection")
	}
}

// TestTreeKeys goes through the fields without a mouse.
func TestTreeKeys(t *testing.T) {
	i, w := inspecting(t, "ut2004-rules-reply", 800, 600)
	w.Canvas().Focus(i.tree)
	keys := func(names ...fyne.KeyName) int {
		for _, k := range names {
			i.tree.TypedKey(&fyne.KeyEvent{Name: k})
		}
		return i.x.Row()
	}
	if r := keys(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown); r != 2 || !i.x.Tree().Holds(r) {
		t.Fatalf("three times down is row %d", r)
	}
	folded := i.x.Tree().Visible()
	if keys(fyne.KeyRight) != 2 || i.x.Tree().Visible() <= folded {
		t.Error("right does not open the pair")
	}
	if keys(fyne.KeyRight) != 3 || keys(fyne.KeyLeft) != 2 {
		t.Error("right and left do not go into the group and out")
	}
	all := i.x.Tree().Visible()
	if keys(fyne.KeyLeft) != 2 || i.x.Tree().Visible() >= all {
		t.Error("left does not close the group")
	}
	if keys(fyne.KeySpace) != 2 || i.x.Tree().Visible() != all {
		t.Error("space does not open the group")
	}
	if keys(fyne.KeyEnd) != i.x.Tree().RowAt(all-1) || keys(fyne.KeyHome) != 0 {
		t.Error("End and Home do not go to the ends")
	}
	keys(fyne.KeyPageDown)
	first, last := i.tree.view.Rows()
	if p := i.x.Tree().PlaceOf(i.x.Row()); p < first || p >= last {
		t.Errorf("row %d is selected, rows %d to %d are in sight", p, first, last)
	}
	keys(fyne.KeyEscape)
	if i.x.Row() != -1 {
		t.Error("Escape leaves a selection")
	}
	// A click on the triangle closes the group and selects nothing.
	y := i.tree.headHeight() + float32(i.tree.view.Y(2)) + 5
	i.tree.view.SetTop(0)
	i.tree.draw()
	press(w,
		place(i.tree, fyne.NewPos(i.tree.columns.name+i.tree.indent(2)+3, i.tree.headHeight()+float32(i.tree.view.Y(2))+5)))
	if i.x.Tree().Visible() >= all || i.x.Row() != -1 {
		t.Errorf("a click on the triangle, at %v: %d rows, row %d selected", y, i.x.Tree().Visible(), i.x.Row())
	}
}

func TestPacketListKeys(t *testing.T) {
	i, w := inspecting(t, "ut3-bots-two-datagrams", 1280, 800)
	i.focus(i.list.grid)
	if w.Canvas().Focused() != fyne.Focusable(i.list.grid) {
		t.Fatal("the keyboard is not in the list")
	}
	i.list.grid.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if s := i.Snapshot(); s.Current != 1 {
		t.Errorf("%+v", s)
	}
	press(w, place(i.list.grid, i.list.grid.RowAt(0)))
	if s := i.Snapshot(); s.Current != 0 {
		t.Errorf("%+v", s)
	}
}

// TestSplitterKeys: a splitter is reached with Tab and moved by the arrows, as far
// as both sides can be.
func TestSplitterKeys(t *testing.T) {
	s := NewHSplit(widget.NewLabel("one"), widget.NewLabel("two"))
	w := shown(t, s, Dark, 400, 200)
	w.Canvas().FocusNext()
	if w.Canvas().Focused() != fyne.Focusable(s.line) || !s.line.hovered {
		t.Fatalf("the focus is in %T", w.Canvas().Focused())
	}
	key := func(k fyne.KeyName) float32 {
		w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: k})
		return s.Leading.Size().Width
	}
	before := s.Leading.Size().Width
	if right := key(fyne.KeyRight); right <= before || key(fyne.KeyLeft) >= right {
		t.Errorf("arrows move it from %v to %v", before, right)
	}
	if first, last := key(fyne.KeyHome), key(fyne.KeyEnd); first >= before || last <= before ||
		first < s.Leading.MinSize().Width {
		t.Errorf("Home and End move it to %v and %v", first, last)
	}
}

// TestSearchBar types what is looked for, and goes through what was found.
func TestSearchBar(t *testing.T) {
	i, w := inspecting(t, "ut2004-rules-players-reply", 1280, 800)
	i.FocusSearch()
	test.Type(i.search.entry, "admin")
	if !strings.HasSuffix(i.search.found.Text, "matches") {
		t.Errorf("it says %q", i.search.found.Text)
	}
	i.search.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	first := i.x.Row()
	i.search.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if first < 0 || i.x.Row() == first || !i.x.HitRow(i.x.Row()) {
		t.Errorf("from row %d to row %d", first, i.x.Row())
	}
	i.search.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	if i.x.Row() != first {
		t.Errorf("up goes to row %d, not %d", i.x.Row(), first)
	}
	test.Tap(i.search.next)
	i.search.entry.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if i.search.entry.Text != "" || i.search.found.Text != "" {
		t.Error("Escape does not end the search")
	}
	_ = w
}

func TestProblems(t *testing.T) {
	i, w := inspecting(t, "frame-cut", 1280, 800)
	if i.tabProblems.Text != "Problems 3" {
		t.Errorf("the tab says %q", i.tabProblems.Text)
	}
	i.ShowTab(TabProblems)
	w.Canvas().Capture()
	press(w, place(i.problems, fyne.NewPos(40, 10)))
	s := i.Snapshot()
	want := i.x.Message().Problems[0]
	if s.Lit[0] != int(want.Offset) || s.Said == "" || s.Tab != "problems" {
		t.Errorf("a click on the first problem gives %+v", s)
	}
	i.NextProblem(1)
	if next := i.Snapshot(); next.Lit == s.Lit {
		t.Errorf("the next problem is %+v", next)
	}
	i.NextProblem(-1)
	if back := i.Snapshot(); back.Lit != s.Lit {
		t.Errorf("the one before is %+v, not %+v", back, s)
	}
	// Without problems the tab has no sign.
	i.SetDatagrams([]state.Datagram{{Data: []byte{0x79, 0, 0, 0, 0}, Sent: true}})
	if len(i.x.Findings()) == 0 && (i.tabProblems.Icon != nil || i.tabProblems.Text != "Problems") {
		t.Errorf("the tab %q has the sign %v", i.tabProblems.Text, i.tabProblems.Icon)
	} else if len(i.x.Findings()) != 0 {
		t.Errorf("a plain request has problems: %+v", i.x.Findings())
	}
}

func TestCopying(t *testing.T) {
	i, _ := inspecting(t, "ut2004-info-reply", 1280, 800)
	field := i.x.Message().Find("unreal2.info.game_port", 0)
	i.Select(0, field)
	clipboard := fyne.CurrentApp().Clipboard()
	i.CopyValue()
	if got := clipboard.Content(); got != "7788" {
		t.Errorf("the value is %q", got)
	}
	i.CopyField()
	if got := clipboard.Content(); !strings.Contains(got, "6C 1E 00 00") {
		t.Errorf("the field is %q", got)
	}
	forms := 0
	var copyAll func(items []*fyne.MenuItem)
	copyAll = func(items []*fyne.MenuItem) {
		for _, form := range items {
			if form.ChildMenu != nil {
				copyAll(form.ChildMenu.Items)
				continue
			}
			forms++
			clipboard.SetContent("")
			form.Action()
			if clipboard.Content() == "" {
				t.Errorf("%s copies nothing", form.Label)
			}
		}
	}
	for _, m := range i.Menu().Items {
		if m.Label == "Copy bytes as" {
			copyAll([]*fyne.MenuItem{m})
		}
	}
	if want := len(view.Forms()); forms != want {
		t.Errorf("%d forms are offered, want %d", forms, want)
	}
	i.hex.TypedShortcut(&fyne.ShortcutSelectAll{})
	i.hex.TypedShortcut(&fyne.ShortcutCopy{Clipboard: clipboard})
	if got := clipboard.Content(); len(got) < 2*len(i.x.Data()) {
		t.Errorf("all bytes are %d letters", len(got))
	}
	i.tree.TypedShortcut(&fyne.ShortcutCopy{Clipboard: clipboard})
	i.x.ClearSelection()
	i.CopyField()
	if !strings.Contains(i.Snapshot().Said, "select a field") {
		t.Errorf("it says %q", i.Snapshot().Said)
	}
}

// TestAppend lets replies arrive while the inspector shows the request.
func TestAppend(t *testing.T) {
	i := NewInspector()
	w := shown(t, i, Light, 1280, 800)
	calls := 0
	i.State().Listen(state.TopicCurrent|state.TopicSelect, func(state.Topic) { calls++ })
	request, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "unreal2"})
	if err != nil {
		t.Fatal(err)
	}
	i.SetDatagrams([]state.Datagram{{Data: request, Sent: true}})
	if i.shape.list {
		t.Error("one datagram has a list")
	}
	i.Select(0, 1)
	lit := i.Snapshot().Lit
	for _, d := range state.ReadPaste([]byte(sample(t, "ut2004-rules-players-reply")), state.PasteOptions{}).
		List.Datagrams() {
		i.Append(d)
	}
	i.Settle()
	if s := i.Snapshot(); s.Datagrams != 3 || s.Current != 0 || s.Lit != lit || !i.shape.list || calls == 0 {
		t.Errorf("%+v, list %v", s, i.shape.list)
	}
	if len(i.Datagrams()) != 3 {
		t.Errorf("%d datagrams", len(i.Datagrams()))
	}
	w.Canvas().Capture()
}

// TestArrange makes the window small and large again: nothing that was chosen is
// lost, and every part shows.
func TestArrange(t *testing.T) {
	i, w := inspecting(t, "ut2004-rules-players-reply", 1280, 800)
	i.Select(1, 3)
	before := i.Snapshot()
	w.Resize(fyne.NewSize(800, 600))
	if i.shape.wide || len(i.tabs.Items) != 4 {
		t.Error("a narrow window is arranged as a wide one")
	}
	i.showDetails()
	if i.Snapshot().Tab != "details" {
		t.Errorf("the details are not in front: %+v", i.Snapshot())
	}
	w.Resize(fyne.NewSize(1280, 800))
	after := i.Snapshot()
	if after != before || !i.shape.wide || !i.detail.Visible() {
		t.Errorf("%+v became %+v", before, after)
	}
	i.ShowTab(TabSummary)
	i.ShowTab(TabFields)
	i.focus(i.hex)
	if w.Canvas().Focused() != fyne.Focusable(i.hex) {
		t.Error("the keyboard is not in the bytes")
	}
}

// TestTabsAfterArranging clicks each tab after the parts were arranged anew: for
// more datagrams, and for another width. Each shows what is in it.
func TestTabsAfterArranging(t *testing.T) {
	i, w := inspecting(t, "ut2004-info-reply", 1280, 800)
	tap := func(tab *container.TabItem, tabs int) {
		t.Helper()
		// Tabs are as wide as what they say.
		at := fyne.NewPos(0, 10)
		for _, o := range i.tabs.Items[:slices.Index(i.tabs.Items, tab)] {
			at.X += widget.NewButtonWithIcon(o.Text, o.Icon, nil).MinSize().Width
		}
		press(w, place(i.tabs, at.AddXY(30, 0)))
		w.Canvas().Capture()
		if i.tabs.Selected() != tab || len(i.tabs.Items) != tabs {
			t.Errorf("%d tabs, and %q is chosen; expected %d and %q", len(i.tabs.Items), i.tabs.Selected().Text, tabs, tab.Text)
		}
		for _, o := range i.tabs.Items {
			if o.Content.Visible() != (o == tab) {
				t.Errorf("%q is chosen: %q shows: %v", tab.Text, o.Text, o.Content.Visible())
			}
		}
		if size := tab.Content.Size(); size.Width < 200 || size.Height < 100 {
			t.Errorf("%q has %v", tab.Text, size)
		}
	}
	for _, at := range []struct {
		width float32
		name  string
		tabs  int
	}{{1280, "frame-cut", 3}, {1280, "ut99-status-reply-no-final", 3}, {900, "ut99-status-reply-no-final", 4},
		{900, "frame-cut", 4}, {1280, "frame-cut", 3}} {
		i.SetSource(state.ReadPaste([]byte(sample(t, at.name)), state.PasteOptions{}).List)
		w.Resize(fyne.NewSize(at.width, 800))
		for _, tab := range []*container.TabItem{i.tabSummary, i.tabProblems, i.tabFields} {
			tap(tab, at.tabs)
		}
	}
	// What is chosen stays so in another arrangement.
	i.tabs.Select(i.tabSummary)
	w.Resize(fyne.NewSize(900, 800))
	if i.tabs.Selected() != i.tabSummary || !i.summary.Visible() {
		t.Errorf("%q is chosen in the narrow window", i.tabs.Selected().Text)
	}
}

// TestScrollBars drags thumbs, clicks beside them and turns the wheel.
func TestScrollBars(t *testing.T) {
	x := state.NewInspector()
	h := NewHexView(x)
	w := shown(t, h, Dark, 560, 300)
	x.Open(state.NewList([]state.Datagram{{Data: make([]byte, largest)}}))
	w.Canvas().Capture()
	test.Scroll(w.Canvas(), fyne.NewPos(100, 100), 0, -50)
	if h.view.Top() != 50 {
		t.Errorf("the wheel scrolls to %v", h.view.Top())
	}
	grab := &desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(5, 290)},
		Button: desktop.MouseButtonPrimary}
	h.bar.MouseDown(grab)
	if h.view.Top() < h.view.Full()*0.9 {
		t.Errorf("a click at the bottom of the bar scrolls to %v of %v", h.view.Top(), h.view.Full())
	}
	h.bar.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: fyne.NewPos(5, -50)}})
	h.bar.MouseUp(grab)
	if h.view.Top() != 0 {
		t.Errorf("dragging the thumb up scrolls to %v", h.view.Top())
	}
	x.SelectBytes(largest-1, largest-1)
	if _, ok := h.Offset(largest - 1); !ok {
		t.Error("the selection is out of sight")
	}
}

// showDetails brings what is known about the selection to the front.
func (i *Inspector) showDetails() {
	if !i.shape.wide {
		i.tabs.Select(i.tabDetail)
	}
	i.focus(i.detail)
}

// TestOffsetBase: offsets are hexadecimal with 0x in the fields, the details and the
// line below, or decimal in all of them.
func TestOffsetBase(t *testing.T) {
	defer state.ShowDecimal(false)
	i, w := inspecting(t, "ut2004-rules-players-reply", 1280, 800)
	i.x.SelectByte(20)
	for decimal, want := range map[bool]string{false: " at 0x", true: " at 1"} {
		state.ShowDecimal(decimal)
		i.x.Reopen(i.x.Source())
		w.Canvas().Capture()
		for name, text := range map[string]string{"line": i.x.Where(), "details": words(w.Canvas().Content())} {
			if !strings.Contains(text, want) || strings.Contains(text, "0x") == decimal && name == "line" {
				t.Errorf("decimal %v: %s says %q", decimal, name, text)
			}
		}
		if got := strings.Contains(words(i.tree), " 0x"); got == decimal {
			t.Errorf("decimal %v: fields say %s", decimal, words(i.tree))
		}
	}
	for decimal, want := range map[bool]int{false: 4, true: 5} {
		state.ShowDecimal(decimal)
		if got := gridFor(cellFont{width: 8, height: 16}, 20_000, 900).digits; got != want {
			t.Errorf("decimal %v: %d digits for 20,000 bytes", decimal, got)
		}
	}
}

// TestResult: one line above the fields says of which server they are, as the page
// does; it is not there for what says nothing about a server.
func TestResult(t *testing.T) {
	i := NewInspector()
	w := shown(t, i, Light, 1280, 800)
	for _, c := range []struct{ sample, want string }{
		{"ut2004-info-reply", "Server, name Grimms-Insta-Deathmatch, Map DM-1on1-Squader, Players 4 of 10, Game type " +
			"xDeathMatch"},
		{"unreal2-ping-request", ""},
		{"ut2004-info-reply-colours", "Server, name Gold & Steel, Map CTF-FaceClassic, Players 7 of 16, Game type xCTFGame"},
		{"ut99-status-reply", "Server, name UT99 @ Mobile Infanterie, Map DM-Phobos, Players 0 of 10, Game type " +
			"DeathMatchPlus, Version 451"},
	} {
		i.SetSource(state.ReadPaste([]byte(sample(t, c.sample)), state.PasteOptions{}).List)
		if got := i.result.AccessibilityLabel(); i.result.Visible() != (c.want != "") || c.want != "" && got != c.want {
			t.Errorf("%s: %q, want %q", c.sample, got, c.want)
		}
		if end := place(i.result, fyne.NewPos(0, i.result.Size().Height)).Y; i.result.Visible() && end > place(i.tabs,
			fyne.Position{}).Y {
			t.Errorf("%s: the line ends at %v, the fields begin at %v", c.sample, end, place(i.tabs, fyne.Position{}).Y)
		}
	}
	// What does not fit beside the name is left out, and a live reply has its ping.
	at, server := time.Unix(1000, 0), netip.MustParseAddrPort("127.0.0.1:7778")
	client := netip.MustParseAddrPort("127.0.0.1:4000")
	request, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "unreal2", Message: "server info request"})
	if err != nil {
		t.Fatal(err)
	}
	reply := state.ReadPaste([]byte(sample(t, "ut2004-info-reply")), state.PasteOptions{}).List.Datagrams()[0].Data
	sent := state.Datagram{Time: at, Src: client, Dst: server, Sent: true, Data: request}
	i.SetDatagrams([]state.Datagram{sent, sent})
	if i.result.Visible() {
		t.Error("requests say something of their server")
	}
	i.SetDatagrams([]state.Datagram{
		sent,
		{Time: at.Add(12500 * time.Microsecond), Src: server, Dst: client, Data: reply},
	})
	if end := place(i.result, fyne.NewPos(0, i.result.Size().Height)).Y; !i.result.Visible() ||
		end > place(i.tabs, fyne.Position{}).Y {
		t.Errorf("the line ends at %v, the fields begin at %v", end, place(i.tabs, fyne.Position{}).Y)
	}
	for _, c := range []struct {
		width float32
		last  string
	}{{1280, "12.5 ms"}, {500, "4 of 10"}} {
		w.Resize(fyne.NewSize(c.width, 800))
		lines := strings.Split(strings.TrimSpace(words(i.result)), "\n")
		if last := lines[len(lines)-1]; !strings.HasSuffix(last, c.last) {
			t.Errorf("%v wide it ends with %q, want %q", c.width, last, c.last)
		}
	}
	// Only the name is ever cut.
	for width := float32(1000); width >= 460; width -= 7 {
		w.Resize(fyne.NewSize(width, 800))
		for _, line := range strings.Split(strings.TrimSpace(words(i.result)), "\n")[1:] {
			if strings.Contains(line, "…") {
				t.Errorf("%v wide it says %q", width, line)
			}
		}
	}
}
