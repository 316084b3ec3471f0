//go:build !desktop || endtoend

package shell

import (
	"encoding/json"
	"io"
	"math"
	"slices"
	"time"

	"fragscope/desktop/store"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
)

// A FrameTime says how many milliseconds it took until a change was seen, and how long processors worked for it.
type FrameTime struct {
	What   string  `json:"what"`
	Frames int     `json:"frames"`
	Median float64 `json:"medianMs"`
	P95    float64 `json:"p95Ms"`
	Thread float64 `json:"threadMs"` // of a processor for a frame, in the thread that draws; 0 when unknown
	CPU    float64 `json:"cpuMs"`    // in the whole program
}

// measured is how many frames are looked at of each kind of change.
const measured = 30

// A frameMeter is the layout of the window while frames are measured: a frame
// begins by asking it how small the window may be.
type frameMeter struct{ began func() }

func (m *frameMeter) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	layout.NewStackLayout().Layout(objects, size)
}

func (m *frameMeter) MinSize(objects []fyne.CanvasObject) fyne.Size {
	if f := m.began; f != nil {
		m.began = nil
		f()
	}
	return layout.NewStackLayout().MinSize(objects)
}

// measureFrames measures frames of what the window shows once everything is
// read, and writes what it found into the file that was named. It begins with
// an empty window, which costs what the system takes, and continues with the
// window as it is, drawn again without a change, which adds what the toolkit
// takes for the objects in it; then parts of the window are scrolled, by a page
// a frame so that every row is another. Whoever reads the figures subtracts.
func (s *Shell) measureFrames(path string) {
	for s.busy() {
		select {
		case <-s.ctx.Done():
			return
		case <-time.After(50 * time.Millisecond):
		}
	}
	fyne.DoAndWait(func() { s.inspected() })
	var list []FrameTime
	meter := &frameMeter{}
	root := s.win.Content()
	fyne.DoAndWait(func() { s.win.SetContent(container.New(meter, canvas.NewRectangle(nil))) })
	list = append(list, s.frames(meter, "empty", s.win.Canvas().Content().Refresh))
	fyne.DoAndWait(func() { s.win.SetContent(container.New(meter, root)) })
	still := canvas.NewRectangle(nil)
	fyne.DoAndWait(func() { s.win.SetContent(container.New(meter, root, still)) })
	list = append(list, s.frames(meter, "unchanged", still.Refresh))
	for _, part := range s.inspector().Parts() {
		page := &fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -part.Height)}
		list = append(list, s.frames(meter, part.Name+" by page", func() { part.Scrolled(page) }))
		wheel := &fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -30)}
		list = append(list, s.frames(meter, part.Name+" by wheel", func() { part.Scrolled(wheel) }))
	}
	fyne.DoAndWait(func() { s.win.SetContent(root) })
	err := store.Write(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(list)
	})
	s.post(func() { s.status.error(err) })
}

func (s *Shell) busy() bool {
	busy := true
	fyne.DoAndWait(func() { busy = s.captures.Snapshot().Working || s.servers.poller.Querying() > 0 })
	return busy
}

func (s *Shell) frames(meter *frameMeter, what string, change func()) FrameTime {
	var all []float64
	var thread, cpu, threadBefore, cpuBefore time.Duration
	fyne.DoAndWait(func() { threadBefore, cpuBefore = cpuTime() })
	for range measured {
		took, frame := time.Duration(0), make(chan time.Duration, 1)
		fyne.Do(func() {
			t := time.Now()
			change()
			took = time.Since(t)
			meter.began = func() {
				t := time.Now()
				// It runs when the goroutine that draws is done with the frame.
				fyne.Do(func() { frame <- time.Since(t) })
			}
		})
		select {
		case f := <-frame:
			all = append(all, ms(took+f))
		case <-time.After(time.Second): // there was nothing to scroll any more
		case <-s.ctx.Done():
			return FrameTime{What: what}
		}
		if len(all) == 0 {
			break
		}
	}
	fyne.DoAndWait(func() { thread, cpu = cpuTime() })
	out := FrameTime{What: what, Frames: len(all)}
	if n := time.Duration(len(all)); n > 0 {
		out.Thread, out.CPU = ms((thread-threadBefore)/n), ms((cpu-cpuBefore)/n)
		slices.Sort(all)
		out.Median, out.P95 = all[len(all)/2], all[len(all)*95/100]
	}
	return out
}

// ms returns milliseconds, to a microsecond.
func ms(d time.Duration) float64 { return math.Round(float64(d.Nanoseconds())/1e3) / 1e3 }
