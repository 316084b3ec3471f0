package quakeworld

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "quakeworld", Title: "QuakeWorld", GamePort: 27500, Join: "qw://", Gamename: "qw", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 27500}}},
	{Name: "hexenworld", Title: "HexenWorld", GamePort: 26950, Gamename: "hw", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 26950}}},
}

var Examples = []answer.Example{
	{Game: "quakeworld", Name: "Tar Works", Title: "ffa", Most: 8, Maps: []string{"dm3", "dm4", "dm6"},
		Rules: []wire.Rule{{Key: "*version", Value: "MVDSV 0.36"}, {Key: "deathmatch", Value: "3"},
			{Key: "timelimit", Value: "10"}}, Extra: []wire.Rule{{Key: "Minutes", Value: "7"}, {Key: "Skin", Value: "base"}}},
	{Game: "hexenworld", Alone: true, Name: "Chapel Yard", Title: "deathmatch", Most: 8,
		Maps: []string{"demo1", "hwdm2", "ravdm1"},
		Rules: []wire.Rule{{Key: "*version", Value: "0.15"}, {Key: "deathmatch", Value: "1"},
			{Key: "timelimit", Value: "15"}},
		Extra: []wire.Rule{{Key: "Minutes", Value: "7"}}},
}
