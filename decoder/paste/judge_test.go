package paste_test

import (
	"fragscope/decoder"
	"fragscope/decoder/paste"
)

// judged are the options with which the command, the page and the desktop read a paste.
func judged() paste.Options { return paste.Options{Decode: &decoder.Options{}, Positions: true} }
