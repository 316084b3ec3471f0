//go:build !purego

package decoder

// textMasks is textMask for as many blocks of 64 bytes as ends and odd have
// room for. Every x86-64 compares 16 bytes at a time, which is several times
// as fast.
//
//go:noescape
func textMasks(b []byte, stop byte, ends, odd []uint64)
