package servers

// At returns the server of an address: the one that the list has by it, or that
// answered from it or is joined at it; nil when there is none.
func (l *List) At(address string) *Server {
	if s := l.Find(address); s != nil {
		return s
	}
	ip, _, port := splitAddress(address)
	if !ip.IsValid() || port == 0 {
		return nil
	}
	for _, s := range l.all {
		if s.Last == nil {
			continue
		}
		at := s.Where()
		from := s.Last.From
		if from.Addr().Unmap() == ip && int(from.Port()) == port || at.Addr() == ip && int(at.Port()) == port {
			return s
		}
	}
	return nil
}

// Counts returns how many servers the list has of each origin, and of all of them together by [FromAnywhere].
func (l *List) Counts() map[Origin]int {
	counts := map[Origin]int{FromAnywhere: len(l.all)}
	for _, s := range l.all {
		for o := Origin(1); o <= FromAnywhere; o <<= 1 {
			if s.From&o != 0 {
				counts[o]++
			}
		}
	}
	return counts
}
