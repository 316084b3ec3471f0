package gamespy1

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "ut99", Title: "Unreal Tournament", GamePort: 7777, Join: "unreal://", Gamename: "ut", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Offset: 1, Style: &Style{Echo: "echo", Teams: true}},
			{Protocol: "unreal-lan", Port: 8777}}},
	{Name: "unreal", Title: "Unreal", GamePort: 7777, Join: "unreal://", Gamename: "unreal", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Offset: 1, Style: &Style{Echo: "echo", Apart: true, FinalFirst: true}},
			{Protocol: "unreal-lan", Port: 8777}}},
	{Name: "bf1942", Title: "Battlefield 1942", GamePort: 14567, Gamename: "bfield1942", Keys: &sections.Keys,
		Services: []answer.Service{{Protocol: ID, Port: 23000, Style: &Style{Echo: "echo", FinalFirst: true, Playername: true,
			TeamsInStatus: true, Mixed: true, Full: sections.Full}}}},
}

var Examples = []answer.Example{
	{Game: "ut99", Name: "Brass Lantern CTF", Title: "CTFGame", Most: 14, Teams: []string{"Red", "Blue"},
		Maps: []string{"CTF-TwinQuays", "CTF-Weir", "CTF-Bellfounder"},
		Rules: []wire.Rule{{Key: "gamever", Value: "451"}, {Key: "minnetver", Value: "432"}, {Key: "location", Value: "0"},
			{Key: "gamemode", Value: "openplaying"},
			{Key: "mutators", Value: "No Redeemer, Harbour Sounds"}, {Key: "listenserver", Value: "False"},
			{Key: "password", Value: "False"}, {Key: "timelimit", Value: "20"},
			{Key: "goalteamscore", Value: "5"}, {Key: "gamestyle", Value: "Hardcore"}, {Key: "AdminName", Value: "Brass"}},
		Mutators: []string{"No Redeemer", "Harbour Sounds"}, Extra: []wire.Rule{{Key: "mesh", Value: "Male Commando"},
			{Key: "skin", Value: "CommandoSkins.cmdo"}, {Key: "ngsecret", Value: "false"}}},
	{Game: "bf1942", Name: "Night Ferry 24/7", Title: "conquest", Most: 32, Teams: []string{"Axis", "Allies"},
		Maps: []string{"river_bend", "north_quay", "salt_road"},
		Rules: []wire.Rule{{Key: "gamever", Value: "v1.6"}, {Key: "gamemode", Value: "openplaying"},
			{Key: "password", Value: "0"}, {Key: "roundTimeRemain", Value: "900"}},
		Extra: []wire.Rule{{Key: "deaths", Value: "*"}}},
	{Game: "unreal", Alone: true, Name: "Nali Ferry", Title: "DeathMatchGame", Most: 12,
		Maps: []string{"DmDeck16", "DmMorbias", "DmCurse"},
		Rules: []wire.Rule{{Key: "gamever", Value: "226"}, {Key: "minnetver", Value: "224"}, {Key: "location", Value: "0"},
			{Key: "gamemode", Value: "openplaying"},
			{Key: "listenserver", Value: "False"}, {Key: "fraglimit", Value: "20"}, {Key: "AdminName", Value: "Ferry"}}},
}
