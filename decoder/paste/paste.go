package paste

import "fragscope/decoder"

// DecodeOptions returns o for a datagram of a paste: the paste may say which way it went, and
// may hold a frame that is known by its payload alone.
func (d *Datagram) DecodeOptions(o decoder.Options) decoder.Options {
	if o.From == decoder.DirectionUnknown && !d.eitherWay {
		switch d.Direction {
		case DirectionSent:
			o.From = decoder.Request
		case DirectionReceived:
			o.From = decoder.Reply
		}
	}
	if o.Link == decoder.LinkAuto {
		o.Link = d.link
	}
	return o
}

// setJudge makes judge of Decode.
func (o *Options) setJudge() {
	if o.Decode != nil && o.judge == nil {
		o.judge = newJudge(*o.Decode)
	}
}

// newJudge returns how well datagrams decode with o, for one goroutine at a time.
func newJudge(o decoder.Options) func(*Datagram) Verdict {
	var d decoder.Decoder
	return func(g *Datagram) Verdict {
		d.Options = g.DecodeOptions(o)
		return verdictOf(d.Decode(g.Data))
	}
}

// verdictOf says how well a message is understood.
func verdictOf(m *decoder.Message) Verdict {
	switch worst, odd := m.Worst(); {
	case m.Protocol() == decoder.Unknown:
		return NotKnown
	case odd && worst > decoder.SeverityNote:
		return KnownProblems
	}
	return KnownWhole
}
