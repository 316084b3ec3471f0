package decoder_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/netquake"
	"fragscope/decoder/protocol/ugp"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

// everythingAsked lists the requests by which all of a server's Status is got.
func everythingAsked(p wire.ProtocolID) []ask.Query {
	var all []ask.Query
	for _, name := range map[wire.ProtocolID][]string{
		"unreal2":    {"server info request", "rules and player list request"},
		"unreal-lan": {"REPORTQUERY request", "REPORT request", "LAN beacon query request"},
		"samp":       {"info request", "rules request", "player details request"},
		"a2s":        {"info request", "player list request", "rules request"},
		"torque":     {"ping request", "info request"},
		"cube2":      {"info request", "player list request", "team list request"},
		"frostbite":  {"server info request", "version request", "player list request"},
	}[p] {
		all = append(all, ask.Query{Protocol: p, Message: name})
	}
	if all == nil {
		all = []ask.Query{{Protocol: p}}
	}
	if p == "netquake" {
		for i := range uint8(12) {
			all = append(all, ask.Query{Protocol: p, Message: "player info request", Details: &netquake.Query{Player: i}})
		}
	}
	if p == "ugp" {
		all[0].Details = &ugp.Query{Flags: 0x0f, ServerFlags: 0x7f}
	}
	return all
}

// said builds the replies to everything that can be asked of a server and
// returns what they say.
func said(t *testing.T, s *wire.Status) *wire.Status {
	t.Helper()
	var ms []*wire.Message
	for _, q := range everythingAsked(s.Protocol) {
		p, err := decoder.AppendRequest(nil, &q)
		if err != nil {
			t.Fatal(err)
		}
		m := decoder.Decode(p, wire.Options{Protocol: s.Protocol, From: wire.Request})
		replies, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: s, Number: 1})
		if err != nil && !errors.Is(err, answer.ErrEmptyList) && !errors.Is(err, answer.ErrNotApplicable) {
			t.Fatalf("%s: %v", q.Message, err)
		}
		for _, r := range replies {
			ms = append(ms, decoder.Decode(r, wire.Options{Protocol: s.Protocol, From: wire.Reply}))
		}
	}
	return decoder.StatusOf(ms...)
}

// TestSamplesAreSaidAgain builds the replies of every server among the samples
// from its Status. What comes out says the same as far as the usual layout of
// the protocol goes, and from then on nothing changes any more.
func TestSamplesAreSaidAgain(t *testing.T) {
	servers := 0
	for _, sample := range samples.List() {
		var ms []*wire.Message
		for _, d := range sample.Datagrams() {
			ms = append(ms, decoder.Decode(d, wire.Options{}))
		}
		s := decoder.StatusOf(ms...)
		if s == nil || s.Protocol == "server-list" || s.Protocol == "unreal-master" || s.Protocol == "unreal-heartbeat" {
			continue
		}
		t.Run(sample.Name, func(t *testing.T) {
			servers++
			once := said(t, s)
			if once == nil {
				t.Fatalf("nothing is said of %+v", s)
			}
			for _, v := range []struct {
				name      string
				was, said wire.Opt[string]
			}{{"name", s.Name, once.Name}, {"map", s.Map, once.Map}, {"game type", s.GameType, once.GameType}} {
				if v.was.Known && s.Protocol != "unreal-lan" && (!v.said.Known || v.said.Value != v.was.Value) {
					t.Errorf("the %s %q becomes %v", v.name, v.was.Value, v.said)
				}
			}
			if len(once.PlayerList) != len(s.PlayerList) {
				t.Errorf("%d players become %d", len(s.PlayerList), len(once.PlayerList))
			}
			for i := range min(len(once.PlayerList), len(s.PlayerList)) {
				was, is := s.PlayerList[i], once.PlayerList[i]
				if was.Name.Known && !s.Game.Known { // most games take backslashes out of names
					plain := strings.ReplaceAll(was.Name.Value, `\`, "")
					was.Name = wire.Some(plain)
				}
				if was.Name.Known && (!is.Name.Known || is.Name.Value != was.Name.Value) ||
					was.Score.Known && (!is.Score.Known || is.Score.Value != was.Score.Value) {
					t.Errorf("player %d: -was +is:\n%s", i, cmp.Diff(was, is))
				}
			}
			if twice := said(t, once); !cmp.Equal(once, twice, cmpopts.EquateEmpty()) {
				t.Errorf("-once +twice:\n%s", cmp.Diff(once, twice, cmpopts.EquateEmpty()))
			}
		})
	}
	if servers < 60 {
		t.Errorf("only %d servers among the samples", servers)
	}
}
