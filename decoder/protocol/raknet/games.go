package raknet

import (
	"fragscope/decoder/answer"
)

// Games are the games whose servers answer this protocol first, the one that
// represents it first.
var Games = []answer.Game{
	{Name: "bedrock", Title: "Minecraft Bedrock Edition", GamePort: 19132, Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 19132}}},
}

// Examples are their simulated servers.
var Examples = []answer.Example{
	{Game: "bedrock", Name: "Lantern Creek", Title: "Survival", Most: 20, Maps: []string{"Creek", "Orchard"}},
}
