package export

import (
	"io"
	"strings"
	"testing"
)

// TestOtherAddresses finds servers whose replies come from another port or host than was queried, names both
// addresses in one finding, and names none where several servers may be meant.
func TestOtherAddresses(t *testing.T) {
	question := []byte{0x80, 0, 0, 0, 0}
	answer := infoReply("Quiet Harbour", "DM-Deck", 1)
	const client, second = "192.0.2.9:4000", "192.0.2.9:4001"
	type packet struct{ from, to string }
	for name, c := range map[string]struct {
		packets []packet
		want    string // of the findings, "" for none
	}{
		"another port": {[]packet{{client, "198.51.100.1:7787"}, {"198.51.100.1:9000", client}},
			"queried 198.51.100.1:7787, answered from 198.51.100.1:9000 (2 requests, 2 replies, from packet 1 on)"},
		"another host": {[]packet{{client, "198.51.100.1:7787"}, {"203.0.113.5:7787", client}},
			"queried 198.51.100.1:7787, answered from 203.0.113.5:7787 (2 requests, 2 replies, from packet 1 on)"},
		"beside silent servers": {[]packet{{client, "198.51.100.1:7787"}, {client, "198.51.100.2:7787"},
			{client, "198.51.100.3:7787"}, {"198.51.100.2:9000", client}},
			"queried 198.51.100.2:7787, answered from 198.51.100.2:9000 (2 requests, 2 replies, from packet 2 on)"},
		"two ports, by the client's port": {[]packet{{client, "198.51.100.1:7787"}, {second, "198.51.100.1:7788"},
			{"198.51.100.1:9000", second}},
			"queried 198.51.100.1:7788, answered from 198.51.100.1:9000 (2 requests, 2 replies, from packet 2 on)"},
		"several ports": {[]packet{{client, "198.51.100.1:7787"}, {"198.51.100.1:9000", client}, {"198.51.100.1:9001", client}},
			"answered from 198.51.100.1:9000 and 1 other port (2 requests, 4 replies"},
		"either of two":             {[]packet{{client, "198.51.100.1:7787"}, {client, "198.51.100.1:7788"}, {"198.51.100.1:9000", client}}, ""},
		"some other host of two":    {[]packet{{client, "198.51.100.1:7787"}, {"203.0.113.5:1", client}, {"203.0.113.6:1", client}}, ""},
		"to another client":         {[]packet{{client, "198.51.100.1:7787"}, {"198.51.100.1:9000", "192.0.2.10:4000"}}, ""},
		"where it was queried":      {[]packet{{client, "198.51.100.1:7787"}, {"198.51.100.1:7787", client}}, ""},
		"from a port queried, too":  {[]packet{{client, "198.51.100.1:7787"}, {client, "198.51.100.1:7788"}, {"198.51.100.1:7788", client}}, ""},
		"to another port, no other": {[]packet{{client, "198.51.100.1:7787"}, {"203.0.113.5:7787", second}}, ""},
	} {
		s := newScene(t)
		for range 2 {
			for _, p := range c.packets {
				payload := question
				if strings.HasPrefix(p.to, "192.0.2.") {
					payload = answer
				}
				s.send(p.from, p.to, payload).wait(20)
			}
			s.wait(20_000)
		}
		r, _, _ := s.analyze()
		out := string(written(t, func(w io.Writer) error { return Screen(w, r, ScreenOptions{Width: 300}) }))
		if n := strings.Count(out, "Answered from another address"); (n != 0) != (c.want != "") || n > 1 ||
			!strings.Contains(out, c.want) {
			t.Errorf("%s: want one finding %q in\n%s", name, c.want, out)
		}
		if c.want != "" && strings.Contains(out, "Ports tried") {
			t.Errorf("%s: the port that was queried counts as one that was tried:\n%s", name, out)
		}
	}
}
