package analyzer

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder/wire"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/s2"
	"pgregory.net/rapid"
)

// inParts analyzes packets in parts that end before the packets at borders.
func inParts(t failer, name string, packets []record.Packet, borders []int, buckets int, near bool) (*report.Report,
	[]*report.Exchange) {
	sum := report.NewReport()
	var parts [][]byte
	from := 0
	for _, to := range append(slices.Clone(borders), len(packets)) {
		p := NewPart(record.Options{}, buckets)
		p.Near = near
		for i := range packets[from:to] {
			p.Add(&packets[from+i])
		}
		parts = append(parts, p.Finish(nil))
		from = to
	}
	var all []*report.Exchange
	for b := range buckets {
		m := NewMatcher(record.Options{Name: name, Exchanges: func(x []*report.Exchange) { all = append(all, x...) }}, b,
			buckets)
		for _, p := range parts {
			at, err := ReadPartHeader(p[:PartHeader(buckets)])
			if err != nil {
				t.Fatalf("%v", err)
			}
			if b == 0 {
				sums, err := report.DecodeReport(at.Sums.Of(p))
				if err != nil {
					t.Fatalf("%v", err)
				}
				sum.Merge(sums)
			}
			if err := m.Add(at.Now, at.All.Of(p), at.Sections[b].Of(p)); err != nil {
				t.Fatalf("%v", err)
			}
		}
		r, err := report.DecodeReport(report.AppendReport(nil, m.Finish()))
		if err != nil {
			t.Fatalf("%v", err)
		}
		sum.Merge(r)
	}
	sum.Files = append(sum.Files, report.File{Name: name, Packets: sum.Packets})
	sum.Settle()
	return sum, all
}

// Analyzed in parts, a capture gives what a single pass gives, wherever the
// borders are.
func TestPartsAgree(t *testing.T) {
	payloads := payloads(t)
	rapid.Check(t, func(t *rapid.T) {
		packets := drawPackets(t, payloads)
		want, exchanges := analyze("a", packets, 1)
		want.Settle()
		borders := rapid.SliceOfN(rapid.IntRange(0, len(packets)), 0, 5).Draw(t, "borders")
		slices.Sort(borders)
		checkParts(t, packets, borders, rapid.IntRange(1, 3).Draw(t, "buckets"), rapid.Bool().Draw(t, "near"), want,
			exchanges)
	})
}

// checkParts holds packets that are analyzed in parts to what a single pass gave.
func checkParts(t failer, packets []record.Packet, borders []int, buckets int, near bool, want *report.Report,
	wantExchanges []*report.Exchange) {
	got, gotExchanges := inParts(t, want.Files[0].Name, packets, borders, buckets, near)
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("in parts before %v, %d buckets, near %v:\n%s", borders, buckets, near, difference(want, got))
	}
	order := func(x, y *report.Exchange) int {
		return cmp.Or(cmp.Compare(x.Time, y.Time), cmp.Compare(x.Packet(), y.Packet()), x.Server.Compare(y.Server),
			x.Client.Compare(y.Client), cmp.Compare(x.Message, y.Message), slices.Compare(x.Replies, y.Replies))
	}
	wantExchanges = slices.SortedStableFunc(slices.Values(wantExchanges), order)
	slices.SortStableFunc(gotExchanges, order)
	if !reflect.DeepEqual(gotExchanges, wantExchanges) {
		t.Fatalf("exchanges in parts before %v, %d buckets, near %v:\n%s", borders, buckets, near,
			difference(wantExchanges, gotExchanges))
	}
}

func difference(want, got any) string {
	return gocmp.Diff(want, got, gocmp.Exporter(func(reflect.Type) bool { return true }))
}

// A report survives its way through bytes.
func TestReportWire(t *testing.T) {
	payloads := payloads(t)
	rapid.Check(t, func(t *rapid.T) {
		packets := drawPackets(t, payloads)
		one, _ := analyze("a", packets, 1)
		two, err := report.DecodeReport(report.AppendReport(nil, one))
		if err != nil {
			t.Fatal(err)
		}
		one.Settle()
		two.Settle()
		if !reflect.DeepEqual(one, two) {
			t.Fatalf("%+v\nwant\n%+v", two, one)
		}
	})
}

