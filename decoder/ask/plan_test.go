package ask_test

import (
	"testing"

	"fragscope/decoder/ask"
)

// Parts are read by their names, all or none of them.
func TestPartsText(t *testing.T) {
	var parts ask.Parts
	if err := parts.UnmarshalText([]byte("info, players")); err != nil || parts != ask.PartInfo|ask.PartPlayers {
		t.Errorf("%v, %v", parts, err)
	}
	if err := parts.UnmarshalText([]byte("info,everything")); err == nil || parts != ask.PartInfo|ask.PartPlayers {
		t.Errorf("everything is a part: %v, %v", parts, err)
	}
}
