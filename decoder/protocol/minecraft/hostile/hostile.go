// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"fragscope/decoder/hostile"
)

// Cases returns a status of the smallest values, deep ones and escapes.
func Cases(size int) []hostile.Case {
	const head = "\xff\xff\x03\x00\xff\xff\x03{"
	return []hostile.Case{
		{Name: "minecraft/members", Data: hostile.Fill(size, head+`"":0`, `,"":0`)},
		{Name: "minecraft/items", Data: hostile.Fill(size, head+`"a":[0`, `,0`)},
		{Name: "minecraft/objects", Data: hostile.Fill(size, head+`"a":[{}`, `,{}`)},
		{Name: "minecraft/arrays", Data: hostile.Fill(size, head+`"a":`, `[`)},
		{Name: "minecraft/deep", Data: hostile.Fill(size, head+`"a":[[[[[[[[1]`, `,[]`)},
		{Name: "minecraft/players", Data: hostile.Fill(size, head+`"players":{"sample":[{}`, `,{"name":"","id":""}`)},
		{Name: "minecraft/escapes", Data: hostile.Fill(size, head+`"description":["a"`, `,"\u00a7a\ud83d"`)},
		{Name: "minecraft/texts", Data: hostile.Fill(size, head+`"description":{"extra":["a"`, `,"\n"`)},
		{Name: "minecraft/space", Data: hostile.Fill(size, head, " ")},
		{Name: "minecraft/quotes", Data: hostile.Fill(size, head+`"a":["`, `\"`)},
	}
}
