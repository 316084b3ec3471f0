package scan

import (
	"context"
	"io"
	"runtime"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
	"fragscope/samples/capgen"
)

// Memory does not grow with the length of a capture, even of one that is made
// to take memory. generate --bytes is for long runs of the same.
func TestLongPipe(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	const memory, size = 16 << 20, 60 << 20
	heap := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := heap()
	in, out := io.Pipe()
	go func() {
		_, err := capgen.Write(out, capgen.Config{Bytes: size, Hostile: 0.5, Seed: 9})
		out.CloseWithError(err)
	}()
	var total int64
	levels := []int64{}
	r, err := Files(context.Background(), []string{"-"}, Options{
		Stdin: in, Analyzer: record.Options{Memory: memory},
		Packet: func(_ string, p *capture.Packet) {
			if total += int64(len(p.Data)); total > int64(len(levels)+1)*size/6 {
				levels = append(levels, heap()-before)
			}
		},
	})
	if err != nil || r.Bytes < size {
		t.Fatalf("%d bytes, %v", r.Bytes, err)
	}
	if n := len(levels); n < 5 || levels[n-1] > levels[1]+levels[1]/4+4<<20 || levels[n-1] > 5*memory {
		t.Errorf("bytes in use over time: %d", levels)
	}
	if r.DroppedServers == 0 || r.DroppedClients == 0 || len(r.Servers) == 0 {
		t.Errorf("%d servers dropped, %d exchanges of clients, %d servers are kept", r.DroppedServers, r.DroppedClients,
			len(r.Servers))
	}
	t.Logf("bytes in use over time: %d", levels)
}
