package teeworlds

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "ddnet", Title: "DDNet", GamePort: 8303, Join: "ddnet://", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 8303, Style: &Style{Six: true}}}},
	{Name: "teeworlds7", Title: "Teeworlds 0.7", GamePort: 8303, Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 8303, Style: &Style{}}}},
}

var Examples = []answer.Example{
	{Game: "ddnet", Name: "Weir Novice 日本 [1/2]", Title: "DDraceNetwork", Version: "0.6.4, 18.9", Most: 64,
		Maps:  []string{"Kiln Stairs", "Weir 2", "Saltpan"},
		Rules: []wire.Rule{{Key: "map_crc", Value: "-1462013077"}, {Key: "map_size", Value: "681304"}},
		Extra: []wire.Rule{{Key: "Clan", Value: "quay"}, {Key: "Country", Value: "276"}}},
	{Game: "teeworlds7", Name: "Undercroft CTF", Title: "CTF", Version: "0.7.5", Most: 16,
		Maps:  []string{"ctf1", "ctf5", "ctf8"},
		Rules: []wire.Rule{{Key: "skill_level", Value: "1"}}, Extra: []wire.Rule{{Key: "Clan", Value: "[UC]"},
			{Key: "Country", Value: "-1"}}},
}
