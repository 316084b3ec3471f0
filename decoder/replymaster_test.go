package decoder_test

import (
	"crypto/md5"
	"encoding/hex"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/serve"
	"fragscope/decoder/wire"
)

func listing() []unrealmaster.ListedServer {
	ut := sampleStatus()
	ut.Game, ut.Password = wire.Some("ut"), wire.Some(false)
	other := sampleStatus()
	other.Game, other.GameType, other.Password = wire.Some("unreal"), wire.Some("xCTFGame"), wire.Some(true)
	return []unrealmaster.ListedServer{
		{Address: [4]byte{127, 0, 0, 1}, GamePort: 7777, QueryPort: 7778, Status: ut},
		{Address: [4]byte{127, 0, 0, 2}, GamePort: 7787, QueryPort: 7788, Status: other},
	}
}

// converse gives a session what a client says, in pieces of n bytes, and
// returns everything that the master says after its greeting.
func converse(s *unrealmaster.MasterSession, said []byte, n int) (heard []byte, done bool) {
	var in []byte
	for len(said) > 0 && !done {
		k := min(n, len(said))
		in, said = append(in, said[:k]...), said[k:]
		for !done {
			out, used, end := s.Next(in)
			heard, in, done = append(heard, out...), in[used:], end
			if used == 0 {
				break
			}
		}
	}
	return heard, done
}

