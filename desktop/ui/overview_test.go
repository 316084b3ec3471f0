package ui

import (
	"strings"
	"testing"
)

// TestOverview: a capture that is opened shows what is in it, with the names and
// maps of its servers; a server leads to its packets.
func TestOverview(t *testing.T) {
	v := NewCaptureView()
	w := shown(t, v.Content, Light, 1280, 800)
	v.ShowTab(tabTimeline)
	loaded(t, v, sampled(t, "scan-with-other-traffic.pcapng"))
	w.Canvas().Capture()
	if s := v.Snapshot(); s.Tab != tabOverview || len(s.Tables) == 0 || s.Tables[0] != "Servers" {
		t.Fatalf("tab %d, tables of %q", s.Tab, s.Tables)
	}
	text := v.statistics.text
	var lines []string
	for _, l := range text.lines {
		line := ""
		for _, q := range l.pieces {
			line += q.text + " "
		}
		lines = append(lines, line)
	}
	all := strings.Join(lines, "\n")
	for _, want := range []string{"160, ", "58, with 23 servers", "198.18.1.15:29900 Lamplighters | all night gulf_of_kelp 14 of 32", "and 13 more"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in:\n%s", want, all)
		}
	}
	if w.Canvas().Focused() == nil {
		t.Error("the keyboard is not in it")
	}
	text.leads(&text.stats.Tables[0].Rows[0])()
	until(t, "the filter", func() bool { return !v.Snapshot().Working })
	if s := v.Snapshot(); s.Tab != tabPackets || s.Shown == 0 || s.Shown >= s.Packets || s.Error != "" {
		t.Errorf("a server leads to %+v", s)
	}
	v.Close()
}
