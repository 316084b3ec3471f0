package api

import (
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"fragscope/decoder"
)

// endless is a host whose captures, bodies "endless", have no last packet.
func endless(now func() int64, begun chan<- bool) *API {
	return New(Options{
		Decodes: 4, Turn: 5000, Now: now,
		Files: &Files{
			IsCapture: func(body []byte) bool { return string(body) == "endless" },
			Packets: func(_ *Call, _ []byte, each func(*Packet) error) error {
				begun <- true
				for {
					if err := each(&Packet{Data: []byte("\x78\x00\x00\x00\x00"), Link: decoder.LinkNone}); err != nil {
						return err
					}
				}
			},
		},
	})
}

// decodeRequest is POST /api/decode of a client that hangs up when gone is closed.
func decodeRequest(body string, gone <-chan struct{}) *Request {
	return &Request{Method: "POST", Path: "/api/decode", Body: strings.NewReader(body), Length: int64(len(body)),
		Gone: gone}
}

// until waits for a state that other goroutines reach.
func until(g *Gate, state func() bool) {
	for {
		g.mu.Lock()
		ok := state()
		g.mu.Unlock()
		if ok {
			return
		}
		runtime.Gosched()
	}
}

// Four bodies whose decoding never ends keep their places while no request waits for
// one: when a fifth waits, one of them that has had its turn makes room for it. The
// others end when their clients are gone.
func TestTurns(t *testing.T) {
	var clock atomic.Int64
	begun := make(chan bool, 4)
	a := endless(clock.Load, begun)
	gone := make(chan struct{})
	ended := make(chan error, 4)
	for range 4 {
		go func() {
			w := new(answered)
			err := a.Answer(decodeRequest("endless", gone), w)
			if err == nil && (w.status != 503 || w.header["Retry-After"] == "") && (&Call{r: decodeRequest("", gone)}).
				Over() == nil {
				t.Errorf("one that had its turn: %d %v", w.status, w.header)
			}
			ended <- err // nil, or of an answer that had begun
		}()
	}
	for range 4 {
		<-begun
	}
	clock.Store(5001) // nobody waits
	paste := func(body string, w *answered) chan error {
		done := make(chan error, 1)
		go func() { done <- a.Answer(decodeRequest(body, nil), w) }()
		return done
	}
	w := new(answered)
	if err := <-paste("78 00 00 00 00", w); err != nil || w.status != 200 {
		t.Errorf("the fifth: %d %v", w.status, err)
	}
	if err := <-ended; err != nil && !errors.Is(err, ErrBrokenOff) {
		t.Errorf("one that had its turn: %v", err)
	}
	w = new(answered)
	if err := <-paste("78 00 00 00 00", w); err != nil || w.status != 200 || len(ended) > 0 {
		t.Errorf("beside three: %d %v, %d ended", w.status, err, len(ended))
	}
	close(gone)
	for range 3 {
		<-ended
	}
	if a.decodes.working != 0 || a.decodes.waiting != 0 || a.decodes.ending != 0 || a.taken.Load() != 0 {
		t.Errorf("%d work, %d wait, %d end, %d bytes are taken", a.decodes.working, a.decodes.waiting, a.decodes.ending,
			a.taken.Load())
	}
}

// Those that wait within their turn are not many: the next is told to retry. A
// client that is gone waits no longer.
func TestQueue(t *testing.T) {
	begun := make(chan bool, 4)
	a := endless(func() int64 { return 0 }, begun)
	gone, waiterGone := make(chan struct{}), make(chan struct{})
	ended := make(chan error, 4+a.decodes.Queue)
	start := func(gone chan struct{}) {
		go func() { ended <- a.Answer(decodeRequest("endless", gone), new(answered)) }()
	}
	for range 4 {
		start(gone)
	}
	for range 4 {
		<-begun
	}
	for range a.decodes.Queue {
		start(waiterGone)
	}
	until(a.decodes, func() bool { return a.decodes.waiting == a.decodes.Queue })
	w := new(answered)
	if a.Answer(decodeRequest("78 00 00 00 00", nil), w); w.status != 503 || w.header["Retry-After"] != "5" {
		t.Errorf("one too many: %d %v", w.status, w.header)
	}
	close(waiterGone)
	for range a.decodes.Queue {
		<-ended
	}
	if len(ended) > 0 {
		t.Error("a client that is there was ended")
	}
	close(gone)
	for range 4 {
		<-ended
	}
}

// Reading a paste ends when its client is gone, inside the paste.
func TestGoneInsidePaste(t *testing.T) {
	gone := make(chan struct{})
	read := 0
	a := New(Options{Files: &Files{
		IsCapture: func([]byte) bool { return false },
		Gunzip: func([]byte, int) ([]byte, error) {
			read++
			close(gone) // a second time is a panic
			return []byte(strings.Repeat("00\n\n", 1<<20)), nil
		},
	}})
	w := new(answered)
	a.Answer(decodeRequest("\x1f\x8b\x08", gone), w)
	if read != 1 || w.status == 200 || strings.Contains(w.body.String(), "defect") {
		t.Errorf("read %d times: %d %s", read, w.status, w.body.String())
	}
}

// What a compressed paste unpacks to needs memory too.
func TestUnpackedMemory(t *testing.T) {
	a := New(Options{Memory: 32 << 20, Files: &Files{
		IsCapture: func([]byte) bool { return false },
		Gunzip:    func(c []byte, _ int) ([]byte, error) { return []byte(strings.Repeat("00\n\n", int(c[3])<<10)), nil },
	}})
	for size, want := range map[byte]int{1: 200, 100: 503} {
		w := new(answered)
		a.Answer(decodeRequest("\x1f\x8b\x08"+string(rune(size)), nil), w)
		if w.status != want || a.taken.Load() != 0 {
			t.Errorf("%d kB: %d, %d bytes are still taken", 4*int(size), w.status, a.taken.Load())
		}
	}
}
