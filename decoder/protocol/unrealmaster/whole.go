package unrealmaster

import (
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/wire"
)

// WholeToMaster reports whether p, what a client has said to a master, ends
// where a message ends (protocol/unrealmaster/SPEC.md#binary-masters and protocol/unrealmaster/SPEC.md#text-masters).
func WholeToMaster(p []byte) bool {
	if len(p) > 0 && p[0] == '\\' {
		return len(p) >= len(backslash.FinalText)-1 && (wire.HasSuffix(p, backslash.FinalText) || wire.HasSuffix(p, backslash.FinalText[:len(backslash.FinalText)-1]))
	}
	for len(p) >= 4 {
		n := uint64(wire.LE32(p)) + 4
		if n > uint64(len(p)) {
			return n > EpicMaxBody
		}
		p = p[n:]
	}
	return len(p) == 0
}
