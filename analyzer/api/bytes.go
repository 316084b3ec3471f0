package api

import "fragscope/decoder/wire"

// appendSpaced appends a line of b, with spaces between bytes.
func appendSpaced(dst, b []byte) []byte {
	return append(wire.AppendHex(dst, b, wire.UpperHex, " "), '\n')
}
