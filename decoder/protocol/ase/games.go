package ase

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// Games are the games whose servers answer this protocol first, the one that
// represents it first.
var Games = []answer.Game{
	{Name: "mta", Title: "Multi Theft Auto", GamePort: 22003, Join: "mtasa://", Gamename: "mta", Keys: &Keys,
		Services: []answer.Service{{Protocol: protocol.ASE, Offset: 123, Style: &Style{MTA: true}}}},
	{Name: "farcry", Title: "Far Cry", GamePort: 49001, Gamename: "farcry", Keys: &Keys,
		Services: []answer.Service{{Protocol: protocol.ASE, Offset: 123}}},
}

// Examples are their simulated servers.
var Examples = []answer.Example{
	{Game: "mta", Name: "Signal Box Race", Title: "race", Most: 32, Maps: []string{"Breakwater", "Switchback"},
		Rules: []wire.Rule{{Key: "Script version", Value: "2.4"}, {Key: "Weather", Value: "Fog"}}},
}
