package decoder_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/wire"
)

// gs1 is a GameSpy 1 datagram.
func gs1(text string) []byte { return []byte(text) }

// framed puts a payload into an IPv4 packet from port and the address 10.0.0.host, or to them.
func framed(host, port byte, reply bool, payload []byte) []byte {
	here, there := []byte{10, 0, 0, host}, []byte{10, 0, 0, 99}
	ports := []byte{30, port, 40, 0}
	if !reply {
		here, there = there, here
		ports = []byte{40, 0, 30, port}
	}
	n, u := 28+len(payload), 8+len(payload)
	p := []byte{0x45, 0, byte(n >> 8), byte(n), 0, 1, 0, 0, 64, 17, 0, 0}
	p = append(append(p, here...), there...)
	return append(append(append(p, ports...), byte(u>>8), byte(u), 0, 0), payload...)
}

func TestByServer(t *testing.T) {
	const part1, part2 = `\hostname\%s\maxplayers\%d\queryid\%d.1`, `\player_0\%s\frags_0\1\final\\queryid\%d.2`
	first := func(name string, number int) []byte { return fmt.Appendf(nil, part1, name, number, number) }
	second := func(name string, number int) []byte { return fmt.Appendf(nil, part2, name, number) }
	info := func(name string) []byte {
		return append([]byte("\xff\xff\xff\xffinfoResponse\n\\mapname\\q3dm17\\hostname\\"), name...)
	}
	request := gs1(`\status\`)
	for _, c := range []struct {
		about     string
		datagrams [][]byte
		want      string
	}{
		{"none", nil, "[]"},
		{"one", [][]byte{first("a", 1)}, "[[0]]"},
		{"a request alone", [][]byte{request}, "[[0]]"},
		{"one server", [][]byte{request, first("a", 1), second("p", 1)}, "[[0 1 2]]"},
		{"two by name", [][]byte{first("a", 1), first("b", 2)}, "[[0] [1]]"},
		{"parts in turns", [][]byte{first("a", 1), first("b", 2), second("p", 1), second("q", 2)}, "[[0 2] [1 3]]"},
		{"second parts first", [][]byte{second("p", 1), second("q", 2), first("a", 1), first("b", 2)}, "[[0 2] [1 3]]"},
		{"numbered alike", [][]byte{first("a", 1), second("p", 1), first("b", 1), second("q", 1)}, "[[0 1] [2 3]]"},
		{"without a name before the first", [][]byte{second("p", 1), first("a", 2)}, "[[0 1]]"},
		{"one name with other spaces", [][]byte{first("The  Dock ", 1), first("TheDock", 2)}, "[[0 1]]"},
		{"names in other letters", [][]byte{first("The Dock!", 1), first("the dock", 2), first("The Dock", 3)},
			"[[0] [1] [2]]"},
		{"names in other scripts", [][]byte{first("Москва 1", 1), first("Питер 1", 2), first("東京 1", 3),
			first("Москва 1", 4)}, "[[0 3] [1] [2]]"},
		{"empty names", [][]byte{first("", 1), first("a", 2), first("", 3)}, "[[0] [1] [2]]"},
		{"an empty name again", [][]byte{first("", 1), first("a", 2), first("", 1)}, "[[0 2] [1]]"},
		{"requests go with what answers them", [][]byte{request, first("a", 1), request, first("b", 2), request},
			"[[0 1] [2 3 4]]"},
		{"a name comes again", [][]byte{first("a", 1), first("b", 2), first("a", 3)}, "[[0 2] [1]]"},
		{"two by address", [][]byte{
			framed(1, 1, false, request), framed(2, 1, false, request), framed(2, 1, true, second("q", 7)),
			framed(1, 1, true, second("p", 7)),
			framed(1, 1, true, first("same", 7)), framed(2, 1, true, first("same", 7)), framed(2, 1, false, request),
		}, "[[0 1 2 5 6] [3 4]]"},
		{"two ports, two protocols, one server", [][]byte{framed(1, 1, true, first("a", 1)), framed(1, 2, true, info("a")),
			framed(1, 3, true, first("b", 3))}, "[[0 1] [2]]"},
		{"two ports, one protocol, two servers", [][]byte{framed(1, 1, true, first("a", 1)),
			framed(1, 2, true, first("a", 2))}, "[[0] [1]]"},
		{"servers that a name does not tell apart", [][]byte{framed(1, 1, true, first("a", 1)),
			framed(1, 2, true, first("a", 2)), framed(1, 3, true, info("a"))}, "[[0] [1] [2]]"},
	} {
		ms := decodeAll(c.datagrams)
		if got := fmt.Sprint(decoder.ByServer(ms)); got != c.want {
			t.Errorf("%s: %s, want %s", c.about, got, c.want)
		}
	}
	if got := decoder.ByServer([]*wire.Message{nil, decoder.Decode(first("a", 1), wire.Options{}), nil}); fmt.Sprint(
		got) != "[[1]]" {
		t.Errorf("with nil: %v", got)
	}
}

// TestServersApart: of replies of two servers in one list each gets its own
// status, in whatever protocols they are, and one that answers in two protocols
// stays one.
func TestServersApart(t *testing.T) {
	replies := func(p wire.ProtocolID, name string, max int64) [][]byte {
		var all [][]byte
		for _, q := range everythingAsked(p) {
			b, err := decoder.AppendRequest(nil, &q)
			if err != nil {
				t.Fatal(err)
			}
			m := decoder.Decode(b, wire.Options{Protocol: p, From: wire.Request})
			s := &wire.Status{
				Protocol: p, Name: wire.Some(name), Map: wire.Some("DM-" + name), MaxPlayers: wire.Some(max),
				Players:    wire.Some(int64(1)),
				PlayerList: []wire.Player{{Name: wire.Some("player of " + name)}},
			}
			list, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: s, Number: 1})
			if err != nil {
				t.Fatalf("%v %s: %v", p, q.Message, err)
			}
			all = append(all, list...)
		}
		return all
	}
	for _, a := range []wire.ProtocolID{"unreal2", "gamespy1", "gamespy3", "a2s", "quake3"} {
		for _, b := range []wire.ProtocolID{"unreal2", "gamespy1", "gamespy3", "a2s", "quake3"} {
			harbour, dock := replies(a, "Harbour Lights", 16), replies(b, "Loading Dock", 8)
			servers := decoder.ReadTogether(decodeAll(slices.Concat(harbour, dock))).Servers
			if len(servers) != 2 {
				t.Fatalf("%v, %v: %d servers", a, b, len(servers))
			}
			for i, want := range []*wire.Status{decoder.StatusOf(decodeAll(harbour)...), decoder.StatusOf(decodeAll(dock)...)} {
				if !sameStatus(servers[i].Status, want) {
					t.Errorf("%v, %v: server %d is %+v, want %+v", a, b, i, servers[i].Status, want)
				}
			}
			if one := decoder.ReadTogether(decodeAll(slices.Concat(harbour, replies(b, "Harbour Lights", 16)))).Servers; len(
				one) != 1 {
				t.Errorf("%v and %v of one server are taken for %d", a, b, len(one))
			}
		}
	}
}

// TestManyServers: time and memory do not grow faster than the datagrams,
// whatever they call their servers.
func TestManyServers(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time, which the run without -short does")
	}
	const n = 50_000
	ms := make([]*wire.Message, n)
	for i := range ms {
		ms[i] = decoder.Decode(fmt.Appendf(nil, `\hostname\%d\queryid\%d.1`, i, i%7), wire.Options{})
	}
	before := time.Now()
	groups := [][]int{}
	if got := allocated(func() { groups = decoder.ByServer(ms) }); got > 2000*n {
		t.Errorf("%d datagrams take %d bytes of memory", n, got)
	}
	if len(groups) != n {
		t.Errorf("%d servers, want %d", len(groups), n)
	}
	if d := time.Since(before); d > 20*time.Second {
		t.Errorf("%d datagrams take %v", n, d)
	}
}

// checkServers fails the test unless every datagram is of exactly one server.
func checkServers(t testing.TB, ms []*wire.Message) {
	t.Helper()
	seen := make([]int, len(ms))
	for _, list := range decoder.ByServer(ms) {
		if len(list) == 0 || !slices.IsSorted(list) {
			t.Fatalf("datagrams of a server: %v", list)
		}
		for _, i := range list {
			seen[i]++
		}
	}
	for i, n := range seen {
		if n != 1 {
			t.Fatalf("datagram %d is of %d servers", i, n)
		}
	}
}

// Any datagrams, with and without addresses, in any order: each is of one server.
func TestByServerAny(t *testing.T) {
	var all [][]byte
	for _, datagrams := range samplePackets(t) {
		for _, p := range datagrams {
			if len(p) < 2000 {
				all = append(all, p, framed(1, 2, true, p), framed(3, 4, false, p))
			}
		}
	}
	slices.SortFunc(all, slices.Compare)
	rapid.Check(t, func(t *rapid.T) {
		ms := decodeAll(rapid.SliceOfN(rapid.SampledFrom(all), 0, 12).Draw(t, "datagrams"))
		seen := 0
		for _, s := range decoder.ReadTogether(ms).Servers {
			seen += len(s.Datagrams)
		}
		if seen != len(ms) {
			t.Fatalf("%d of %d datagrams are of a server", seen, len(ms))
		}
		replies := 0
		for _, r := range decoder.ReadTogether(ms).Replies {
			replies += len(r.Datagrams) + len(r.Duplicates)
		}
		for _, m := range ms {
			if m.Info.Direction != wire.Request {
				replies--
			}
		}
		if replies != 0 {
			t.Fatalf("%d datagrams too many are of a reply", replies)
		}
	})
}
