package servers

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// watched returns a list with a server that was looked at every 5 s for so long.
func watched(t *testing.T, d time.Duration, until time.Time) *List {
	t.Helper()
	l := NewList()
	s := l.Add(Target{Address: "10.0.0.1:7778"}, FromHistory)
	for at := until.Add(-d); !at.After(until); at = at.Add(5 * time.Second) {
		l.Take(s, &Answer{Time: at, Status: status("n", "DM-\"A\" \n", make([]string, at.Unix()/5%9)...),
			RTT: 1500 * time.Microsecond}, "")
	}
	return l
}

// TestHoursOfSamples: looked at every 5 s, what is kept of a server reaches back
// nine hours, with each look of the last minutes.
func TestHoursOfSamples(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	list := watched(t, 9*time.Hour, now).Find("10.0.0.1:7778").Samples
	if len(list) > maxSamples || now.Sub(list[0].Time) < 9*time.Hour {
		t.Errorf("%d samples since %v", len(list), now.Sub(list[0].Time))
	}
	fine, most := 0, int64(0)
	for _, v := range list {
		if most = max(most, v.Players); now.Sub(v.Time) < fineFor {
			fine++
		}
	}
	if fine != int(fineFor/(5*time.Second)) || most != 8 {
		t.Errorf("%d samples of the last minutes, %d players at most", fine, most)
	}
}

// TestHistoryComesBack writes what servers were like and reads it again.
func TestHistoryComesBack(t *testing.T) {
	now := time.Unix(1_700_000_000, 0)
	l := watched(t, time.Hour, now)
	before := l.Find("10.0.0.1:7778")
	text, err := json.Marshal(l.History())
	if err != nil {
		t.Fatal(err)
	}
	var h History
	if err := json.Unmarshal(text, &h); err != nil || len(h.Servers) != 1 {
		t.Fatalf("read %d servers (%v)", len(h.Servers), err)
	}
	again := NewList()
	s := again.Add(Target{Address: "10.0.0.1:7778"}, FromHistory)
	again.AddHistory(h, now.Add(time.Hour))
	n := len(s.Samples)
	if n == 0 || s.Samples[n-1].Players != -1 {
		t.Fatalf("%d samples came back, without a gap behind them", n)
	}
	if diff := cmp.Diff(thin(before.Samples), s.Samples[:n-1]); diff != "" {
		t.Errorf("samples: %s", diff)
	}
	if diff := cmp.Diff(before.Events, s.Events); diff != "" {
		t.Errorf("events: %s", diff)
	}
	// What is older than two days, or of tomorrow, does not.
	for _, at := range []time.Time{now.Add(historyAge + 2*time.Hour), now.Add(-2 * time.Hour)} {
		late := NewList()
		s := late.Add(Target{Address: "10.0.0.1:7778"}, FromHistory)
		if late.AddHistory(h, at); len(s.Samples) > 0 {
			t.Errorf("%d samples at %v", len(s.Samples), at)
		}
	}
}

// TestHistoryFileIsBounded: of many servers each has fewer samples in the file.
func TestHistoryFileIsBounded(t *testing.T) {
	var many History
	for i := range 3 * historySamples / maxSamples {
		p := HistoryEntry{Address: strings.Repeat("x", i)}
		for s := range int64(maxSamples) {
			p.Samples = append(p.Samples, Sample{Time: time.Unix(60*s, 0)})
		}
		many.Servers = append(many.Servers, p)
	}
	many.bound()
	n := 0
	for _, p := range many.Servers {
		n += len(p.Samples)
	}
	if n > historySamples {
		t.Errorf("%d samples in a file", n)
	}
}
