package gamespy2

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "swat4", Title: "SWAT 4", GamePort: 10480, Gamename: "swat4", Keys: &sections.Keys,
		Services: []answer.Service{{Protocol: ID, Offset: 2}}},
	{Name: "americasarmy", Title: "America's Army", GamePort: 1716, Gamename: "armygame", Keys: &sections.Keys,
		Services: []answer.Service{{Protocol: ID, Offset: 1, Style: &sections.Style{Countless: true}}}},
	{Name: "halo", Title: "Halo", GamePort: 2302, Gamename: "halor", Keys: &sections.Keys,
		Services: []answer.Service{{Protocol: ID, Port: 2302}}},
}

var Examples = []answer.Example{
	{Game: "swat4", Name: "[c=00ff00]Granite Steps[c=ffffff] co-op", Title: "CO-OP", Most: 10,
		Maps: []string{"SP-Cannery", "SP-FerryOffice"},
		Rules: []wire.Rule{{Key: "gamever", Value: "1.1"}, {Key: "gamevariant", Value: "SWAT 4"},
			{Key: "password", Value: "0"}}},
	{Game: "americasarmy", Alone: true, Name: "Lamp Street | honor 20+", Title: "Infantry", Most: 26,
		Maps:  []string{"Bridge Crossing", "Insurgent Camp", "Hospital"},
		Rules: []wire.Rule{{Key: "gamever", Value: "2.8.5"}, {Key: "tour", Value: "4"}, {Key: "password", Value: "0"}}},
	{Game: "halo", Alone: true, Name: "Beacon CTF", Title: "CTF", Most: 16,
		Maps: []string{"bloodgulch", "sidewinder", "hangemhigh"},
		Rules: []wire.Rule{{Key: "gamever", Value: "01.00.10.0621"}, {Key: "dedicated", Value: "1"},
			{Key: "password", Value: "0"}, {Key: "fraglimit", Value: "3"}}},
}
