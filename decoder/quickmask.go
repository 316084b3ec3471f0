//go:build !wasm && (!amd64 || purego)

package decoder

// textMasks is textMask for as many blocks of 64 bytes as ends and odd have
// room for.
func textMasks(b []byte, stop byte, ends, odd []uint64) {
	for i := range ends {
		ends[i], odd[i] = textMask(b[:64*(i+1)], 64*i, stop)
	}
}
