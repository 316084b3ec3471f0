package state

import (
	"runtime"
	"strings"
	"testing"
)

// TestPasteIsBounded reads texts that make the most of what a paste may be.
func TestPasteIsBounded(t *testing.T) {
	if p := ReadPaste(make([]byte, MaxPaste+1), PasteOptions{}); p.Err == nil ||
		!strings.Contains(p.Said(), "at most 32 MB") {
		t.Errorf("too long a text: %q", p.Said())
	}
	size := 8 << 20
	if testing.Short() {
		size = 2 << 20
	}
	for _, unit := range []string{"00\n\n", "00 ", "79 00 00 00 00\n\n", "5c"} {
		p := ReadPaste([]byte(strings.Repeat(unit, size/len(unit))), PasteOptions{})
		if p.List.Len() > maxPasted {
			t.Errorf("%q: %d datagrams", unit, p.List.Len())
		}
		if strings.HasSuffix(unit, "\n\n") && (p.Err != nil || len(p.Notes) == 0 ||
			!strings.Contains(p.Notes[len(p.Notes)-1].Text, "only the first 20000 of")) {
			t.Errorf("%q: it is not said that datagrams are left out: %v, %v", unit, p.Err, p.Notes)
		}
		var heap runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&heap)
		t.Logf("%q: %d datagrams, %d MB on the heap, %.40q", unit, p.List.Len(), heap.HeapAlloc>>20, p.Said())
		if heap.HeapAlloc > 600<<20 {
			t.Errorf("%q: %d MB on the heap", unit, heap.HeapAlloc>>20)
		}
		runtime.KeepAlive(p)
	}
}
