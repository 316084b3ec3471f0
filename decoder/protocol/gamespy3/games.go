package gamespy3

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// beaconPort is where UT3 answers queries on a LAN (protocol/unreallan/SPEC.md#binary-beacon).
const beaconPort = 14001

var Games = []answer.Game{
	{Name: "ut3", Title: "Unreal Tournament 3", GamePort: 7777, Gamename: "ut3pc", Keys: &sections.NumberedKeys,
		Services: []answer.Service{{Protocol: ID, Port: 6500}, {Protocol: "unreal-lan", Port: beaconPort}}, Numbered: true,
		Knows: keys.Numbered},
	{Name: "bf2", Title: "Battlefield 2", GamePort: 16567, Gamename: "battlefield2", Keys: &sections.Keys,
		Services: []answer.Service{{Protocol: ID, Port: 29900}}},
	{Name: "crysis", Title: "Crysis", GamePort: 64087, Gamename: "crysis", Nameless: true, Keys: &sections.Keys,
		Services: []answer.Service{{Protocol: ID, Port: 64087}}},
	{Name: "jc2mp", Title: "Just Cause 2 Multiplayer", GamePort: 7777, Nameless: true, Keys: &RosterKeys,
		Services: []answer.Service{{Protocol: ID, Port: 7777}}},
}

var Examples = []answer.Example{
	{Game: "ut3", Name: "Copper Hill Warfare", Title: "UTGameContent.UTOnslaughtGame_Content", Most: 32,
		Teams: []string{"Red", "Blue"}, Maps: []string{"WAR-Estuary", "WAR-Slipway"},
		Rules: []wire.Rule{{Key: "gamemode", Value: "openplaying"}, {Key: "EngineVersion", Value: "3809"},
			{Key: "MinNetVersion", Value: "3467"}, {Key: "OwningPlayerName", Value: "CopperHill"},
			{Key: "s32779", Value: "2"}, {Key: "s0", Value: "2"}, {Key: "s6", Value: "1"}, {Key: "s7", Value: "0"},
			{Key: "s8", Value: "0"}, {Key: "s10", Value: "0"},
			{Key: "p268435703", Value: "0"}, {Key: "p268435704", Value: "1"}, {Key: "p268435705", Value: "20"},
			{Key: "p268435717", Value: "8"}, {Key: "p1073741828", Value: "Harbour Sounds, Tall Ships"}},
		Mutators: []string{"FriendlyFire", "Harbour Sounds", "Tall Ships"}, Extra: []wire.Rule{{Key: "deaths", Value: "*"}}},
	{Game: "bf2", Name: "Lamplighters | conquest", Title: "gpm_cq", Most: 64, Teams: []string{"MEC", "US"},
		Maps: []string{"strike_at_weir", "gulf_of_kelp", "saltmarsh"},
		Rules: []wire.Rule{{Key: "gamever", Value: "1.5.3153-802.0"}, {Key: "gamevariant", Value: "bf2"},
			{Key: "gamemode", Value: "openplaying"}, {Key: "password", Value: "0"}},
		Extra: []wire.Rule{{Key: "deaths", Value: "*"}, {Key: "skill", Value: "12"}}},
	{Game: "jc2mp", Name: "Tide Table", Title: "freeroam", Most: 200, Maps: []string{"Panau City", "Gunung Hari Pusat",
		"Kem Komander"},
		Rules: []wire.Rule{{Key: "description", Value: "Boats, planes and tethers"}, {Key: "version", Value: "913"},
			{Key: "password", Value: "False"}}, Extra: []wire.Rule{{Key: "Steam ID", Value: "STEAM_0:1:23456"}}},
	{Game: "crysis", Alone: true, Name: "Coral Inlet", Title: "PowerStruggle", Most: 32,
		Maps: []string{"multiplayer/ps/mesa", "multiplayer/ps/shore", "multiplayer/ia/outpost"},
		Rules: []wire.Rule{{Key: "gamever", Value: "1.1.1.6156"}, {Key: "dedicated", Value: "1"},
			{Key: "password", Value: "0"}, {Key: "timelimit", Value: "240"}}, Extra: []wire.Rule{{Key: "deaths", Value: "*"}}},
}
