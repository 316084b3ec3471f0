package analyzer

import (
	"fmt"
	"math"
	"runtime"
	"testing"

	"fragscope/analyzer/record"
	"fragscope/decoder/frame"
)

// heap returns how many bytes are in use.
func heap() int64 {
	// While workers go on, what they throw away between the collection and the
	// reading would count too; it differs each time, and what is kept does not.
	least := int64(math.MaxInt64)
	var m runtime.MemStats
	for range 3 {
		runtime.GC()
		runtime.ReadMemStats(&m)
		least = min(least, int64(m.HeapAlloc))
	}
	return least
}

// Packets of many megabytes take no more memory than a few batches, however
// they are worked off; what follows the datagram in them is counted.
func TestLargePacketsBounded(t *testing.T) {
	const size, packets, limit = 16 << 20, 200, 24 << 20
	link, _ := frame.LinkFromPcap(1)
	data := make([]byte, size)
	large := func(i int) *record.Packet {
		payload := []byte(fmt.Sprintf("\\echo\\%d", i))
		copy(data, inFrame(hosts[0], hosts[2], payload))
		return &record.Packet{Time: int64(i+1) * 1e6, Number: int64(i + 1), Link: link, Data: data}
	}
	before := heap()
	most := int64(0)
	look := func(i int) {
		if i%20 == 19 {
			most = max(most, heap()-before)
		}
	}
	for workers := 1; workers <= 3; workers++ {
		a := New(record.Options{Workers: workers})
		for i := range packets {
			a.Add(large(i))
			look(i)
		}
		if r := a.Finish(); r.Packets != packets || r.Bytes != packets*size || r.Game != packets {
			t.Errorf("%d packets of %d bytes, %d messages", r.Packets, r.Bytes, r.Game)
		}
	}
	for _, near := range []bool{false, true} {
		p := NewPart(record.Options{}, 2)
		p.Near = near
		for i := range packets {
			p.Add(large(i))
			look(i)
		}
		p.Finish(nil)
	}
	if most > limit {
		t.Errorf("%d bytes are in use, want at most %d", most, limit)
	}
}
