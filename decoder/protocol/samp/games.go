package samp

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// The games that speak this protocol, as a status names them.
const (
	sampGame = "samp"
	openGame = "openmp"
	viceGame = "vcmp"
)

var Games = []answer.Game{
	{Name: sampGame, Title: "San Andreas Multiplayer", GamePort: 7777, Join: "samp://", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 7777}}},
	{Name: openGame, Title: "open.mp", GamePort: 7777, Join: "samp://", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 7777, Style: &Style{Open: true}}}},
	{Name: viceGame, Title: "Vice City Multiplayer", GamePort: 8192, Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 8192}}},
}

var Examples = []answer.Example{
	{Game: sampGame, Name: "Pier 7 Roleplay", Title: "Freeroam", Most: 50, Maps: []string{"Harbour", "Hill District"},
		Rules: []wire.Rule{{Key: "lagcomp", Value: "On"}, {Key: "mapname", Value: "Harbour"},
			{Key: "version", Value: "0.3.7-R2"}, {Key: "weather", Value: "9"}, {Key: "worldtime", Value: "21:00"}}},
	{Game: viceGame, Name: "Lighthouse Deathmatch", Title: "Deathmatch", Most: 50,
		Maps:  []string{"Vice City", "Starfish Island"},
		Rules: []wire.Rule{{Key: "version", Value: "04rel006"}, {Key: "language", Value: "English"}}},
	{Game: openGame, Alone: true, Name: "Signal Hill Roleplay", Title: "Roleplay", Most: 200,
		Maps: []string{"San Fierro", "Las Venturas"},
		Rules: []wire.Rule{{Key: "artwork", Value: "Yes"}, {Key: "version", Value: "omp 1.2.0.2670"},
			{Key: "weather", Value: "10"}, {Key: "worldtime", Value: "12:00"}}},
}
