package ui

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestRest: while nothing happens, the goroutine that draws is woken twice a
// second and not sixty times; an event or a task ends the rest at once.
func TestRest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tasks := make(chan func(), 100)
		events, woken := make(chan bool, 1), make(chan bool, 1)
		var rests atomic.Int32 // on two goroutines
		r := &rest{do: func(f func()) { tasks <- f }}
		r.wait = func(d time.Duration) {
			rests.Add(1)
			select {
			case <-events:
			case <-woken:
			case <-time.After(d):
			}
		}
		r.wake = func() { woken <- true }
		ctx, cancel := context.WithCancel(t.Context())
		go r.loop(ctx)
		go func() { // the loop that draws
			for {
				select {
				case f := <-tasks:
					f()
				case <-ctx.Done():
					return
				}
			}
		}()
		time.Sleep(idleAfter + 10*time.Second + time.Millisecond)
		if n := rests.Load(); n < 18 || n > 21 {
			t.Errorf("%d rests in 10 s", n)
		}
		for range 3 {
			time.Sleep(130 * time.Millisecond)
			began, ran := time.Now(), make(chan time.Duration, 1)
			r.post(func() { ran <- time.Since(began) })
			if late := <-ran; late > 0 {
				t.Errorf("a task ran after %v", late)
			}
		}
		before := rests.Load()
		time.Sleep(time.Second)
		if rests.Load() < before+2 {
			t.Error("a task keeps the window from resting")
		}
		events <- true
		synctest.Wait()
		before = rests.Load()
		time.Sleep(idleAfter - time.Millisecond)
		if n := rests.Load(); n > before {
			t.Errorf("%d rests right after an event", n-before)
		}
		cancel()
	})
}

// TestRestEnds: a screen that is closed runs at once what it is given, on whatever
// goroutine, and there is nothing to wait for: its library panics then.
func TestRestEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rest{do: func(f func()) { f() }, wait: func(time.Duration) { t.Error("waits for events of a closed screen") }}
		ctx, cancel := context.WithCancel(t.Context())
		go r.loop(ctx)
		time.Sleep(2 * idleAfter)
		cancel()
	})
}
