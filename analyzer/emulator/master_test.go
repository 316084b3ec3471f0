package emulator_test

import (
	"net/netip"
	"strings"
	"testing"
	"time"

	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/protocol/gamespymaster"
)

// TestGameSpyMaster asks a master of GameSpy's later services as games and
// servers do: a server that proves which game it is gets into the list, and
// leaves it.
func TestGameSpyMaster(t *testing.T) {
	services, lists := emulator.FromGameSpyMaster(func() []gamespymaster.ListedServer { return nil })
	start := func(s emulator.Source) netip.AddrPort {
		server, err := emulator.Listen(t.Context(), "127.0.0.1:0", emulator.Options{Source: s})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { server.Close() })
		return server.Addr()
	}
	udp, tcp := start(services), start(lists)
	c := live.New(live.Options{Timeout: time.Second, Quiet: 50 * time.Millisecond, Sockets: 1})
	defer c.Close()
	say := func(message string, d *gamespymaster.Query) *live.Session {
		p, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "gamespy-master", Message: message,
			ID: [8]byte{1, 2, 3, 4}, Details: d})
		if err != nil {
			t.Fatal(err)
		}
		return c.Send(t.Context(), udp, p, 0)
	}
	if s := say("availability request", &gamespymaster.Query{}); s.Err != nil || s.Status == nil ||
		s.Status.Rules[0].Value != "available" {
		t.Fatalf("availability: %v, %+v", s.Err, s.Status)
	}
	listed := func() []ask.Listed {
		s := c.Browse(t.Context(), live.Target{Host: tcp.Addr().String(), Port: tcp.Port()}, gamespymaster.Query{})
		if s.Err != nil {
			t.Fatal(s.Err)
		}
		return s.Servers
	}
	s := say("heartbeat", &gamespymaster.Query{Port: 6500})
	if s.Err != nil || len(s.Messages()) == 0 {
		t.Fatal(s.Err)
	}
	challenge := ""
	for _, m := range s.Messages() {
		challenge += m.TextOf("gamespy-master.packet.challenge")
	}
	if len(challenge) < 14 || len(listed()) != 0 {
		t.Fatalf("the challenge is %q", challenge)
	}
	if s = say("challenge answer", &gamespymaster.Query{Challenge: challenge}); s.Err != nil ||
		!strings.Contains(s.Exchanges[0].Replies[0].Message.Info.Name, "service reply") {
		t.Fatal(s.Err)
	}
	if all := listed(); len(all) != 1 || all[0].Host != "127.0.0.1" {
		t.Errorf("the list has %+v", all)
	}
}
