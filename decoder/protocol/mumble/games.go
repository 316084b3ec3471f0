package mumble

import (
	"fragscope/decoder/answer"
)

var Games = []answer.Game{
	{Name: "mumble", Title: "Mumble", GamePort: 64738, Join: "mumble://", Keys: &Keys,
		Services: []answer.Service{{Protocol: ID, Port: 64738}}},
}

var Examples = []answer.Example{
	{Game: "mumble", Name: "Lookout", Title: "Voice", Most: 100, Maps: []string{"Root", "Lobby"}},
}
