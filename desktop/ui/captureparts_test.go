package ui

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/desktop/state"
	"fragscope/samples/captures"
)

// sampled writes a sample capture and returns its path.
func sampled(t testing.TB, name string) string {
	t.Helper()
	b, err := captures.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestExchangeOpens opens an exchange whose reply came in several packets: its
// datagrams alone are shown, and together they say what the server said. The
// packets say the same one by one.
func TestExchangeOpens(t *testing.T) {
	v := NewCaptureView()
	w := shown(t, v.Content, Dark, 1280, 800)
	loaded(t, v, sampled(t, "ut2004-multi-packet.pcapng"))
	a := v.capture.Analysis()
	opened := 0
	for i := range a.ExchangeCount() {
		of := a.Exchange(i)
		asked, replies := append([]int64{of.Request}, of.Retries...), of.Replies
		if len(replies) < 2 {
			continue
		}
		opened++
		v.ShowTab(tabExchanges)
		w.Canvas().Capture()
		v.exchanges.grid.OnTap(i)
		s := v.Snapshot()
		if s.Tab != tabPackets || s.Opened != i || s.Inspector.Datagrams != len(asked)+len(replies) ||
			!strings.Contains(s.Banner, "Exchange") {
			t.Fatalf("exchange %d: %+v", i, s)
		}
		// What it says is what the decoder makes of all its datagrams.
		var ms []*decoder.Message
		for _, n := range append(asked, replies...) {
			d, err := v.capture.Datagram(int(n) - 1)
			if err != nil {
				t.Fatal(err)
			}
			ms = append(ms, d.Decode())
		}
		want, got := decoder.StatusOf(ms...), v.inspector.x.Source().Status(v.inspector.x.Current())
		if got == nil || len(got.Rules) != len(want.Rules) || len(got.PlayerList) != len(want.PlayerList) ||
			len(want.Rules)+len(want.PlayerList) == 0 {
			t.Errorf("exchange %d says %+v, expected %+v", i, got, want)
		}
		alone := decoder.StatusOf(ms[len(ms)-1])
		if len(alone.Rules)+len(alone.PlayerList) >= len(want.Rules)+len(want.PlayerList) {
			t.Errorf("exchange %d: its last datagram alone says as much as all", i)
		}
		v.inspector.ShowTab(TabSummary)
		w.Canvas().Capture()
		if len(v.inspector.summary.lines) < len(want.Rules)+len(want.PlayerList) {
			t.Errorf("exchange %d: the summary has %d lines", i, len(v.inspector.summary.lines))
		}
		// Back to all packets, at the same one; there too it knows the others.
		number := v.inspector.Datagrams()[v.inspector.x.Current()].Number
		v.leaveExchange()
		s = v.Snapshot()
		if s.Opened != -1 || s.Banner != "" || int64(s.Inspector.Current+1) != number || s.Inspector.Datagrams != s.Packets {
			t.Errorf("back: %+v", s)
		}
		x := v.inspector.x
		if got := x.Source().Status(x.Current()); got == nil || len(got.Rules) != len(want.Rules) ||
			len(got.PlayerList) != len(want.PlayerList) {
			t.Errorf("packet %d says %+v", number, got)
		}
		if r, _ := x.Source().Row(x.Current()); r.Answers != int(asked[len(asked)-1])-1 || r.After <= 0 {
			t.Errorf("packet %d answers %+v", number, r)
		}
	}
	if opened == 0 {
		t.Fatal("no reply came in several packets")
	}
	v.NextExchange() // that of the packet that is shown
	at := v.opened
	v.PreviousExchange()
	if v.opened != at-1 {
		t.Errorf("the exchange before %d is %d", at, v.opened)
	}
	for range 3 {
		v.opened = a.ExchangeCount() - 1
		v.NextExchange()
	}
	if !strings.Contains(v.inspector.x.Said(), "no more exchanges") {
		t.Errorf("beyond the last: %q", v.inspector.x.Said())
	}
	if list := v.inspector.Datagrams(); len(list) == 0 {
		t.Error("an opened exchange cannot be saved")
	}
	v.Close()
}

// TestFragmentsTogether opens an exchange whose reply was split into fragments.
func TestFragmentsTogether(t *testing.T) {
	v := NewCaptureView()
	shown(t, v.Content, Dark, 1280, 800)
	loaded(t, v, fragments(t))
	a := v.capture.Analysis()
	if a.ExchangeCount() != 1 {
		t.Fatalf("%d exchanges", a.ExchangeCount())
	}
	v.openExchange(0)
	list := v.inspector.Datagrams()
	if len(list) != 2 || list[1].Parts != 3 || v.inspector.x.Message().Info.Name != "rules reply" {
		t.Fatalf("%d datagrams, %d parts, %s", len(list), list[len(list)-1].Parts, v.inspector.x.Message().Info.Name)
	}
	s := v.inspector.x.Source().Status(1)
	if s == nil || len(s.Rules) != 120 {
		t.Errorf("the reply says %+v", s)
	}
	v.Close()
}

// fragments writes a capture of a request and a reply in three fragments.
func fragments(t *testing.T) string {
	t.Helper()
	var reply bytes.Buffer
	reply.Write([]byte{0x80, 0, 0, 0, 1})
	for i := range 120 {
		text := func(s string) {
			reply.WriteByte(byte(len(s) + 1))
			reply.WriteString(s + "\x00")
		}
		text(fmt.Sprintf("Rule%03d", i))
		text(fmt.Sprintf("Value of it, which is %06d", i))
	}
	server, client := [4]byte{192, 0, 2, 7}, [4]byte{192, 0, 2, 99}
	udp := func(from, to uint16, payload []byte) []byte {
		n := len(payload) + 8
		return append([]byte{byte(from >> 8), byte(from), byte(to >> 8), byte(to), byte(n >> 8), byte(n), 0, 0}, payload...)
	}
	var file bytes.Buffer
	file.Write([]byte{0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 101, 0, 0, 0}) // raw IP
	at := uint32(0)
	packet := func(src, dst [4]byte, part []byte, offset int, more bool) {
		n := 20 + len(part)
		f := uint16(offset / 8)
		if more {
			f |= 0x2000
		}
		ip := []byte{0x45, 0, byte(n >> 8), byte(n), 0, 42, byte(f >> 8), byte(f), 64, 17, 0, 0}
		ip = append(append(append(ip, src[:]...), dst[:]...), part...)
		at += 1000
		le := func(v uint32) { file.Write([]byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)}) }
		le(1_700_000_000)
		le(at)
		le(uint32(len(ip)))
		le(uint32(len(ip)))
		file.Write(ip)
	}
	packet(client, server, udp(50000, 7778, []byte{0x79, 0, 0, 0, 1}), 0, false)
	whole := udp(7778, 50000, reply.Bytes())
	packet(server, client, whole[:1480], 0, true)
	packet(server, client, whole[1480:2960], 1480, true)
	packet(server, client, whole[2960:], 2960, false)
	path := filepath.Join(t.TempDir(), "fragments.pcap")
	if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTimelineAndStatistics holds what the tabs show to the report, and sees
