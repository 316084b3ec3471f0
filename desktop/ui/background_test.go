package ui

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
)

// slow is a Source whose datagrams take as long to be had as a test wants, such
// as those that have to be put together from fragments.
type slow struct {
	state.Source
	wait chan struct{} // a datagram can be had for each value
	from int           // the datagrams from here on are slow
	all  bool          // all datagrams belong together
	read atomic.Int64  // how many of them were read
}

func (s *slow) Message(i int) (*decoder.Message, error) {
	if i >= s.from {
		<-s.wait
		s.read.Add(1)
	}
	return s.Source.Message(i)
}

func (s *slow) Related(i int) []int {
	if !s.all {
		return []int{i}
	}
	list := make([]int, s.Len())
	for i := range list {
		list[i] = i
	}
	return list
}

// impatient has tasks go on beside the test.
func impatient(t testing.TB) {
	before := patience
	patience = 0
	t.Cleanup(func() { patience = before })
}

// set shows s, which is quick for what is shown first.
func set(i *Inspector, s *slow) {
	all := s.all
	s.all = false
	i.SetSource(s)
	s.all = all
}

// requests are n datagrams, of which the last has a problem.
func requests(n int) *state.List {
	list := make([]state.Datagram, n)
	for i := range list {
		list[i].Data = []byte{0x79, 0, 0, 0, byte(i % 3)}
	}
	list[n-1].Data = []byte{0x80, 0, 0, 0, 2, 0, 0, 0, 0, 0x7f, 0x41}
	return state.NewList(list)
}

// TestSlowWorkLeavesTheScreen opens a packet, searches and goes to the next
// problem where that takes long: the call returns at once, what was shown stays
// until the result is there, progress is shown, and Stop ends it.
func TestSlowWorkLeavesTheScreen(t *testing.T) {
	impatient(t)
	for name, c := range map[string]struct {
		start func(i *Inspector)
		done  func(i *Inspector) bool
	}{
		"open": {func(i *Inspector) { i.list.grid.tapped(290, 0) }, func(i *Inspector) bool {
			return i.x.Current() == 290
		}},
		"search": {func(i *Inspector) { i.search.entry.SetText("79 00") }, func(i *Inspector) bool {
			n, _ := i.x.Hits()
			return n == 299
		}},
		"problem": {func(i *Inspector) { i.NextProblem(1) }, func(i *Inspector) bool {
			return i.x.Current() == 299 && strings.HasPrefix(i.x.Said(), "error")
		}},
		"unknown": {(*Inspector).NextUnknown, func(i *Inspector) bool { return i.x.Said() == "there are no unknown bytes" }},
	} {
		t.Run(name, func(t *testing.T) {
			s := &slow{Source: requests(300), wait: make(chan struct{}), from: 1, all: name == "search"}
			i := NewInspector()
			w := shown(t, i, Dark, 1280, 800)
			set(i, s)
			c.start(i) // it does not return when it waits for a datagram
			if c.done(i) || i.x.Current() != 0 || !i.worker.content.Visible() {
				t.Fatalf("at once: current %d, said %q, progress shown %v", i.x.Current(), i.x.Said(), i.worker.content.Visible())
			}
			w.Canvas().Capture()
			close(s.wait)
			until(t, "the result", func() bool { return c.done(i) })
			if i.worker.content.Visible() {
				t.Error("it is done, and the progress is still shown")
			}

			s.wait = make(chan struct{})
			i.search.entry.SetText("")
			i.worker.wait()
			set(i, s)
			s.read.Store(0)
			c.start(i)
			i.worker.stop()
			close(s.wait)
			until(t, "the end after Stop", func() bool { return !i.worker.content.Visible() })
			if n := s.read.Load(); n > 1 {
				t.Errorf("%d datagrams were read after Stop", n)
			}
		})
	}
}

// TestNewerWorkReplacesOlder types while a search is under way.
func TestNewerWorkReplacesOlder(t *testing.T) {
	impatient(t)
	s := &slow{Source: requests(100), wait: make(chan struct{}), from: 1, all: true}
	i := NewInspector()
	shown(t, i, Dark, 1280, 800)
	set(i, s)
	i.search.entry.SetText("zz")
	i.search.entry.SetText("7900000001")
	close(s.wait)
	until(t, "the second search", func() bool { return i.x.Query() == "7900000001" })
	if n, _ := i.x.Hits(); n != 33 {
		t.Errorf("%d matches", n)
	}
}

