package quake2

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Games are the games whose servers answer this protocol first, the one that
// represents it first.
var Games = []answer.Game{
	{Name: "quake2", Title: "Quake II", GamePort: 27910, Gamename: "baseq2", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 27910}}},
}

// Examples are their simulated servers.
var Examples = []answer.Example{
	{Game: "quake2", Name: "Gravel Pit", Title: "deathmatch", Most: 16, Maps: []string{"q2dm1", "q2dm3", "q2dm8"},
		Rules: []wire.Rule{{Key: "version", Value: "3.21 Linux"}, {Key: "protocol", Value: "34"},
			{Key: "deathmatch", Value: "1"}, {Key: "fraglimit", Value: "30"}}},
}
