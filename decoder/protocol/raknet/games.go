package raknet

import (
	"fragscope/decoder/answer"
)

var Games = []answer.Game{
	{Name: "bedrock", Title: "Minecraft Bedrock Edition", GamePort: 19132, Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 19132}}},
}

var Examples = []answer.Example{
	{Game: "bedrock", Name: "Lantern Creek", Title: "Survival", Most: 20, Maps: []string{"Creek", "Orchard"}},
}
