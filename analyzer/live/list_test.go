package live

import (
	"slices"
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
		"torque": "torque-list-reply",
	} {
		list := sample(t, name)
		lost := false
		addr := fake(t, func(request []byte, reply func([]byte)) {
			m := decoder.Decode(request, decoder.Options{Protocol: protocol, From: decoder.Request, Link: decoder.LinkNone})
			if lost = !lost; lost || m.Info.Name != ListRequest(protocol) {
				return
			}
			for _, p := range append(list, list[0]) {
				if protocol == "torque" { // which repeats the key
					p = slices.Concat(p[:2], request[2:6], p[6:])
				}
				reply(p)
			}
		})
		want := 0
		for _, p := range list {
			m := decoder.Decode(p, decoder.Options{Protocol: protocol, From: decoder.Reply, Link: decoder.LinkNone})
			want += len(ask.ListServers(m))
		}
		c := New(quick(Options{}))
		got, err := c.ServersOf(t.Context(), protocol.String()+":"+addr.String(), ListQuery{})
		if err != nil || want == 0 || len(got) != want {
			t.Errorf("%s: %d servers of %d: %v", protocol, len(got), want, err)
		}
		c.Close()
	}
	c := New(quick(Options{Retries: -1}))
	defer c.Close()
	addr := fake(t, func([]byte, func([]byte)) {})
	for source, want := range map[string]string{
		"quake3:" + addr.String(): "no answer to the server list request", "quake3:127.0.0.1": "name the port of the master",
		"127.0.0.1:0x7": "is no master server",
	} {
		if _, err := c.ServersOf(t.Context(), source, ListQuery{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", source, err)
		}
	}
	q := ListQuery{Filters: []string{"nonsense=1"}}
	if _, err := c.ServersOf(t.Context(), "quake3:"+addr.String(), q); err == nil ||
		!strings.Contains(err.Error(), `quake3 have no "nonsense"`) {
		t.Errorf("a filter that quake3 has not: %v", err)
	}
}
