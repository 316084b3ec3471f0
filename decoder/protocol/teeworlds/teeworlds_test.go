package teeworlds_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/teeworlds"
	"fragscope/decoder/wire"
)

const (
	oob     = "\xff\xff\xff\xff"
	six     = oob + oob + "\xff\xff"
	seven   = "\x21" + "abcd" + "ABCD" + oob
	server4 = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xcb\x00\x71\x07\x20\x6f"
)

// nul returns texts with a NUL after each.
func nul(texts ...string) string { return promise.NULs(texts...) }

// info is what a reply of 0.6 says, up to the counts.
var info = nul("43", "0.6", "N", "dm1") + "%s" + nul("DM", "1", "1", "8", "2", "12")

func TestSamples(t *testing.T) { promise.Samples(t, "teeworlds-", teeworlds.ID, wire.Likely) }

func TestMessages(t *testing.T) {
	plain, named := fmt.Sprintf(info, ""), "info.token=43 info.version=0.6 info.name=N info.map=dm1"
	counts := "info.game_type=DM info.flags=1 info.playing=1 info.max_playing=8 info.players=2 info.max_players=12"
	row := func(name, score string) string {
		return "player.name=" + name + " player.clan=c player.country=-1 player.score=" + score + " player.playing=1"
	}
	for _, c := range []struct{ packet, message, fields, problems string }{
		{six + "gie3+", "info request", "request.token=43", ""},
		{"xe\x01\x02\x00\x00" + oob + "gie3+", "extended info request", "head.extra_token=258 request.token=43", ""},
		{six + "fstd+", "64-player info request", "request.token=43", ""},
		{six + "inf3" + plain + nul("a", "c", "-1", "7", "1") + nul("b", "c", "-1", "-9999", "1"), "info reply",
			named + " " + counts + " " + row("a", "7") + " " + row("b", "-9999"), ""},
		{six + "inf3" + plain, "info reply", named + " " + counts, "teeworlds-players"},
		{six + "inf3" + strings.Replace(plain, "12", "1x", 1) + nul("a", "c", "-1", "7", "1") + nul("b", "c", "-1", "08",
			"1"), "info reply",
			named + " " + strings.Replace(counts, "=12", "=1x", 1) + " " + row("a", "7") + " " + row("b", "8"),
			"teeworlds-not-a-number"},
		{six + "iext" + fmt.Sprintf(info, nul("-5", "100")) + nul("") + nul("a", "c", "-1", "7", "1", ""),
			"extended info reply",
			named + " info.map_crc=-5 info.map_size=100 " + counts + " info.extra= " + row("a", "7") + " player.extra=", ""},
		{six + "iex+" + nul("43", "1", "", "a", "c", "-1", "7", "1", ""), "extended player list reply",
			"info.token=43 info.packet=1 info.extra= " + row("a", "7") + " player.extra=", ""},
		{six + "dtsf" + plain + "\x80\x01" + nul("a", "c", "-1", "7", "1"), "64-player info reply",
			named + " " + counts + " info.offset=64 " + row("a", "7"), ""},
		{"\x04\x00\x00" + oob + "\x05ABCD" + strings.Repeat("\x00", 508), "token request",
			"head.token=4294967295 head.control=5 head.own_token=1094861636", ""},
		{"\x04\x00\x00ABCD\x05abcd", "token reply", "head.token=1094861636 head.control=5 head.own_token=1633837924", ""},
		{seven + "gie3\xbb\x01", "0.7 info request", "head.token=1633837924 head.own_token=1094861636 request.number=123",
			""},
		{seven + "inf3\x40" + nul("0.7.5", "N", "", "dm1", "DM") + "\x03\x01\x01\x08\x01\x0c" + nul("a", "") + "\x40\x42\x00",
			"0.7 info reply",
			"head.token=1633837924 head.own_token=1094861636 info7.number=-1 info7.version=0.7.5 info7.name=N info7.host= " +
				"info7.map=dm1 info7.game_type=DM info7.flags=3 info7.skill_level=1" +
				" info7.playing=1 info7.max_playing=8 info7.players=1 info7.max_players=12 player7.name=a player7.clan= " +
				"player7.country=-1 player7.score=-3 player7.kind=0", ""},
		{six + "req2", "server list request", "", ""},
		{six + "lis2" + server4, "server list reply", "server.address=203.0.113.7 server.port=8303", ""},
		{seven + "cou2", "server count request", "head.token=1633837924 head.own_token=1094861636", ""},
		{six + "siz2\x01\x2c", "server count reply", "master.count=300", ""},
		{six + "bea2\x20\x6f", "heartbeat", "master.port=8303", ""},
		{six + "fw??", "firewall check", "", ""},
		{six + "chal" + nul("tw", "x"), "registration challenge", "master.secret=tw master.challenge=x", ""},
		{six + "siz2\x01", "server count reply", "master.count=01", "cut"},
		{six + "fwok!", "firewall check passed", "", "bytes-left-over"},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		fields := slices.DeleteFunc(promise.Leaves(m, "teeworlds."), func(f string) bool {
			for _, same := range []string{"head.mark=", "head.oob=", "head.extended=", "head.flags=", "head.ack=",
				"head.chunks=", "head.reserved=", "head.command=", "head.padding=", "server.prefix="} {
				if strings.HasPrefix(f, same) {
					return true
				}
			}
			return false
		})
		if got := strings.Join(fields, " "); m.Protocol() != teeworlds.ID || m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != c.problems {
			t.Errorf("%q: %s\nfields %q\n%s", c.packet, c.message, got, promise.Dump(m))
		}
	}
}