// that every row leads to its packets.
func TestTimelineAndStatistics(t *testing.T) {
	path := lively(t)
	v := NewCaptureView()
	w := shown(t, v.Content, Light, 1280, 800)
	loaded(t, v, path)
	r := v.capture.Analysis().Report()

	v.ShowTab(tabTimeline)
	until(t, "the events", func() bool { return len(v.timeline.list) > 0 })
	w.Canvas().Capture()
	want := 0
	for _, s := range r.Servers {
		for _, e := range s.Events() {
			if e.Kind != report.EventScore {
				want++
			}
		}
	}
	if len(v.timeline.list) != want || !v.timeline.exchanges.has() || !v.timeline.players.has() {
		t.Errorf("%d events of %d; curves %v %v", len(v.timeline.list), want, v.timeline.exchanges.has(),
			v.timeline.players.has())
	}
	for i := range report.Outcomes {
		if _, ok := export.OutcomeColors[report.Outcome(i).Label()]; !ok {
			t.Errorf("%s has no colour", report.Outcome(i).Label())
		}
	}
	for i := 1; i < len(v.timeline.list); i++ {
		if v.timeline.list[i].Time < v.timeline.list[i-1].Time {
			t.Fatal("the events are not in order")
		}
	}
	for i := range v.timeline.list {
		if n := int(v.timeline.list[i].Packet); n > 0 {
			v.timeline.events.OnTap(i)
			if s := v.Snapshot(); s.Tab != tabPackets || s.Inspector.Current != n-1 {
				t.Errorf("the event of packet %d shows packet %d", n, s.Inspector.Current+1)
			}
			break
		}
	}
	// A click into a chart goes to that time.
	v.ShowTab(tabTimeline)
	c := v.timeline.exchanges
	half := fyne.NewPos(c.raster.Size().Width/2, 40)
	c.Tapped(&fyne.PointEvent{Position: half})
	x, _ := c.under(half)
	row, _ := v.inspector.x.Source().Row(v.inspector.x.Current())
	if d := row.Time.Sub(moment(x)); d < 0 || d > time.Minute || v.tabs.SelectedIndex() != tabPackets {
		t.Errorf("a click at %v shows a packet of %v", moment(x), row.Time)
	}
	c.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: half}})
	if !strings.Contains(c.foot.pieces[0].text, ":") {
		t.Errorf("the mouse reads %q", c.foot.pieces[0].text)
	}
	c.MouseOut()

	v.ShowTab(tabStatistics)
	w.Canvas().Capture()
	stats := v.statistics
	followed := map[string]bool{}
	for i := range stats.stats.Tables {
		table := stats.stats.Tables[i]
		row := &table.Rows[0]
		lead := stats.leads(row)
		if lead == nil {
			continue
		}
		lead()
		until(t, "the filter of "+table.Name, func() bool { return !v.Snapshot().Working })
		s := v.Snapshot()
		if s.Error != "" || s.Tab != tabPackets || row.Filter != "" && (s.Filter != row.Filter || s.Shown == 0) {
			t.Errorf("%s, %q leads to %+v", table.Name, row.Filter, s)
		}
		switch table.Name {
		case "Problems":
			p := r.Problems[row.Cells[0]]
			if int64(s.Shown) > p.Count || s.Shown == 0 {
				t.Errorf("%s: %d packets pass, it occurred %d times", row.Cells[0], s.Shown, p.Count)
			}
		case "Messages":
			k := report.MessageKey{Message: row.Cells[0]}
			k.Protocol, _ = decoder.ProtocolByName(row.Cells[1])
			if int64(s.Shown) != r.Messages[k].Packets {
				t.Errorf("%s: %d packets pass, expected %d", row.Cells[0], s.Shown, r.Messages[k].Packets)
			}
		}
		followed[table.Name] = true
		v.Filter("")
		v.ShowTab(tabStatistics)
	}
	for _, name := range []string{"Protocols", "Problems", "Messages", "Clients"} {
		if !followed[name] {
			t.Errorf("there is no table of %s that leads anywhere: %v", name, followed)
		}
	}

	// A filter hides rows; what packets mean, and what is counted, stays.
	v.Filter(`protocol == "gamespy1"`)
	until(t, "the filter", func() bool { return !v.Snapshot().Working })
	w.Canvas().Capture()
	if got := v.analysis().Report(); got != v.capture.Analysis().Report() {
		t.Errorf("with a filter: %v", got.Protocols)
	}
	if n := v.analysis().ExchangeCount(); n == 0 || n >= v.capture.Analysis().ExchangeCount() {
		t.Errorf("with a filter: %d exchanges", n)
	}
	v.Close()
}

