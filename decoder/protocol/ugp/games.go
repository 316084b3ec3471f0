package ugp

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Games are the games whose servers answer this protocol first, the one that
// represents it first.
var Games = []answer.Game{
	{Name: "gtaconnected", Title: "GTA Connected", GamePort: 22000, Keys: &answer.RuleKeys{},
		Services: []answer.Service{{Protocol: ID, Port: 22000}}},
}

// Examples are their simulated servers.
var Examples = []answer.Example{
	{Game: "gtaconnected", Name: "Harbour City Freeroam", Title: "Freeroam", Most: 40,
		Maps:  []string{"Harbour City", "Old Town"},
		Rules: []wire.Rule{{Key: "Version", Value: "1.4.2"}, {Key: "Weather", Value: "fog"}}},
}
