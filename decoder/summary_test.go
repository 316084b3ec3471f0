package decoder

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// summarised takes out of a Status what a Summary leaves out.
func summarised(st *Status) *Status {
	if st == nil {
		return nil
	}
	c := *st
	c.Mutators, c.Teams, c.Complete = nil, nil, nil
	c.PlayerList = slices.Clone(c.PlayerList)
	for i := range c.PlayerList {
		c.PlayerList[i].Extra = nil
	}
	if len(c.Rules) == 0 {
		c.Rules = nil
	}
	return &c
}

// A Summary says what StatusOf says, whatever it was asked before.
func TestSummary(t *testing.T) {
	var s Summary
	var d [2]Decoder
	check := func(name string, ms ...*Message) {
		t.Helper()
		want, got := summarised(StatusOf(ms...)), summarised(s.Of(ms...))
		if !cmp.Equal(want, got) {
			t.Errorf("%s: %s", name, cmp.Diff(want, got))
		}
	}
	for name, datagrams := range samplePackets(t) {
		var all []*Message
		for _, p := range datagrams {
			check(name, d[0].Decode(p))
			check(name, d[0].Decode(p), d[1].Decode(datagrams[0]))
			all = append(all, Decode(p, Options{}))
			for _, proto := range []Protocol{Unreal2, GameSpy1, GameSpy2, GameSpy3, UGP, UnrealLAN} {
				for n := 0; n < len(p); n += 1 + len(p)/7 {
					d[1].Options = Options{Protocol: proto, From: Reply}
					check(name, d[1].Decode(p[n:]))
				}
			}
			d[1].Options = Options{}
		}
		check(name, all...)
	}
}

// What replies of a known protocol say does not depend on how they are given.
func TestSummaryOfReplies(t *testing.T) {
	var s, of Summary
	for name, datagrams := range samplePackets(t) {
		for _, proto := range []Protocol{Unreal2, GameSpy1, GameSpy2, GameSpy3, UGP, UnrealLAN} {
			var ms []*Message
			for _, p := range datagrams {
				if len(p) > 0 {
					ms = append(ms, Decode(p, Options{Link: LinkNone, Protocol: proto, From: Reply}))
				}
			}
			want, got := of.Of(ms...), s.OfReplies(proto, datagrams...)
			if !cmp.Equal(want, got) {
				t.Errorf("%s as %s: %s", name, proto, cmp.Diff(want, got))
			}
		}
	}
}

// Once it has met a server, a Summary allocates nothing but one copy of the bytes.
func TestSummaryAllocates(t *testing.T) {
	var s Summary
	for name, datagrams := range samplePackets(t) {
		if p := datagrams[0]; !strings.Contains(name, "printed") && !strings.Contains(name, "beacon") {
			m := Decode(p, Options{From: Reply})
			s.Of(m)
			if n := testing.AllocsPerRun(20, func() { s.Of(m) }); n > 4 {
				t.Errorf("%s: %v allocations", name, n)
			}
		}
	}
}
