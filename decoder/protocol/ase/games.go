package ase

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "mta", Title: "Multi Theft Auto", GamePort: 22003, Join: "mtasa://", Gamename: "mta", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Offset: 123, Style: &Style{MTA: true}}}},
	{Name: "farcry", Title: "Far Cry", GamePort: 49001, Gamename: "farcry", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Offset: 123}}},
}

var Examples = []answer.Example{
	{Game: "mta", Name: "Signal Box Race", Title: "race", Version: "1.6", Most: 32,
		Maps:  []string{"Breakwater", "Switchback"},
		Rules: []wire.Rule{{Key: "Script version", Value: "2.4"}, {Key: "Weather", Value: "Fog"}}},
	{Game: "farcry", Alone: true, Name: "Kelp Beach assault", Title: "ASSAULT", Version: "1.33", Most: 16,
		Maps:  []string{"mp_airstrip", "mp_freighter", "mp_surf"},
		Rules: []wire.Rule{{Key: "Respawn time", Value: "15"}, {Key: "Time limit", Value: "30"}}},
}
