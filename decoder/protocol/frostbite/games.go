package frostbite

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "battlefield4", Title: "Battlefield 4", GamePort: 25200, Gamename: "BF4", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 47200}}},
}

var Examples = []answer.Example{
	{Game: "battlefield4", Name: "Harbour Siege 24/7", Title: "ConquestLarge0", Version: "179665", Most: 64,
		Maps: []string{"MP_Prison", "MP_Siege", "MP_Flooded"},
		Rules: []wire.Rule{{Key: "ranked", Value: "true"}, {Key: "punkbuster", Value: "true"}, {Key: "region", Value: "EU"},
			{Key: "country", Value: "DE"}},
		Extra: []wire.Rule{{Key: "Kills", Value: "3"}, {Key: "Deaths", Value: "*"}}},
}
