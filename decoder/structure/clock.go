package structure

import "math"

// A clock is a unit and an epoch of timestamps.
type clock struct {
	name  string
	size  int     // bytes
	unit  float64 // per second
	epoch float64 // seconds from 1970 to where it is 0; noEpoch for an unknown one
}

const noEpoch = math.MaxFloat64

const (
	epoch1601 = -11644473600
	epoch1900 = -2208988800
	epoch1904 = -2082844800
	epoch0001 = -62135596800
	epoch1980 = 315964800
	epoch2000 = 946684800
)

// clocks are in the order in which they are tried.
var clocks = []clock{
	{"Unix time, seconds", 4, 1, 0},
	{"Unix time, seconds", 8, 1, 0},
	{"Unix time, milliseconds", 8, 1e3, 0},
	{"Unix time, microseconds", 8, 1e6, 0},
	{"Unix time, nanoseconds", 8, 1e9, 0},
	{"Windows file time", 8, 1e7, epoch1601},
	{"NTP time", 8, 1 << 32, epoch1900},
	{".NET ticks", 8, 1e7, epoch0001},
	{"NTP time, seconds", 4, 1, epoch1900},
	{"seconds since 1904", 4, 1, epoch1904},
	{"seconds since 1980", 4, 1, epoch1980},
	{"seconds since 2000", 4, 1, epoch2000},
	{"seconds of an unknown start", 4, 1, noEpoch},
	{"milliseconds of an unknown start", 4, 1e3, noEpoch},
	{"milliseconds of an unknown start", 8, 1e3, noEpoch},
	{"microseconds of an unknown start", 4, 1e6, noEpoch},
	{"microseconds of an unknown start", 8, 1e6, noEpoch},
	{"nanoseconds of an unknown start", 8, 1e9, noEpoch},
	{"1/65536 seconds of an unknown start", 4, 65536, noEpoch},
	{"1/10 seconds of an unknown start", 4, 10, noEpoch},
	{"1/100 seconds of an unknown start", 4, 100, noEpoch},
	{"1/60 seconds of an unknown start", 4, 60, noEpoch},
	{"milliseconds of an unknown start", 2, 1e3, noEpoch},
}

// jitter is how much later than its timestamp a packet may be captured, in seconds.
const jitter = 0.1

// Times that are taken for a date without a capture that has one.
const (
	year2001 = 1e9
	year2036 = 2082758400
)

// clock tries whether the values are times.
func (s *search) clock(col *column) {
	if col.size < 2 || col.low > 0 {
		return
	}
	timed := s.timed()
	w := 8 * col.size
	mask := ^uint64(0) >> (64 - w)
	n := float64(s.n)
	for k := range clocks {
		c := &clocks[k]
		if c.size != col.size {
			continue
		}
		p := part{typ: Timestamp, rel: relation{kind: clocked, clock: c}}
		if timed {
			tol, span, worst := 1.5+jitter*c.unit, 0.0, 0.0
			for i := range s.ps {
				dt := float64(s.ps[i].time-s.ps[0].time) / 1e9 * c.unit
				dv := float64(signed((col.vals[i]-col.vals[0])&mask, w))
				worst = max(worst, math.Abs(dv-dt))
				span = max(span, math.Abs(dt))
			}
			if worst > tol {
				continue
			}
			cost := n*math.Log2(2*worst+2) + 10
			if c.epoch == noEpoch {
				if span < 6*(worst+1) || col.distinct < 3 {
					continue
				}
				p.evidence = n*math.Log2(span/(2*worst+2)) - 10
				p.rel.off = int64(col.vals[0])
				col.offer(p, cost+float64(w)+s.absorbed(col), float64(8*s.n*col.size))
				continue
			}
			if t := float64(s.ps[0].time) / 1e9; math.Abs(float64(col.vals[0])/c.unit+c.epoch-t) > 2*86400 {
				continue
			}
			p.evidence = float64(w) - math.Log2(4*86400*c.unit) + (n-1)*max(0, math.Log2((span+1)/(2*worst+2))) - 6
			col.offer(p, cost+18, float64(8*s.n*col.size))
			continue
		}
		if c.epoch == noEpoch || c.epoch != 0 && c.size == 4 {
			continue
		}
		ok, falls, deltas := true, 0, 0.0
		least, most := ^uint64(0), uint64(0)
		lo, hi := ^uint64(0), uint64(0)
		for i, v := range col.vals {
			t := float64(v)/c.unit + c.epoch
			ok = ok && t > year2001 && t < year2036
			lo, hi = min(lo, v), max(hi, v)
			if i > 0 {
				if v < col.vals[i-1] {
					falls++
				} else {
					d := v - col.vals[i-1]
					deltas += uintCost(d)
					least, most = min(least, d), max(most, d)
				}
			}
		}
		if !ok || float64(hi-lo)/c.unit > 400*86400 {
			continue
		}
		cost := n * lg(hi-lo)
		if falls == 0 {
			cost = min(cost, deltas, (n-1)*lg(most-least)+14)
		} else if falls > s.n/4 {
			continue
		}
		p.evidence = n*(float64(w)-math.Log2(1.1e9*c.unit)) + (n-1)*math.Log2(1.1e9*c.unit) - cost - 4
		if c.epoch == epoch1900 && col.order == LittleEndian {
			cost += 16 // of the Internet's protocols
		}
		col.offer(p, cost+24+math.Log2(c.unit)+s.absorbed(col), float64(8*s.n*col.size))
	}
}

// timed reports whether all packets have a time, and not all the same.
func (s *search) timed() bool {
	for i := range s.ps {
		if s.ps[i].time == 0 {
			return false
		}
	}
	return s.ps[0].time != s.ps[s.n-1].time
}
