package api

import "fragscope/decoder/wire"

func appendSpaced(dst, b []byte) []byte {
	return append(wire.AppendHex(dst, b, wire.UpperHex, " "), '\n')
}
