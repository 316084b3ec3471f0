package ugp

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

var Games = []answer.Game{
	{Name: "gtaconnected", Title: "GTA Connected", GamePort: 22000, Keys: &answer.RuleKeys{},
		Services: []answer.Service{{Protocol: ID, Port: 22000}}},
}

var Examples = []answer.Example{
	{Game: "gtaconnected", Name: "Harbour City Freeroam", Title: "Freeroam", Most: 40,
		Maps:  []string{"Harbour City", "Old Town"},
		Rules: []wire.Rule{{Key: "Version", Value: "1.4.2"}, {Key: "Weather", Value: "fog"}}},
}
