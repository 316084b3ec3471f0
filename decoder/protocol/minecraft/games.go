package minecraft

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// Keys: what a status has members for is a rule.
var Keys answer.RuleKeys

var Games = []answer.Game{
	{Name: "minecraft", Title: "Minecraft Java Edition", GamePort: port, Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: port}}},
}

var Examples = []answer.Example{
	{Game: "minecraft", Name: "Lantern Harbour", Version: "1.21.1", Most: 20, Maps: []string{"Lagoon", "Reef", "Fen"},
		Rules: []wire.Rule{{Key: "protocol", Value: "767"}, {Key: "enforcesSecureChat", Value: "true"}}},
}
