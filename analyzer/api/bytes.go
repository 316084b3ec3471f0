package api

// Bytes as text. encoding/hex and encoding/base64 would bring fmt and reflect
// into a program.

const upperHex = "0123456789ABCDEF"

func appendHex(dst, b []byte) []byte {
	for _, c := range b {
		dst = append(dst, lowerHex[c>>4], lowerHex[c&15])
	}
	return dst
}

// appendSpaced appends a line of b, with spaces between bytes.
func appendSpaced(dst, b []byte) []byte {
	for i, c := range b {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = append(dst, upperHex[c>>4], upperHex[c&15])
	}
	return append(dst, '\n')
}

const letters64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// appendBase64 appends b in base64 (RFC 4648, 4).
func appendBase64(dst, b []byte) []byte {
	for len(b) > 0 {
		var group [3]byte
		n := copy(group[:], b)
		b = b[n:]
		v := uint32(group[0])<<16 | uint32(group[1])<<8 | uint32(group[2])
		for i := range 4 {
			if i > n {
				dst = append(dst, '=')
			} else {
				dst = append(dst, letters64[v>>(18-6*i)&63])
			}
		}
	}
	return dst
}
