package wireshark

import (
	"testing"

	"fragscope/analyzer/wireshark/golua"
)

// TestScript holds the translated decoder to its source.
func TestScript(t *testing.T) {
	want, err := golua.Translate(golua.Decoder("."))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := decoderText(); err != nil || string(got) != want {
		t.Errorf("decoder.lua.gz is stale (%v): run go generate ./analyzer/wireshark", err)
	}
}
