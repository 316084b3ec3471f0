package inorder

import (
	"math"
	"slices"
	"testing"

	_ "fragscope/samples/seeded" // the same inputs in each run

	"pgregory.net/rapid"
)

// What is taken comes in order, up to what may still be added, and no more than
// there is room for stays.
func TestQueue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var q Queue[int64]
		var waiting []int64
		for _, place := range rapid.SliceOfDistinct(rapid.Int64Range(0, 1000), rapid.ID).Draw(t, "places") {
			q.Add(place, place)
			waiting = append(waiting, place)
			slices.Sort(waiting)
			if !rapid.Bool().Draw(t, "take") {
				continue
			}
			before, most := rapid.Int64Range(0, 1000).Draw(t, "before"), rapid.IntRange(0, 20).Draw(t, "most")
			n, _ := slices.BinarySearch(waiting, before)
			n = max(n, len(waiting)-most)
			if got := q.Take(nil, before, most); !slices.Equal(got, waiting[:n]) {
				t.Fatalf("%v, want %v", got, waiting[:n])
			}
			waiting = waiting[n:]
		}
		if got := q.Take(nil, math.MaxInt64, 0); !slices.Equal(got, waiting) {
			t.Fatalf("at the end %v, want %v", got, waiting)
		}
	})
}
