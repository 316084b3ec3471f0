package wireshark

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the parts of the script
	"fmt"
	"io"
	"unicode"

	"fragscope/decoder/wire"
)

//go:generate go run ./gen

var (
	//go:embed prelude.lua
	prelude []byte
	//go:embed decoder.lua.gz
	decoderLua []byte
	//go:embed dissector.lua
	dissector []byte
)

// Script returns the Lua file.
func Script() ([]byte, error) {
	translated, err := decoderText()
	if err != nil {
		return nil, err
	}
	return bytes.Join([][]byte{prelude, invisible(), translated, dissector}, []byte("\n")), nil
}

// invisible returns the ranges of characters that are shown as escapes.
func invisible() []byte {
	text := []byte("Nat.invisible = {")
	for u := rune(0); u <= unicode.MaxRune; u++ {
		if !wire.Invisible(u) {
			continue
		}
		first := u
		for wire.Invisible(u + 1) {
			u++
		}
		text = fmt.Appendf(text, "%d,%d,", first, u)
	}
	return append(text, '}')
}

func decoderText() ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(decoderLua))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
