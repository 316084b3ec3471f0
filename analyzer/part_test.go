package analyzer

import (
	"cmp"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// inParts analyzes packets in parts that end before the packets at borders.
func inParts(t failer, name string, packets []Packet, borders []int, buckets int, near bool) (*Report, []*Exchange) {
	sum := NewReport()
	var parts [][]byte
	from := 0
	for _, to := range append(slices.Clone(borders), len(packets)) {
		p := NewPart(Options{}, buckets)
		p.Near = near
		for i := range packets[from:to] {
			p.Add(&packets[from+i])
		}
		parts = append(parts, p.Finish(nil))
		from = to
	}
	var all []*Exchange
	for b := range buckets {
		m := NewMatcher(Options{Name: name, Exchanges: func(x []*Exchange) { all = append(all, x...) }}, b, buckets)
		for _, p := range parts {
			at, err := ReadPartHeader(p[:PartHeader(buckets)])
			if err != nil {
				t.Fatalf("%v", err)
			}
			if b == 0 {
				sums, err := DecodeReport(at.Sums.Of(p))
				if err != nil {
					t.Fatalf("%v", err)
				}
				sum.Merge(sums)
			}
			if err := m.Add(at.Now, at.All.Of(p), at.Sections[b].Of(p)); err != nil {
				t.Fatalf("%v", err)
			}
		}
		r, err := DecodeReport(AppendReport(nil, m.Finish()))
		if err != nil {
			t.Fatalf("%v", err)
		}
		sum.Merge(r)
	}
	sum.Files = append(sum.Files, File{Name: name, Packets: sum.Packets})
	sum.Settle()
	return sum, all
}

// Analyzed in parts, a capture gives what a single pass gives, wherever the
// borders are.
func TestPartsAgree(t *testing.T) {
	payloads := payloads(t)
	rapid.Check(t, func(t *rapid.T) {
		packets := drawPackets(t, payloads)
		want, wantExchanges := analyze("a", packets, 1)
		want.Settle()
		borders := rapid.SliceOfN(rapid.IntRange(0, len(packets)), 0, 5).Draw(t, "borders")
		slices.Sort(borders)
		got, gotExchanges := inParts(t, "a", packets, borders, rapid.IntRange(1, 3).Draw(t, "buckets"), rapid.Bool().Draw(t, "near"))
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("in parts before %v:\n%+v\nwant\n%+v", borders, got, want)
		}
		order := func(x, y *Exchange) int {
			return cmp.Or(cmp.Compare(x.Time, y.Time), cmp.Compare(x.packet(), y.packet()), x.Server.Compare(y.Server), x.Client.Compare(y.Client), cmp.Compare(x.Message, y.Message))
		}
		slices.SortStableFunc(wantExchanges, order)
		slices.SortStableFunc(gotExchanges, order)
		if !reflect.DeepEqual(gotExchanges, wantExchanges) {
			t.Fatalf("exchanges differ:\n%v\n%v", gotExchanges, wantExchanges)
		}
	})
}

// A report survives its way through bytes.
func TestReportWire(t *testing.T) {
	payloads := payloads(t)
	rapid.Check(t, func(t *rapid.T) {
		packets := drawPackets(t, payloads)
		one, _ := analyze("a", packets, 1)
		two, err := DecodeReport(AppendReport(nil, one))
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

// Bytes that are no report or no part are an error, however they came about.
func FuzzPartBytes(f *testing.F) {
	all := payloads(f)
	var packets []Packet
	for i, p := range all[:20] {
		packets = append(packets, Packet{Time: int64(i) * 1e8, Number: int64(i + 1), Data: p, Src: hosts[i%5], Dst: hosts[(i+1)%6]})
	}
	for _, near := range []bool{false, true} {
		p := NewPart(Options{}, 2)
		p.Near = near
		for i := range packets {
			p.Add(&packets[i])
		}
		f.Add(p.Finish(nil))
	}
	r, _ := analyze("a", packets, 1)
	f.Add(AppendReport(nil, r))
	f.Fuzz(func(t *testing.T, b []byte) {
		if r, err := DecodeReport(b); err == nil {
			r.Settle()
			if again, err := DecodeReport(AppendReport(nil, r)); err != nil || again.Packets != r.Packets {
				t.Fatal(err)
			}
		}
		at, err := ReadPartHeader(b)
		if err != nil {
			return
		}
		m := NewMatcher(Options{}, 0, len(at.Sections))
		in := func(r Bytes) []byte {
			n := int64(len(b))
			return b[min(n, r.From):min(n, r.To)]
		}
		if m.Add(at.Now, in(at.All), in(at.Sections[0])) == nil {
			m.Finish().Settle()
		}
	})
}
