package emulator

import (
	"bytes"
	"slices"
	"strconv"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// talkative is a server whose rules take several datagrams.
func talkative() *decoder.Status {
	s := status()
	for i := range 80 {
		s.Rules = append(s.Rules, wire.Rule{Key: "Harbour setting " + strconv.Itoa(i), Value: "as it was"})
	}
	return s
}

var (
	askInfo  = decoder.Query{Protocol: "unreal2"}
	askRules = decoder.Query{Protocol: "unreal2", Message: "rules request"}
)

// faulty starts a server with faults and returns a client of it.
func faulty(t *testing.T, faults string) (*client, *Server) {
	t.Helper()
	f, err := ParseFaults(faults)
	if err != nil {
		t.Fatal(err)
	}
	s := listen(t, Options{Source: FromStatus("unreal2", talkative()), Faults: f, Seed: 1})
	return dial(t, s), s
}

func datagrams(all []heard) [][]byte {
	var out [][]byte
	for _, h := range all {
		out = append(out, h.data)
	}
	return out
}

func TestFaults(t *testing.T) {
	done := left(t)
	t.Run("each", func(t *testing.T) {
		c, _ := faulty(t, "")
		rules, info := query(t, askRules), query(t, askInfo)
		right := datagrams(c.ask(rules, quiet))
		if len(right) < 4 {
			t.Fatalf("%d datagrams", len(right))
		}
		equal := func(t *testing.T, got, want [][]byte) {
			t.Helper()
			if !slices.EqualFunc(got, want, bytes.Equal) {
				t.Errorf("%d datagrams, want %d others", len(got), len(want))
			}
		}
		t.Run("loss", func(t *testing.T) {
			c, s := faulty(t, "loss")
			equal(t, datagrams(c.ask(rules, quiet)), nil)
			if st := s.Stats(); st.Silent != 1 || st.Sent != 0 {
				t.Errorf("%+v", st)
			}
		})
		t.Run("loss of a share, the same again", func(t *testing.T) {
			var runs [2][]int
			for i := range runs {
				c, _ := faulty(t, "loss=30%")
				for range 8 {
					runs[i] = append(runs[i], len(c.ask(rules, quiet)))
				}
			}
			if !slices.Equal(runs[0], runs[1]) || slices.Max(runs[0]) == slices.Min(runs[0]) {
				t.Errorf("%v and %v", runs[0], runs[1])
			}
		})
		t.Run("delay", func(t *testing.T) {
			c, _ := faulty(t, "delay=80ms~10ms")
			start := time.Now()
			got := c.ask(info, quiet)
			if took := time.Since(start) - quiet; len(got) != 1 || took < 69*time.Millisecond {
				t.Errorf("%d datagrams after %v", len(got), took)
			}
		})
		t.Run("reorder", func(t *testing.T) {
			c, _ := faulty(t, "reorder")
			want := slices.Clone(right)
			for i := 0; i+1 < len(want); i += 2 {
				want[i], want[i+1] = want[i+1], want[i]
			}
			equal(t, datagrams(c.ask(rules, quiet)), want)
		})
		t.Run("wrong-order", func(t *testing.T) {
			c, _ := faulty(t, "wrong-order")
			want := slices.Clone(right)
			slices.Reverse(want)
			equal(t, datagrams(c.ask(rules, quiet)), want)
		})
		t.Run("duplicate", func(t *testing.T) {
			c, _ := faulty(t, "duplicate")
			var want [][]byte
			for _, p := range right {
				want = append(want, p, p)
			}
			equal(t, datagrams(c.ask(rules, quiet)), want)
		})
		t.Run("truncate", func(t *testing.T) {
			c, _ := faulty(t, "truncate=1:7")
			var want [][]byte
			for _, p := range right {
				want = append(want, p[:7])
			}
			equal(t, datagrams(c.ask(rules, quiet)), want)
			c, _ = faulty(t, "truncate")
			for i, p := range datagrams(c.ask(rules, quiet)) {
				if len(p) >= len(right[i]) || !bytes.HasPrefix(right[i], p) {
					t.Errorf("datagram %d: % x", i, p)
				}
			}
		})
		t.Run("garbage", func(t *testing.T) {
			c, _ := faulty(t, "garbage")
			got := datagrams(c.ask(rules, quiet))
			for i, p := range got {
				if len(p) != len(right[i]) || bytes.Equal(p, right[i]) {
					t.Errorf("datagram %d: % x", i, p)
				}
			}
			if len(got) != len(right) {
				t.Errorf("%d datagrams", len(got))
			}
		})
		t.Run("silence", func(t *testing.T) {
			c, _ := faulty(t, "7")
			equal(t, datagrams(c.ask(rules, quiet)), nil)
		})
		t.Run("wrong-port", func(t *testing.T) {
			c, s := faulty(t, "wrong-port")
			for _, h := range c.ask(rules, quiet) {
				if h.from.Addr() != s.Addr().Addr() || h.from.Port() == s.Addr().Port() {
					t.Errorf("from %s", h.from)
				}
			}
		})
		t.Run("wrong-address", func(t *testing.T) {
			c, s := faulty(t, "wrong-address")
			got := c.ask(rules, quiet)
			for _, h := range got {
				if h.from.Addr() == s.Addr().Addr() || !h.from.Addr().IsLoopback() || h.from.Port() != s.Addr().Port() {
					t.Errorf("from %s", h.from)
				}
			}
			equal(t, datagrams(got), right)
		})
		t.Run("endless-zeros", func(t *testing.T) {
			c, s := faulty(t, "endless-zeros")
			got := c.ask(info, quiet)
			if len(got) < 1000 {
				t.Errorf("it ended after %d datagrams", len(got))
			}
			for _, h := range got {
				if len(bytes.Trim(h.data, "\x00")) > 0 {
					t.Fatalf("% x", h.data)
				}
			}
			s.Close() // does not wait for the end of what has none
			c, _ = faulty(t, "endless-zeros=100%:5000")
			if got := c.ask(info, quiet); len(got) != 4 {
				t.Errorf("%d datagrams", len(got))
			}
		})
		t.Run("huge", func(t *testing.T) {
			c, _ := faulty(t, "huge")
			got := c.ask(info, quiet)
			if len(got) != 1 || len(got[0].data) != 65000 {
				t.Errorf("%d datagrams", len(got))
			}
		})
		t.Run("late", func(t *testing.T) {
			c, _ := faulty(t, "late")
			first := datagrams(c.ask(info, quiet))
			equal(t, datagrams(c.ask(rules, quiet)), append(first, right...))
		})
	})
	done()
}

// TestWrongID: an answer with another's id, in every protocol that has ids.
func TestWrongID(t *testing.T) {
	for _, q := range []decoder.Query{
		{Protocol: "gamespy1"}, {Protocol: "gamespy2", ID: [8]byte{1, 2, 3, 4}},
		{Protocol: "gamespy3", ID: [8]byte{1, 2, 3, 4}}, {Protocol: "unreal-lan", Message: "LAN beacon query request",
			ID: [8]byte{9}},
	} {
		t.Run(q.Protocol.String(), func(t *testing.T) {
			opts := Options{Source: FromStatus(q.Protocol, status()), NoChallenge: true}
			if q.Protocol == "unreal-lan" {
				opts.Game = decoder.GameByName("ut3")
			}
			request := query(t, q)
			right := dial(t, listen(t, opts)).ask(request, quiet)
			opts.Faults = []Fault{{Kind: WrongID, Share: 1}}
			wrong := dial(t, listen(t, opts)).ask(request, quiet)
			if len(right) == 0 || len(wrong) != len(right) {
				t.Fatalf("%d and %d datagrams", len(right), len(wrong))
			}
			a := decoder.Decode(right[0].data, decoder.Options{Protocol: q.Protocol})
			b := decoder.Decode(wrong[0].data, decoder.Options{Protocol: q.Protocol})
			if ta, tb := a.MatchKey(), b.MatchKey(); ta.HasID && ta.ID == tb.ID ||
				a.Part().Numbered &&
					a.Part().Set == b.Part().Set {
				t.Errorf("% x\n% x", right[0].data, wrong[0].data)
			}
			if a.Content() != b.Content() || a.Info != b.Info {
				t.Errorf("more than the id is wrong:\n% x\n% x", right[0].data, wrong[0].data)
			}
		})
	}
}

func TestParseFaults(t *testing.T) {
	got, err := ParseFaults("loss=20%, delay=50ms~20ms,truncate=0.5:40,3=1,silence")
	want := []Fault{{Kind: Loss, Share: 0.2}, {Kind: Delay, Share: 1, Time: 50 * time.Millisecond,
		Give: 20 * time.Millisecond},
		{Kind: Truncate, Share: 0.5, Bytes: 40}, {Kind: Reorder, Share: 1}, {Kind: Silence, Share: 1}}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for _, f := range want {
		if again, err := ParseFaults(f.String()); err != nil || len(again) != 1 || again[0] != f {
			t.Errorf("%s is read as %v, %v", f, again, err)
		}
	}
	for _, bad := range []string{"los", "loss=120%", "loss=-1", "loss=NaN", "loss=x", "delay", "delay=-5ms",
		"delay=5ms~9ms", "loss=10%:5", "huge=1:99999999", "0", "truncate=1:-1"} {
		if f, err := ParseFaults(bad); err == nil {
			t.Errorf("%q is read as %v", bad, f)
		}
	}
	seen := map[string]bool{}
	for _, k := range FaultKinds() {
		if k.Doc() == "" || seen[k.String()] {
			t.Errorf("fault %d is called %q and does %q", k, k, k.Doc())
		}
		seen[k.String()] = true
	}
	if len(seen) != 14 {
		t.Errorf("%d faults", len(seen))
	}
}
