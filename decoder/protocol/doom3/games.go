package doom3

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "doom3", Title: "Doom 3", GamePort: 27666, Gamename: "baseDOOM-1", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 27666, Style: &Style{Version: 1<<16 | 41}}}},
	{Name: "quake4", Title: "Quake 4", GamePort: 28004, Gamename: "Q4MP 1.4.2", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 28004, Style: &Style{Version: 2<<16 | 85, Clan: true}}}},
	{Name: "etqw", Title: "Enemy Territory: Quake Wars", GamePort: 3074, Gamename: "baseETQW-1", Keys: &WarsKeys,
		Services: []answer.Service{{Protocol: ID, Port: 27733, Style: &Style{Version: 10<<16 | 21, Wars: true}}}},
}

var Examples = []answer.Example{
	{Game: "doom3", Name: "Slag Pits", Title: "Deathmatch", Most: 8, Maps: []string{"game/mp/d3dm1", "game/mp/d3dm3",
		"game/mp/d3dm5"},
		Rules: []wire.Rule{{Key: "si_version", Value: "DOOM 1.3.1.1304 linux-x86"}, {Key: "si_fragLimit", Value: "10"},
			{Key: "si_timeLimit", Value: "10"}}, Extra: []wire.Rule{{Key: "Rate", Value: "16000"}}},
	{Game: "quake4", Name: "Gantry Works", Title: "DM", Most: 12, Maps: []string{"mp/q4dm1", "mp/q4dm10", "mp/q4ctf5"},
		Rules: []wire.Rule{{Key: "si_version", Value: "Quake4 V1.4.2 linux-x86"}, {Key: "si_fragLimit", Value: "20"}},
		Extra: []wire.Rule{{Key: "Rate", Value: "25600"}, {Key: "Clan tag", Value: "[GW]"}}},
	{Game: "etqw", Name: "Dam Watch", Title: "sdGameRulesCampaign", Most: 24, Maps: []string{"island", "valley", "sewer"},
		Rules: []wire.Rule{{Key: "si_version", Value: "ETQW 1.5.12642.33243"}, {Key: "si_timeLimit", Value: "20"},
			{Key: "time_left", Value: "600000"}}},
}
