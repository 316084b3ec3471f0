package scan

import (
	"fmt"
	"sync"
	"testing"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
)

// Files that are read at once, each with more than is held of it, hand out what
// they have in the order of the files, and none waits for ever.
func TestTurns(t *testing.T) {
	const files, lists = 4, 3*maxHeld/100 + 1
	var order []int64
	var names []string
	opts := &Options{Exchanges: func(file string, x []*report.Exchange) {
		for _, e := range x {
			order = append(order, e.ID)
		}
		names = append(names, file)
	}}
	turns := newTurns(opts, files)
	var group sync.WaitGroup
	for place := range files {
		group.Go(func() {
			defer turns.end(place)
			if place == 2 {
				return // no capture at all
			}
			var o record.Options
			turns.into(&o, File{Path: fmt.Sprint(place), Size: largeFile}, place)
			for i := range int64(lists) {
				list := make([]*report.Exchange, 100)
				for k := range list {
					list[k] = &report.Exchange{ID: int64(place)<<40 + i*100 + int64(k)}
				}
				o.Exchanges(list)
			}
		})
	}
	group.Wait()
	if len(order) != 3*100*lists || names[0] != "0" || names[len(names)-1] != "3" {
		t.Fatalf("%d exchanges, from %s to %s", len(order), names[0], names[len(names)-1])
	}
	for i := range order[1:] {
		if order[i] >= order[i+1] {
			t.Fatalf("%d comes before %d", order[i], order[i+1])
		}
	}
}
