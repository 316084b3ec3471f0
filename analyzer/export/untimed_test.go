package export

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
)

// TestNoTime analyzes packets of which the file does not say when they were, as
// those of pcapng's simple packet blocks: nobody knows their times and round
// trips, so that nothing is computed of them.
func TestNoTime(t *testing.T) {
	s := newScene(t)
	s.untimed = true
	s.ask("server info request", infoReply("Quiet Harbour", "DM-Low", 1)).ask("server info request",
		infoReply("Quiet Harbour", "DM-High", 2))
	s.ask("player list request", playersReply("Bob", 3)).ask("player list request", playersReply("Ann", 4))
	s.ask("rules request", rulesReply("GoalScore", "30")).ask("rules request")
	for range 12 { // a flood
		s.send(game, "192.0.2.99:6000", infoReply("Quiet Harbour", "DM-High", 2))
	}
	r, rows, a := s.analyze()
	if len(rows) < 6 || r.Packets != 23 || len(r.Reflections) != 1 {
		t.Fatalf("%d exchanges of %d packets, %d floods", len(rows), r.Packets, len(r.Reflections))
	}
	for _, x := range rows {
		if x.Time != 0 || x.FirstRTT != nil || x.LastRTT != nil {
			t.Errorf("an exchange has a time or a round trip: %+v", x)
		}
	}
	outputs := map[string][]byte{
		"json":      written(t, func(w io.Writer) error { return JSON(w, r, a) }),
		"exchanges": written(t, func(w io.Writer) error { return WriteAll(NewNDJSON[Exchange](w), slices.Values(rows)) }),
		"servers":   written(t, func(w io.Writer) error { return WriteAll(NewNDJSON[Server](w), Servers(r)) }),
		"players":   written(t, func(w io.Writer) error { return WriteAll(NewNDJSON[Player](w), Players(r)) }),
		"rules":     written(t, func(w io.Writer) error { return WriteAll(NewNDJSON[Rule](w), Rules(r)) }),
		"events":    written(t, func(w io.Writer) error { return WriteAll(NewNDJSON[Event](w), Events(r)) }),
		"csv":       csvOf(t, Servers(r)),
		"report":    written(t, func(w io.Writer) error { return Screen(w, r, ScreenOptions{Width: 120}) }),
		"html":      written(t, func(w io.Writer) error { return HTML(w, r, HTMLOptions{Activity: a}) }),
	}
	for name, out := range outputs {
		for _, bad := range []string{"1970", "00:00:00", "1754", "Ms\":0", " 0 ms", " 0 ns"} {
			if strings.Contains(string(out), bad) {
				t.Errorf("%s has %q:\n%.3000s", name, bad, out)
			}
		}
	}
	var d Document
	if err := json.Unmarshal(outputs["json"], &d); err != nil {
		t.Fatal(err)
	}
	if p := d.Protocols[0]; d.First != 0 || d.Servers[0].FirstSeen != 0 || p.FirstRTT.Count != 0 || p.LastRTT.Count != 0 ||
		p.FirstRTT.P50 != nil || len(d.Activity.Bins) != 0 {
		t.Errorf("times or round trips: %+v", d)
	}
	if s := d.Servers[0]; *s.Map != "DM-High" || len(s.History.Map) != 2 {
		t.Errorf("the map is %v", *s.Map)
	}
	back, err := readBack[Exchange](parquetOf(t, rows))
	if err != nil || back[0].Time != 0 || back[0].FirstRTT != nil {
		t.Errorf("in Parquet: %+v, %v", back[0], err)
	}
	players, rtt, exchanges := Curves(r, a)
	if len(players)+len(rtt)+len(exchanges) != 0 {
		t.Errorf("plots: %v %v %v", players, rtt, exchanges)
	}
}

func readBack[T any](b []byte) ([]T, error) { return ReadParquet[T](bytes.NewReader(b), int64(len(b))) }

// TestSomeNoTime has packets without a time among others: what is known is kept.
func TestSomeNoTime(t *testing.T) {
	s := newScene(t)
	s.ask("server info request", infoReply("Quiet Harbour", "DM-Low", 1))
	first := s.now
	s.untimed = true
	s.ask("rules request", rulesReply("GoalScore", "30"))
	s.untimed = false
	s.ask("server info request", infoReply("Quiet Harbour", "DM-Low", 1))
	r, rows, _ := s.analyze()
	if len(rows) != 3 || rows[0].FirstRTT == nil || rows[1].FirstRTT != nil || rows[1].Time != 0 ||
		rows[2].FirstRTT == nil {
		t.Fatalf("%+v", rows)
	}
	for _, v := range r.Servers {
		if v.First == 0 || v.First > first || v.Last < first || v.RTT.Count != 2 {
			t.Errorf("seen from %d to %d, %d round trips", v.First, v.Last, v.RTT.Count)
		}
	}
}
