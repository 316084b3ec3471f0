package decoder_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fragscope/decoder"
	"fragscope/decoder/protocol/gamespy1"
	"fragscope/decoder/wire"
)

// Ordinary pairs read the same in the quick way and in the careful one.
func TestPlainPairs(t *testing.T) {
	pieces := []string{
		"hostname", "mapname", "player_0", "player_1", "ping_0", "frags_1", "team_0", "queryid", "12.3", "final", "gamename", "ut", "mohaa", "numplayers",
		"300", "16", "hostport", "7777", "a b", "x\x01y", "é", "line\n", "", "", "AdminName", "validate", "secure", "gamever", "unknownkey", "tournamet", "\x00", "Bob", " 48", "-1", "score_t1", "maptitle",
		strings.Repeat("long", 20),
	}
	rapid.Check(t, func(t *rapid.T) {
		p := []byte("\\" + strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 24).Draw(t, "pieces"), "\\"))
		read := func(plain bool) *wire.Reader {
			r := &wire.Reader{Data: p, End: len(p), Opts: &wire.Options{}}
			r.Ends.Ready()
			gamespy1.ReadReply(r, plain)
			return r
		}
		quick, careful := read(true), read(false)
		if quick.Info != careful.Info || quick.Standing != careful.Standing || quick.Colours != careful.Colours ||
			!slices.Equal(quick.Fields, careful.Fields) || !slices.Equal(quick.Problems, careful.Problems) {
			t.Fatalf("%q reads differently:\n%v %+v\n%v %+v", p, quick.Fields, quick.Problems, careful.Fields, careful.Problems)
		}
	})
}

// wire.ScanPlain finds what a look at each byte finds.
func TestScanPlain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.OneOf(rapid.ByteRange('a', 'z'), rapid.Byte(), rapid.SampledFrom([]byte{0, '\\', 0x1f, 0x20, 0x7e, 0x7f, 0x80, 0xff})), 0, 40).Draw(t, "bytes")
		from := rapid.IntRange(0, len(b)).Draw(t, "from")
		for _, stop := range []byte{0, '\\'} {
			at := from
			for at < len(b) && b[at] != stop {
				at++
			}
			got, plain := wire.ScanPlain(b, from, stop)
			if want := wire.PlainASCII(b[from:at]); got != at || plain != want {
				t.Fatalf("%q from %d to %q: %d %v, want %d %v", b, from, stop, got, plain, at, want)
			}
		}
	})
}

// Content changes with what a reply tells, and not with what changes anyway.
func TestContent(t *testing.T) {
	gamespy3 := func(id, player, score, ping string) string {
		return "\x00" + id + "splitnum\x00\x80\x00hostname\x00a\x00\x00\x01player_\x00\x00" + player + "\x00\x00score_\x00\x00" + score + "\x00\x00ping_\x00\x00" + ping + "\x00\x00\x00"
	}
	gamespy2 := func(id, score, ping string) string {
		return "\x00" + id + "hostname\x00a\x00mapname\x00b\x00\x00\x00\x01player_\x00score_\x00ping_\x00\x00Bob\x00" + score + "\x00" + ping + "\x00"
	}
	for _, c := range []struct {
		name, a, b string
		same       bool
	}{
		{"gamespy1 ping and query id", `\hostname\a\player_0\Bob\ping_0\50\queryid\1.1\final\`, `\hostname\a\player_0\Bob\ping_0\70\queryid\2.1\final\`, true},
		{"gamespy1 name", `\hostname\a\player_0\Bob\queryid\1.1`, `\hostname\a\player_0\Bub\queryid\1.1`, false},
		{"gamespy1 where a value ends", `\hostname\ab\mapname\c\queryid\1.1`, `\hostname\a\mapname\bc\queryid\1.1`, false},
		{"gamespy2 ping and id", gamespy2("abcd", "5", "33"), gamespy2("efgh", "5", "44"), true},
		{"gamespy2 score", gamespy2("abcd", "5", "33"), gamespy2("abcd", "6", "33"), false},
		{"gamespy3 ping and id", gamespy3("abcd", "Bob", "5", "33"), gamespy3("efgh", "Bob", "5", "44"), true},
		{"gamespy3 score", gamespy3("abcd", "Bob", "5", "33"), gamespy3("abcd", "Bob", "6", "33"), false},
		{"gamespy3 player", gamespy3("abcd", "Bob", "5", "33"), gamespy3("abcd", "Bub", "5", "33"), false},
		{"unreal2 ping", "\x80\x00\x00\x00\x02\x07\x00\x00\x00\x04Bob\x00\x30\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00",
			"\x80\x00\x00\x00\x02\x07\x00\x00\x00\x04Bob\x00\x40\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00", true},
		{"unreal2 score", "\x80\x00\x00\x00\x02\x07\x00\x00\x00\x04Bob\x00\x30\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00",
			"\x80\x00\x00\x00\x02\x07\x00\x00\x00\x04Bob\x00\x30\x00\x00\x00\x06\x00\x00\x00\x00\x00\x00\x00", false},
	} {
		a, b := decoder.Decode([]byte(c.a), wire.Options{}), decoder.Decode([]byte(c.b), wire.Options{})
		if a.Info != b.Info || a.Info == &wire.UnknownMessage {
			t.Errorf("%s: %s and %s", c.name, a.Info.Name, b.Info.Name)
		}
		if got := a.Content() == b.Content(); got != c.same {
			t.Errorf("%s: same content %v, want %v", c.name, got, c.same)
		}
	}
}
