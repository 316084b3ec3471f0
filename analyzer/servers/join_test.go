package servers

import (
	"net/netip"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// answered returns a server that said something from an address.
func answered(l *List, address, from string, p decoder.Protocol, st decoder.Status) *Server {
	s := l.Add(Target{Address: address}, FromHistory)
	st.Protocol = p
	l.Take(s, &Answer{Time: time.Unix(1, 0), From: netip.MustParseAddrPort(from), Protocol: p, Status: &st}, "")
	return s
}

// TestJoin: the link is of the game that the server says it is, to the port that
// players connect to.
func TestJoin(t *testing.T) {
	l := NewList()
	for _, c := range []struct {
		from       string
		protocol   decoder.Protocol
		game       string
		port       int64
		title, url string
	}{
		{"10.0.0.1:7778", "unreal2", "ut2004", 7777, "Unreal Tournament 2004", "ut2004://10.0.0.1:7777"},
		{"10.0.0.2:7778", "gamespy1", "ut", 7777, "Unreal Tournament", "unreal://10.0.0.2:7777"},
		{"10.0.0.2:7777", "samp", "", 0, "", ""}, // without rules it may be of any
		{"10.0.0.3:7777", "samp", "samp", 0, "San Andreas Multiplayer", "samp://10.0.0.3:7777"},
		{"10.0.0.8:7777", "samp", "openmp", 0, "open.mp", "samp://10.0.0.8:7777"},
		{"10.0.0.9:8192", "samp", "vcmp", 0, "Vice City Multiplayer", ""},
		{"10.0.0.7:22126", "ase", "mta", 22003, "Multi Theft Auto", "mtasa://10.0.0.7:22003"},
		{"10.0.0.6:28016", "a2s", "rust", 28015, "Rust", "steam://connect/10.0.0.6:28015"},
		{"10.0.0.4:27960", "quake3", "baseoa", 0, "baseoa", ""},
		{"10.0.0.8:27960", "quake3", "baseq3", 0, "Quake III Arena", "quake3://connect/10.0.0.8:27960"},
		{"10.0.0.9:27960", "quake3", "", 0, "", ""}, // it may be any game made from it
		{"10.0.0.10:27500", "quakeworld", "qw", 0, "QuakeWorld", "qw://10.0.0.10:27500"},
		{"10.0.0.5:7778", "gamespy1", "serioussam", 70000, "serioussam", ""},
	} {
		st := decoder.Status{Name: wire.Some("n")}
		if c.game != "" {
			st.Game = wire.Some(c.game)
		}
		if c.port != 0 {
			st.GamePort = wire.Some(c.port)
		}
		s := answered(l, c.from, c.from, c.protocol, st)
		if s.Game() != c.title || s.Join() != c.url {
			t.Errorf("%s: %q, %q", c.from, s.Game(), s.Join())
		}
	}
	s := answered(l, "10.0.0.6:27015", "10.0.0.6:27015", "a2s", decoder.Status{Game: wire.Some("tf"),
		GameTitle: wire.Some("Team Fortress 2")})
	if want := "steam://connect/10.0.0.6:27015"; s.Join() != want { // known by its IDs
		t.Errorf("%q, expected %q", s.Join(), want)
	}
	rules := []wire.Rule{{Key: "p268435703", Value: "0"}}
	if s = answered(l, "10.0.0.6:6500", "10.0.0.6:6500", "gamespy3", decoder.Status{Rules: rules}); s.Game() == "" {
		t.Error("no game by its rules")
	}
	was := s.Game()
	if s.Slim(); s.Game() != was || s.Status.Rules != nil {
		t.Errorf("%q without details, %q before", s.Game(), was)
	}
}

// TestSameGamePort: one server that answers at two ports is in the list once;
// others on its host, or that claim its name, are not it.
func TestSameGamePort(t *testing.T) {
	l := NewList()
	say := func(address, name string, port int64) *Server {
		return answered(l, address, address, "unreal2", decoder.Status{Name: wire.Some(name),
			GamePort: wire.Some(port)})
	}
	first := say("10.0.0.1:7778", "One", 7777)
	if l.Same(first) != nil {
		t.Error("the first is another")
	}
	for _, other := range []*Server{say("10.0.0.1:7788", "One", 7787), say("10.0.0.2:7778", "One", 7777),
		say("10.0.0.1:9000", "Two", 7777)} {
		if l.Same(other) != nil {
			t.Errorf("%s is taken for another", other.Address)
		}
	}
	l.Same(first)
	if got := l.Same(say("10.0.0.1:7787", "One", 7777)); got != first {
		t.Errorf("the second port of the first is %v", got)
	}
	sample := say("10.0.0.1:7790", "One", 7777)
	if sample.From = FromSamples; l.Same(sample) != nil {
		t.Error("a sample server is taken for one that was typed")
	}
	l.Remove(sample.Address)
	l.Remove(first.Address)
	if got := l.Same(l.Find("10.0.0.1:7787")); got != nil {
		t.Error("it is taken for one that is gone")
	}
}
