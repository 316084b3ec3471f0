package browse

import (
	"slices"
	"testing"

	"fragscope/decoder"
	"fragscope/samples/captures"
)

// TestDatagrams: datagrams to compare are those of unknown packets that are shown, or of chosen ones; within bounds.
func TestDatagrams(t *testing.T) {
	const name = "scan-with-other-traffic.pcapng"
	data, err := captures.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	c := opened(t, name, data)
	which, in, of := c.Whole().Datagrams(nil, 256, 1<<18)
	if of < 2 || of != c.Summary().Unknown || len(in) != len(which) || len(in) < 2 {
		t.Fatalf("%d of %d, %d in the summary", len(in), of, c.Summary().Unknown)
	}
	for i, n := range which {
		r, ok := c.Whole().Row(n)
		if !ok || r.Protocol != decoder.Unknown || r.Src.Port() != in[i].Src.Port || r.Time != in[i].Time ||
			len(in[i].Data) == 0 {
			t.Errorf("packet %d: %+v, %+v", n+1, r, in[i])
		}
	}
	if got := c.Whole().Unknown(2); !slices.Equal(got, which[:2]) {
		t.Errorf("the first unknown packets are %v", got)
	}
	if few, _, all := c.Whole().Datagrams(nil, 2, 1<<18); !slices.Equal(few, which[:2]) || all != of {
		t.Errorf("the first two are %v of %d", few, all)
	}
	if none, _, _ := c.Whole().Datagrams(nil, 256, 1); len(none) > 1 {
		t.Errorf("%d fit one byte", len(none))
	}
	chosen := []int{which[1], 0, which[0], -1, 1 << 30}
	if got, _, all := c.Whole().Datagrams(chosen, 256, 1<<18); all != 5 || !slices.Contains(got, which[1]) ||
		!slices.IsSorted(got) {
		t.Errorf("of chosen ones %v of %d", got, all)
	}
	if err := c.Filter(`protocol != "unknown"`); err != nil {
		t.Fatal(err)
	}
	finish(t, c)
	if got := c.Shown().Unknown(2); got != nil {
		t.Errorf("%v are unknown", got)
	}
	if _, _, of := c.Shown().Datagrams(nil, 256, 1<<18); of != 0 {
		t.Errorf("%d unknown packets pass a filter that leaves them out", of)
	}
}
