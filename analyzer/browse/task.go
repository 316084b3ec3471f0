package browse

import (
	"errors"
	"iter"
	"time"
)

var errStopped = errors.New("stopped")

// A task is work in slices: a worker in a browser has one thread, and between two
// slices it can answer what the page asks. The work is a coroutine.
type task struct {
	next    func() (struct{}, bool) // resumes the work; false when it is over
	pause   func(struct{}) bool     // ends a slice, from the work
	until   time.Time               // when the slice is over
	stop    bool
	waiting bool // there is nothing to do until something comes from outside
	done    bool
	err     error
}

// begin prepares a task; step makes it work.
func begin(work func(*task) error) *task {
	t := &task{}
	t.next, _ = iter.Pull(func(yield func(struct{}) bool) {
		t.pause = yield
		t.err = work(t)
	})
	return t
}

// step works for about d. It reports whether the work is over.
func (t *task) step(d time.Duration) bool {
	if !t.done {
		t.until, t.waiting = time.Now().Add(d), false
		_, more := t.next()
		t.done = !more
	}
	return t.done
}

func (t *task) end() {
	t.stop = true
	for !t.step(time.Hour) {
	}
}

// rest ends the slice when its time is over, and reports whether to continue.
func (t *task) rest() bool {
	if time.Until(t.until) < 0 { // which asks one clock, not two as Now does
		t.pause(struct{}{})
	}
	return !t.stop
}

// wait ends the slice at once: the work can continue when something has come.
func (t *task) wait() {
	t.waiting = true
	t.pause(struct{}{})
}
