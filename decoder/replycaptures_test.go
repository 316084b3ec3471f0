package decoder_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

// TestCapturedServersAreSaidAgain builds, where real replies are at hand, the
// replies of the same servers from what theirs say. They say the same again,
// and how they are divided into datagrams is how the servers did it.
func TestCapturedServersAreSaidAgain(t *testing.T) {
	all := captures(t)
	for _, test := range []struct {
		file, game string
		same       int // datagrams that are the same to the byte; colours and 16-bit texts are not said again
		queries    []ask.Query
	}{
		{"ut99-status-3-datagrams", "ut99", 0, []ask.Query{{Protocol: "gamespy1"}}},
		{"ut2004-info-rules-players", "ut2004", 4,
			[]ask.Query{{Protocol: "unreal2"}, {Protocol: "unreal2", Message: "rules request"},
				{Protocol: "unreal2", Message: "player list request"}}},
		{"killingfloor-info-rules-players", "killingfloor", 3,
			[]ask.Query{{Protocol: "unreal2"}, {Protocol: "unreal2", Message: "rules request"},
				{Protocol: "unreal2", Message: "player list request"}}},
		{"gamespy3-3-datagrams", "bf2", 0, []ask.Query{{Protocol: "gamespy3"}}},
		{"gamespy3-empty-sections", "crysis", 0, []ask.Query{{Protocol: "gamespy3"}}},
		{"gamespy1-final-before-queryid", "bf1942", 0, []ask.Query{{Protocol: "gamespy1"}}},
	} {
		datagrams, ok := all[test.file]
		if !ok {
			continue
		}
		t.Run(test.file, func(t *testing.T) {
			was := decoder.StatusOf(decodeAll(datagrams)...)
			var built [][]byte
			for _, q := range test.queries {
				p, err := decoder.AppendRequest(nil, &q)
				if err != nil {
					t.Fatal(err)
				}
				replies, err := decoder.AppendReplies(nil,
					decoder.Decode(p, wire.Options{Protocol: q.Protocol, From: wire.Request}),
					&answer.Answer{Status: was, Game: decoder.GameByName(test.game), Number: 5})
				if err != nil && !errors.Is(err, answer.ErrEmptyList) {
					t.Fatal(err)
				}
				built = append(built, replies...)
			}
			is := decoder.StatusOf(decodeAll(built)...)
			if diff := cmp.Diff(was, is, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("-was +is:\n%s", diff)
			}
			same := 0
			for _, b := range built {
				for _, d := range datagrams {
					if bytes.Equal(b, d) {
						same++
					}
				}
			}
			if len(built) != len(datagrams) || same < test.same {
				t.Errorf("%d datagrams, where the server sent %d; %d are the same bytes, want %d", len(built), len(datagrams), same,
					test.same)
			}
		})
	}
}
