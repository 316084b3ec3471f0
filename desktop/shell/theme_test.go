package shell

import (
	"bytes"
	"image"
	"image/draw"
	"testing"

	"fragscope/desktop/ui"

	"fyne.io/fyne/v2"
)

// TestThemeEverywhere: another theme or size is taken by all views and tabs, also
// by those that were not in front when it was chosen: having it applied once more
// changes no pixel of them.
func TestThemeEverywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine draws: passed without the race detector")
	}
	r := asked(t)
	s := r.shell
	s.win.Resize(fyne.NewSize(720, 500))
	s.paste.SetText("79 00 00 00 00\n\n80 00 00 00 00 00 00 00 00 00 6c 1e 00 00 00 00")
	picture := func() []byte {
		img := s.win.Canvas().Capture()
		flat := image.NewRGBA(img.Bounds())
		draw.Draw(flat, flat.Bounds(), img, image.Point{}, draw.Src)
		return flat.Pix
	}
	type place struct {
		name string
		show func()
	}
	var places []place
	tabs := func(view string, n int, show func(i int)) {
		for i := range n {
			places = append(places, place{view, func() { s.Show(view); show(i) }})
		}
	}
	tabs(viewServers, len(s.servers.details.tabs.Items), s.servers.details.tabs.SelectIndex)
	tabs(viewPaste, 3, s.paste.Inspector().ShowTab)
	tabs(viewCaptures, len(ui.CaptureTabs), s.captures.ShowTab)
	tabs(viewSend, len(s.send.tabs.Items), s.send.tabs.SelectIndex)
	for _, p := range places {
		p.show()
	}
	setting(s, &s.settings.Theme)(ui.Light)
	s.zoom(1.4)
	for i, p := range places {
		p.show()
		was := picture()
		s.configure()
		if !bytes.Equal(was, picture()) {
			t.Errorf("%s, place %d: what was not in front has not taken the theme", p.name, i)
		}
	}
}
