package analyzer

import (
	"runtime"
	"testing"
	"time"

	"fragscope/analyzer/record"
	"fragscope/decoder"
)

// An Analyzer that is abandoned leaves no goroutine behind, however far its
// packets have come; one that is finished may be closed as well.
func TestClose(t *testing.T) {
	all := payloads(t)
	before := runtime.NumGoroutine()
	for n := range 20 {
		a := New(record.Options{Workers: 1 + n%4})
		for i := range n * record.BatchSize / 2 {
			a.Add(&record.Packet{Time: int64(i) * 1e6, Number: int64(i + 1), Link: decoder.LinkNone, Data: all[i%len(all)],
				Src: hosts[i%5], Dst: hosts[(i+1)%6]})
		}
		if n%5 == 4 {
			a.Finish()
		}
		a.Close()
		a.Close()
	}
	for wait := 0; runtime.NumGoroutine() > before; wait++ {
		if wait == 3000 {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), before)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
