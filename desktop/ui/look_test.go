package ui

import (
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// A screen is one that people see.
type screen struct {
	name string
	make func(t *testing.T, w func(fyne.CanvasObject) fyne.Window)
}

// screens are all screens of this package, with something on them.
func screens(t *testing.T, capture string) []screen {
	paste := func(name string, then func(v *PasteView)) screen {
		return screen{name, func(t *testing.T, w func(fyne.CanvasObject) fyne.Window) {
			v := NewPasteView()
			w(v.Content)
			v.SetText(sample(t, name))
			then(v)
		}}
	}
	opened := func(name string, then func(v *CaptureView)) screen {
		return screen{name, func(t *testing.T, w func(fyne.CanvasObject) fyne.Window) {
			v := NewCaptureView()
			w(v.Content)
			loaded(t, v, capture)
			then(v)
			t.Cleanup(v.Close)
		}}
	}
	return []screen{
		{"paste-empty", func(_ *testing.T, w func(fyne.CanvasObject) fyne.Window) { w(NewPasteView().Content) }},
		{"capture-empty", func(_ *testing.T, w func(fyne.CanvasObject) fyne.Window) { w(NewCaptureView().Content) }},
		{"paste-wrong", func(_ *testing.T, w func(fyne.CanvasObject) fyne.Window) {
			v := NewPasteView()
			w(v.Content)
			v.SetText("80 00 00 00 00\n80 0O 00")
		}},
		{"paste-marked", func(_ *testing.T, w func(fyne.CanvasObject) fyne.Window) {
			v := NewPasteView()
			w(v.Content)
			v.SetText("my server answers this, what is it?\n80 00 00 00 04 50\n\nand then\n80 00 00 00\n01 # rules, I think\n")
		}},
		{"paste-readings", func(_ *testing.T, w func(fyne.CanvasObject) fyne.Window) {
			v := NewPasteView()
			w(v.Content)
			v.SetText("91 98 97 92 # a number")
		}},
		{"paste-dimmed", func(_ *testing.T, w func(fyne.CanvasObject) fyne.Window) {
			v := NewPasteView()
			w(v.Content)
			v.SetText("80 00 00 00 01\n\n80 00 00 00 00")
			v.entry.SetText("80 00 00 00 01\n\n80 00 0O 00 00")
		}},
		{"paste-structure", func(_ *testing.T, w func(fyne.CanvasObject) fyne.Window) {
			v := NewPasteView()
			w(v.Content)
			v.SetText(unknownText())
			v.Inspector().ShowStructure("")
			v.Inspector().struc.choose(2, 3, 4)
			v.Inspector().struc.accept()
		}},
		paste("ut2004-rules-players-reply", func(v *PasteView) { v.Inspector().Select(0, 4) }),
		paste("killingfloor-info-reply", func(v *PasteView) {
			v.Inspector().Select(0, v.Inspector().x.Message().Find("unreal2.info.hostname", 0))
		}),
		paste("ut3-bots-two-datagrams", func(v *PasteView) { v.Inspector().ShowTab(TabSummary) }),
		paste("ut99-status-reply-players", func(v *PasteView) { v.Inspector().ShowTab(TabProblems) }),
		paste("frame-cut", func(v *PasteView) { v.Inspector().NextProblem(1); v.Inspector().showDetails() }),
		paste("ut2004-players-reply-teams", func(v *PasteView) { v.Inspector().ShowTab(TabSummary) }),
		{"specification", func(_ *testing.T, w func(fyne.CanvasObject) fyne.Window) {
			v := NewSpecView()
			w(v.content)
			v.Open("protocol/unreal2/SPEC.md#server-info-reply")
		}},
		opened("capture-packets", func(v *CaptureView) { v.Inspector().x.Go(60); v.Inspector().Select(60, 3) }),
		opened("capture-exchanges", func(v *CaptureView) { v.ShowTab(tabExchanges) }),
		opened("capture-exchange", func(v *CaptureView) { v.openExchange(7); v.inspector.ShowTab(TabSummary) }),
		opened("capture-servers", func(v *CaptureView) { v.ShowTab(tabServers); v.servers.grid.choose(0) }),
		opened("capture-timeline", func(v *CaptureView) {
			v.ShowTab(tabTimeline)
			until(t, "the events", func() bool { return !v.timeline.worker.content.Visible() })
		}),
		opened("capture-overview", func(v *CaptureView) { v.ShowTab(tabOverview) }),
		opened("capture-flows", func(v *CaptureView) { v.ShowTab(tabFlows) }),
		opened("capture-statistics", func(v *CaptureView) { v.ShowTab(tabStatistics) }),
		opened("capture-problems", func(v *CaptureView) { v.ShowTab(tabProblems) }),
		opened("capture-filter-wrong", func(v *CaptureView) { v.Filter("protocol = 3") }),
	}
}

// TestLook lays out every screen in the sizes that count, and sees that no text
// is cut by what is around it or lies on another one. With FRAGSCOPE_LOOK=FOLDER
// it draws all of them there, dark and light, for people to look at.
func TestLook(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine draws: passed without the race detector")
	}
	dir := os.Getenv("FRAGSCOPE_LOOK")
	capture := lively(t)
	variants := []string{Dark}
	if dir != "" {
		variants = append(variants, Light)
	}
	type size struct{ w, h, scale float32 }
	sizes := []size{{800, 600, 1}, {1280, 800, 1}, {640, 400, 2}}
	for _, variant := range variants {
		for _, size := range sizes {
			for _, s := range screens(t, capture) {
				name := fmt.Sprintf("%s-%s-%gx%g@%g", s.name, variant, size.w, size.h, size.scale)
				t.Run(name, func(t *testing.T) {
					var w fyne.Window
					// Some widgets take their colours when they are made.
					test.NewTempApp(t).Settings().SetTheme(NewTheme(ThemeOptions{Variant: variant}))
					s.make(t, func(o fyne.CanvasObject) fyne.Window {
						w = shown(t, o, variant, size.w, size.h)
						if c, ok := w.Canvas().(interface{ SetScale(float32) }); ok {
							c.SetScale(size.scale)
							w.Resize(fyne.NewSize(size.w, size.h))
						}
						return w
					})
					for _, fault := range layoutFaults(w.Canvas().Content()) {
						t.Error(fault)
					}
					if dir != "" {
						save(t, filepath.Join(dir, name+".png"), w.Canvas().Capture())
					}
				})
			}
		}
	}
}

func save(t *testing.T, path string, picture image.Image) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, picture); err != nil {
		t.Fatal(err)
	}
}
