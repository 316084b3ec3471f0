package inorder

import (
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// Items are taken in order, whichever is ready first, and no more are begun than
// there may be; an error ends it, and no goroutine stays.
func TestDo(t *testing.T) {
	before := runtime.NumGoroutine()
	enough := errors.New("enough")
	for _, c := range []struct{ workers, ahead, until int }{{1, 0, 100}, {1, 3, 100}, {4, 3, 100}, {4, 7, 100}, {3, 5, 20},
		{3, 0, 0}} {
		var begun, taken, most atomic.Int64
		next := 0
		err := Do(c.workers, c.ahead, func(yield func(int) bool) {
			for i := 0; i < 100 && yield(i); i++ {
			}
		}, func() func(int) {
			return func(i int) {
				most.Store(max(most.Load(), begun.Add(1)-taken.Load()))
				time.Sleep(time.Duration(i%3) * 100 * time.Microsecond)
			}
		}, func(i int) error {
			if i != next {
				t.Errorf("%+v: %d is taken, want %d", c, i, next)
			}
			if next++; next > c.until {
				return enough
			}
			taken.Add(1)
			return nil
		})
		if (err != nil) != (c.until < 100) || next != min(100, c.until+1) {
			t.Errorf("%+v: %d taken, %v", c, next, err)
		}
		if most.Load() > int64(c.ahead+1) && c.until == 100 {
			t.Errorf("%+v: %d are begun and not taken", c, most.Load())
		}
		for wait := 0; runtime.NumGoroutine() > before; wait++ {
			if wait == 100 {
				t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
			}
			time.Sleep(time.Millisecond)
		}
	}
}
