package browse

import (
	"errors"
	"time"
)

// errStopped is why a task ended that was stopped.
var errStopped = errors.New("stopped")

// A task is work that goes on in slices: a worker in a browser has one thread,
// and between two slices it can answer what the page asks.
type task struct {
	resume  chan struct{} // to the work: go on
	paused  chan struct{} // from the work: the slice is over
	ended   chan error    // from the work, once
	until   time.Time     // when the slice is over
	stop    bool
	waiting bool // there is nothing to do until something comes from outside
	done    bool
	err     error
}

// begin prepares a task; step makes it work.
func begin(work func(*task) error) *task {
	t := &task{resume: make(chan struct{}), paused: make(chan struct{}), ended: make(chan error, 1)}
	go func() {
		<-t.resume
		t.ended <- work(t)
	}()
	return t
}

// step works for about d. It reports whether the work is over.
func (t *task) step(d time.Duration) bool {
	if t.done {
		return true
	}
	t.until, t.waiting = time.Now().Add(d), false
	t.resume <- struct{}{}
	select {
	case <-t.paused:
	case t.err = <-t.ended:
		t.done = true
	}
	return t.done
}

// end stops the work and waits for it.
func (t *task) end() {
	t.stop = true
	for !t.step(time.Hour) {
	}
}

// rest is called by the work now and then. It hands over when the slice is
// over, and reports whether to go on.
func (t *task) rest() bool {
	if time.Until(t.until) < 0 { // which asks one clock, not two as Now does
		t.paused <- struct{}{}
		<-t.resume
	}
	return !t.stop
}

// wait hands over at once: the work can go on when something has come.
func (t *task) wait() {
	t.waiting = true
	t.paused <- struct{}{}
	<-t.resume
}
