package unreal2

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "xmp", Title: "Unreal II XMP", GamePort: 7777, Gamename: "unreal2", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Offset: 1, Style: &Layout{Version: 0x7e, Short: true, Properties: true}}}},
	{Name: "pariah", Title: "Pariah", GamePort: 7777, Gamename: "pariahpc", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Offset: 1, Style: &Layout{Version: 0x77, Pariah: true}}}},
}

var Examples = []answer.Example{
	{Game: "xmp", Name: "Kelp Forest XMP", Title: "XMPGame", Most: 16, Teams: []string{"Red", "Blue"},
		Maps:  []string{"XMP-Garden", "XMP-Mesa"},
		Rules: []wire.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "ServerVersion", Value: "2226"}},
		Extra: []wire.Rule{{Key: "class", Value: "Ranger"}}},
	{Game: "pariah", Alone: true, Name: "Stockton Ridge", Title: "SiegeGame", Most: 16, Teams: []string{"Red", "Blue"},
		Maps:  []string{"SIG-Ridge", "SIG-Cistern"},
		Rules: []wire.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "ServerVersion", Value: "1.03"}}},
}
