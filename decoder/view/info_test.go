package view_test

import (
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/view"
	"fragscope/samples"
)

func TestInfo(t *testing.T) {
	for name, want := range map[string]string{
		"ut2004-info-reply":          "Grimms-Insta-Deathmatch · DM-1on1-Squader · 4/10",
		"ut2004-players-reply-teams": "6 players",
		"ut2004-rules-reply":         "17 rules",
		"a2s-info-request":           "",
		"quake3-getinfo-request":     "",
		"minecraft-status-reply":     "Lantern Harbour — é · 2/40",
	} {
		for _, sample := range samples.List() {
			if sample.Name == name {
				got := view.Info(decoder.Decode(sample.Datagrams()[0], decoder.Options{}), nil)
				if got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
		}
	}
	if got, want := view.Info(decoder.Decode([]byte("\xf7Z\x51\x03"), decoder.Options{}), nil),
		"F7 5A 51 03 · .ZQ."; got != want {
		t.Errorf("unknown bytes: %q, want %q", got, want)
	}
	if got := view.Info(decoder.Decode(nil, decoder.Options{}), nil); got != "" {
		t.Errorf("no bytes: %q", got)
	}
}
