package quake3

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "quake3", Title: "Quake III Arena", GamePort: 27960, Join: "quake3://connect/", Gamename: "baseq3", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 27960}}},
}

var Examples = []answer.Example{
	{Game: "quake3", Name: "^3Smoke^7house ^1FFA", Title: "0", Most: 12,
		Maps: []string{"q3kiln", "q3weir", "q3undercroft"},
		Rules: []wire.Rule{{Key: "version", Value: "ioq3 1.36"}, {Key: "protocol", Value: "68"},
			{Key: "fraglimit", Value: "30"}, {Key: "timelimit", Value: "15"}, {Key: "sv_privateClients", Value: "0"}}},
}
