package decoder

// WholeToMaster reports whether p, what a client has said to a master, ends
// where a message ends (protocol/unrealmaster/SPEC.md#binary-masters and protocol/unrealmaster/SPEC.md#text-masters).
func WholeToMaster(p []byte) bool {
	if len(p) > 0 && p[0] == '\\' {
		return len(p) >= len(finalText)-1 && (hasSuffix(p, finalText) || hasSuffix(p, finalText[:len(finalText)-1]))
	}
	for len(p) >= 4 {
		n := uint64(le32(p)) + 4
		if n > uint64(len(p)) {
			return n > epicMaxBody
		}
		p = p[n:]
	}
	return len(p) == 0
}

func hasSuffix(p []byte, s string) bool { return len(p) >= len(s) && string(p[len(p)-len(s):]) == s }
