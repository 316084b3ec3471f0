package ui

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	gocmp "github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the goldens anew")

// goldenText compares a text with a golden.
func goldenText(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		write(t, path, []byte(got))
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// goldenImage compares a picture with a golden, pixel for pixel. What differs is
// left in a file beside the temporary ones, to be looked at.
func goldenImage(t *testing.T, name string, got image.Image) {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, got); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	if *update {
		write(t, path, b.Bytes())
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%s: it is %v, want %v", name, got.Bounds(), want.Bounds())
	}
	differ := 0
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			if !near(got, want, x, y) {
				differ++
			}
		}
	}
	if differ > 0 {
		left := filepath.Join(os.TempDir(), "fragscope-"+name)
		write(t, left, b.Bytes())
		t.Errorf("%s: %d pixels differ; what was drawn is in %s", name, differ, left)
	}
}

// near allows for what processors round differently.
func near(a, b image.Image, x, y int) bool {
	r, g, bl, _ := a.At(x, y).RGBA()
	r2, g2, bl2, _ := b.At(x, y).RGBA()
	d := func(p, q uint32) uint32 { return max(p, q) - min(p, q) }
	return d(r, r2) <= 0x200 && d(g, g2) <= 0x200 && d(bl, bl2) <= 0x200
}

func write(t *testing.T, path string, b []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestHexPictures draws bytes with all that can be about them: fields of every
// hue, a selection, the mouse over a field, its group, a problem, what a search
// found, and where the keyboard is.
func TestHexPictures(t *testing.T) {
	for _, variant := range []string{Dark, Light} {
		for _, c := range []struct {
			name, sample string
			width        float32
			scale        int
			do           func(x *state.Inspector, h *HexView)
		}{
			{"frame", "frame-cut", 560, 1, func(x *state.Inspector, h *HexView) {
				x.SelectRow(x.Tree().RowOf(x.Message().Find("frame.ipv4.source", 0)))
				x.HoverByte(70)
				x.Search("0A")
				h.FocusGained()
			}},
			{"unknown", "unknown", 330, 2, func(x *state.Inspector, _ *HexView) { x.SelectBytes(3, 6) }},
		} {
			x := state.NewInspector()
			h := NewHexView(x)
			w := shown(t, h, variant, c.width, 150)
			text := "DE AD BE EF 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 7F 80 FF"
			if c.sample != "unknown" {
				text = sample(t, c.sample)
			}
			x.Open(state.ReadPaste([]byte(text), state.PasteOptions{}).List)
			c.do(x, h)
			w.Canvas().Capture()
			goldenImage(t, "hex-"+c.name+"-"+variant+".png", h.paint(int(c.width)*c.scale, 150*c.scale))
		}
	}
}

// The columns of bytes are numbered above them, in the base of the offsets; there
// is no byte at that place.
func TestHexHead(t *testing.T) {
	x := state.NewInspector()
	h := NewHexView(x)
	w := shown(t, h, Light, 560, 150)
	x.Open(state.ReadPaste([]byte(sample(t, "ut2004-info-reply")), state.PasteOptions{}).List)
	w.Canvas().Capture()
	first, ok := h.Offset(0)
	if !ok || h.byteAt(first) != 0 || h.byteAt(fyne.NewPos(first.X, first.Y-h.headHeight())) != -1 {
		t.Errorf("the first byte is at %v", first)
	}
	if h.head.Size().Height != h.headHeight() || h.raster.Position().Y != h.headHeight() ||
		h.bar.Position().Y != h.headHeight() {
		t.Errorf("the head is %v high, the bytes begin at %v", h.head.Size(), h.raster.Position())
	}
	picture := func() []byte { return bytes.Clone(h.paintHead(560, int(h.headHeight())).(*bitmap).Pix) }
	hexadecimal := picture()
	state.ShowDecimal(true)
	defer state.ShowDecimal(false)
	if bytes.Equal(hexadecimal, picture()) {
		t.Error("the columns have the same numbers in base 10")
	}
}

// words lists the texts that o shows, from the top: Fyne's markup knows the
// picture that a row of them is, not what it says.
func words(o fyne.CanvasObject) string {
	f := finder{}
	f.walk(o, fyne.Position{}, fyne.Position{}, o.Size(), true)
	slices.SortStableFunc(f.texts, func(a, b textPlace) int { return cmp.Or(int(a.y-b.y), int(a.x-b.x)) })
	var b strings.Builder
	for _, p := range f.texts {
		fmt.Fprintf(&b, "%.0f,%.0f %s\n", p.x, p.y, p.text)
	}
	return b.String()
}

// TestMarkup holds what the lists put where.
func TestMarkup(t *testing.T) {
	const known = state.TopicCurrent | state.TopicRows
	parts := map[string]func(x *state.Inspector) fyne.CanvasObject{
		"tree":     func(x *state.Inspector) fyne.CanvasObject { return NewFieldTree(x) },
		"list":     func(x *state.Inspector) fyne.CanvasObject { return NewPacketList(x).grid },
		"summary":  func(x *state.Inspector) fyne.CanvasObject { return newLineView(x, "", known, summaryLines) },
		"problems": func(x *state.Inspector) fyne.CanvasObject { return newLineView(x, "", known, problemsLines) },
		"detail": func(x *state.Inspector) fyne.CanvasObject {
			return newLineView(x, "", known|state.TopicSelect, detailLines)
		},
	}
	for name, make := range parts {
		x := state.NewInspector()
		o := make(x)
		w := shown(t, o, Light, 480, 260)
		x.Open(state.ReadPaste([]byte(sample(t, "ut3-bots-two-datagrams")), state.PasteOptions{}).List)
		x.NextProblem(1)
		goldenText(t, name+".xml", test.RenderToMarkup(w.Canvas())+"\n"+words(w.Canvas().Content()))
	}
}
