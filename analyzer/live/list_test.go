package live

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/ask"
)

// TestList gets lists from masters that send them in datagrams, the first of which is
// lost.
func TestList(t *testing.T) {
	for protocol, name := range map[decoder.Protocol]string{
		"quake3": "quake3-getservers-reply-parts", "quakeworld": "quakeworld-servers-reply", "quake2": "quake2-servers-reply",
		"doom3": "doom3-server-list-reply", "tribes": "tribes-server-list-reply", "teeworlds": "teeworlds-server-list-reply",
	} {
		list := sample(t, name)
		lost := false
		addr := fake(t, func(request []byte, reply func([]byte)) {
			m := decoder.Decode(request, decoder.Options{Protocol: protocol, From: decoder.Request, Link: decoder.LinkNone})
			if lost = !lost; lost || m.Info.Name != "server list request" {
				return
			}
			for _, p := range append(list, list[0]) {
				reply(p)
			}
		})
		want := 0
		for _, p := range list {
			m := decoder.Decode(p, decoder.Options{Protocol: protocol, From: decoder.Reply, Link: decoder.LinkNone})
			want += len(ask.ListServers(m))
		}
		c := New(quick(Options{}))
		s := c.List(t.Context(), Target{Host: addr.Addr().String(), Port: addr.Port()}, decoder.Query{Protocol: protocol})
		if s.Err != nil || want == 0 || len(s.Servers) != want {
			t.Errorf("%s: %d servers of %d: %v", protocol, len(s.Servers), want, s.Err)
		}
		c.Close()
	}
	c := New(quick(Options{Retries: -1}))
	defer c.Close()
	addr := fake(t, func([]byte, func([]byte)) {})
	s := c.List(t.Context(), Target{Host: addr.Addr().String(), Port: addr.Port()}, decoder.Query{Protocol: "quake3"})
	if s.Err == nil || !strings.Contains(s.Err.Error(), "no answer to the server list request") {
		t.Errorf("a silent master: %v", s.Err)
	}
}
