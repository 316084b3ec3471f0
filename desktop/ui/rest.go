package ui

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"fyne.io/fyne/v2"
)

// A rest waits for events where Fyne would look for them sixty times a second; what [Do] brings ends it.
type rest struct {
	wait func(time.Duration) // until an event came and was handled, or so long
	wake func()              // ends wait; from any goroutine
	do   func(func())        // fyne.Do

	inLoop atomic.Bool // loop is inside do

	mu      sync.Mutex // of what follows
	pending int        // tasks that did not run yet
	waiting bool
	woken   bool // by a task
}

// A window is idle once no event came for idleAfter; what does not come through Do is seen after restFor.
const (
	idleAfter = time.Second
	restFor   = 500 * time.Millisecond
	between   = 20 * time.Millisecond
)

var resting *rest // nil where Fyne's own loop does

// Rest has the window rest while nothing happens, until ctx is done. Call it before anything calls Do.
func Rest(ctx context.Context, wait func(time.Duration), wake func()) {
	resting = &rest{wait: wait, wake: wake, do: fyne.Do}
	go resting.loop(ctx)
}

// loop rests again and again.
func (r *rest) loop(ctx context.Context) {
	last := time.Now() // when an event came
	for ctx.Err() == nil {
		pause := between
		if left := idleAfter - time.Since(last); left > 0 {
			pause = left
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		came := make(chan bool, 1)
		// Once the screen is closed, do runs at once what it is given, on this
		// goroutine: there are no events to wait for any more.
		r.inLoop.Store(true)
		r.do(func() { came <- !r.inLoop.Load() && r.once() })
		r.inLoop.Store(false)
		select {
		case <-ctx.Done():
			return
		case event := <-came:
			if event {
				last = time.Now()
			}
		}
	}
}

// once waits for an event, and reports whether one came.
func (r *rest) once() (event bool) {
	r.mu.Lock()
	if r.pending > 0 {
		r.mu.Unlock()
		return false
	}
	r.waiting, r.woken = true, false
	r.mu.Unlock()
	began := time.Now()
	r.wait(restFor)
	took := time.Since(began)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.waiting = false
	return !r.woken && took < restFor
}

// post has f run on the goroutine that draws, which does not wait any longer.
func (r *rest) post(f func()) {
	r.mu.Lock()
	r.pending++
	if r.waiting {
		r.woken = true
		r.wake()
	}
	r.mu.Unlock()
	r.do(func() {
		r.mu.Lock()
		r.pending--
		r.mu.Unlock()
		f()
	})
}

// StayAwake ends all rests, for who measures how long frames take.
func StayAwake() {
	if resting != nil {
		resting.post(func() {
			resting.mu.Lock()
			resting.pending++
			resting.mu.Unlock()
		})
	}
}
