package decoder_test

import (
	"reflect"
	"testing"

	"fragscope/decoder/wire"
)

func sameStatus(a, b *wire.Status) bool { return reflect.DeepEqual(a, b) }

func TestParseBool(t *testing.T) {
	for text, want := range map[string]string{
		"True": "yes", "true": "yes", "1": "yes", " yes": "yes", "False": "no", "0": "no", "NO": "no", "": "", "2": "",
		"maybe": "",
	} {
		got := ""
		if v := wire.ParseBool(text); v.Known {
			if got = "no"; v.Value {
				got = "yes"
			}
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func TestSetNumber(t *testing.T) {
	for text, want := range map[string]int64{"7": 7, " 63": 63, "-5": -5, "12.000000": 12, "1.5": -99, "x": -99, "": -99,
		"1e300": -99, "NaN": -99, "Inf": -99} {
		var b wire.StatusBuilder
		b.Players = wire.Some(int64(-99))
		if b.Set(wire.RolePlayers, text); b.Players.Value != want {
			t.Errorf("%q is %d, want %d", text, b.Players.Value, want)
		}
	}
}

func TestMutators(t *testing.T) {
	var b wire.StatusBuilder
	b.AddMutators("Instagib, Low Grav,,BigHead")
	b.AddMutators("low grav\x1cBattleRPG")
	b.AddMutator("")
	want := []string{"Instagib", "Low Grav", "BigHead", "BattleRPG"}
	if !reflect.DeepEqual(b.Mutators, want) {
		t.Errorf("got %q, want %q", b.Mutators, want)
	}
}

// A list with another number of players than is counted is said of every protocol.
func TestPlayersText(t *testing.T) {
	for _, c := range []struct {
		players, bots wire.Opt[int64]
		listed        int
		want          string
	}{
		{wire.Some[int64](2), wire.Opt[int64]{}, 2, "2 of 8"},
		{wire.Some[int64](2), wire.Some[int64](0), 0, "2 of 8"},
		{wire.Some[int64](2), wire.Some[int64](1), 3, "2 of 8, 1 bot, 3 listed"},
		{wire.Some[int64](5), wire.Some[int64](2), 1, "5 of 8, 2 bots, 1 listed"},
		{wire.Opt[int64]{}, wire.Opt[int64]{}, 1, "? of 8"},
	} {
		s := wire.Status{Players: c.players, Bots: c.bots, MaxPlayers: wire.Some[int64](8),
			PlayerList: make([]wire.Player, c.listed)}
		if got := (&s).PlayersText("?"); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
