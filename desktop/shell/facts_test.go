package shell

import (
	"fragscope/analyzer/servers"
	"fragscope/decoder"
	"fragscope/decoder/wire"
	"slices"
	"testing"
)

// TestFactOfGame: a game is called the same among the facts as in the list, with the
// name that the server reports where that is another.
func TestFactOfGame(t *testing.T) {
	for _, c := range []struct {
		protocol   decoder.Protocol
		game, want string
	}{
		{"a2s", "rust", "Rust"},
		{"unreal2", "ut2004", "Unreal Tournament 2004 (ut2004)"},
		{"gamespy1", "serioussam", "serioussam"},
	} {
		s := &servers.Server{Protocol: c.protocol,
			Status: &decoder.Status{Name: wire.Some("n"), Game: wire.Some(c.game)}}
		if list := factsOf(s, 60); !slices.Contains(list, fact{"Game", c.want}) {
			t.Errorf("%s: %v, want %q", c.game, list, c.want)
		}
	}
}

func TestMasked(t *testing.T) {
	for in, want := range map[string]string{
		"203.0.113.9:7778": "203.0.x.x:7778", "[2001:db8::1]:5": "[2001:…]:5", "play.example.org:7": "….example.org:7",
		"localhost": "…", "[fe80::1]": "[fe80:…]",
	} {
		if got := masked(in); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
}
