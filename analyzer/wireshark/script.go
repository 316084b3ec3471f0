package wireshark

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the parts of the script
	"io"
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
	return bytes.Join([][]byte{prelude, translated, dissector}, []byte("\n")), nil
}

// decoderText returns the translated decoder.
func decoderText() ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(decoderLua))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}
