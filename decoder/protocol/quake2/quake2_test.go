package quake2_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

const mark = "\xff\xff\xff\xff"

func TestSamples(t *testing.T) { promise.Samples(t, "quake2-", "quake2", wire.Likely) }

func FuzzQuake(f *testing.F) { promise.Fuzz(f, "quake2", "quake2-") }

func TestAllocates(t *testing.T) { promise.Allocates(t, "quake2-") }

func TestMessages(t *testing.T) {
	for _, c := range []struct{ packet, message, fields, problems string }{
		{mark + "status", "status request", "", "protocol-shared"},
		{mark + "status\n", "status request", "", "protocol-shared"},
		{mark + "status\x00", "status request", "", "protocol-shared"},
		{mark + "info 34", "info request", "arguments=34", ""},
		{mark + "print\n\\hostname\\a b\\maxclients\\8\n3 40 \"x\"\n-1 0 \"\" \"192.0.2.1:27901\"\n", "status reply",
			"key=hostname value=a b key=maxclients value=8 score=3 ping=40 name=x score=-1 ping=0 name= text=192.0.2.1:27901",
			""},
		{mark + "print\n\\a\\b", "status reply", "key=a value=b", "quake-pairs-open"},
		{mark + "print\n\\a\\b\n3 4 \"x", "status reply", "key=a value=b score=3 ping=4 name=x", "quake-player-cut"},
		{mark + "info\n    Quiet Harbour   q2dm1  3/16\n", "info reply",
			"hostname=Quiet Harbour map=q2dm1 players=3 max_players=16", ""},
		{mark + "info\nA very long name of a server q2dm1 13/ 8\n", "info reply",
			"hostname=A very long name of a server map=q2dm1 players=13 max_players=8", ""},
		{mark + "info\nA: wrong version\n", "info reply", "text=A: wrong version", "quake2-info-line"},
		{mark + "info\n 1/2", "info reply", "text= 1/2", "quake2-info-line"},
		{mark + "info\n1/2", "info reply", "text=1/2", "quake2-info-line"},
		{mark + "info\n/2", "info reply", "text=/2", "quake2-info-line"},
		{mark + "info\n", "info reply", "", "quake2-info-line"},
		{"query\n\x00", "server list request", "", ""},
		{"query", "server list request", "", ""},
		{mark + "query\x00", "server list request", "", ""},
		{mark + "servers \xc0\x00\x02\x01\x6d\x06\xc0\x00\x02\x02\x6d\x06", "server list reply",
			"address=192.0.2.1 address=192.0.2.2", ""},
		{mark + "servers ", "server list reply", "", ""},
		{mark + "servers \xc0\x00", "server list reply", "", "cut"},
		{mark + "heartbeat\n\\hostname\\a\n3 4 \"x\"\n", "heartbeat", "key=hostname value=a score=3 ping=4 name=x", ""},
		{mark + "shutdown", "shutdown", "", ""},
		{mark + "ack", "acknowledgement", "", ""},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		var fields []string
		for i := range m.Fields {
			if f := &m.Fields[i]; f.Leaf() && (f.Kind == wire.KindText || f.Kind == wire.KindDecimal ||
				f.Kind == wire.KindIPv4) && !strings.HasSuffix(m.Key(i), ".command") {
				key := m.Key(i)
				fields = append(fields, key[strings.LastIndexByte(key, '.')+1:]+"="+m.Text(i))
			}
		}
		if got := strings.Join(fields, " "); m.Protocol() != "quake2" || m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, got, promise.Dump(m))
		}
	}
}

// What other protocols say is theirs.
func TestOthers(t *testing.T) {
	for _, p := range []string{mark, mark + "statusResponse\n", mark + "status 23", mark + "print\nhello",
		mark + "infoResponse\n", mark + "ping\x00", mark + "heartbeat DarkPlaces\n", mark + "serversx", "queryx", "query\\",
		mark + "getstatus"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "quake2" {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

// What is served is read as it was.
func TestServe(t *testing.T) {
	s := &wire.Status{Name: wire.Some("Quiet \"Harbour\""), Map: wire.Some("q2dm1"), MaxPlayers: wire.Some[int64](16),
		Password: wire.Some(true), Rules: []wire.Rule{{Key: "fraglimit", Value: "20"}}}
	s.PlayerList = []wire.Player{{Name: wire.Some("Gull"), Score: wire.Some[int64](-3), Ping: wire.Some[int64](40)},
		{Name: wire.Some("Heron"), Extra: []wire.Rule{{Key: "Text", Value: "192.0.2.1"}}}}
	for message, want := range map[string]string{
		"status request": `print` + "\n" +
			`\hostname\Quiet Harbour\mapname\q2dm1\maxclients\16\gamename\baseq2\fraglimit\20\needpass\1` +
			"\n-3 40 \"Gull\"\n0 0 \"Heron\" \"192.0.2.1\"\n",
		"info request": "info\n   Quiet Harbour    q2dm1  2/16\n",
	} {
		p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "quake2", Message: message})
		if err != nil {
			t.Fatal(err)
		}
		request := decoder.Decode(p, wire.Options{Protocol: "quake2"})
		replies, err := decoder.AppendReplies(nil, request, &answer.Answer{Status: s})
		if err != nil || len(replies) != 1 || string(replies[0]) != mark+want {
			t.Errorf("%s: %q, %v, want %q", message, replies, err, want)
			continue
		}
		if m := decoder.Decode(replies[0], wire.Options{}); !m.MatchKey().Answers(request.MatchKey()) {
			t.Errorf("a %s does not answer a %s", m.Info.Name, message)
		} else if got := decoder.StatusOf(m); got == nil || got.Name.Value != "Quiet Harbour" || got.Map.Value != "q2dm1" ||
			got.Players.Value != 2 || got.MaxPlayers.Value != 16 {
			t.Errorf("%s: %+v", message, got)
		}
	}
	for message, want := range map[string]string{"server list request": "query\n\x00", "status request": mark + "status\n",
		"info request": mark + "info 34"} {
		if p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "quake2", Message: message}); err != nil ||
			string(p) != want {
			t.Errorf("%s: %q, %v", message, p, err)
		}
	}
}
