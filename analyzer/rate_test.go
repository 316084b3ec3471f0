package analyzer

import (
	"fmt"
	"math"
	"net/netip"
	"testing"

	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// polled is a scene of ten minutes in which a client polls a server that
// answers only while up says so, ms since the beginning.
func polled(t testing.TB, every int64, double bool, up func(ms int64) bool) *scene {
	info := ask(t, decoder.Query{Protocol: "unreal2"})
	s := newScene()
	start := s.now
	for ms := int64(0); ms < 600_000; ms += every {
		s.now = start + ms*1e6
		level, answers := "DM-Deck", up(ms)
		if ms >= 400_000 {
			level = "DM-Rankin"
		}
		for n := 0; n == 0 || double && n < 2; n++ {
			s.send(client, game, info).wait(5)
		}
		for n := 0; answers && (n == 0 || double && n < 2); n++ {
			s.wait(20).send(game, client, unreal2Info("Arena", level, 3))
		}
	}
	return s
}

// result is what must not depend on how often a client polls.
type result struct {
	share       float64 // of the exchanges that were answered
	events      string
	downs       int     // times that the server did not answer
	down, until float64 // s since the beginning, the latest of these
}

func resultOf(t testing.TB, s *scene) (result, *report.Server) {
	r, all := s.report(t)
	sv := r.Servers[netip.MustParseAddrPort(game)]
	got := result{share: float64(sv.Exchanges[report.Answered]) / float64(sv.Exchanges[report.Answered]+
		sv.Exchanges[report.Unanswered])}
	for _, e := range sv.Events() {
		got.events += fmt.Sprintf("%s %s %s>%s\n", e.Kind, e.Who, e.Old, e.New)
	}
	was := report.Answered
	for _, x := range all {
		at := float64(x.Time-s.packets[0].Time) / 1e9
		if x.Outcome == report.Unanswered && was == report.Answered {
			got.downs, got.down = got.downs+1, at
		}
		if x.Outcome == report.Unanswered {
			got.until = at
		}
		was = x.Outcome
	}
	return got, sv
}

// Shares, events and outages are those of the server, not of the client's pace
// and of requests that are sent twice.
func TestRateOfPolling(t *testing.T) {
	for name, up := range map[string]func(ms int64) bool{
		"dead":               func(int64) bool { return false },
		"up":                 func(int64) bool { return true },
		"dead in the middle": func(ms int64) bool { return ms < 200_000 || ms >= 300_000 },
		"up, then dead":      func(ms int64) bool { return ms < 450_000 },
		"dead, then up":      func(ms int64) bool { return ms >= 300_000 },
	} {
		t.Run(name, func(t *testing.T) {
			want, _ := resultOf(t, polled(t, 12_000, false, up))
			for _, every := range []int64{500, 1000, 2000, 3000, 4500, 6000} {
				for _, double := range []bool{false, true} {
					got, sv := resultOf(t, polled(t, every, double, up))
					if math.Abs(got.share-want.share) > 0.03 || got.events != want.events || got.downs != want.downs ||
						math.Abs(got.down-want.down) > 12 || math.Abs(got.until-want.until) > 12 {
						t.Errorf("every %d ms, doubled %v:\ngot  %+v\nwant %+v", every, double, got, want)
					}
					polls, sent := (600_000+every-1)/every, int64(1)
					if double {
						sent = 2
					}
					if sv.Requests != polls*sent {
						t.Errorf("every %d ms, doubled %v: %d requests, %d were sent", every, double, sv.Requests, polls*sent)
					}
					// Before a pace is known some polls are taken for retries.
					if retries := sv.Retries - polls*(sent-1); retries < 0 || retries > 16 {
						t.Errorf("every %d ms, doubled %v: %d retries of %d polls", every, double, sv.Retries, polls)
					}
				}
			}
		})
	}
}

// Attempts of a client that gives up after some are retries, at whatever pace
// it polls, and none of them makes an exchange that never ends.
func TestRetriesAreNoPolls(t *testing.T) {
	info := ask(t, decoder.Query{Protocol: "unreal2"})
	s := newScene()
	for n := range 40 {
		start := s.now
		if n%2 == 0 {
			s.send(client, game, info).wait(30).send(game, client, unreal2Info("A", "DM-A", 1))
		} else {
			s.send(client, game, info).wait(1000).send(client, game, info).wait(1000).send(client, game, info)
		}
		s.now = start + 10e9
	}
	r, _ := s.report(t)
	if sv := r.Servers[netip.MustParseAddrPort(game)]; sv.Exchanges[report.Answered] != 20 ||
		sv.Exchanges[report.Unanswered] != 20 || sv.Retries != 40 {
		t.Errorf("%v exchanges, %d retries", sv.Exchanges, sv.Retries)
	}
}