func TestTextMaster(t *testing.T) {
	m := &unrealmaster.MasterServer{Servers: listing, Strict: true}
	greeting := m.Begin().Greeting()
	if string(greeting) != `\basic\\secure\wookie` {
		t.Errorf("greeting %q", greeting)
	}
	for _, test := range []struct {
		name string
		q    unrealmaster.Query
		want string
	}{
		{"text", unrealmaster.Query{Game: "ut"}, `\ip\127.0.0.1:7778\final\`},
		{"another game", unrealmaster.Query{Game: "unreal"}, `\ip\127.0.0.2:7788\final\`},
		{"compact", unrealmaster.Query{Game: "ut", Compact: true}, "\x7f\x00\x00\x01\x1e\x62\\final\\"},
		{"a challenge of its own", unrealmaster.Query{Game: "ut", Challenge: "abcdef"}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "unreal-master", Message: "login and server list request",
				Details: &test.q})
			if err != nil {
				t.Fatal(err)
			}
			for n := 1; n <= len(p); n++ {
				heard, done := converse(m.Begin(), p, n)
				if string(heard) != test.want || !done {
					t.Fatalf("in pieces of %d: %q, ended %v", n, heard, done)
				}
			}
		})
	}
	for _, nonsense := range []string{"GET / HTTP/1.0\r\n\r\n", `\final\`, `\list\\gamename\ut`, strings.Repeat(`\`, 99)} {
		if heard, _ := converse(m.Begin(), []byte(nonsense), 5); len(heard) > 0 {
			t.Errorf("%q draws %q", nonsense, heard)
		}
	}
}

// login builds a client's second message.
func login(challenge, program string, version uint32) []byte {
	digest := func(s string) string { h := md5.Sum([]byte(s)); return hex.EncodeToString(h[:]) }
	b := answer.AppendReplyString(nil, digest("key"))
	b = answer.AppendReplyString(b, digest("key"+challenge))
	b = wire.AppendLE32(answer.AppendReplyString(b, program), version)
	if version < unrealmaster.EpicVersion2004 && strings.HasSuffix(program, "SERVER") {
		b = wire.AppendLE32(b, 0)
	}
	b = answer.AppendReplyString(append(b, 3), "int")
	if version >= unrealmaster.EpicVersion2004 {
		b = append(b, make([]byte, 13)...)
	}
	return unrealmaster.EpicFrame(b)
}

func TestBinaryMaster(t *testing.T) {
	for _, test := range []struct {
		name    string
		program string
		version uint32
		filters []string
		want    []string // names of what the master says, in order
		ports   []uint64
	}{
		{"ut2004", "UT2K4CLIENT", 3369, nil, []string{"answer", "verified", "count", "entry", "entry"}, []uint64{7777, 7787}},
		{"ut2003", "CLIENT", 2225, nil, []string{"answer", "count", "entry", "entry"}, []uint64{7777, 7787}},
		{"xmp", "CLIENT", 2226, []string{"gametype==xDeathMatch"}, []string{"answer", "count", "entry"}, []uint64{7777}},
		{"locked", "UT2K4CLIENT", 3369, []string{"password==true", "currentplayers>1", "freespace>=14"},
			[]string{"answer", "verified", "count", "entry"}, []uint64{7787}},
		{"none", "UT2K4CLIENT", 3369, []string{"map!=DM-Bellfounder"}, []string{"answer", "verified", "count"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := &unrealmaster.MasterServer{Binary: true, Servers: listing, News: "Fog over the harbour"}
			said := login("270104", test.program, test.version)
			if test.version >= unrealmaster.EpicVersion2004 {
				said = append(said, unrealmaster.EpicFrame(answer.AppendReplyString(nil, strings.Repeat("0", 32)))...)
			}
			said, err := decoder.AppendRequest(said, &ask.Query{Protocol: "unreal-master", Message: "binary list request",
				Details: &unrealmaster.Query{Filters: test.filters}})
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range []int{1, 7, 1000} {
				heard, done := converse(m.Begin(), said, n)
				d := decoder.Decode(heard, wire.Options{Protocol: "unreal-master", From: wire.Reply, Stream: true})
				var got []string
				var ports []uint64
				for i := range d.Fields {
					f := &d.Fields[i]
					if f.Kind == wire.KindGroup && f.Depth == 0 {
						got = append(got, strings.TrimPrefix(f.Def.Key, "unreal-master."))
					}
					if f.Def == &unrealmaster.EpicServers[1] {
						ports = append(ports, f.Value)
					}
				}
				if strings.Join(got, " ") != strings.Join(test.want, " ") || !done || len(d.Problems) > 0 {
					t.Errorf("in pieces of %d the master says %v, ended %v, problems %d", n, got, done, len(d.Problems))
				}
				if len(ports) != len(test.ports) || len(ports) > 0 && ports[0] != test.ports[0] {
					t.Errorf("game ports %v, want %v", ports, test.ports)
				}
			}
		})
	}
	m := &unrealmaster.MasterServer{Binary: true, News: "Fog over the harbour"}
	said := append(login("270104", "UT2K4CLIENT", 3369),
		unrealmaster.EpicFrame(answer.AppendReplyString(nil, strings.Repeat("0", 32)))...)
	heard, done := converse(m.Begin(), append(said, unrealmaster.EpicFrame([]byte{1})...), 9)
	if !strings.Contains(string(heard), "Fog over the harbour") || done {
		t.Errorf("news: % x, ended %v", heard, done)
	}
	if heard, done := converse(m.Begin(), unrealmaster.EpicFrame([]byte("nobody")), 99); !strings.Contains(string(heard),
		"DENIED") || !done {
		t.Errorf("a login that is none: %q, ended %v", heard, done)
	}
	server := append(login("270104", "UT2K4SERVER", 3369), unrealmaster.EpicFrame(make([]byte, 8))...)
	if heard, done := converse(m.Begin(), server, 99); !strings.HasSuffix(string(heard),
		"\x05\x00\x00\x00\x03\x01\x00\x00\x00") || done {
		t.Errorf("a server gets % x, ended %v", heard, done)
	}
}

// FuzzMaster: no bytes of a client hang or break a conversation.
func FuzzMaster(f *testing.F) {
	f.Add(true, login("270104", "UT2K4CLIENT", 3369))
	f.Add(true, unrealmaster.EpicFrame([]byte{0, 1, 2, 3}))
	f.Add(false, []byte(`\gamename\ut\location\0\validate\2/TYFMRc\final\\list\\gamename\ut\final\`))
	f.Fuzz(func(t *testing.T, binary bool, said []byte) {
		s := (&unrealmaster.MasterServer{Binary: binary, Servers: listing}).Begin()
		s.Greeting()
		for range len(said) + 2 {
			out, used, done := s.Next(said)
			if used > len(said) || used == 0 && len(out) > 0 {
				t.Fatalf("used %d of %d and said %q", used, len(said), out)
			}
			if said = said[used:]; done || used == 0 {
				return
			}
		}
		t.Fatal("the conversation does not end")
	})
}

// FuzzReplies: whatever is asked gets an answer that can be read, or none.
func FuzzReplies(f *testing.F) {
	for i, p := range allIDs() {
		for _, name := range decoder.Descriptor(p).Requests() {
			if b, err := decoder.AppendRequest(nil, promise.Query(f, p, name)); err == nil {
				f.Add(uint8(i), b)
			}
		}
	}
	f.Fuzz(func(t *testing.T, as uint8, p []byte) {
		s := sampleStatus()
		s.Teams = []wire.Team{{Name: wire.Some("Red"), Score: wire.Some(int64(2))}}
		for _, opts := range []wire.Options{{From: wire.Request}, {From: wire.Request, Protocol: numbered(as)}} {
			m := decoder.Decode(p, opts)
			replies, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: s, Challenge: 9})
			if (err == nil) != (len(replies) > 0) {
				t.Fatalf("%d replies and %v", len(replies), err)
			}
			var all []*wire.Message
			for _, r := range replies {
				d := decoder.Decode(r, wire.Options{Protocol: m.Protocol(), From: wire.Reply})
				checkMessage(t, d)
				if worst, odd := d.Worst(); odd && worst == wire.SeverityError {
					t.Fatalf("% x draws % x", p, r)
				}
				all = append(all, d)
				serve.AppendWrongID(nil, r)
			}
			again, _, err := serve.AppendReplay(nil, m, all, &answer.Answer{Number: 7})
			if len(replies) > 0 && err == nil && len(again) > len(replies) {
				t.Fatalf("%d replies are replayed as %d", len(replies), len(again))
			}
			serve.Confirms(m, 9)
		}
	})
}
