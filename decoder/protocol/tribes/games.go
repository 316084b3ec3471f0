package tribes

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "tribes", Title: "Starsiege: Tribes", GamePort: 28001, Gamename: "Tribes", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 28001}}},
	{Name: "starsiege", Title: "Starsiege", GamePort: 29001, Gamename: "Starsiege", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 29001}}},
}

var Examples = []answer.Example{
	{Game: "tribes", Name: "Kelp Ridge CTF", Title: "Capture the Flag", Version: "1.11", Most: 32,
		Teams: []string{"Blood Eagle", "Diamond Sword"}, Maps: []string{"Broadside", "Raindance", "Rollercoaster"},
		Rules: []wire.Rule{{Key: "cpu", Value: "800"}, {Key: "mods", Value: "base"},
			{Key: "description", Value: "Admin: Brass"}}, Extra: []wire.Rule{{Key: "Packet loss", Value: "1"}}},
	{Game: "starsiege", Name: "Salt Works", Title: "", Version: "V 001.004r", Most: 16,
		Maps:  []string{"DM_Cold_Titan_Night", "DM_Fear_in_Isolation"},
		Rules: []wire.Rule{{Key: "frag_limit", Value: "20"}, {Key: "time_limit", Value: "30"}}},
}
