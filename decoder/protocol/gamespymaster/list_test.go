package gamespymaster_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/gamespymaster"
	"fragscope/decoder/wire"
)

// request is a request for a list as a message.
func request(t *testing.T, details *gamespymaster.Query) *wire.Message {
	p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "gamespy-master", Message: "server list request",
		ID: [8]byte{1, 2, 3, 4, 5, 6, 7, 8}, Details: details})
	if err != nil {
		t.Fatal(err)
	}
	m := decoder.Decode(p, wire.Options{Stream: true, DstPort: gamespymaster.ListPort})
	promise.Message(t, m)
	if m.Info.Name != "server list request" || promise.Codes(m) != "" {
		t.Fatal(promise.Dump(m))
	}
	return m
}

// two is a list of two servers.
func two() []gamespymaster.ListedServer {
	status := func(name string, players int64) *wire.Status {
		return &wire.Status{Name: wire.Some(name), Map: wire.Some("WAR-Harbour"), GameType: wire.Some("Warfare"),
			Players: wire.Some(players), MaxPlayers: wire.Some(int64(16)), GamePort: wire.Some(int64(7777))}
	}
	return []gamespymaster.ListedServer{
		{Address: [4]byte{192, 0, 2, 1}, Port: 6500, Game: "ut3pc", Status: status("Harbour Lights", 3)},
		{Address: [4]byte{192, 0, 2, 2}, Port: 6600, Game: "ut3pc", Status: status("Bell Tower", 0)},
		{Address: [4]byte{192, 0, 2, 3}, Port: 6500, Game: "swrcommando"},
	}
}

// serve returns what a master answers.
func serve(t *testing.T, m *wire.Message) []byte {
	l := gamespymaster.Lister{Servers: two, Salt: [25]byte{9, 8, 7, 6, 5}}
	out, used, done := l.Next(m.PayloadBytes(), [4]byte{127, 0, 0, 1})
	if used != len(m.PayloadBytes()) || !done {
		t.Fatalf("used %d, %v", used, done)
	}
	return out
}

// A list is decrypted with its request, and only with that.
func TestList(t *testing.T) {
	q := request(t, &gamespymaster.Query{})
	m := decoder.Decode(serve(t, q), wire.Options{Stream: true, SrcPort: gamespymaster.ListPort})
	promise.Message(t, m)
	promise.Encode(t, m)
	promise.Truncation(t, m, wire.Options{Stream: true, SrcPort: gamespymaster.ListPort})
	if m.Info.Name != "encrypted server list" || m.Confidence != wire.Likely || promise.Codes(m) != "" {
		t.Fatal(promise.Dump(m))
	}
	sets := decoder.Assemble([]*wire.Message{q, m})
	if len(sets) != 1 || sets[0].Whole == nil || promise.Codes(m) != "" {
		t.Fatalf("%+v\n%s", sets, promise.Dump(m))
	}
	whole := sets[0].Whole
	promise.Message(t, whole)
	promise.Encode(t, whole)
	if promise.Codes(whole) != "" || whole.Info.Name != "decrypted server list" || whole.Entries() != 2 {
		t.Error(promise.Dump(whole))
	}
	got := gamespymaster.Servers(whole)
	want := []ask.Listed{
		{Host: "192.0.2.1", QueryPort: 6500, GamePort: 7777, Name: "Harbour Lights", Map: "WAR-Harbour", GameType: "Warfare",
			Players: 3, MaxPlayers: 16, Counted: true, Protocol: "gamespy-master"},
		{Host: "192.0.2.2", QueryPort: 6600, GamePort: 7777, Name: "Bell Tower", Map: "WAR-Harbour", GameType: "Warfare",
			Players: 0, MaxPlayers: 16, Counted: true, Protocol: "gamespy-master"},
	}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%+v", got)
	}
	if name := whole.Name(whole.Find("gamespy-master.server.value", 0)); name != "hostname" {
		t.Errorf("a value is called %q", name)
	}
}

// What hinders the decryption is said.
func TestEncrypted(t *testing.T) {
	list := serve(t, request(t, &gamespymaster.Query{}))
	other, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "gamespy-master", Message: "server list request",
		ID: [8]byte{8}, Details: &gamespymaster.Query{}})
	if err != nil {
		t.Fatal(err)
	}
	stranger, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "gamespy-master", Message: "server list request",
		Details: &gamespymaster.Query{Asker: "nosuchgame"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		asked []byte
		code  string
	}{{nil, "gamespy-master-list-without-request"}, {other, "gamespy-master-list-decryption"},
		{stranger, "gamespy-master-list-key"}} {
		m := decoder.Decode(list, wire.Options{Stream: true, SrcPort: gamespymaster.ListPort})
		ms := []*wire.Message{m}
		if c.asked != nil {
			ms = append(ms, decoder.Decode(c.asked, wire.Options{Stream: true}))
		}
		sets := decoder.Assemble(ms)
		if sets[0].Whole != nil || promise.Codes(sets[0].Messages[0]) != c.code || len(m.Problems) != 0 {
			t.Errorf("%q:\n%s", c.asked, promise.Dump(sets[0].Messages[0]))
		}
	}
}

