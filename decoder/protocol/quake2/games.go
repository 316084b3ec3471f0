package quake2

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "quake2", Title: "Quake II", GamePort: 27910, Gamename: "baseq2", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 27910}}},
}

var Examples = []answer.Example{
	{Game: "quake2", Name: "Gravel Pit", Title: "deathmatch", Most: 16, Maps: []string{"q2dm1", "q2dm3", "q2dm8"},
		Rules: []wire.Rule{{Key: "version", Value: "3.21 Linux"}, {Key: "protocol", Value: "34"},
			{Key: "deathmatch", Value: "1"}, {Key: "fraglimit", Value: "30"}}},
}
