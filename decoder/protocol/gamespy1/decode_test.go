package gamespy1

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fragscope/decoder/wire"
)

// Pairs read the same whether their ends are found ahead or one by one.
func TestReadReply(t *testing.T) {
	pieces := []string{
		"hostname", "mapname", "player_0", "player_1", "ping_0", "frags_1", "team_0", "queryid", "12.3", "final", "gamename", "ut", "mohaa", "numplayers",
		"300", "16", "hostport", "7777", "a b", "x\x01y", "é", "line\n", "", "", "AdminName", "validate", "secure", "gamever", "unknownkey", "tournamet", "\x00", "Bob", " 48", "-1", "score_t1", "maptitle",
		strings.Repeat("long", 20),
	}
	rapid.Check(t, func(t *rapid.T) {
		p := []byte("\\" + strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 24).Draw(t, "pieces"), "\\"))
		read := func(careful bool) *wire.Reader {
			r := &wire.Reader{Data: p, End: len(p), Opts: &wire.Options{}}
			r.Ends.Ready()
			r.Ends.Careful = careful
			readReply(r)
			return r
		}
		quick, careful := read(false), read(true)
		if quick.Info != careful.Info || quick.Standing != careful.Standing || quick.Colours != careful.Colours ||
			!slices.Equal(quick.Fields, careful.Fields) || !slices.Equal(quick.Problems, careful.Problems) {
			t.Fatalf("%q reads differently:\n%v %+v\n%v %+v", p, quick.Fields, quick.Problems, careful.Fields, careful.Problems)
		}
	})
}