// Everything that a list may hold, and what is wrong with some.
func TestLists(t *testing.T) {
	const keys = "\x7f\x00\x00\x01\x19\x64\x03\x00hostname\x00\x01numplayers\x00\x02password\x00\x02DM-Deck\x00CTF-Face\x00"
	const end = "\x00\xff\xff\xff\xff"
	for _, c := range []struct{ name, list, servers, codes string }{
		{"every part", keys + "\x7e\x01\x02\x03\x04\x19\x65\x0a\x00\x00\x01\x19\x66\x05\x06\x07\x08\xffA\x00\x03\x00\x01" +
			end, "1.2.3.4:6501 A 3", ""},
		{"popular", keys + "\x40\x01\x02\x03\x04\x01\x03\x00\x01" + end, "1.2.3.4:6500 CTF-Face 3", ""},
		{"popular, but not that much", keys + "\x40\x01\x02\x03\x04\x02\x03\x00\x01" + end, "1.2.3.4:6500  3",
			"gamespy-master-list-place"},
		{"settings", keys + "\x80\x01\x02\x03\x04hostname\x00B\x00numplayers\x007\x00\x00" + end, "1.2.3.4:6500 B 7", ""},
		{"address alone", keys + "\x00\x01\x02\x03\x04" + end, "1.2.3.4:6500  0", ""},
		{"without its end", keys + "\x00\x01\x02\x03\x04", "1.2.3.4:6500  0", "gamespy-master-list-open"},
		{"cut in a value", keys + "\x40\x01\x02\x03\x04\xffAb", "1.2.3.4:6500 Ab 0", "cut"},
		{"nothing listed", "\x7f\x00\x00\x01\x19\x64\x00\x00" + end, "", ""},
		{"no list wanted", "\x7f\x00\x00\x01\x19\x64", "", ""},
		{"unknown game", "\x7f\x00\x00\x01\xff\xffno such game\x00", "", "gamespy-master-list-game"},
		{"updates", keys + end + "\x00\x09\x04\x01\x02\x03\x04\x19\x64\x00\x03\x03", "", ""},
		{"an update without room", keys + end + "\x00\x09\x04\x01", "", "bytes-left-over"},
	} {
		m := gamespymaster.DecodeList([]byte(c.list))
		promise.Message(t, m)
		promise.Encode(t, m)
		var got []string
		for _, s := range gamespymaster.Servers(m) {
			got = append(got, s.Host+":"+promise.Number(wire.Some(int64(s.QueryPort)))+" "+s.Name+" "+
				promise.Number(wire.Some(s.Players)))
		}
		if g := strings.Join(got, ", "); g != c.servers || promise.Codes(m) != c.codes {
			t.Errorf("%s: %q, problems %s\n%s", c.name, g, promise.Codes(m), promise.Dump(m))
		}
	}
	m := gamespymaster.DecodeList([]byte("\x7f\x00\x00\x01\x19\x64\x01\x03x\x00\x00" + end))
	if promise.Codes(m) != "gamespy-master-list-type" {
		t.Error(promise.Dump(m))
	}
}

