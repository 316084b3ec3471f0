package peer

import (
	"fmt"
	"net"
	"net/netip"
	"testing"

	"fragscope/decoder"
)

// minecraftView is what both programs read of a server of Minecraft.
func minecraftView(s *decoder.Status) string {
	version := "none"
	for _, r := range s.Rules {
		if r.Key == "protocol" {
			version = r.Value
		}
	}
	return fmt.Sprint(s.Name.Value, " ", s.Version.Value, " ", version, " ", s.Players.Value, " of ", s.MaxPlayers.Value, " ", len(s.PlayerList))
}

// minecraft are servers of the Java Edition. gamedig reads what the replies to
// its own request say, over TCP, and the decoder those to ours.
var minecraft = family{
	kind: "protocol-minecraftvanilla", least: 100,
	state: func(m *stateMaker) *decoder.Status {
		s := pongState(m)
		s.Rules = s.Rules[:1]
		for i := range m.IntN(12) {
			s.PlayerList = append(s.PlayerList, decoder.Player{Name: decoder.Some(fmt.Sprint("Gull_", i)), Extra: []decoder.Rule{{Key: "UUID", Value: fmt.Sprint("u", m.Int())}}})
		}
		return s
	},
	want: same(minecraftView), ours: viewed(minecraftView),
	theirs: func(s State) any {
		version, _ := s.Raw["version"].(map[string]any)
		description, _ := s.Raw["description"].(map[string]any)
		return fmt.Sprint(description["text"], " ", version["name"], " ", version["protocol"], " ", s.NumPlayers, " of ", s.MaxPlayers, " ", len(s.Players))
	},
	serve: func(t *testing.T, s *decoder.Status) netip.AddrPort {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { l.Close() })
		go serveStatus(l, s)
		return l.Addr().(*net.TCPAddr).AddrPort()
	},
	read: func(t *testing.T, s *decoder.Status) *decoder.Status {
		request, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "minecraft"})
		if err != nil {
			t.Fatal(err)
		}
		replies, err := decoder.AppendReplies(nil, decoder.Decode(request, decoder.Options{Stream: true}), &decoder.Answer{Status: s})
		if err != nil || len(replies) != 1 {
			t.Fatal(len(replies), err)
		}
		return decoder.StatusOf(decoder.Decode(replies[0], decoder.Options{Stream: true}))
	},
}

// serveStatus answers what arrives on the connections of l.
func serveStatus(l net.Listener, s *decoder.Status) {
	for {
		c, err := l.Accept()
		if err != nil {
			return
		}
		var in []byte
		for buf := make([]byte, 1024); ; {
			n, err := c.Read(buf)
			if err != nil {
				break
			}
			in = append(in, buf[:n]...)
			replies, _ := decoder.AppendReplies(nil, decoder.Decode(in, decoder.Options{Protocol: "minecraft", From: decoder.Request, Stream: true}), &decoder.Answer{Status: s})
			for _, p := range replies {
				c.Write(p)
			}
			if len(replies) > 0 {
				break
			}
		}
		c.Close()
	}
}
