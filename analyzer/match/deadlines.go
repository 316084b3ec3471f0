package match

import "slices"

// A deadline is when the exchange at a place is over if nothing arrives before.
// It no longer counts when there was another turn since: the exchange was given
// another deadline, or has ended.
type deadline struct{ place, turn uint32 }

// deadlines hands out places when their time is over. Deadlines lie in slots of
// 2^slotBits ns, as on the rim of a wheel, and a slot is handed out as a whole,
// in the order in which its deadlines were set: that of one server depends on
// its packets alone. In a heap every exchange would climb through all levels,
// twice. A deadline that no longer counts is only noticed when its turn comes;
// turns are stored together, to avoid fetching each exchange once more.
type deadlines struct {
	slots [slotCount][]deadline
	slot  int64    // number of the slot that comes next
	next  int      // in it, the deadline that comes next
	N     int      // deadlines, those that no longer count as well
	turns []uint32 // of the places
}

const (
	slotBits  = 25      // 34 ms
	slotCount = 256     // 8.6 s: more than anything waits
	mostSlot  = 1 << 12 // deadlines whose memory a slot keeps
)

func (q *deadlines) place() uint32 {
	q.turns = append(q.turns, 0)
	return uint32(len(q.turns) - 1)
}

// set replaces the deadline that place may have. Nothing waits longer than one turn of the wheel.
func (q *deadlines) set(place uint32, at, now int64) {
	if q.N == 0 {
		q.slots[q.slot&(slotCount-1)] = q.slots[q.slot&(slotCount-1)][:0]
		q.slot, q.next = now>>slotBits, 0
	}
	q.N++
	q.turns[place]++
	s := &q.slots[max(at>>slotBits, q.slot)&(slotCount-1)]
	*s = append(*s, deadline{place, q.turns[place]})
}

func (q *deadlines) cancel(place uint32) { q.turns[place]++ }

// due reports whether there may be a deadline whose slot is over.
func (q *deadlines) due(now int64) bool { return q.N > 0 && q.slot < now>>slotBits }

func (q *deadlines) pop(now int64) (place uint32, ok bool) {
	for end := now >> slotBits; q.N > 0 && q.slot < end; {
		s := &q.slots[q.slot&(slotCount-1)]
		for q.next < len(*s) {
			d := &(*s)[q.next]
			q.next++
			q.N--
			if q.counts(d) {
				return d.place, true
			}
		}
		if *s, q.next = (*s)[:0], 0; cap(*s) > mostSlot {
			*s = nil
		}
		q.slot++
	}
	return 0, false
}

func (q *deadlines) counts(d *deadline) bool { return q.turns[d.place] == d.turn }

func (q *deadlines) sweep() {
	s := &q.slots[q.slot&(slotCount-1)]
	*s, q.next, q.N = slices.Delete(*s, 0, q.next), 0, 0
	for i := range q.slots {
		q.slots[i] = slices.DeleteFunc(q.slots[i], func(d deadline) bool { return !q.counts(&d) })
		q.N += len(q.slots[i])
	}
}
