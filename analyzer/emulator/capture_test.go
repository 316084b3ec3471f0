package emulator

import (
	"bytes"
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/samples/capgen"
	"fragscope/samples/captures"
)

func openSample(t *testing.T, name string) *Capture {
	t.Helper()
	f, err := captures.Files.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	c, err := ReadCapture(f, name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestReplay asks every recorded server what it was asked, in the same order,
// and gets what it answered, but for ids and numbers.
func TestReplay(t *testing.T) {
	answered := 0
	check := func(t *testing.T, c *Capture) {
		for _, s := range c.Servers {
			if s.TCP {
				continue
			}
			source := s.Source(true)
			for i := range s.exchanges {
				e := &s.exchanges[i]
				if e.request == nil {
					continue
				}
				m := request(e.request, e.protocol)
				replies, err := source.Replies(&Question{Request: m, Number: 9, At: time.Now()})
				if len(replies) != len(e.replies) {
					t.Errorf("%s, %s: %d datagrams, want %d, %v", s.Addr, m.Info.Name, len(replies), len(e.replies), err)
					continue
				}
				for k, r := range replies {
					answered++
					was := reply(e.replies[k].data, e.protocol)
					is := reply(r.Data, e.protocol)
					if was.Content() != is.Content() || was.Info != is.Info ||
						!is.MatchKey().Answers(m.MatchKey()) ||
						r.After != e.replies[k].after {
						t.Errorf("%s, %s: after %v\n% x\nwant after %v\n% x", s.Addr, m.Info.Name, r.After, r.Data, e.replies[k].after,
							e.replies[k].data)
					}
				}
			}
		}
	}
	for _, name := range captures.Names() {
		t.Run(name, func(t *testing.T) { check(t, openSample(t, name)) })
	}
	t.Run("thousands", func(t *testing.T) {
		var b bytes.Buffer
		if _, err := capgen.Write(&b, capgen.Config{Datagrams: 6000, Seed: 3, Servers: 40, Other: 0.2}); err != nil {
			t.Fatal(err)
		}
		c, err := ReadCapture(&b, "composed")
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Servers) < 30 {
			t.Errorf("%d servers", len(c.Servers))
		}
		check(t, c)
	})
	if answered < 2000 {
		t.Errorf("only %d datagrams were replayed", answered)
	}
}

// TestReplayTiming: datagrams come when they came, and at once otherwise.
func TestReplayTiming(t *testing.T) {
	c := openSample(t, "ut99-status-part-lost.pcapng")
	replies, err := c.Servers[0].Source(false).Replies(&Question{Request: request([]byte(`\status\`), "gamespy1")})
	if err != nil || len(replies) < 2 || replies[len(replies)-1].After != 0 {
		t.Errorf("without timing %d datagrams come, %v", len(replies), err)
	}
	s := listen(t, Options{Source: c.Servers[0].Source(true)})
	start := time.Now()
	got := dial(t, s).ask([]byte(`\status\`), quiet)
	if took := time.Since(start) - quiet; len(got) < 2 || took < 60*time.Millisecond {
		t.Errorf("with timing %d datagrams took %v; 63 ms were recorded", len(got), took)
	}
}

// TestReplayTown: each server of a capture gets an address of its own, and
// another question than those that were recorded is answered from what the
// server said.
func TestReplayTown(t *testing.T) {
	c := openSample(t, "scan-with-other-traffic.pcapng")
	c.block = 127<<24 | (80+rand.Uint32N(40))<<16 | rand.Uint32N(256)<<8 // no other run has it
	town, err := c.Town(t.Context(), netip.AddrPort{}, false, Choice{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer town.Close()
	if len(town.Servers) != len(c.Servers) {
		t.Errorf("%d servers of %d", len(town.Servers), len(c.Servers))
	}
	seen := map[netip.AddrPort]bool{}
	for i, s := range town.Servers {
		if seen[s.Addr()] {
			t.Errorf("two servers at %s", s.Addr())
		}
		seen[s.Addr()] = true
		if s.Addr().Port() != c.Servers[i].Addr.Port() {
			t.Errorf("%s is at %s", c.Servers[i].Addr, s.Addr())
		}
	}
	at := netip.MustParseAddrPort("198.18.1.25:7778")
	one, err := c.Town(t.Context(), at, false, Choice{At: netip.MustParseAddrPort("127.0.0.1:0"), Free: true}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer one.Close()
	h := dial(t, one.Servers[0].Server).ask(query(t, decoder.Query{Protocol: "unreal2", Message: "ping request"}), quiet)
	if len(one.Servers) != 1 || len(h) != 1 || string(h[0].data) != "\x80\x00\x00\x00\x04P" {
		t.Errorf("%d servers, ping is answered with %v", len(one.Servers), h)
	}
	if _, err := c.Town(t.Context(), netip.MustParseAddrPort("192.0.2.77:1"), false, Choice{}, Options{}); err == nil {
		t.Error("a server that is not in the capture is replayed")
	}
}

// TestNoServer: captures without servers are refused in words.
func TestNoServer(t *testing.T) {
	if _, err := ReadCapture(strings.NewReader("no capture at all"), "x"); err == nil {
		t.Error("a text is taken for a capture")
	}
	var b bytes.Buffer
	if _, err := capgen.Write(&b, capgen.Config{Datagrams: 300, Other: 1, Masters: -1}); err != nil {
		t.Fatal(err)
	}
	if c, err := ReadCapture(&b, "other"); err == nil {
		t.Errorf("found %d servers in other traffic, the first %+v", len(c.Servers), c.Servers[0])
	}
}

// TestSamples: every embedded sample with replies can be answered from, and the
// answers say what the sample says.
func TestSamples(t *testing.T) {
	for _, test := range []struct {
		name  string
		query decoder.Query
	}{
		{"ut2004-info-reply", decoder.Query{Protocol: "unreal2"}},
		{"ut3-multiplay-reply", decoder.Query{Protocol: "gamespy3"}},
		{"gamespy2-swat4-reply", decoder.Query{Protocol: "gamespy2", ID: [8]byte{5, 6, 7, 8}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			source, err := FromSample(test.name)
			if err != nil {
				t.Fatal(err)
			}
			p := query(t, test.query)
			m := request(p, test.query.Protocol)
			replies, err := source.Replies(&Question{Request: m})
			if err != nil || len(replies) == 0 {
				t.Fatalf("%d replies, %v", len(replies), err)
			}
			if got := reply(replies[0].Data, test.query.Protocol); !got.MatchKey().Answers(m.MatchKey()) {
				t.Errorf("% x does not answer", replies[0].Data)
			}
		})
	}
	if _, err := FromSample("no-such-sample"); err == nil {
		t.Error("a sample that does not exist answers")
	}
	if _, err := FromSample("unreal-master-binary-challenge"); err == nil {
		t.Error("what a master says over TCP answers")
	}
	if _, err := FromSample("ut2004-info-request"); err == nil {
		t.Error("a request answers")
	}
}

// TestCutRecording: of a capture that holds more than is kept it is said that the rest is left out.
func TestCutRecording(t *testing.T) {
	const name = "ut2004-multi-packet.pcapng"
	if c := openSample(t, name); c.Cut || len(c.Servers) == 0 {
		t.Errorf("cut: %v, %d servers", c.Cut, len(c.Servers))
	}
	defer func(most int) { maxRecording = most }(maxRecording)
	maxRecording = 100
	if c := openSample(t, name); !c.Cut || len(c.Servers) == 0 {
		t.Errorf("cut: %v, %d servers", c.Cut, len(c.Servers))
	}
}