// A block of a section that unpacks out of all proportion is damage; a part
// whose packets are all alike makes none.
func TestPartUnpacks(t *testing.T) {
	ticks := bytes.Repeat([]byte{byte(entryTick), 0, 0}, 1<<20)
	packed := s2.Encode(nil, ticks)
	short := append(binary.AppendUvarint(nil, uint64(len(packed))), packed...)
	cut := binary.AppendUvarint(nil, maxBlock) // and nothing of it
	long := append(binary.AppendUvarint(nil, uint64(len(cut))), cut...)
	for _, b := range [][]byte{short, long} {
		before := allocated()
		err := NewMatcher(record.Options{}, 0, 1).Add(0, b, nil)
		if n := allocated() - before; err == nil || n > 1<<20 {
			t.Errorf("%d bytes of a section make %d, %v", len(b), n, err)
		}
	}

	frame := fragmentOf(t, make([]byte, 40_000))
	p := NewPart(record.Options{}, 1)
	for i := range 100 {
		p.Add(&record.Packet{Time: 2 * copyTime * int64(i), Number: int64(i + 1), Link: wire.LinkRawIP, Data: frame})
	}
	b := p.Finish(nil)
	at, err := ReadPartHeader(b)
	if err != nil {
		t.Fatal(err)
	}
	m := NewMatcher(record.Options{}, 0, 1)
	if err := m.Add(at.Now, at.All.Of(b), at.Sections[0].Of(b)); err != nil {
		t.Fatal(err)
	}
	if n := m.Finish().Fragments.Packets; n != 100 || len(b) > 4_000_000/10 {
		t.Errorf("%d fragments of 100 in %d bytes", n, len(b))
	}
}

// fragmentOf returns the first fragment of an IP packet with payload.
func fragmentOf(t *testing.T, payload []byte) []byte {
	h := capture.Header{Link: capture.LinkRaw, Src: hosts[0], Dst: hosts[1], ID: 3}
	fragments, err := h.Fragments(payload, len(payload)-1000)
	if err != nil {
		t.Fatal(err)
	}
	return fragments[0]
}

// allocated returns the number of bytes that were allocated so far.
func allocated() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
}

// Bytes that are no report or no part are an error, however they came about.
func FuzzPartBytes(f *testing.F) {
	all := payloads(f)
	var packets []record.Packet
	for i, p := range all[:20] {
		packets = append(packets, record.Packet{Time: int64(i) * 1e8, Number: int64(i + 1), Data: p, Src: hosts[i%5],
			Dst: hosts[(i+1)%6]})
	}
	for _, near := range []bool{false, true} {
		p := NewPart(record.Options{}, 2)
		p.Near = near
		for i := range packets {
			p.Add(&packets[i])
		}
		f.Add(p.Finish(nil))
	}
	r, _ := analyze("a", packets, 1)
	f.Add(report.AppendReport(nil, r))
	f.Fuzz(func(t *testing.T, b []byte) {
		before := allocated()
		defer func() { // a byte may unpack to 24, each of which may be read as part of a reply
			if n := allocated() - before; n > int64(1<<20+24*400*len(b)) {
				t.Errorf("%d bytes make it allocate %d", len(b), n)
			}
		}()
		if r, err := report.DecodeReport(b); err == nil {
			r.Settle()
			if again, err := report.DecodeReport(report.AppendReport(nil, r)); err != nil || again.Packets != r.Packets {
				t.Fatal(err)
			}
		}
		at, err := ReadPartHeader(b)
		if err != nil {
			return
		}
		m := NewMatcher(record.Options{}, 0, len(at.Sections))
		in := func(r Bytes) []byte {
			n := int64(len(b))
			return b[min(n, r.From):min(n, r.To)]
		}
		if m.Add(at.Now, in(at.All), in(at.Sections[0])) == nil {
			m.Finish().Settle()
		}
	})
}
