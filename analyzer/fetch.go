package analyzer

// fetch looks at what the records of b, and the exchanges that end meanwhile,
// will need. An exchange, its server and its client were last in use some
// hundred exchanges ago, so the processor has to get them from far; here it
// gets many at a time, since nothing that is done depends on them, where the
// work itself would wait for one after the other.
func (s *shard) fetch(b *batch, i, n int) {
	var sum int64
	places := s.flows.places
	for j := range b.records {
		r := &b.records[j]
		if r.class != classMessage || r.place(n) != i || len(places) == 0 {
			continue
		}
		if c := places[r.flow&uint32(len(places)-1)]; c != nil && c.open != nil {
			sum += c.open.fetch()
		}
	}
	q := &s.waiting
	for slot := q.slot; slot < min(b.now>>slotBits, q.slot+slotCount); slot++ {
		for _, d := range q.slots[slot&(slotCount-1)] {
			if x := d.x; x.turn == d.turn && x.conversation != nil {
				sum += x.fetch()
				if sv := x.sv; sv != nil {
					sum += sv.fetch()
				}
				key := endpoint{ip: x.client.ip}
				if c := s.tally.clients.find(key.hash(), &key); c != nil {
					sum += c.First + c.BytesIn + int64(c.RTT.fresh)
				}
			}
		}
	}
	s.fetched = sum // so that it is not left out
}

func (x *exchange) fetch() int64 { return x.time + x.bytesOut + int64(x.set) + int64(x.turn) }

func (sv *server) fetch() int64 {
	sum := sv.seen + sv.First + sv.BytesIn + int64(sv.RTT.fresh)
	if len(sv.contents) > 0 {
		sum += int64(sv.contents[0].hash)
	}
	return sum
}
