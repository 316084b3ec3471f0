package decoder

import (
	"fragscope/decoder/exchange"
	"fragscope/decoder/protocol/a2s"
	"fragscope/decoder/protocol/ase"
	"fragscope/decoder/protocol/bzflag"
	"fragscope/decoder/protocol/cube2"
	"fragscope/decoder/protocol/doom3"
	"fragscope/decoder/protocol/frostbite"
	"fragscope/decoder/protocol/gamespy1"
	"fragscope/decoder/protocol/gamespy2"
	"fragscope/decoder/protocol/gamespy3"
	"fragscope/decoder/protocol/gamespymaster"
	"fragscope/decoder/protocol/heartbeat"
	"fragscope/decoder/protocol/m2mp"
	"fragscope/decoder/protocol/minecraft"
	"fragscope/decoder/protocol/mumble"
	"fragscope/decoder/protocol/netquake"
	"fragscope/decoder/protocol/odamex"
	"fragscope/decoder/protocol/openttd"
	"fragscope/decoder/protocol/quake2"
	"fragscope/decoder/protocol/quake3"
	"fragscope/decoder/protocol/quakeworld"
	"fragscope/decoder/protocol/raknet"
	"fragscope/decoder/protocol/samp"
	"fragscope/decoder/protocol/satisfactory"
	"fragscope/decoder/protocol/serverlist"
	"fragscope/decoder/protocol/sqp"
	"fragscope/decoder/protocol/teamspeak"
	"fragscope/decoder/protocol/teeworlds"
	"fragscope/decoder/protocol/torque"
	"fragscope/decoder/protocol/tribes"
	"fragscope/decoder/protocol/ugp"
	"fragscope/decoder/protocol/unreal2"
	"fragscope/decoder/protocol/unreallan"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/protocol/zandronum"
	"fragscope/decoder/wire"
)

// protocols lists every protocol, the more specific before the more general:
// of two that explain a datagram equally well, the first is taken.
var protocols = [...]*wire.Protocol{
	unreal2.Protocol,
	gamespy1.Protocol,
	gamespy2.Protocol,
	gamespy3.Protocol,
	ugp.Protocol,
	unreallan.Protocol,
	unrealmaster.Protocol,
	heartbeat.Protocol,
	serverlist.Protocol,
	quake3.Protocol,
	a2s.Protocol,
	quake2.Protocol,
	quakeworld.Protocol,
	samp.Protocol,
	raknet.Protocol,
	mumble.Protocol,
	minecraft.Protocol,
	ase.Protocol,
	doom3.Protocol,
	gamespymaster.Protocol,
	tribes.Protocol,
	torque.Protocol,
	teamspeak.Protocol,
	teeworlds.Protocol,
	frostbite.Protocol,
	openttd.Protocol,
	cube2.Protocol,
	m2mp.Protocol,
	netquake.Protocol,
	satisfactory.Protocol,
	sqp.Protocol,
	zandronum.Protocol,
	odamex.Protocol,
	bzflag.Protocol,
}

// clients lists the protocols whose servers can be queried, those that are probed
// first before the others; servers, those with servers to emulate. They are lists
// of their own so that a program links what it uses: decoding alone, or requests
// without replies.
var (
	clients = [...]*exchange.Client{
		&unreal2.Client,
		&gamespy1.Client,
		&gamespy2.Client,
		&gamespy3.Client,
		&ugp.Client,
		&quake3.Client,
		&a2s.Client,
		&quake2.Client,
		&quakeworld.Client,
		&samp.Client,
		&raknet.Client,
		&mumble.Client,
		&ase.Client,
		&doom3.Client,
		&tribes.Client,
		&torque.Client,
		&teeworlds.Client,
		&unreallan.Client,
		&unrealmaster.Client,
		&heartbeat.Client,
		&minecraft.Client,
		&frostbite.Client,
		&openttd.Client,
		&cube2.Client,
		&m2mp.Client,
		&netquake.Client,
		&satisfactory.Client,
		&sqp.Client,
		&zandronum.Client,
		&odamex.Client,
		&bzflag.Client,
		&gamespymaster.Client,
	}
	servers = [...]*exchange.Server{
		&unreal2.Server,
		&gamespy1.Server,
		&gamespy2.Server,
		&gamespy3.Server,
		&ugp.Server,
		&quake3.Server,
		&a2s.Server,
		&quake2.Server,
		&quakeworld.Server,
		&samp.Server,
		&raknet.Server,
		&mumble.Server,
		&ase.Server,
		&doom3.Server,
		&tribes.Server,
		&torque.Server,
		&teeworlds.Server,
		&unreallan.Server,
		&minecraft.Server,
		&frostbite.Server,
		&openttd.Server,
		&cube2.Server,
		&m2mp.Server,
		&netquake.Server,
		&satisfactory.Server,
		&sqp.Server,
		&zandronum.Server,
		&odamex.Server,
		&bzflag.Server,
		&gamespymaster.Server,
	}
)

// Descriptor returns what is known of p.
func Descriptor(p wire.ProtocolID) *wire.Protocol {
	for _, q := range protocols {
		if q.ID == p {
			return q
		}
	}
	return wire.UnknownMessage.Descriptor()
}

// ProtocolByName returns the protocol with the given name.
func ProtocolByName(name string) (wire.ProtocolID, bool) {
	if name == wire.UnknownProtocol.String() {
		return wire.UnknownProtocol, true
	}
	p := Descriptor(wire.ProtocolID(name)).ID
	return p, p != wire.UnknownProtocol
}

// ClientOf returns how servers that speak p are queried; it has no members where
// they are not.
func ClientOf(p wire.ProtocolID) *exchange.Client {
	for _, c := range clients {
		if c.Protocol.ID == p {
			return c
		}
	}
	return &exchange.Client{}
}

// ServerOf returns what servers that speak p reply; it has no members but the ID
// where they are not emulated.
func ServerOf(p wire.ProtocolID) *exchange.Server {
	for _, s := range servers {
		if s.ID == p {
			return s
		}
	}
	return &exchange.Server{ID: p}
}
