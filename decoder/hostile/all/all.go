// Package all has the most expensive datagrams of every protocol. No program
// imports it.
package all

import (
	"fragscope/decoder/hostile"
	a2s "fragscope/decoder/protocol/a2s/hostile"
	ase "fragscope/decoder/protocol/ase/hostile"
	doom3 "fragscope/decoder/protocol/doom3/hostile"
	gamespy1 "fragscope/decoder/protocol/gamespy1/hostile"
	gamespy2 "fragscope/decoder/protocol/gamespy2/hostile"
	gamespy3 "fragscope/decoder/protocol/gamespy3/hostile"
	heartbeat "fragscope/decoder/protocol/heartbeat/hostile"
	minecraft "fragscope/decoder/protocol/minecraft/hostile"
	quake2 "fragscope/decoder/protocol/quake2/hostile"
	quake3 "fragscope/decoder/protocol/quake3/hostile"
	quakeworld "fragscope/decoder/protocol/quakeworld/hostile"
	raknet "fragscope/decoder/protocol/raknet/hostile"
	samp "fragscope/decoder/protocol/samp/hostile"
	serverlist "fragscope/decoder/protocol/serverlist/hostile"
	torque "fragscope/decoder/protocol/torque/hostile"
	tribes "fragscope/decoder/protocol/tribes/hostile"
	ugp "fragscope/decoder/protocol/ugp/hostile"
	unreal2 "fragscope/decoder/protocol/unreal2/hostile"
	unreallan "fragscope/decoder/protocol/unreallan/hostile"
	unrealmaster "fragscope/decoder/protocol/unrealmaster/hostile"
)

// Protocols has what makes those of each protocol.
var protocols = [...]func(size int) []hostile.Case{
	unreal2.Cases,
	gamespy1.Cases,
	gamespy2.Cases,
	gamespy3.Cases,
	ugp.Cases,
	unreallan.Cases,
	unrealmaster.Cases,
	heartbeat.Cases,
	serverlist.Cases,
	quake3.Cases,
	quake2.Cases,
	quakeworld.Cases,
	a2s.Cases,
	doom3.Cases,
	tribes.Cases,
	torque.Cases,
	samp.Cases,
	raknet.Cases,
	minecraft.Cases,
	ase.Cases,
}

// Cases returns datagrams of at most size bytes for every protocol, the same
// ones each time.
func Cases(size int) []hostile.Case {
	var all []hostile.Case
	for _, cases := range protocols {
		all = append(all, cases(size)...)
	}
	return append(append(all, hostile.Frames(size)...), hostile.Patterns(size)...)
}
