package session

import (
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/desktop/state"
)

// Datagram returns a datagram of package live as the inspector shows it.
func Datagram(d *live.Datagram) state.Datagram {
	v := state.Datagram{
		Time: d.Time, Src: d.Src, Dst: d.Dst, Sent: d.Sent, TCP: d.TCP, Data: d.Data, Link: decoder.LinkNone,
		Protocol: d.Protocol, From: d.From(),
	}
	if !d.Sent && !d.Verdict.Counts() {
		v.Note = d.Verdict.String()
	}
	return v
}

// Datagrams returns the datagrams of a query as the inspector shows them.
func Datagrams(list []*live.Datagram) []state.Datagram {
	out := make([]state.Datagram, len(list))
	for i, d := range list {
		out[i] = Datagram(d)
	}
	return out
}
