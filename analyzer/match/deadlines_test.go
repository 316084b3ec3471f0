package match

import (
	"math"
	"testing"

	_ "fragscope/samples/seeded" // the same inputs in each run

	"pgregory.net/rapid"
)

// Every deadline is handed out once, when its slot is over and not before; what
// no longer counts may be swept away at any time.
func TestDeadlines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q deadlines
		now := rapid.OneOf(rapid.Int64Range(0, 1<<60), rapid.Just(int64(1_767_225_600_000_000_000))).Draw(t, "start")
		waiting := map[uint32]int64{}
		for range rapid.IntRange(1, 300).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0, 1, 2:
				at := now + rapid.OneOf(rapid.Int64Range(-2e9, 5e9), rapid.Int64Range(0, 1e8)).Draw(t, "wait")
				var x uint32
				if len(waiting) > 0 && rapid.Bool().Draw(t, "again") {
					for x = range waiting {
						break
					}
				} else {
					x = q.place()
				}
				waiting[x] = max(at, now) // one that is over already waits for the end of this slot
				q.set(x, at, now)
			case 3:
				for x := range waiting {
					q.cancel(x)
					delete(waiting, x)
					break
				}
			case 4:
				q.sweep()
			}
			now += rapid.OneOf(rapid.Int64Range(0, 1e8), rapid.Int64Range(0, 20e9)).Draw(t, "passes")
			due := q.due(now)
			for x, ok := q.pop(now); ok; x, ok = q.pop(now) {
				at, found := waiting[x]
				switch {
				case !due:
					t.Fatal("something is handed out where nothing was due")
				case !found || at>>slotBits >= now>>slotBits:
					t.Fatalf("at %d: a deadline of %d, known %v", now, at, found)
				}
				delete(waiting, x)
			}
			for _, at := range waiting {
				if at>>slotBits < now>>slotBits {
					t.Fatalf("at %d: a deadline of %d still waits", now, at)
				}
			}
		}
		for x, ok := q.pop(math.MaxInt64); ok; x, ok = q.pop(math.MaxInt64) {
			delete(waiting, x)
		}
		if len(waiting) > 0 || q.N != 0 {
			t.Fatalf("%d deadlines were never handed out, %d are left", len(waiting), q.N)
		}
	})
}
