package analyzer

import "slices"

// A deadline is when an exchange is over if nothing comes before. It no longer
// counts when the exchange has had another turn since: it was given an earlier
// deadline, or has ended.
type deadline struct {
	at   int64
	x    *exchange
	turn uint32
}

// deadlines hands out deadlines when their time is over. They lie in slots of
// 2^slotBits ns, as on the rim of a wheel, and a slot is handed out as a whole,
// in the order in which its deadlines were set: that of one server depends on
// its packets alone. A heap would have every exchange climb through the whole
// of it, twice. A deadline that has moved on is only noticed when its turn comes.
type deadlines struct {
	slots [slotCount][]deadline
	slot  int64 // number of the slot that comes next
	next  int   // in it, the deadline that comes next
	n     int   // deadlines, those that no longer count as well
}

const (
	slotBits  = 25  // 34 ms
	slotCount = 256 // 8.6 s: more than anything waits
)

// push adds d at time now. Nothing waits longer than the wheel is round.
func (q *deadlines) push(d deadline, now int64) {
	if q.n == 0 {
		q.slots[q.slot&(slotCount-1)] = q.slots[q.slot&(slotCount-1)][:0]
		q.slot, q.next = now>>slotBits, 0
	}
	q.n++
	s := &q.slots[max(d.at>>slotBits, q.slot)&(slotCount-1)]
	*s = append(*s, d)
}

// due reports whether there may be a deadline whose slot is over.
func (q *deadlines) due(now int64) bool { return q.n > 0 && q.slot < now>>slotBits }

// pop takes out the next deadline whose slot is over at time now; ok is false
// when there is none.
func (q *deadlines) pop(now int64) (d deadline, ok bool) {
	for end := now >> slotBits; q.n > 0 && q.slot < end; {
		s := &q.slots[q.slot&(slotCount-1)]
		if q.next < len(*s) {
			d = (*s)[q.next]
			q.next++
			q.n--
			return d, true
		}
		*s, q.next = (*s)[:0], 0
		q.slot++
	}
	return d, false
}

// sweep takes out what no longer counts.
func (q *deadlines) sweep() {
	s := &q.slots[q.slot&(slotCount-1)]
	*s, q.next, q.n = slices.Delete(*s, 0, q.next), 0, 0
	for i := range q.slots {
		q.slots[i] = slices.DeleteFunc(q.slots[i], func(d deadline) bool { return d.x.turn != d.turn })
		q.n += len(q.slots[i])
	}
}
