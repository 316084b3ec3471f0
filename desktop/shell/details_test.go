package shell

import (
	"testing"

	"fragscope/desktop/state"
	"fragscope/samples"
)

// TestToLookAt: the packets of a server open on what says something about it.
func TestToLookAt(t *testing.T) {
	datagram := func(name string, sent bool) state.Datagram {
		s, ok := samples.Get(name)
		if !ok {
			t.Fatalf("there is no sample %s", name)
		}
		return state.Datagram{Sent: sent, Data: s.Datagrams()[0]}
	}
	var (
		request   = datagram("a2s-info-request", true)
		challenge = datagram("a2s-challenge-reply", false)
		again     = datagram("a2s-info-request-challenge", true)
		info      = datagram("a2s-info-reply", false)
	)
	for _, c := range []struct {
		what    string
		session []state.Datagram
		want    int
	}{
		{"a reply", []state.Datagram{request, info}, 1},
		{"a challenge first", []state.Datagram{request, challenge, again, info}, 3},
		{"a challenge alone", []state.Datagram{request, challenge, again}, 1},
		{"no reply", []state.Datagram{request, request}, 0},
		{"nothing", nil, 0},
	} {
		if got := toLookAt(c.session); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}