// What only begins like a message is none.
func TestOthers(t *testing.T) {
	for _, p := range []string{six, six + oob, six + "gie4+", oob + oob + "gie3+", "xe", "xexexexexexexe",
		"\x21" + oob + oob, "\x04\x00\x00\x00\x05", "\x04\x00\x01ABCD\x05abcd", "\x04\x00\x00ABCD\x05abcde"} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == teeworlds.ID {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

func TestRequests(t *testing.T) {
	token := &teeworlds.Query{Token: 0x61626364}
	for _, c := range []struct {
		query ask.Query
		want  string
	}{
		{ask.Query{ID: [8]byte{0, 1, 2, '+'}}, "xe\x01\x02\x00\x00" + oob + "gie3+"},
		{ask.Query{Message: "info request", ID: [8]byte{3: '+'}}, six + "gie3+"},
		{ask.Query{Message: "64-player info request", ID: [8]byte{3: '+'}}, six + "fstd+"},
		{ask.Query{Message: "token request", ID: [8]byte([]byte("ABCDEFGH"))}, "\x04\x00\x00" + oob + "\x05ABCD" +
			strings.Repeat("\x00", 508)},
		{ask.Query{Message: "0.7 info request", ID: [8]byte([]byte("ABCD\x00\x00\x00\x7b")), Details: token},
			seven + "gie3\xbb\x01"},
		{ask.Query{Message: "0.7 info request", ID: [8]byte{255, 255, 255, 255}, Details: token},
			"\x21abcd\x00\xff\xff\xff" + oob + "gie3\x00"},
		{ask.Query{Message: "server list request"}, six + "req2"},
		{ask.Query{Message: "server count request", ID: [8]byte([]byte("ABCDEFGH")),
			Details: &teeworlds.Query{Token: token.Token, Seven: true}}, seven + "cou2"},
	} {
		c.query.Protocol = teeworlds.ID
		if p, err := decoder.AppendRequest(nil, &c.query); err != nil || string(p) != c.want {
			t.Errorf("%+v: %q, %v", c.query, p, err)
		}
	}
}

// Replies answer the requests whose token they repeat.
func TestTopic(t *testing.T) {
	topic := func(p string) wire.MatchKey { return (decoder.Decode([]byte(p), wire.Options{})).MatchKey() }
	plain := fmt.Sprintf(info, "")
	for _, c := range []struct {
		request, reply string
		answers        bool
	}{
		{six + "gie3+", six + "inf3" + plain, true},
		{six + "gie3,", six + "inf3" + plain, false},
		{"xe\x01\x02\x00\x00" + oob + "gie3+", six + "inf3" + plain, true},
		{"xe\x01\x02\x00\x00" + oob + "gie3+", six + "iex+" + nul("66091", "1", ""), true},
		{six + "fstd+", six + "inf3" + plain, false},
		{"\x04\x00\x00" + oob + "\x05ABCD" + strings.Repeat("\x00", 508), "\x04\x00\x00ABCD\x05abcd", true},
		{"\x04\x00\x00" + oob + "\x05ABCE" + strings.Repeat("\x00", 508), "\x04\x00\x00ABCD\x05abcd", false},
		{"\x21" + "ABCD" + "abcd" + oob + "gie3\x00", seven + "inf3\x00" + nul("", "", "", "", "") +
			"\x00\x00\x00\x00\x00\x00", true},
	} {
		if got := topic(c.reply).Answers(topic(c.request)); got != c.answers {
			t.Errorf("%q answers %q: %v", c.reply, c.request, got)
		}
	}
}

// A reply in several datagrams is complete when it lists as many as it counts.
func TestParts(t *testing.T) {
	for _, name := range []string{"teeworlds-extended-info-reply-two", "teeworlds-64-player-info-reply"} {
		ps := promise.Hex(t, name)
		var ms []*wire.Message
		for _, p := range ps {
			ms = append(ms, decoder.Decode(p, wire.Options{}))
		}
		s := decoder.StatusOf(ms[1], ms[0])
		if len(s.PlayerList) != int(s.Players.Value) || !s.Complete.Value {
			t.Errorf("%s: %d players of %d, complete %v", name, len(s.PlayerList), s.Players.Value, s.Complete)
		}
		if s = decoder.StatusOf(ms[0]); s.Complete.Or(true) {
			t.Errorf("%s: the first datagram is complete", name)
		}
	}
}

// What is served is read as it was, by each of the requests.
func TestServe(t *testing.T) {
	s := &wire.Status{Name: wire.Some("Büro 日本"), Map: wire.Some("dm1"), GameType: wire.Some("DM"),
		Version: wire.Some("0.6"), MaxPlayers: wire.Some(int64(64)), Password: wire.Some(true)}
	for i := range 60 {
		s.PlayerList = append(s.PlayerList, wire.Player{Name: wire.Some(fmt.Sprintf("player %02d", i)),
			Score: wire.Some(int64(i - 3)),
			Extra: []wire.Rule{{Key: "Clan", Value: "a rather long clan"}, {Key: "Country", Value: "756"}}})
	}
	for _, c := range []struct {
		request         string
		players, counts int
	}{
		{six + "gie3+", 16, 16}, {"xe\x01\x02\x00\x00" + oob + "gie3+", 60, 60}, {six + "fstd+", 60, 60},
		{"\x21\x00\x00\x00\x07ABCD" + oob + "gie3\x40", 60, 60},
	} {
		q := decoder.Decode([]byte(c.request), wire.Options{})
		replies, err := decoder.AppendReplies(nil, q, &answer.Answer{Status: s, Challenge: 7})
		if err != nil {
			t.Fatal(err)
		}
		var ms []*wire.Message
		for _, p := range replies {
			m := decoder.Decode(p, wire.Options{})
			promise.Message(t, m)
			if !m.MatchKey().Answers(q.MatchKey()) || len(p) > 1400 && q.Info.Name == "extended info request" {
				t.Errorf("%q: %d bytes\n%s", c.request, len(p), promise.Dump(m))
			}
			ms = append(ms, m)
		}
		got := decoder.StatusOf(ms...)
		if got.Name.Value != "Büro 日本" || got.Map.Value != "dm1" || len(got.PlayerList) != c.players ||
			got.Players.Value != int64(c.counts) || !got.Password.Value || !got.Complete.Or(true) ||
			got.PlayerList[0].Score.Value != -3 || got.PlayerList[0].Extra[0].Value != "a rather lo" {
			t.Errorf("%q: %+v", c.request, got)
		}
	}
	for request, want := range map[string]error{
		"\x21\x00\x00\x00\x08ABCD" + oob + "gie3\x40":                   answer.ErrChallenge,
		"\x04\x00\x00" + oob + "\x05ABCD" + strings.Repeat("\x00", 100): answer.ErrNotApplicable,
		six + "req2": answer.ErrNoRequest,
		six + "gie3": answer.ErrNoRequest,
	} {
		m := decoder.Decode([]byte(request), wire.Options{Protocol: teeworlds.ID})
		if _, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: s, Challenge: 7}); !errors.Is(err, want) {
			t.Errorf("%q: %v", request, err)
		}
	}
}

func FuzzTeeworlds(f *testing.F) {
	promise.Fuzz(f, teeworlds.ID, "teeworlds-", six+"iext"+fmt.Sprintf(info, nul("1", "2"))+nul("")+nul("a", "", "-1", "7",
		"1", ""), seven+"inf3\xff\xff\xff\xff\xff")
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "teeworlds-") }
