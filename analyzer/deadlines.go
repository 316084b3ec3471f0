package analyzer

// waitingExchange is an exchange with the time at which it is over if nothing
// comes before; the packet decides between equals.
type waitingExchange struct {
	deadline, packet int64
	x                *exchange
}

func (w *waitingExchange) before(o *waitingExchange) bool {
	return w.deadline < o.deadline || w.deadline == o.deadline && w.packet < o.packet
}

// deadlines is a heap with the first deadline in front. A deadline that has
// moved on is only noticed when its turn comes, which costs less than to keep
// the heap true to every packet. container/heap would do the same through an
// interface, at twice the cost, for every exchange.
type deadlines []waitingExchange

func (h *deadlines) push(w waitingExchange) {
	s := append(*h, w)
	i := len(s) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !w.before(&s[up]) {
			break
		}
		s[i] = s[up]
		i = up
	}
	s[i] = w
	*h = s
}

func (h *deadlines) pop() waitingExchange {
	s := *h
	first, last := s[0], s[len(s)-1]
	s[len(s)-1] = waitingExchange{}
	s = s[:len(s)-1]
	for i := 0; len(s) > 0; {
		down := 2*i + 1
		if down >= len(s) {
			s[i] = last
			break
		}
		if down+1 < len(s) && s[down+1].before(&s[down]) {
			down++
		}
		if !s[down].before(&last) {
			s[i] = last
			break
		}
		s[i] = s[down]
		i = down
	}
	*h = s
	return first
}
