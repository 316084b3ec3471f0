package a2s

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "tf2", Title: "Team Fortress 2", GamePort: 27015, Join: "steam://connect/", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 27015, Style: &Style{App: 440, Folder: "tf", Protocol: 17}}}},
	{Name: "rust", Title: "Rust", GamePort: 28015, Join: "steam://connect/", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 28017, Style: &Style{App: 252490, Folder: "rust", Protocol: 17,
			Tags: true}}}},
	{Name: "halflife", Title: "Half-Life", GamePort: 27015, Join: "steam://connect/", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 27015, Style: &Style{App: 70, Folder: "valve", Protocol: 48}}}},
}

var Examples = []answer.Example{
	{Game: "tf2", Name: "Payload past the Weir | 24/7", Title: "Team Fortress", Version: "8622567", Most: 24,
		Maps: []string{"pl_weir", "cp_granary_lane", "koth_saltpan"},
		Rules: []wire.Rule{{Key: "mp_timelimit", Value: "30"}, {Key: "mp_friendlyfire", Value: "0"},
			{Key: "sv_gravity", Value: "800"}, {Key: "tv_enable", Value: "0"}},
		Extra: []wire.Rule{{Key: "Duration", Value: "+"}}},
	{Game: "rust", Name: "Drift Shore | weekly | x2", Title: "Rust", Version: "2573", Most: 100,
		Maps: []string{"Procedural Map", "Barren"},
		Rules: []wire.Rule{{Key: "world.seed", Value: "482910"}, {Key: "world.size", Value: "4000"},
			{Key: "uptime", Value: "86400"}},
		Extra: []wire.Rule{{Key: "Duration", Value: "+"}}},
	{Game: "halflife", Name: "Kiln Yard deathmatch", Title: "Half-Life", Version: "1.1.2.2/Stdio", Most: 16,
		Maps: []string{"kilnyard", "stalkyard_quay", "crosswharf"},
		Rules: []wire.Rule{{Key: "mp_timelimit", Value: "20"}, {Key: "mp_falldamage", Value: "0"},
			{Key: "sv_gravity", Value: "800"}},
		Extra: []wire.Rule{{Key: "Duration", Value: "+"}}},
}
