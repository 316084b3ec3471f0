package decoder_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// summarised takes out of a Status what a Summary leaves out.
func summarised(st *wire.Status) *wire.Status {
	if st == nil {
		return nil
	}
	c := *st
	c.Mutators, c.Teams, c.Complete = nil, nil, wire.Opt[bool]{}
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
	var s decoder.Summary
	var d [2]decoder.Decoder
	check := func(name string, ms ...*wire.Message) {
		t.Helper()
		want, got := summarised(decoder.StatusOf(ms...)), summarised(s.Of(ms...))
		if !cmp.Equal(want, got) {
			t.Errorf("%s: %s", name, cmp.Diff(want, got))
		}
	}
	for name, datagrams := range samplePackets(t) {
		var all []*wire.Message
		for _, p := range datagrams {
			check(name, d[0].Decode(p))
			check(name, d[0].Decode(p), d[1].Decode(datagrams[0]))
			all = append(all, decoder.Decode(p, wire.Options{}))
			for _, proto := range []wire.ProtocolID{"unreal2", "gamespy1", "gamespy2", "gamespy3", "ugp", "unreal-lan"} {
				for n := 0; n < len(p); n += 1 + len(p)/7 {
					d[1].Options = wire.Options{Protocol: proto, From: wire.Reply}
					check(name, d[1].Decode(p[n:]))
				}
			}
			d[1].Options = wire.Options{}
		}
		check(name, all...)
	}
}

// What replies of a known protocol say does not depend on how they are given.
func TestSummaryOfReplies(t *testing.T) {
	var s, of decoder.Summary
	for name, datagrams := range samplePackets(t) {
		for _, proto := range []wire.ProtocolID{"unreal2", "gamespy1", "gamespy2", "gamespy3", "ugp", "unreal-lan"} {
			var ms []*wire.Message
			for _, p := range datagrams {
				if len(p) > 0 {
					ms = append(ms, decoder.Decode(p, wire.Options{Link: wire.LinkNone, Protocol: proto, From: wire.Reply}))
				}
			}
			want, got := of.Of(ms...), s.OfReplies(decoder.Descriptor(proto), nil, datagrams...)
			if !cmp.Equal(want, got) {
				t.Errorf("%s as %s: %s", name, proto, cmp.Diff(want, got))
			}
		}
	}
}

// Once it has met a server, a Summary allocates nothing but one copy of the bytes.
func TestSummaryAllocates(t *testing.T) {
	var s decoder.Summary
	for name, datagrams := range samplePackets(t) {
		if p := datagrams[0]; !strings.Contains(name, "printed") && !strings.Contains(name, "beacon") {
			m := decoder.Decode(p, wire.Options{From: wire.Reply})
			s.Of(m)
			most := 5.0
			if part := m.Part(); part.Numbered && !(part.Index == 0 && part.Last) || m.Info.Name == "part of a reply" {
				most = 24 // what the others would show is kept in a copy
			}
			if n := testing.AllocsPerRun(20, func() { s.Of(m) }); n > most {
				t.Errorf("%s: %v allocations", name, n)
			}
		}
	}
}