// TestStatisticsKeys goes through the rows with the keyboard.
func TestStatisticsKeys(t *testing.T) {
	path, _ := made(t, 500)
	v := NewCaptureView()
	w := shown(t, v.Content, Dark, 1280, 800)
	loaded(t, v, path)
	v.ShowTab(tabStatistics)
	w.Canvas().Capture()
	text := v.statistics
	w.Canvas().Focus(text)
	text.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	first := text.at
	if first < 0 || text.lines[first].action == nil {
		t.Fatalf("the first key goes to line %d", first)
	}
	text.TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if text.at <= first {
		t.Errorf("the second goes from %d to %d", first, text.at)
	}
	text.TypedKey(&fyne.KeyEvent{Name: fyne.KeyUp})
	text.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	until(t, "the filter", func() bool { return !v.Snapshot().Working })
	if s := v.Snapshot(); s.Filter == "" || s.Tab != tabPackets {
		t.Errorf("Enter leads to %+v", s)
	}
	v.Close()
}

// TestStreamOpens opens the reassembled messages of a TCP stream.
func TestStreamOpens(t *testing.T) {
	for _, name := range captures.Names() {
		v := NewCaptureView()
		shown(t, v.Content, Dark, 1280, 800)
		loaded(t, v, sampled(t, name))
		r := v.capture.Analysis().Report()
		for i := range r.Streams {
			s := &r.Streams[i]
			v.openStream(s)
			until(t, "the conversation", func() bool { return !v.Snapshot().Working })
			var got []string
			entries := int64(0)
			for k := range v.inspector.x.Source().Len() {
				m, err := v.inspector.x.Source().Message(k)
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, m.Info.Name)
				entries += m.Entries()
			}
			if strings.Join(got, ", ") != strings.Join(s.Messages, ", ") || entries != s.Entries || v.Snapshot().Banner == "" {
				t.Errorf("%s: %v with %d servers, expected %v with %d", name, got, entries, s.Messages, s.Entries)
			}
		}
		v.Close()
	}
}

// TestHiddenAddresses sees that no list names an address in full.
func TestHiddenAddresses(t *testing.T) {
	state.HideAddresses(true)
	defer state.HideAddresses(false)
	v := NewCaptureView()
	w := shown(t, v.Content, Dark, 1280, 800)
	loaded(t, v, sampled(t, "ut2004-multi-packet.pcapng"))
	var addresses []string
	for a := range v.capture.Analysis().Report().Servers {
		addresses = append(addresses, a.Addr().Unmap().String())
	}
	for tab := range tabCount {
		v.ShowTab(tab)
		if tab == tabServers {
			v.servers.grid.choose(0)
		}
		if tab == tabTimeline {
			until(t, "the events", func() bool { return !v.timeline.worker.content.Visible() })
		}
		w.Canvas().Capture()
		text := words(w.Canvas().Content())
		if tab == tabPackets { // the fields say what the bytes hold
			text = words(v.inspector.list.grid)
		}
		for _, a := range addresses {
			if strings.Contains(text, a) {
				t.Errorf("tab %d names %s", tab, a)
			}
		}
	}
	test.Tap(v.banner.previous)
	v.Close()
}