// A client takes a list in whatever pieces it comes.
func TestTalk(t *testing.T) {
	for _, size := range []int{1, 7, 1000} {
		talk := gamespymaster.MasterClient{Challenge: [8]byte{1, 2, 3, 4, 5, 6, 7, 8}}
		p, err := talk.Begin()
		if err != nil {
			t.Fatal(err)
		}
		list := serve(t, decoder.Decode(p, wire.Options{Stream: true, DstPort: gamespymaster.ListPort}))
		for i := 0; i < len(list); i += size {
			if talk.Done() {
				t.Fatalf("done after %d of %d bytes", i, len(list))
			}
			if _, err := talk.Receive(list[i:min(i+size, len(list))]); err != nil {
				t.Fatal(err)
			}
		}
		if !talk.Done() || talk.Ended() != nil || len(talk.List()) != 2 || talk.List()[1].Name != "Bell Tower" {
			t.Errorf("pieces of %d: %v, %+v", size, talk.Ended(), talk.List())
		}
	}
	for _, c := range []struct {
		query gamespymaster.Query
		end   int
		want  string
	}{
		{gamespymaster.Query{}, 60, "0 servers into its list"},
		{gamespymaster.Query{}, 10, "without a list"},
		{gamespymaster.Query{Game: "nosuchgame", Asker: "ut3pc"}, 1000, "does not know the game"},
	} {
		talk := gamespymaster.MasterClient{Query: c.query}
		p, err := talk.Begin()
		if err != nil {
			t.Fatal(err)
		}
		list := serve(t, decoder.Decode(p, wire.Options{Stream: true, DstPort: gamespymaster.ListPort}))
		_, err = talk.Receive(list[:min(c.end, len(list))])
		if err == nil {
			err = talk.Ended()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.query, err)
		}
	}
	talk := gamespymaster.MasterClient{Query: gamespymaster.Query{Game: "nosuchgame"}}
	if _, err := talk.Begin(); err == nil {
		t.Error("a list is asked for that cannot be read")
	}
}

// A master takes a server that proves which game it is, and only that.
func TestRegistry(t *testing.T) {
	var g gamespymaster.Registry
	say := func(from, message string, d *gamespymaster.Query) *wire.Message {
		p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "gamespy-master", Message: message,
			ID: [8]byte{'k', 'e', 'y', '1'}, Details: d})
		if err != nil {
			t.Fatal(err)
		}
		w := answer.Writer{Answer: answer.Answer{Challenge: 77}}
		g.Replies(&w, decoder.Decode(p, wire.Options{DstPort: gamespymaster.Port}), from)
		if len(w.Out) == 0 {
			return nil
		}
		m := decoder.Decode(w.Out[0], wire.Options{SrcPort: gamespymaster.Port})
		promise.Message(t, m)
		return m
	}
	count := func() (n int) {
		g.Servers(func(_, game string, s *wire.Status) {
			if n++; game != "ut3pc" {
				t.Errorf("a server of %s", game)
			}
		})
		return n
	}
	for i, right := range []bool{false, true} {
		m := say("a", "heartbeat", &gamespymaster.Query{Port: 6500})
		if m == nil || m.Info.Name != "challenge" {
			t.Fatal("no challenge")
		}
		challenge := m.TextOf("gamespy-master.packet.challenge")
		if !right {
			challenge = "x" + challenge[1:]
		}
		if m := say("a", "challenge answer", &gamespymaster.Query{Challenge: challenge}); m == nil ||
			right == (promise.Codes(m) != "") || count() != i {
			t.Fatalf("right %v, %d servers", right, count())
		}
	}
	if m := say("a", "service request", nil); m == nil || m.Info.Name != "service reply" {
		t.Error("a keep-alive is not answered")
	}
	if say("b", "service request", nil) != nil ||
		say("b", "challenge answer", &gamespymaster.Query{Challenge: "abcdefghijklmnop"}) != nil {
		t.Error("a stranger is answered")
	}
	w := answer.Writer{}
	g.Replies(&w, decoder.Decode([]byte("\x03key1gamename\x00ut3pc\x00statechanged\x002\x00\x00\x00\x00\x00\x00\x00\x00"),
		wire.Options{}), "a")
	if len(w.Out) != 0 || count() != 0 {
		t.Error("a server that left is still listed")
	}
}

// FuzzList reads anything as a decrypted list, and as what a master sends.
func FuzzList(f *testing.F) {
	f.Add(
		[]byte(
			"\x7f\x00\x00\x01\x19\x64\x03\x00hostname\x00\x01numplayers\x00\x02password\x00\x02DM-Deck\x00CTF-Face\x00\x7e\x01\x02\x03\x04\x19\x65\x0a\x00\x00\x01\x19\x66\x05\x06\x07\x08\xffA\x00\x03\x00\x01\x80\x01\x02\x03\x04a\x00b\x00\x00\x00\xff\xff\xff\xff\x00\x03\x03"))
	f.Fuzz(func(t *testing.T, p []byte) {
		m := gamespymaster.DecodeList(p)
		promise.Message(t, m)
		promise.Encode(t, m)
		gamespymaster.Servers(m)
		if len(m.Fields) > 2*len(p)+8 {
			t.Errorf("%d bytes make %d fields", len(p), len(m.Fields))
		}
		talk := gamespymaster.MasterClient{}
		if _, err := talk.Begin(); err != nil {
			t.Fatal(err)
		}
		talk.Receive(p)
		talk.Pause()
		talk.Ended()
		(&gamespymaster.Lister{Servers: two}).Next(p, [4]byte{})
	})
}
