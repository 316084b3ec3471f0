package decoder

import (
	"fragscope/decoder/exchange"
	"fragscope/decoder/protocol/a2s"
	"fragscope/decoder/protocol/ase"
	"fragscope/decoder/protocol/doom3"
	"fragscope/decoder/protocol/gamespy1"
	"fragscope/decoder/protocol/gamespy2"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/protocol/gamespymaster"
	"fragscope/decoder/protocol/heartbeat"
	"fragscope/decoder/protocol/minecraft"
	"fragscope/decoder/protocol/mumble"
	"fragscope/decoder/protocol/quake2"
	"fragscope/decoder/protocol/quake3"
	"fragscope/decoder/protocol/quakeworld"
	"fragscope/decoder/protocol/raknet"
	"fragscope/decoder/protocol/samp"
	"fragscope/decoder/protocol/serverlist"
	"fragscope/decoder/protocol/teamspeak"
	"fragscope/decoder/protocol/torque"
	"fragscope/decoder/protocol/tribes"
	"fragscope/decoder/protocol/ugp"
	"fragscope/decoder/protocol/unreal2"
	"fragscope/decoder/protocol/unreallan"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// protocols lists every protocol, the more specific before the more general:
// of two that explain a datagram equally well, the first is taken.
var protocols = [...]*wire.Protocol{
	&unreal2.Protocol,
	&ugp.Protocol,
	&quake3.Protocol,
	&a2s.Protocol,
	&quake2.Protocol,
	&quakeworld.Protocol,
	&doom3.Protocol,
	&samp.Protocol,
	&raknet.Protocol,
	&mumble.Protocol,
	&tribes.Protocol,
	&torque.Protocol,
	&teamspeak.Protocol,
	&minecraft.Protocol,
	&ase.Protocol,
	&unreallan.Protocol,
	&serverlist.Protocol,
	&gamespy1.Protocol,
	&gamespymaster.Protocol,
	&gamespy3.Protocol,
	&gamespy2.Protocol,
	&unrealmaster.Protocol,
	&heartbeat.Protocol,
}

// exchanges lists the protocols whose servers can be queried or emulated, those
// that are probed first before the others. It is a list of its own so that a
// program that only decodes does not link what builds requests and replies.
var exchanges = [...]*exchange.Protocol{
	&unreal2.Exchange,
	&gamespy1.Exchange,
	&gamespy2.Exchange,
	&gamespy3.Exchange,
	&ugp.Exchange,
	&quake3.Exchange,
	&a2s.Exchange,
	&quake2.Exchange,
	&quakeworld.Exchange,
	&samp.Exchange,
	&raknet.Exchange,
	&mumble.Exchange,
	&ase.Exchange,
	&doom3.Exchange,
	&tribes.Exchange,
	&torque.Exchange,
	&unreallan.Exchange,
	&unrealmaster.Exchange,
	&heartbeat.Exchange,
	&minecraft.Exchange,
	&gamespymaster.Exchange,
}

// byID holds the descriptor of each protocol.
var byID = func() (list [protocol.ProtocolCount]*wire.Protocol) {
	for p := range list {
		list[p] = &noProtocol
	}
	for _, p := range protocols {
		list[p.ID] = p
	}
	return list
}()

// Descriptor returns what is known of p.
func Descriptor(p protocol.ID) *wire.Protocol {
	if p < protocol.ProtocolCount {
		return byID[p]
	}
	return &noProtocol
}

// ExchangeOf returns how requests and replies of p are built; nothing is known of
// those of a protocol without servers to query.
func ExchangeOf(p protocol.ID) *exchange.Protocol {
	for _, e := range exchanges {
		if e.ID == p {
			return e
		}
	}
	return &exchange.Protocol{ID: p}
}

// noProtocol is the descriptor of an unknown protocol.
var noProtocol = wire.Protocol{
	Docs:      &wire.Docs{},
	Recognise: func([]byte, *wire.Options) (wire.Direction, wire.Confidence) { return wire.Reply, wire.Unlikely },
	Decode:    func(r *wire.Reader, _ wire.Direction) { r.Unknown() },
}
