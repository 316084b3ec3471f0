package ui

import (
	"math"
	"testing"
	"time"

	"fragscope/desktop/state"

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

// TestWatchInCapture: a field of a capture is shown over time, in the packets of its
// server; closing its chart leaves the others.
func TestWatchInCapture(t *testing.T) {
	path, _ := made(t, 600)
	v := NewCaptureView()
	shown(t, v.Content, Dark, 1280, 800)
	loaded(t, v, path)
	x := v.inspector.x
	for n := 0; n < 200 && x.Message().Find("unreal2.info.players", 0) < 0; n++ {
		x.Go(n)
	}
	at := x.Message().Find("unreal2.info.players", 0)
	if at < 0 {
		t.Fatal("there is no info reply")
	}
	x.SelectRow(x.Tree().RowOf(at))
	menuItem(t, v.inspector, "Watch this field").Action()
	chart := v.timeline.field.chart
	until(t, "the curve", func() bool { return v.timeline.field.Content.Visible() })
	if v.tabs.SelectedIndex() != tabTimeline || chart.title != "Current players" || len(chart.curves) != 1 ||
		len(chart.curves[0].X) < 2 {
		t.Errorf("%q with %d curves is shown", chart.title, len(chart.curves))
	}
	v.timeline.field.Show(nil, nil)
	if v.timeline.field.Content.Visible() {
		t.Error("the curve stays")
	}
}

// TestFieldChartAxes: the axis begins where the values do, whatever they are.
func TestFieldChartAxes(t *testing.T) {
	f := NewFieldChart()
	shown(t, f.Content, Dark, 600, 160).Canvas().Capture()
	for _, values := range [][]float64{{5}, {-3, 4}, {332331945, 332331950}, {0.25, 0.5}, {-1e300, 1e300},
		{1e18, 1e18 + 1}, {math.NaN(), 3}} {
		s := &state.Series{Watch: state.Watch{Name: "n", Key: "k"}}
		for i, v := range values {
			s.Last = time.Unix(int64(1e9+60*i), 0)
			s.Points = append(s.Points, state.Point{Time: s.Last, Number: v})
		}
		f.Show(s, time.UTC)
		f.Content.Resize(fyne.NewSize(600, 160))
		a := f.chart.axes()
		for _, v := range values {
			if v < a.bottom || v > a.top || a.steps < 1 || a.steps > 8 || !(a.top > a.bottom) {
				t.Errorf("%v: the axis is from %v to %v in %d steps", values, a.bottom, a.top, a.steps)
			}
		}
	}
}
