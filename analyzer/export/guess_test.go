package export

import (
	"io"
	"net/netip"
	"strings"
	"testing"
)

// Who tries ports is named with the ports that were silent.
func TestPortGuesses(t *testing.T) {
	s := evening(t, "Quiet Harbour", "Bob", "GoalScore", "30")
	host := netip.MustParseAddrPort(game).Addr().String()
	question := []byte{0x80, 0, 0, 0, 0}
	for _, to := range []string{":7787", ":7797"} {
		s.send("192.0.2.77:4000", host+to, question).wait(10)
		s.send("192.0.2.9:4000", host+to, question).wait(10)
		s.send("192.0.2.77:4000", host+to, question).wait(10_000)
	}
	r, _, _ := s.analyze()
	got := PortGuesses(r)
	if len(got) != 1 || strings.Join(got[0].Clients, " ") != "192.0.2.9 192.0.2.77" || len(got[0].Silent) != 2 {
		t.Fatalf("found %+v", got)
	}
	out := string(written(t, func(w io.Writer) error { return Screen(w, r, ScreenOptions{Width: 200}) }))
	if want := "did not answer on 7787, 7797, queried by 192.0.2.9, 192.0.2.77."; !strings.Contains(out, want) {
		t.Errorf("%q is not in\n%s", want, out)
	}
}

// What the analyzer drops because of its limits is reported.
func TestDroppedDetails(t *testing.T) {
	r, _, _ := evening(t, "Quiet Harbour", "Bob", "GoalScore", "30").analyze()
	screen := func() string {
		return string(written(t, func(w io.Writer) error { return Screen(w, r, ScreenOptions{Width: 200}) }))
	}
	if strings.Contains(screen(), "were dropped") {
		t.Error("something is reported as dropped that is there")
	}
	for _, s := range r.Servers {
		s.Dropped, s.Players.Dropped = 1200, 34
		break
	}
	if out := screen(); !strings.Contains(out, "1,234 details of servers over time") {
		t.Errorf("nothing is reported about what was dropped in\n%s", out)
	}
}
