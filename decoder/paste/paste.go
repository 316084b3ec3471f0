// Package paste stands between pasted text and the decoder: package hexdump finds the bytes of datagrams in a text
// without knowing a protocol, and what they decode to decides where the text can be read in two ways.
//
//	opts := hexdump.Options{Judge: paste.Judge(decoder.Options{})}
//	result, err := hexdump.Parse(text, opts)
//	result.Others // such as "as number list: 83 bytes, unknown"
package paste

import (
	"fragscope/decoder"
	"fragscope/decoder/hexdump"
)

// Options returns o for a datagram of a paste: the paste may say which way it went.
func Options(o decoder.Options, d *hexdump.Datagram) decoder.Options {
	if o.From == decoder.DirectionUnknown {
		switch d.Direction {
		case hexdump.DirectionSent:
			o.From = decoder.Request
		case hexdump.DirectionReceived:
			o.From = decoder.Reply
		}
	}
	return o
}

// Judge says how well datagrams decode with o, for one goroutine at a time.
func Judge(o decoder.Options) func(*hexdump.Datagram) hexdump.Verdict {
	var d decoder.Decoder
	return func(g *hexdump.Datagram) hexdump.Verdict {
		d.Options = Options(o, g)
		m := d.Decode(g.Data)
		switch worst, odd := m.Worst(); {
		case m.Protocol() == decoder.Unknown:
			return hexdump.NotKnown
		case odd && worst > decoder.SeverityNote:
			return hexdump.KnownProblems
		}
		return hexdump.KnownWhole
	}
}
