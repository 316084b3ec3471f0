package live_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/protocol/a2s"
	"fragscope/decoder/wire"
)

// steamServers are as many servers, every second one empty.
func steamServers(n int) []a2s.ListedServer {
	all := make([]a2s.ListedServer, n)
	for i := range all {
		s := &decoder.Status{Name: wire.Some(fmt.Sprint("Kelp ", i)), Map: wire.Some("cp_granary"),
			Players: wire.Some(int64(i % 2)), MaxPlayers: wire.Some(int64(24))}
		all[i] = a2s.ListedServer{Address: [4]byte{192, 0, 2, byte(i)}, Port: uint16(27000 + i), App: 440, Folder: "tf",
			Status: s}
	}
	return all
}

func steamMaster(t *testing.T, source emulator.Source) live.Target {
	t.Helper()
	s, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{Source: source, Amplification: -1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return live.Target{Host: "127.0.0.1", Port: s.Addr().Port()}
}

// A list comes in pages, of which each is queried after the last address of the
// one before, and is filtered by the master.
func TestSteamMaster(t *testing.T) {
	all := steamServers(50)
	at := steamMaster(t,
		emulator.FromSteamMaster(&a2s.MasterServer{Page: 7, Servers: func() []a2s.ListedServer { return all }}))
	c := live.New(live.Options{Timeout: time.Second})
	defer c.Close()
	for filter, want := range map[string]int{
		"": 50, `\appid\440`: 50, `\appid\70`: 0, `\empty\1`: 25, `\noplayers\1\gamedir\tf`: 25, `\name_match\*lp 4*`: 11,
		`\map\cp_weir`: 0, `\full\1\password\0`: 50,
		`\nor\2\map\cp_weir\name_match\kelp 7`: 49, `\nand\2\map\cp_granary\empty\1`: 25, `\gameaddr\192.0.2.7`: 1,
		`\gameaddr\192.0.2.1:27001`: 1, `\napp\440`: 0,
	} {
		s := c.SteamMaster(t.Context(), at, a2s.Query{Filter: filter})
		if s.Err != nil || len(s.Servers) != want {
			t.Errorf("%s: %d servers of %d, %v", filter, len(s.Servers), want, s.Err)
		}
		for _, x := range s.Exchanges {
			if x.Sent[0].Src != s.Exchanges[0].Sent[0].Src {
				t.Errorf("a page is queried from %v, the first from %v", x.Sent[0].Src, s.Exchanges[0].Sent[0].Src)
			}
		}
		if filter == "" && (len(s.Exchanges) != 8 || s.Servers[49].Host != "192.0.2.49" || s.Servers[49].QueryPort != 27049) {
			t.Errorf("%d pages, %+v", len(s.Exchanges), s.Servers[49])
		}
	}
	if s := c.SteamMaster(t.Context(), at, a2s.Query{Filter: "appid"}); s.Err == nil || len(s.Exchanges) > 0 {
		t.Errorf("a filter without a backslash is sent: %v", s.Err)
	}
}

// A master that repeats itself for ever, or says nothing, is left.
func TestSteamMasterFaults(t *testing.T) {
	c := live.New(live.Options{Timeout: 50 * time.Millisecond, Retries: 1})
	defer c.Close()
	one := steamServers(2)
	endless := steamMaster(t, emulator.FromSteamMaster(&a2s.MasterServer{Page: 1, Servers: func() []a2s.ListedServer {
		return []a2s.ListedServer{one[0], one[0], one[0]}
	}}))
	var e *live.Error
	if s := c.SteamMaster(t.Context(), endless, a2s.Query{}); !errors.As(s.Err, &e) || e.Kind != live.Incomplete ||
		len(s.Servers) != 1 {
		t.Errorf("%v, %d servers", s.Err, len(s.Servers))
	}
	silent := steamMaster(t, emulator.FromStatus("quake3", &decoder.Status{}))
	if s := c.SteamMaster(t.Context(), silent, a2s.Query{}); !errors.As(s.Err, &e) || e.Kind != live.NoAnswer ||
		len(s.Exchanges) != 1 || len(s.Exchanges[0].Sent) != 2 {
		t.Errorf("%v, %d exchanges", s.Err, len(s.Exchanges))
	}
}
