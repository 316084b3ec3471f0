package decoder

import (
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

// rows lists every protocol, the more specific before the more general:
// of two that explain a datagram equally well, the first is taken.
var rows = [...]*wire.Protocol{
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

const _ = uint(32 - len(rows)) // more rows do not fit the sets of firsts

// firsts holds, for each first byte, the rows of protocols that can begin with
// it, as a set of bits, and which of these are tried last.
var firsts = func() (table [256]struct{ all, late uint32 }) {
	for i := range rows {
		p := rows[i]
		for c := range table {
			if p.Begins == nil || p.Begins(byte(c)) {
				table[c].all |= 1 << i
			}
			if p.Doubtful != nil && p.Doubtful(byte(c)) {
				table[c].late |= 1 << i
			}
		}
	}
	return table
}()

// RowOf returns the row of p.
func RowOf(p protocol.ID) *wire.Protocol {
	for i := range rows {
		if rows[i].ID == p {
			return rows[i]
		}
	}
	return &noProtocol
}

// noProtocol is the row of what has none.
var noProtocol = wire.Protocol{
	Docs:      &wire.Docs{},
	Recognise: func([]byte, *wire.Options) (wire.Direction, wire.Confidence) { return wire.Reply, wire.Unlikely },
	Decode:    func(r *wire.Reader, _ wire.Direction) { r.Unknown() },
}
