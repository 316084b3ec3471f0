package ui

import (
	"bytes"
	"fmt"
	"image"
	"math/rand/v2"
	"net/netip"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// largest is the longest payload of a UDP datagram over IPv4.
const largest = 65507

// large are the longest datagrams there are: one that nobody understands, one of
// thousands of short fields, one of long texts.
func large() map[string][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	unknown := make([]byte, largest)
	for i := range unknown {
		unknown[i] = byte(r.Uint32())
	}
	var pairs, texts bytes.Buffer
	for i := 0; pairs.Len() < largest; i++ {
		fmt.Fprintf(&pairs, `\k%d\%d`, i, i%7)
	}
	texts.Write([]byte{0x80, 0, 0, 0, 1})
	for texts.Len() < largest {
		texts.Write([]byte{5, 'R', 'u', 'l', 'e', 0, 0x40 | 0x24, 1})
		texts.Write(bytes.Repeat([]byte{0x1b, 0xff, 0x40, 0x40, 'x'}, 19))
		texts.Write([]byte{'y', 'z', 'a', 'b', 0})
	}
	return map[string][]byte{"unknown": unknown, "pairs": pairs.Bytes()[:largest], "texts": texts.Bytes()[:largest]}
}

// BenchmarkHex measures a frame of the hex view while a datagram is scrolled
// through: drawn is the work of the widget, captured is that and all of Fyne's
// software painter, and hovered is the mouse moving from field to field.
func BenchmarkHex(b *testing.B) {
	for name, data := range large() {
		x := state.NewInspector()
		h := NewHexView(x)
		w := shown(b, h, Dark, 560, 760)
		x.Open(state.NewList([]state.Datagram{{Data: data}}))
		x.SelectBytes(100, 5000)
		step := func(i int) {
			h.view.SetTop(float64(i*61) - float64(int(float64(i*61)/h.view.Full()))*h.view.Full())
		}
		b.Run(name+"/drawn", func(b *testing.B) {
			for i := range b.N {
				step(i)
				h.paint(560, 760)
			}
		})
		b.Run(name+"/captured", func(b *testing.B) {
			for i := range b.N {
				step(i)
				w.Canvas().Capture()
			}
		})
		b.Run(name+"/hovered", func(b *testing.B) {
			for i := range b.N {
				x.HoverByte(i % largest)
				h.paint(560, 760)
			}
		})
		b.Run(name+"/opened", func(b *testing.B) {
			list := state.NewList([]state.Datagram{{Data: data}})
			for range b.N {
				x.Open(list)
				h.paint(560, 760)
			}
		})
	}
}

// BenchmarkEmpty measures a window with nothing in it: what Fyne's software
// painter takes of the other measures, and a graphics card does not.
func BenchmarkEmpty(b *testing.B) {
	w := shown(b, canvas.NewRaster(func(w, h int) image.Image { return image.NewRGBA(image.Rect(0, 0, w, h)) }), Dark, 560,
		760)
	for range b.N {
		w.Canvas().Capture()
	}
}

// million is a Source of a million packets.
type million struct{ m *decoder.Message }

func (s million) Len() int { return 1_000_000 }

func (s million) Row(i int) (state.Row, bool) {
	return state.Row{
		Number: int64(i) + 1, Time: time.Unix(int64(i), 0), Since: time.Duration(i) * time.Millisecond, Protocol: "unreal2",
		Title: "player list reply", Direction: decoder.Reply, Length: 60 + i%1400, Worst: i%4 - 1, Answers: i - 1,
		After: time.Duration(i%90+1) * time.Millisecond,
		Src:   netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, byte(i >> 8), byte(i)}), uint16(7000+i%999)),
	}, true
}

func (s million) Datagram(int) (state.Datagram, error)  { return state.Datagram{}, nil }
func (s million) Message(int) (*decoder.Message, error) { return s.m, nil }
func (s million) Status(int) *decoder.Status            { return nil }
func (s million) Related(i int) []int                   { return []int{i} }

// BenchmarkList measures a frame of the list of a million packets: scrolled by
// the wheel, by whole pages that have nothing in common, and by the keyboard.
func BenchmarkList(b *testing.B) {
	x := state.NewInspector()
	l := NewPacketList(x).grid
	w := shown(b, l, Dark, 300, 760)
	x.Open(million{decoder.Decode([]byte{0x80, 0, 0, 0, 0}, decoder.Options{})})
	wheel := &fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -30)}
	b.Run("wheel/drawn", func(b *testing.B) {
		for range b.N {
			l.Scrolled(wheel)
		}
	})
	b.Run("page/drawn", func(b *testing.B) {
		for i := range b.N {
			l.view.SetTop(float64(i*7919%1_000_000) * l.view.RowHeight)
			l.draw()
		}
	})
	b.Run("page/captured", func(b *testing.B) {
		for i := range b.N {
			l.view.SetTop(float64(i*7919%1_000_000) * l.view.RowHeight)
			l.draw()
			w.Canvas().Capture()
		}
	})
	b.Run("key/drawn", func(b *testing.B) {
		for range b.N {
			l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
		}
	})
}

// BenchmarkTree measures a frame of the fields of the longest datagrams.
func BenchmarkTree(b *testing.B) {
	for name, data := range large() {
		x := state.NewInspector()
		t := NewFieldTree(x)
		shown(b, t, Dark, 560, 760)
		x.Open(state.NewList([]state.Datagram{{Data: data}}))
		b.Run(name+"/page", func(b *testing.B) {
			for i := range b.N {
				t.view.SetTop(float64(i*7919%x.Tree().Visible()) * t.view.RowHeight)
				t.draw()
			}
		})
		b.Run(name+"/key", func(b *testing.B) {
			for range b.N {
				t.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
			}
		})
	}
}
