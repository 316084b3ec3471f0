package torque

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "tribes2", Title: "Tribes 2", GamePort: 28000, Gamename: "base", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 28000}}},
}

var Examples = []answer.Example{
	{Game: "tribes2", Name: "Slag Valley CTF", Title: "Capture the Flag", Most: 32, Teams: []string{"Storm", "Inferno"},
		Maps: []string{"Katabatic", "Sanctuary", "Riverdance"},
		Rules: []wire.Rule{{Key: "version", Value: "25034"}, {Key: "dedicated", Value: "1"}, {Key: "cpu", Value: "1400"},
			{Key: "info", Value: "Be kind to the new ones"}}},
}
