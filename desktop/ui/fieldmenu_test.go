package ui

import (
	"testing"

	"fyne.io/fyne/v2"
)

func menuItem(t *testing.T, i *Inspector, name string) *fyne.MenuItem {
	t.Helper()
	for _, m := range i.Menu().Items {
		if m.Label == name {
			return m
		}
	}
	return nil
}

// TestFieldMenu: a field's menu edits it, finds its value, and leads to where it is
// specified; nothing of that is offered without a field.
func TestFieldMenu(t *testing.T) {
	v := NewPasteView()
	w := shown(t, v.Content, Dark, 1280, 800)
	v.SetText(sample(t, "ut2004-info-reply"))
	i := v.inspector
	sent := false
	i.OnSend = func() { sent = true }
	names := []string{"Edit value (F2)", "Find this value", "Open in specification"}
	for _, name := range names {
		if menuItem(t, i, name) != nil {
			t.Errorf("%s is offered without a field", name)
		}
	}
	i.x.SelectRow(i.x.Tree().RowOf(i.x.Message().Find("unreal2.info.hostname", 0)))
	menuItem(t, i, "Find this value").Action()
	if n, _ := i.x.Hits(); i.search.entry.Text != "Grimms-Insta-Deathmatch" || n == 0 {
		t.Errorf("%q is searched, %d places", i.search.entry.Text, n)
	}
	menuItem(t, i, "Edit value (F2)").Action()
	if e, ok := w.Canvas().Focused().(*Entry); !ok || e.Text != "Grimms-Insta-Deathmatch" {
		t.Errorf("the keyboard is in %T", w.Canvas().Focused())
	}
	if menuItem(t, i, "Open in specification") == nil || menuItem(t, i, "Use as filter") != nil {
		t.Error("a paste has a filter, or its field no specification")
	}
	if menuItem(t, i, "Send this packet").Action(); !sent {
		t.Error("the packet was not sent")
	}
}

// TestUseAsFilter: the value of a field becomes the filter of a capture.
func TestUseAsFilter(t *testing.T) {
	path, _ := made(t, 600)
	v := NewCaptureView()
	shown(t, v.Content, Dark, 1280, 800)
	loaded(t, v, path)
	x := v.inspector.x
	for n := 0; n < 200 && x.Message().Find("unreal2.info.map", 0) < 0; n++ {
		x.Go(n)
	}
	at := x.Message().Find("unreal2.info.map", 0)
	if at < 0 {
		t.Fatal("there is no info reply")
	}
	value := x.Message().Text(at)
	x.SelectRow(x.Tree().RowOf(at))
	menuItem(t, v.inspector, "Use as filter").Action()
	until(t, "the filter", func() bool { return !v.Snapshot().Working })
	s := v.Snapshot()
	if s.Error != "" || s.Shown == 0 || s.Shown >= s.Packets || x.Message().TextOf("unreal2.info.map") != value {
		t.Errorf("%+v; the map is %q, want %q", s, x.Message().TextOf("unreal2.info.map"), value)
	}
}
