package decoder

// gamespy3Flaw: every text of a data reply ends in a NUL.
func gamespy3Flaw(m *Message) string {
	p := m.payload()
	if m.Info == &gamespy3DataReply && len(p) > 16 && p[len(p)-1] != 0 {
		return "The datagram ends inside a text."
	}
	return ""
}

// gamespy3Doubtful reports arrays of unequal length, or with slots left out
// between two datagrams.
func gamespy3Doubtful(parts []*Message) bool {
	if parts[0].Info != &gamespy3DataReply {
		return false
	}
	for _, l := range []layout{gamespy3Players[:], gamespy3Teams[:]} {
		most, gap := uint64(0), false
		eachArray(parts, l, func(_ *Message, _ int, slots uint64) { most = max(most, slots) })
		eachArray(parts, l, func(_ *Message, _ int, slots uint64) { gap = gap || slots < most })
		if gap || slotsSkipped(parts, l) {
			return true
		}
	}
	return false
}

// slotsSkipped reports whether an array continues in another datagram behind
// the slot where it stopped.
func slotsSkipped(parts []*Message, l layout) bool {
	for k := 1; k < len(parts); k++ {
		a, b := parts[k-1], parts[k]
		i, j := a.last(&l[arrayField]), b.first(&l[arrayField])
		if i < 0 || j < 0 || !a.sameKey(i, b, j) {
			continue
		}
		for n := j; n < b.Next(j); n++ {
			if f := &b.Fields[n]; f.Def == &l[arrayStart] && f.Value > a.slots(i, l) {
				return true
			}
		}
	}
	return false
}
