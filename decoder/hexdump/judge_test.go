package hexdump_test

import (
	"fragscope/decoder"
	"fragscope/decoder/hexdump"
	"fragscope/decoder/paste"
)

func init() { hexdump.SetJudge(paste.Judge(decoder.Options{})) }
