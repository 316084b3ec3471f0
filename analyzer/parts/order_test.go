package parts

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"testing"

	"fragscope/analyzer/export"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/analyzer/scan"
)

// Exchanges of several captures come by capture, as these are named, and by
// packet, whatever is read at once: the same bytes in each run. So do packets.
func TestOrder(t *testing.T) {
	paths := slices.Collect(maps.Values(captures(t))) // in any order
	place := map[string]int{}
	for i, p := range paths {
		place[p] = i
	}
	var exchanges, packets []byte
	for i, procs := range []int{1, 2, 4, 4} {
		before := runtime.GOMAXPROCS(procs)
		var x, p bytes.Buffer
		last, lastPacket := [2]int64{}, [2]int64{}
		sink := export.JoinSinks([]*export.Sink{sinkOf(t, &x, "exchanges"), sinkOf(t, &p, "packets")})
		o := scan.Options{Parallel: procs}
		take, takeRecord := sink.Into(func(err error) { t.Fatal(err) })
		o.Exchanges = func(file string, list []*report.Exchange) {
			for _, e := range list {
				here := [2]int64{int64(place[file]), e.ID}
				if slices.Compare(here[:], last[:]) <= 0 {
					t.Errorf("%d processors: %s packet %d comes after %v", procs, file, e.ID, last)
				}
				last = here
			}
			take(file, list)
		}
		o.Record = func(file string, r *record.Record) {
			here := [2]int64{int64(place[file]), r.Number}
			if slices.Compare(here[:], lastPacket[:]) <= 0 {
				t.Errorf("%d processors: %s packet %d comes after %v", procs, file, r.Number, lastPacket)
			}
			lastPacket = here
			takeRecord(file, r)
		}
		r, err := scan.Files(context.Background(), paths, o)
		runtime.GOMAXPROCS(before)
		if err == nil {
			err = sink.Finish(r, "")
		}
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			exchanges, packets = x.Bytes(), p.Bytes()
			if int64(bytes.Count(packets, []byte("\n"))) != r.Packets || len(exchanges) == 0 {
				t.Fatalf("%d rows of %d packets", bytes.Count(packets, []byte("\n")), r.Packets)
			}
			continue
		}
		if !bytes.Equal(x.Bytes(), exchanges) {
			t.Errorf("%d processors: other exchanges, or another order", procs)
		}
		if !bytes.Equal(p.Bytes(), packets) {
			t.Errorf("%d processors: other packets, or another order", procs)
		}
	}
}

func sinkOf(t *testing.T, b *bytes.Buffer, table string) *export.Sink {
	t.Helper()
	s, err := export.NewSink(b, "ndjson", table, export.ScreenOptions{})
	if err != nil {
		t.Fatal(fmt.Errorf("%s: %w", table, err))
	}
	return s
}
