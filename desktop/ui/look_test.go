package ui

import (
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fragscope/samples"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestLook draws the screens to PNG files in the folder that FRAGSCOPE_LOOK
// names, for people to look at.
func TestLook(t *testing.T) {
	dir := os.Getenv("FRAGSCOPE_LOOK")
	for _, variant := range []string{Dark, Light} {
		for _, size := range []struct {
			w, h  float32
			scale float32
		}{{1280, 800, 1}, {800, 600, 1}, {800, 600, 2}} {
			app := test.NewTempApp(t)
			app.Settings().SetTheme(NewTheme(ThemeOptions{Variant: variant}))
			for _, name := range []string{"ut2004-rules-players-reply", "killingfloor-info-reply", "ut3-bots-two-datagrams"} {
				s, ok := samples.Get(name)
				if !ok {
					t.Fatal(name)
				}
				v := NewPasteView()
				w := test.NewTempWindow(t, v)
				if c, ok := w.Canvas().(interface{ SetScale(float32) }); ok {
					c.SetScale(size.scale)
				}
				w.SetPadded(false)
				w.Resize(fyne.NewSize(size.w, size.h))
				v.SetText(s.Text)
				v.Inspector().Select(0, 4)
				picture := w.Canvas().Capture()
				if dir == "" { // drawing it without a fault is all then
					continue
				}
				f, err := os.Create(filepath.Join(dir, fmt.Sprintf("%s-%s-%gx%g@%g.png", name, variant, size.w, size.h, size.scale)))
				if err != nil {
					t.Fatal(err)
				}
				if err := png.Encode(f, picture); err != nil {
					t.Fatal(err)
				}
				f.Close()
			}
		}
	}
}
