// Command gen translates the decoder to Lua: go generate ./analyzer/wireshark.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"

	"fragscope/analyzer/wireshark/golua"
)

func main() {
	if err := generate("decoder.lua.gz"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func generate(name string) error {
	text, err := golua.Translate(golua.Decoder("."))
	if err != nil {
		return err
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := w.Write([]byte(text)); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644)
}
