package decoder

import (
	"fragscope/decoder/protocol/a2s"
	"fragscope/decoder/protocol/doom3"
	"fragscope/decoder/protocol/gamespy1"
	"fragscope/decoder/protocol/gamespy2"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/protocol/gamespymaster"
	"fragscope/decoder/protocol/quake2"
	"fragscope/decoder/protocol/quake3"
	"fragscope/decoder/protocol/quakeworld"
	"fragscope/decoder/protocol/raknet"
	"fragscope/decoder/protocol/samp"
	"fragscope/decoder/protocol/ugp"
	"fragscope/decoder/protocol/unreal2"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/wire"
)

// Nearly every datagram of a capture is recognised at first sight, from a few
// bytes that only one protocol has. All rows of the table of protocols would
// return the same.

// sight returns what p is if that is clear at once, with the confidence that
// its protocol's recognise gives, and no protocol otherwise.
func sight(e *wire.Ends, p []byte, opts *wire.Options) (c candidate) {
	if !wire.Quick || e.Careful || len(p) < 5 || opts.From != wire.DirectionUnknown || opts.Stream {
		return c
	}
	switch p[0] {
	case '\\':
		if dir, sure := gamespy1.Sight(p, opts); sure != wire.Unlikely {
			return candidate{&gamespy1.Protocol, dir, sure}
		}
	case 0x00:
		if gamespy3.Sight(p) {
			return candidate{&gamespy3.Protocol, wire.Reply, wire.Certain}
		}
		// Neither a master, which begins with a length, nor a beacon on a LAN.
		if len(p) >= 8 && wire.LE32(p) > unrealmaster.EpicMaxBody && p[6] != 'S' {
			if dir, sure := gamespy2.Recognise(p, opts); sure == wire.Likely {
				return candidate{&gamespy2.Protocol, dir, sure}
			}
		}
	case 0x09:
		if len(p) >= 6 && wire.LE32(p) > unrealmaster.EpicMaxBody {
			if dir, sure := gamespy3.Recognise(p, opts); sure == wire.Likely {
				return candidate{&gamespy3.Protocol, dir, sure}
			}
		}
	case 0xfe:
		if dir, sure := gamespy2.Recognise(p, opts); sure == wire.Certain {
			return candidate{&gamespy2.Protocol, dir, sure}
		}
		if dir, sure := gamespy3.Recognise(p, opts); sure == wire.Certain {
			return candidate{&gamespy3.Protocol, dir, sure}
		}
	case 0xff:
		return marked(p, opts)
	case 'S', 'M', 'V':
		return certain(&samp.Protocol, p, opts)
	case 0x01, 0x02, 0x1c:
		return certain(&raknet.Protocol, p, opts)
	default:
		// A master's message would be as long as the first byte says.
		if p[0] >= 0x77 && p[0] <= 0x80 && p[1]|p[2]|p[3] == 0 && len(p)-4 < int(p[0]) && p[4] <= 4 {
			if dir, sure := unreal2.Recognise(p, opts); sure == wire.Likely {
				return candidate{&unreal2.Protocol, dir, sure}
			}
		}
	}
	return c
}

// certain is sight for a protocol that can begin so. No other is certain of what
// it is certain of.
func certain(row *wire.Protocol, p []byte, opts *wire.Options) (c candidate) {
	if dir, sure := row.Recognise(p, opts); sure == wire.Certain {
		return candidate{row, dir, sure}
	}
	return c
}

// otherMarked are the protocols besides A2S that begin with bytes FF.
var otherMarked = [...]*wire.Protocol{&ugp.Protocol, &quakeworld.Protocol, &doom3.Protocol, &quake3.Protocol, &quake2.Protocol}

// marked is sight for what begins with FF. No other protocol is as sure of it,
// except for a master's list and, in more bytes than a datagram has, an old reply
// of Minecraft.
func marked(p []byte, opts *wire.Options) (c candidate) {
	if opts.SrcPort == gamespymaster.ListPort || len(p) > 0xffff {
		return c
	}
	if dir, sure := a2s.Recognise(p, opts); sure >= wire.Likely {
		return candidate{&a2s.Protocol, dir, sure}
	}
	shared := false
	for _, row := range otherMarked {
		switch dir, sure := row.Recognise(p, opts); {
		case sure == wire.Certain:
			return candidate{row, dir, sure}
		case sure > c.confidence:
			c, shared = candidate{row, dir, sure}, false
		case sure == c.confidence:
			shared = true
		}
	}
	if shared || c.confidence < wire.Likely {
		return candidate{}
	}
	return c
}
