package state

import (
	"math"
	"testing"

	_ "fragscope/samples/seeded" // the same inputs in each run

	"pgregory.net/rapid"
)

func TestViewport(t *testing.T) {
	v := Viewport{Count: 1_000_000, RowHeight: 22, Height: 440}
	if first, last := v.Rows(); first != 0 || last != 20 {
		t.Errorf("rows %d to %d", first, last)
	}
	v.SetTop(11)
	if first, last := v.Rows(); first != 0 || last != 21 {
		t.Errorf("rows %d to %d, half a row down", first, last)
	}
	v.Reveal(999_999)
	if first, last := v.Rows(); last != 1_000_000 || first != 999_980 || v.Y(999_999) != 418 {
		t.Errorf("rows %d to %d, the last one at %v", first, last, v.Y(999_999))
	}
	if v.At(419) != 999_999 || v.At(440) != -1 || v.At(-1) != -1 {
		t.Errorf("the last row stands at %d", v.At(419))
	}
	v.Count = 3
	v.Clamp()
	if v.Top() != 0 || v.At(100) != -1 {
		t.Errorf("top %v after most rows went", v.Top())
	}
	if _, length := v.Thumb(); length != 0 {
		t.Error("there is a thumb, and nothing to scroll")
	}
	if (&Viewport{}).SetTop(math.NaN()); v.Page() != 20 {
		t.Errorf("a page has %d rows", v.Page())
	}
}

// TestViewportHolds scrolls at random: the window never leaves the rows, what is
// revealed is in sight, and the thumb leads back to where it was.
func TestViewportHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := Viewport{
			Count: rapid.IntRange(0, 2_000_000).Draw(t, "count"), RowHeight: float64(rapid.IntRange(1, 60).Draw(t, "row")),
			Height: float64(rapid.IntRange(1, 3000).Draw(t, "height")),
		}
		for range 20 {
			switch rapid.IntRange(0, 3).Draw(t, "do") {
			case 0:
				v.ScrollBy(rapid.Float64Range(-1e9, 1e9).Draw(t, "by"))
			case 1:
				i := rapid.IntRange(-2, v.Count+2).Draw(t, "i")
				v.Reveal(i)
				if i >= 0 && i < v.Count && v.RowHeight <= v.Height && (v.Y(i) < -1e-6 || v.Y(i)+v.RowHeight > v.Height+1e-6) {
					t.Fatalf("row %d stands at %v of %v", i, v.Y(i), v.Height)
				}
			case 2:
				v.SetThumb(rapid.Float64Range(-100, 4000).Draw(t, "thumb"))
			case 3:
				at, length := v.Thumb()
				if length > 0 && (at < 0 || at+length > v.Height+1e-6) {
					t.Fatalf("the thumb stands at %v, %v long", at, length)
				}
				top := v.Top()
				if v.SetThumb(at); math.Abs(v.Top()-top) > v.Full()*1e-9+1e-6 {
					t.Fatalf("the thumb moved the window from %v to %v", top, v.Top())
				}
			}
			if v.Top() < 0 || v.Top() > max(0, v.Full()-v.Height) {
				t.Fatalf("top %v of %v", v.Top(), v.Full())
			}
			first, last := v.Rows()
			if first < 0 || last > v.Count || first > last || float64(last-first) > v.Height/v.RowHeight+2 {
				t.Fatalf("rows %d to %d", first, last)
			}
		}
	})
}
