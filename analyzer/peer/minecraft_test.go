package peer

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"

	"fragscope/decoder"
)

// TestMinecraft: gamedig reads what the replies to its own request say, over TCP,
// and so does the decoder.
func TestMinecraft(t *testing.T) {
	r := rand.New(rand.NewPCG(*stateSeed, 23))
	var want []string
	var places []Place
	for range max(*states, 100) {
		s := pongState(r)
		s.Rules = s.Rules[:1]
		for i := range r.IntN(12) {
			s.PlayerList = append(s.PlayerList, decoder.Player{Name: decoder.Some(fmt.Sprint("Gull_", i)), Extra: []decoder.Rule{{Key: "UUID", Value: fmt.Sprint("u", r.Int())}}})
		}
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		go serveStatus(l, s)
		want = append(want, fmt.Sprint(s.Name.Value, " ", s.Version.Value, " ", s.Rules[0].Value, " ", s.Players.Value, " of ", s.MaxPlayers.Value, " ", len(s.PlayerList)))
		places = append(places, Place{"protocol-minecraftvanilla", l.Addr().(*net.TCPAddr).AddrPort()})

		request, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: decoder.Minecraft})
		if err != nil {
			t.Fatal(err)
		}
		replies, err := decoder.AppendReplies(nil, decoder.Decode(request, decoder.Options{Stream: true}), &decoder.Answer{Status: s})
		if err != nil || len(replies) != 1 {
			t.Fatal(len(replies), err)
		}
		got := decoder.StatusOf(decoder.Decode(replies[0], decoder.Options{Stream: true}))
		if ours := fmt.Sprint(got.Name.Value, " ", got.Version.Value, " ", got.Rules[0].Value, " ", got.Players.Value, " of ", got.MaxPlayers.Value, " ", len(got.PlayerList)); ours != want[len(want)-1] {
			t.Errorf("the decoder: %s, want %s", ours, want[len(want)-1])
		}
	}
	theirs, err := Query(t.Context(), ".", places)
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range theirs {
		version, _ := g.Raw["version"].(map[string]any)
		description, _ := g.Raw["description"].(map[string]any)
		if got := fmt.Sprint(description["text"], " ", version["name"], " ", version["protocol"], " ", g.NumPlayers, " of ", g.MaxPlayers, " ", len(g.Players)); got != want[i] {
			t.Errorf("gamedig: %s, want %s", got, want[i])
		}
	}
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
			replies, _ := decoder.AppendReplies(nil, decoder.Decode(in, decoder.Options{Protocol: decoder.Minecraft, From: decoder.Request, Stream: true}), &decoder.Answer{Status: s})
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
