package report

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestHistogramPercentile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Int64Range(0, 1<<39), 1, 200).Draw(t, "values")
		var h, first, second Histogram
		for i, v := range values {
			h.Add(v)
			if i%3 == 0 {
				first.Add(v)
			} else {
				second.Add(v)
			}
		}
		first.Merge(&second)
		slices.Sort(values)
		for _, p := range []float64{0, 1, 50, 90, 99, 100} {
			want := values[max(0, min(len(values)-1, int(p/100*float64(len(values))+0.5)-1))]
			got := h.Percentile(p)
			if slack := want/16 + 2<<histogramFloor; got < want-slack || got > want+slack {
				t.Fatalf("percentile %v is %d, want about %d", p, got, want)
			}
			if merged := first.Percentile(p); merged != got {
				t.Fatalf("percentile %v is %d in the sum of two parts, %d in the whole", p, merged, got)
			}
		}
	})
}

// A histogram has a limited number of buckets, also where bytes name more.
func TestReportBuckets(t *testing.T) {
	r := NewReport()
	r.Protocols["unreal2"] = &Totals{FirstRTT: Histogram{Count: 1, buckets: []bucketCount{{histogramBuckets, 1}}}}
	if _, err := DecodeReport(AppendReport(nil, r)); err == nil {
		t.Error("a bucket past the last one is read")
	}
}
