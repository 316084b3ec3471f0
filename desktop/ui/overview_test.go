package ui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fragscope/desktop/state"

	"fyne.io/fyne/v2"
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
	text := v.overview.text
	var lines []string
	for _, l := range text.lines {
		line := ""
		for _, q := range l.pieces {
			line += q.text + " "
		}
		lines = append(lines, line)
	}
	all := strings.Join(lines, "\n")
	for _, want := range []string{"160, ", "58, with 20 servers, 3 addresses that did not answer",
		"198.18.1.15:29900 Lamplighters | all night gulf_of_kelp 14/32", "Show all 23"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in:\n%s", want, all)
		}
	}
	if w.Canvas().Focused() == nil {
		t.Error("the keyboard is not in it")
	}
	// Names of one chart take two lines, of the other one: both begin at one height.
	a, b := v.overview.rate.raster, v.overview.rtt.raster
	if a.Position().Y != b.Position().Y || a.Size().Height != b.Size().Height ||
		v.overview.rtt.head.Size().Height < 1.5*textFont(true).height {
		t.Errorf("the plots are at %v, %v large, and at %v, %v", a.Position(), a.Size(), b.Position(), b.Size())
	}
	text.leads(&text.stats.Tables[0].Rows[0])()
	until(t, "the filter", func() bool { return !v.Snapshot().Working })
	if s := v.Snapshot(); s.Tab != tabPackets || s.Shown == 0 || s.Shown >= s.Packets || s.Error != "" {
		t.Errorf("a server leads to %+v", s)
	}
	v.Close()
}

// TestCaptureTabs: a capture's tabs are those of the page, with how much is in each;
// those without anything cannot be chosen. The overview leads to all rows.
func TestCaptureTabs(t *testing.T) {
	v := NewCaptureView()
	shown(t, v.Content, Light, 1280, 800)
	names := func() (list []string) {
		for _, item := range v.tabs.Items {
			name := item.Text
			if item.Disabled() {
				name += " (disabled)"
			}
			list = append(list, name)
		}
		return list
	}
	want := func(when string, want ...string) {
		t.Helper()
		if got := names(); !slices.Equal(got, want) {
			t.Errorf("%s the tabs are %q, want %q", when, got, want)
		}
	}
	want("before", "Overview", "Packets", "Exchanges", "Flows", "Servers", "Timeline", "Statistics", "Problems")
	loaded(t, v, sampled(t, "scan-with-other-traffic.pcapng"))
	until(t, "the flows", func() bool { return v.flows.known })
	want("opened", "Overview", "Packets 160", "Exchanges 58", "Flows 61", "Servers 23", "Timeline", "Statistics",
		"Problems 1")

	// The overview leads to all rows of its tables.
	for i, tab := range map[string]int{"Servers": tabServers, "Messages": tabStatistics} {
		v.ShowTab(tabOverview)
		v.overview.text.all(i)
		if v.tabs.SelectedIndex() != tab {
			t.Errorf("all %s are on tab %d", i, v.tabs.SelectedIndex())
		}
	}

	// Exchanges say what happened on the way, and with whom.
	v.ShowTab(tabExchanges)
	rows := map[string]int{}
	for row := range v.analysis().ExchangeCount() {
		x := v.analysis().Exchange(row)
		if got := v.exchanges.grid.Cell(row, 5); got != state.Shown(x.Client) {
			t.Errorf("the client of exchange %d is %q", row, got)
		}
		rows[v.exchanges.grid.Cell(row, 6)]++
	}
	if rows["answered"] == 0 || rows["answered, 1 retry"] == 0 {
		t.Errorf("the outcomes are %v", rows)
	}

	// A problem is listed with what it means, and leads to its packets.
	v.ShowTab(tabProblems)
	if text := words(v.problems); !strings.Contains(text, "a2s-info-old") || !strings.Contains(text, "in 4 packets") ||
		!strings.Contains(text, "The reply ends before the extra data flags.") {
		t.Errorf("the problems are\n%s", text)
	}
	v.problems.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	v.problems.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	until(t, "the filter", func() bool { return !v.Snapshot().Working })
	if s := v.Snapshot(); s.Tab != tabPackets || s.Shown != 4 {
		t.Errorf("the problem leads to %+v", s)
	}
	until(t, "the flows", func() bool { return v.flows.known })
	want("filtered", "Overview", "Packets 4", "Exchanges 2", "Flows 2", "Servers 2", "Timeline", "Statistics",
		"Problems 1")

	// A flow leads to the packets between its ends.
	v.Filter("")
	until(t, "the flows", func() bool { return v.flows.known })
	v.ShowTab(tabFlows)
	for column := range v.flows.grid.columns {
		v.flows.grid.Sort(column)
	}
	flow := v.flows.list[v.flows.grid.row(0)]
	v.flows.grid.tapped(0, 20)
	until(t, "the filter", func() bool { return !v.Snapshot().Working })
	if s := v.Snapshot(); s.Tab != tabPackets || s.Error != "" || int64(s.Shown) < flow.Requests+flow.Replies ||
		s.Shown == s.Packets {
		t.Errorf("the flow %+v leads to %+v", flow, s)
	}
	v.Filter("size > 100000")
	until(t, "the filter", func() bool { return !v.Snapshot().Working })
	until(t, "the flows", func() bool { return v.flows.known })
	want("with nothing", "Overview", "Packets 0", "Exchanges 0 (disabled)", "Flows 0 (disabled)", "Servers 0 (disabled)",
		"Timeline", "Statistics", "Problems 1")
	v.Close()
	want("closed", "Overview", "Packets", "Exchanges", "Flows", "Servers", "Timeline", "Statistics", "Problems")

	// What is wrong with a file is listed before.
	b, err := os.ReadFile(sampled(t, "ut2004-multi-packet.pcapng"))
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.pcapng")
	if err := os.WriteFile(cut, b[:len(b)-7], 0o600); err != nil {
		t.Fatal(err)
	}
	loaded(t, v, cut)
	v.ShowTab(tabProblems)
	if text := words(v.problems); !strings.Contains(text, "In the file") || !strings.Contains(text, "Before packet") {
		t.Errorf("the problems of a file that is cut are\n%s", text)
	}
	v.Close()
}
