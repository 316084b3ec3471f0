package decoder

import "fragscope/decoder/wire"

// byFirst holds, for each first byte, the protocols whose messages can begin with
// it. In datagrams those that are doubtful with it are tried only when none of
// the others is likely.
var byFirst = func() (table [256]struct{ all, sure, doubtful []*wire.Protocol }) {
	for _, p := range protocols {
		for c := range table {
			if p.Begins != nil && !p.Begins(byte(c)) {
				continue
			}
			table[c].all = append(table[c].all, p)
			if p.Doubtful != nil && p.Doubtful(byte(c)) {
				table[c].doubtful = append(table[c].doubtful, p)
			} else {
				table[c].sure = append(table[c].sure, p)
			}
		}
	}
	return table
}()

// A candidate is a protocol that a datagram may be of.
type candidate struct {
	protocol   *wire.Protocol
	direction  wire.Direction
	confidence wire.Confidence
}

// candidates collects the protocols with the highest confidence in a datagram: all that
// the decoder knows at most, and some of the caller's own.
type candidates struct {
	n    int
	list [len(protocols) + 8]candidate
}

// search finds the protocols that p may be of.
func (c *candidates) search(p []byte, opts *wire.Options) {
	c.try(opts.Protocols, p, opts)
	first := &byFirst[p[0]]
	if opts.Stream {
		c.try(first.all, p, opts)
		return
	}
	c.try(first.sure, p, opts)
	if c.n == 0 || c.list[0].confidence < wire.Likely {
		c.try(first.doubtful, p, opts)
	}
}

// try adds those of list that are at least as confident as those found so far.
func (c *candidates) try(list []*wire.Protocol, p []byte, opts *wire.Options) {
	for _, q := range list {
		if opts.Stream && q.Datagrams {
			continue
		}
		dir, confidence := q.Recognise(p, opts)
		if confidence == wire.Unlikely || opts.From != wire.DirectionUnknown && dir != wire.DirectionUnknown &&
			dir != opts.From {
			continue
		}
		if c.n > 0 && confidence != c.list[0].confidence {
			if confidence < c.list[0].confidence {
				continue
			}
			c.n = 0
		}
		if c.n < len(c.list) {
			c.list[c.n] = candidate{q, dir, confidence}
			c.n++
		}
	}
}

// detect decodes what is left as the protocol that its bytes support most.
func detect(r *wire.Reader) (*wire.MessageInfo, wire.Confidence) {
	p := r.Rest()
	if len(p) == 0 {
		return &wire.UnknownMessage, wire.Unlikely
	}
	var found candidates
	found.search(p, r.Opts)
	switch found.n {
	case 0:
		r.Unknown()
		return &wire.UnknownMessage, wire.Unlikely
	case 1:
		return decode(r, found.list[0]), found.list[0].confidence
	}
	return decodeBest(r, found.list[:found.n])
}

// decodeBest decodes with each candidate and keeps the one that explains most; the
// ports decide between equals. Where they do not, the message says what else it
// can be.
func decodeBest(r *wire.Reader, c []candidate) (*wire.MessageInfo, wire.Confidence) {
	start := r.Checkpoint()
	best, equal, bestScore := 0, 0, wire.WorstScore
	var info *wire.MessageInfo
	for i := len(c) - 1; i >= 0; i-- { // the first comes last: as a rule it is the best, and need not be read again
		r.Reset(start)
		info = decode(r, c[i])
		s := 2 * r.Score(start)
		if c[i].protocol.KnowsPort(r.Opts.SrcPort) || c[i].protocol.KnowsPort(r.Opts.DstPort) {
			s++
		}
		switch {
		case s > bestScore:
			best, equal, bestScore = i, i, s
		case s == bestScore:
			best = i
		}
	}
	if best > 0 {
		r.Reset(start)
		info = decode(r, c[best])
	}
	if other := c[equal].protocol; other != c[best].protocol && !r.Stopped {
		r.Rival = other
		r.Problem(&wire.ProblemShared, start.Pos, r.End-start.Pos, 0, 0)
	}
	return info, c[best].confidence
}

func decode(r *wire.Reader, c candidate) *wire.MessageInfo {
	r.SetMessage(&wire.UnknownMessage)
	r.Colours, r.UTF8, r.Reply, r.Rival = 0, false, wire.ReplyInfo{}, nil // of the reading before
	c.protocol.Decode(r, c.direction)
	return r.Info
}
