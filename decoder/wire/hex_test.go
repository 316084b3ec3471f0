package wire

import (
	"bytes"
	"encoding/hex"
	"testing"

	"pgregory.net/rapid"
)

// Bytes in hexadecimal are what encoding/hex makes of them, and are read back.
func TestHex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
		if got, want := string(AppendHex(nil, b, LowerHex, "")), hex.EncodeToString(b); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		for _, between := range []string{"", " ", ":", ", 0x", `\x`} {
			text := string(AppendHex(nil, b, UpperHex, between))
			if got, ok := ParseHex(text); !ok || !bytes.Equal(got, b) {
				t.Errorf("%q is read as % x", text, got)
			}
		}
	})
	for _, bad := range []string{"1", "1g", "12 3", "x12", "01;02"} {
		if b, ok := ParseHex(bad); ok {
			t.Errorf("%q is read as % x", bad, b)
		}
	}
}
