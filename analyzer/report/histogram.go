package report

import (
	"math/bits"
	"slices"
)

// A Histogram counts durations in steps of about 3 %: small enough for
// percentiles, and the sum of two is that of all their values. It takes memory
// only for the steps that occur, since there is one for each server and client.
// The zero value is empty.
type Histogram struct {
	Count    int64
	Sum      int64         // nanoseconds
	Min, Max int64         // nanoseconds; meaningless when Count is 0
	buckets  []bucketCount // in ascending order
	recent   [52]uint16    // buckets of the latest values, pending in buckets
	fresh    uint8         // how many of recent count
}

type bucketCount struct {
	bucket uint16
	count  uint32
}

const (
	// Durations below 2^histogramFloor ns (about 1 µs) share the first buckets.
	histogramFloor   = 10
	histogramSteps   = 32 // buckets for each doubling
	histogramBuckets = (40 - histogramFloor) * histogramSteps
)

func bucket(d int64) int {
	v := uint64(max(d, 0))
	if v < 1<<histogramFloor {
		return 0
	}
	n := bits.Len64(v) - 1 // 2^n <= v
	step := int(v>>(uint(n)-5)) - 32
	return min((n-histogramFloor)*histogramSteps+step, histogramBuckets-1)
}

// bucketValue returns the middle of the durations of bucket i.
func bucketValue(i int) int64 {
	n := uint(i/histogramSteps + histogramFloor)
	step := int64(i % histogramSteps)
	return (32+step)<<(n-5) + 1<<(n-6)
}

// Add counts d, a duration in nanoseconds.
func (h *Histogram) Add(d int64) {
	h.sum(d)
	// The values of one server arrive far apart: finding the bucket of each
	// would fetch its memory each time.
	if int(h.fresh) == len(h.recent) {
		h.flush()
	}
	h.recent[h.fresh] = uint16(bucket(d))
	h.fresh++
}

func (h *Histogram) sum(d int64) {
	if h.Count == 0 || d < h.Min {
		h.Min = d
	}
	if h.Count == 0 || d > h.Max {
		h.Max = d
	}
	h.Count++
	h.Sum += d
}

// flush counts the latest values where they belong, in one pass. A set of bits
// sorts them, which takes a fraction of the time of sorting them.
func (h *Histogram) flush() {
	var set [histogramBuckets / 64]uint64
	var counts [histogramBuckets]uint8
	for _, b := range h.recent[:h.fresh] {
		set[b/64] |= 1 << (b % 64)
		counts[b]++
	}
	at := 0
	for i, w := range set {
		for ; w != 0; w &= w - 1 {
			b := uint16(i*64 + bits.TrailingZeros64(w))
			for at < len(h.buckets) && h.buckets[at].bucket < b {
				at++
			}
			if at == len(h.buckets) || h.buckets[at].bucket != b {
				h.buckets = slices.Insert(h.buckets, at, bucketCount{bucket: b})
			}
			h.buckets[at].count += uint32(counts[b])
		}
	}
	clear(h.recent[:h.fresh])
	h.fresh = 0
}

// HistogramCounts is a Histogram with room for every bucket: for the sums of all
// traffic, of which there are few and in which most buckets occur.
type HistogramCounts struct {
	sums   Histogram // without buckets
	counts [histogramBuckets]uint32
}

// Add counts d, a duration in nanoseconds.
func (c *HistogramCounts) Add(d int64) {
	c.sums.sum(d)
	c.counts[bucket(d)]++
}

// AddTo gives h all that c has counted.
func (c *HistogramCounts) AddTo(h *Histogram) {
	for i, n := range c.counts {
		if n > 0 {
			c.sums.buckets = append(c.sums.buckets, bucketCount{uint16(i), n})
		}
	}
	h.Merge(&c.sums)
}

func (h *Histogram) add(b uint16, n uint32) {
	i, found := slices.BinarySearchFunc(h.buckets, b, func(c bucketCount, b uint16) int { return int(c.bucket) - int(b) })
	if !found {
		h.buckets = slices.Insert(h.buckets, i, bucketCount{bucket: b})
	}
	h.buckets[i].count += n
}

// Merge counts all that o has counted.
func (h *Histogram) Merge(o *Histogram) {
	h.flush()
	o.flush()
	if o.Count == 0 {
		return
	}
	if h.Count == 0 || o.Min < h.Min {
		h.Min = o.Min
	}
	if h.Count == 0 || o.Max > h.Max {
		h.Max = o.Max
	}
	h.Count += o.Count
	h.Sum += o.Sum
	for _, c := range o.buckets {
		h.add(c.bucket, c.count)
	}
}

// Percentile returns the duration in nanoseconds that p percent of the values
// do not exceed, within 3 %; 0 when nothing was counted.
func (h *Histogram) Percentile(p float64) int64 {
	if h.Count == 0 {
		return 0
	}
	h.flush()
	want := int64(p/100*float64(h.Count) + 0.5)
	want = max(1, min(want, h.Count))
	var seen int64
	for _, c := range h.buckets {
		if seen += int64(c.count); seen >= want {
			return max(h.Min, min(h.Max, bucketValue(int(c.bucket))))
		}
	}
	return h.Max
}

// Mean returns the mean duration in nanoseconds, 0 when nothing was counted.
func (h *Histogram) Mean() int64 {
	if h.Count == 0 {
		return 0
	}
	return h.Sum / h.Count
}

// Buckets calls yield with the middle and the count of each bucket that has
// any, in ascending order.
func (h *Histogram) Buckets(yield func(middle, count int64) bool) {
	h.flush()
	for _, c := range h.buckets {
		if !yield(bucketValue(int(c.bucket)), int64(c.count)) {
			return
		}
	}
}
