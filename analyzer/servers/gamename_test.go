package servers

import (
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// TestGameName: a server's game is called as players call it, where that is known, and
// never nothing once the server answered.
func TestGameName(t *testing.T) {
	if got := (&Server{}).GameName(); got != "" {
		t.Errorf("a server that never answered plays %q", got)
	}
	for _, c := range []struct {
		p          decoder.Protocol
		game, want string
	}{
		{"gamespy1", "ut", "Unreal Tournament"},
		{"unreal2", "", decoder.Descriptor("unreal2").Title},
		{"a2s", "some mod", "some mod"},
		{"a2s", "tf", "Team Fortress 2"},
	} {
		st := &decoder.Status{Protocol: c.p}
		if c.game != "" {
			st.Game = wire.Some(c.game)
		}
		if c.game == "tf" {
			st.GameTitle = wire.Some(c.want)
		}
		if got := (&Server{Status: st, Protocol: c.p}).GameName(); got != c.want {
			t.Errorf("%v %q is called %q, want %q", c.p, c.game, got, c.want)
		}
	}
}