// TestManyHitsAreCheap draws the bytes of a datagram of 64 kB of zeros in which
// 00 was searched for: thousands of hits make a picture no slower than none.
func TestManyHitsAreCheap(t *testing.T) {
	x := state.NewInspector()
	h := NewHexView(x)
	shown(t, h, Dark, 560, 760)
	x.Open(state.NewList([]state.Datagram{{Data: make([]byte, largest)}}))
	frame := func() time.Duration {
		best := time.Hour
		for range 30 { // some of them undisturbed, also on a machine that is busy
			at := time.Now()
			h.paint(560, 760)
			best = min(best, time.Since(at))
		}
		return best
	}
	before := frame()
	x.Search("00")
	if n, _ := x.Hits(); n < 1000 {
		t.Fatalf("%d matches", n)
	}
	if after := frame(); after > 4*before+2*time.Millisecond {
		t.Errorf("a picture takes %v with the hits and %v without", after, before)
	}
	if h.styles[0]&byteHit == 0 {
		t.Error("the first hit is not marked")
	}
	x.Search("")
	if h.styles[0]&byteHit != 0 {
		t.Error("the hits are still marked after the search")
	}
}

// TestProblemFarAway finds the one problem of a list that is longer than what
// can be looked through at once.
func TestProblemFarAway(t *testing.T) {
	x := state.NewInspector()
	x.Open(requests(30_000))
	x.NextProblem(1)
	if x.Current() != 29_999 {
		t.Errorf("it stands at %d and says %q", x.Current(), x.Said())
	}
}

// TestSearchBesideTheScreen scrolls, selects and goes on while a capture is
// searched: the race detector sees what both of them touch.
func TestSearchBesideTheScreen(t *testing.T) {
	impatient(t)
	path, _ := made(t, 2000)
	v := NewCaptureView()
	w := shown(t, v.Content, Dark, 1280, 800)
	loaded(t, v, path)
	i, steps := v.inspector, 60
	if testing.Short() {
		steps = 9
	}
	for k := range steps {
		switch k % 3 {
		case 0:
			i.NextUnknown()
		case 1:
			i.search.entry.SetText(fmt.Sprint(k))
		default:
			i.NextProblem(1)
		}
		i.list.grid.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -300)})
		i.x.HoverByte(k)
		i.x.SelectByte(k % 5)
		w.Canvas().Capture()
	}
	i.Go(1500)
	until(t, "the packet", func() bool { return i.x.Current() == 1500 })
	want, err := i.x.Source().Datagram(1500)
	if err != nil || !bytes.Equal(i.x.Data(), want.Data) {
		t.Errorf("packet 1501 shows %d bytes, error %v", len(i.x.Data()), err)
	}
	i.worker.wait()
	v.Close()
}

// Progress has room beside the search as soon as it is shown, and gives it back.
func TestProgressHasRoom(t *testing.T) {
	i := NewInspector()
	shown(t, i, Dark, 900, 400)
	idle := i.status.Size().Width
	stop := make(chan struct{})
	i.worker.begin(searching, 0, func(context.Context, func(func())) func() { <-stop; return nil })
	p, need := i.worker.progress, i.worker.progress.MinSize()
	left := fyne.CurrentApp().Driver().AbsolutePositionForObject(p).X
	right := fyne.CurrentApp().Driver().AbsolutePositionForObject(i.search.entry).X
	if p.Size().Width < need.Width-0.5 || p.Size().Height < need.Height-0.5 || left+p.Size().Width > right {
		t.Errorf("the progress bar, %v at %v, needs %v; the search begins at %v", p.Size(), left, need, right)
	}
	close(stop)
	until(t, "the end", func() bool { return !i.worker.content.Visible() })
	if i.status.Size().Width != idle {
		t.Errorf("the line beside it is %v wide, was %v", i.status.Size().Width, idle)
	}
}
