package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"golang.org/x/image/font"
)

// TestSigns: signs come from fonts that come along and are as wide as they are
// drawn, whatever fonts the machine has; those of groups fit where they are put.
func TestSigns(t *testing.T) {
	shown(t, NewButton("", nil), Dark, 100, 50).Canvas().Capture()
	for _, f := range []*typeface{textFont(false), textFont(true), smallFont(), monoFont()} {
		a := atlasOf(f.style, float64(f.size), font.HintingNone)
		for _, r := range Star + StarEmpty + "▾▸↑↓→←×■·…" + Bell + BellEmpty {
			face := a.face(r)
			if face < 0 {
				t.Errorf("%c is in no font", r)
				continue
			}
			if advance, _ := a.faces[face].GlyphAdvance(r); face > 0 && f.width(string(r)) != float32(advance)/64 {
				t.Errorf("%c is taken for %.1f wide, drawn %.1f", r, f.width(string(r)), float32(advance)/64)
			}
		}
	}
	for _, s := range []string{"▾", "▸"} {
		q := piece{text: s, width: arrowWidth, face: textFont(false)}
		if q.lay(fyne.NewSize(300, 22)); q.text != s {
			t.Errorf("%s of a group is shown as %q", s, q.text)
		}
	}
	// The bell of what is watched is full, the other one an outline of it.
	covered := func(sign string) (n int) {
		for _, m := range atlasOf(fyne.TextStyle{}, 26, font.HintingNone).glyph([]rune(sign)[0], 1).mask {
			n += int(m)
		}
		return n / 255
	}
	if full, empty := covered(Bell), covered(BellEmpty); empty < 50 || 2*full < 3*empty || full > 26*26 {
		t.Errorf("a full bell covers %d pixels, an empty one %d", full, empty)
	}
	q := piece{text: "wide", width: 3, face: textFont(false)}
	if q.lay(fyne.NewSize(300, 22)); q.text != "" {
		t.Errorf("3 units of room show %q", q.text)
	}
}

// TestReturnPresses: Return presses a button that has the keyboard, as the space bar
// does.
func TestReturnPresses(t *testing.T) {
	pressed := 0
	b := NewButton("Query", func() { pressed++ })
	w := shown(t, b, Light, 100, 50)
	w.Canvas().Focus(b)
	for _, k := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace, fyne.KeyDown} {
		b.TypedKey(&fyne.KeyEvent{Name: k})
	}
	if b.Disable(); pressed != 3 {
		t.Errorf("it was pressed %d times", pressed)
	}
	if b.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}); pressed != 3 {
		t.Error("a button that is disabled was pressed")
	}
}
