package ui

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/structure/workbench"
	"fragscope/desktop/state"
	"fragscope/samples/capgen"
	"fragscope/samples/captures"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
)

// made writes a capture of made-up traffic.
func made(t testing.TB, datagrams int) (path string, truth capgen.Truth) {
	t.Helper()
	return madeAs(t, capgen.Config{Datagrams: datagrams, Seed: 5, Other: 0.1})
}

// lively writes a capture of a few servers, long enough for much to change on
// them.
func lively(t testing.TB) string {
	t.Helper()
	path, _ := madeAs(t, capgen.Config{Datagrams: 3000, Seed: 5, Servers: 20, Gap: 2e9})
	return path
}

func madeAs(t testing.TB, c capgen.Config) (path string, truth capgen.Truth) {
	t.Helper()
	var b bytes.Buffer
	truth, err := capgen.Write(&b, c)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "session.pcapng")
	if err := os.WriteFile(path, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path, truth
}

func loaded(t testing.TB, v *CaptureView, path string) {
	t.Helper()
	v.Open(path)
	until(t, "the capture to be read", func() bool { return !v.Snapshot().Working })
}

func TestCaptureView(t *testing.T) {
	path, truth := made(t, 3000)
	v := NewCaptureView()
	w := shown(t, v.Content, Dark, 1280, 800)
	loaded(t, v, path)
	s := v.Snapshot()
	if s.Error != "" || !s.Loaded || int64(s.Packets) != truth.Packets || s.Shown != s.Packets || s.Exchanges == 0 ||
		s.Servers == 0 {
		t.Fatalf("%+v", s)
	}
	if s.Inspector.Datagrams != s.Packets || s.Inspector.Message == "" {
		t.Errorf("%+v", s.Inspector)
	}
	w.Canvas().Capture()

	// A filter keeps what it lets through, and the packets stay the same ones.
	v.Filter(`protocol == "unreal2" and direction == "reply"`)
	until(t, "the filter", func() bool { return !v.Snapshot().Working })
	s = v.Snapshot()
	if s.Error != "" || s.Shown == 0 || s.Shown >= s.Packets || s.Inspector.Protocol != "unreal2" {
		t.Fatalf("%+v", s)
	}
	// A reply stays one, though its request is not listed.
	replies := 0
	for i := range s.Shown {
		if r, ok := v.view.Row(i); ok && r.After > 0 && r.Answers < 0 {
			replies++
		}
	}
	if replies == 0 {
		t.Error("no reply is after its request when the filter leaves that out")
	}
	for _, i := range []int{0, s.Shown / 2, s.Shown - 1} {
		v.Inspector().State().Go(i)
		if got := v.Inspector().Snapshot(); got.Protocol != "unreal2" || !strings.HasSuffix(got.Message, "reply") {
			t.Errorf("packet %d of the filter: %+v", i, got)
		}
	}
	v.Filter(`protocol = "unreal2"`)
	if s = v.Snapshot(); s.Error == "" {
		t.Error("a wrong filter is not said to be wrong")
	}
	v.Filter("")
	if s = v.Snapshot(); s.Shown != s.Packets || s.Error != "" {
		t.Errorf("%+v", s)
	}

	// Exchanges come in the order of their packets, and of any column that is tapped.
	v.ShowTab(tabExchanges)
	for _, down := range []bool{false, true} {
		for row := 1; row < v.analysis().ExchangeCount(); row++ {
			a, b := v.analysis().Exchange(v.exchanges.grid.row(row-1)), v.analysis().Exchange(v.exchanges.grid.row(row))
			if (a.Packet() > b.Packet()) != down {
				t.Fatalf("row %d is of packet %d, the next of %d", row, a.Packet(), b.Packet())
			}
		}
		v.exchanges.grid.Sort(0)
	}
	for column := range v.exchanges.grid.columns {
		v.exchanges.grid.choose(v.exchanges.grid.row(3))
		x := v.exchanges.grid.row(3)
		v.exchanges.grid.Sort(column)
		if v.exchanges.grid.Selected() != x {
			t.Errorf("sorting by %s selects another exchange", v.exchanges.grid.columns[column].Title)
		}
	}
	w.Canvas().Capture()

	// A server shows its packets.
	v.ShowTab(tabServers)
	w.Canvas().Capture()
	v.servers.grid.choose(0)
	if !strings.Contains(v.servers.title.Text, state.Shown(v.servers.servers[0].Addr)) {
		t.Errorf("the history is that of %q", v.servers.title.Text)
	}
	v.servers.grid.OnOpen(0)
	until(t, "the filter", func() bool { return !v.Snapshot().Working })
	if s = v.Snapshot(); s.Shown == 0 || s.Shown >= s.Packets || s.Error != "" || s.Tab != tabPackets {
		t.Errorf("%+v", s)
	}
	v.Close()
	if s = v.Snapshot(); s.Packets != 0 || s.Inspector.Datagrams != 0 {
		t.Errorf("%+v", s)
	}
}

// What cannot be opened is said in words that help, and the next file opens.
func TestCaptureViewFailures(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, b []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	path, truth := made(t, 400)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	v := NewCaptureView()
	shown(t, v.Content, Light, 800, 600)
	for name, c := range map[string]struct{ path, says string }{
		"missing": {filepath.Join(dir, "none.pcap"), "file not found"},
		"folder":  {dir, "folder"},
		"text":    {write("dump.txt", []byte("80 00 00 00 00\n")), "text"},
		"empty":   {write("empty.pcap", nil), "empty"},
	} {
		loaded(t, v, c.path)
		if s := v.Snapshot(); !strings.Contains(s.Error, c.says) || s.Packets != 0 {
			t.Errorf("%s: %+v", name, s)
		}
	}

	damaged := bytes.Clone(whole)
	for i := len(damaged) / 2; i < len(damaged)/2+3000; i++ {
		damaged[i] ^= 0xff
	}
	loaded(t, v, write("damaged.pcapng", damaged))
	if s := v.Snapshot(); s.Error != "" || len(s.Remarks) == 0 || int64(s.Packets) < truth.Packets*8/10 ||
		int64(s.Packets) >= truth.Packets {
		t.Errorf("damaged: %+v", s)
	}
	loaded(t, v, write("cut.pcapng", whole[:len(whole)-7]))
	if s := v.Snapshot(); s.Error != "" || len(s.Remarks) == 0 || int64(s.Packets) != truth.Packets-1 {
		t.Errorf("cut: %+v", s)
	}

	// A compressed capture is unpacked, so that its packets can be read again.
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(whole)
	z.Close()
	loaded(t, v, write("packed.pcapng.gz", packed.Bytes()))
	s := v.Snapshot()
	if s.Error != "" || int64(s.Packets) != truth.Packets || !strings.Contains(s.Format, "gzip") {
		t.Fatalf("packed: %+v", s)
	}
	v.Inspector().State().Go(s.Packets - 1)
	if got := v.Inspector().Snapshot(); got.Error != "" || got.Message == "" {
		t.Errorf("packed: %+v", got)
	}

	// A file that shrinks while it is open is said to have changed.
	path = write("shrinks.pcapng", whole)
	loaded(t, v, path)
	if err := os.Truncate(path, 1000); err != nil {
		t.Fatal(err)
	}
	v.Inspector().State().Go(v.Snapshot().Packets - 1)
	if got := v.Inspector().Snapshot(); !strings.Contains(got.Error, "changed") {
		t.Errorf("a file that shrank: %+v", got)
	}
	v.Close()
}

// Opening another file, or stopping, does not wait for the one before.
func TestCaptureViewStops(t *testing.T) {
	path, truth := made(t, 20_000)
	v := NewCaptureView()
	shown(t, v.Content, Dark, 800, 600)
	v.Open(path)
	until(t, "the first packets", func() bool { return v.capture != nil })
	test.Tap(v.worker.button)
	until(t, "the stop", func() bool { return !v.Snapshot().Working })
	s := v.Snapshot()
	if int64(s.Packets) >= truth.Packets || s.Error != "" || len(s.Remarks) == 0 {
		t.Errorf("%d of %d packets; %+v", s.Packets, truth.Packets, s)
	}
	v.Open(path)
	v.Open(path)
	until(t, "the second of two", func() bool { return !v.Snapshot().Working })
	if s = v.Snapshot(); int64(s.Packets) != truth.Packets || s.Error != "" {
		t.Errorf("%+v", s)
	}
	v.Close()
}

// TestPacketColumns: the packets of a capture have the columns of Wireshark, are
// sorted by their heads and made wider at their edges; the packet that is shown
// stays selected.
func TestPacketColumns(t *testing.T) {
	v := NewCaptureView()
	w := shown(t, v.Content, Dark, 1280, 800)
	loaded(t, v, sampled(t, "ut2004-multi-packet.pcapng"))
	v.ShowPackets()
	w.Canvas().Capture()
	l, all := v.inspector.list.grid, v.inspector.x.Source()
	if !v.inspector.shape.above || l.Size().Width < 1200 {
		t.Errorf("the list is %v wide, above %v", l.Size().Width, v.inspector.shape.above)
	}
	if got := strings.Join(titles(l.columns), " "); got != "No. Time Source Destination Protocol Length ! Info" {
		t.Errorf("columns %s", got)
	}
	for i := range l.places {
		if l.places[i].width == 0 {
			t.Errorf("%s is hidden", l.columns[i].Title)
		}
	}
	first, _ := all.Row(0)
	for i, want := range []string{"1", "0.000000", first.Src.String(), first.Dst.String(), first.Protocol.String(),
		strconv.Itoa(first.Length)} {
		if got := l.Cell(0, i); got != want {
			t.Errorf("%s is %q, want %q", l.columns[i].Title, got, want)
		}
	}
	tap := func(column int) { l.Tapped(&fyne.PointEvent{Position: fyne.NewPos(l.places[column].x+3, 3)}) }
	lengths := func() (list []int) {
		for i := range all.Len() {
			r, _ := all.Row(l.row(i))
			list = append(list, r.Length)
		}
		return list
	}
	sorted := func() bool { return v.inspector.list.sorted.list != nil }
	v.inspector.Go(2)
	tap(5)
	until(t, "the order", sorted)
	if got := lengths(); !slices.IsSorted(got) || slices.Equal(got, slices.Repeat(got[:1], len(got))) {
		t.Errorf("lengths %v", got)
	}
	if l.Selected() != 2 || v.inspector.x.Current() != 2 {
		t.Errorf("packet %d is selected, %d shown", l.Selected(), v.inspector.x.Current())
	}
	tap(5)
	until(t, "the other order", sorted)
	if got := lengths(); !slices.IsSortedFunc(got, func(a, b int) int { return b - a }) {
		t.Errorf("the longest first: %v", got)
	}
	tap(5)
	if got := lengths(); l.Order() != "" || l.row(3) != 3 {
		t.Errorf("by %q: %v", l.Order(), got)
	}
	before := l.places[2].width
	edge := fyne.NewPos((l.places[2].x+before+l.places[3].x)/2, 4)
	l.MouseMoved(&desktop.MouseEvent{PointEvent: fyne.PointEvent{Position: edge}})
	if l.Cursor() != desktop.HResizeCursor {
		t.Error("the mouse shows no edge")
	}
	l.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: edge.AddXY(40, 0)}, Dragged: fyne.NewDelta(40, 0)})
	l.DragEnd()
	if got := l.places[2].width; got != before+40 {
		t.Errorf("a column of %v is %v wide after 40 more", before, got)
	}
	tap(1)
	before = l.places[1].width
	holding(t, fyne.KeyModifierShift)
	l.TypedKey(&fyne.KeyEvent{Name: fyne.KeyRight})
	if got := l.places[1].width; got <= before {
		t.Errorf("a column of %v is %v wide after Shift+Right", before, got)
	}
	v.Close()
}

// TestQueryPacketsOnly: a box leaves out what is of no query protocol, also of what
// a filter lets through; what packets mean stays the same.
func TestQueryPacketsOnly(t *testing.T) {
	v := NewCaptureView()
	shown(t, v.Content, Dark, 1000, 700)
	path := filepath.Join(t.TempDir(), "scan.pcapng")
	b, err := captures.Files.ReadFile("scan-with-other-traffic.pcapng")
	if err == nil {
		err = os.WriteFile(path, b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	loaded(t, v, path)
	rows := func() (list []state.Row) {
		until(t, "the filter", func() bool { return !v.worker.content.Visible() })
		for i := range v.inspector.x.Source().Len() {
			r, _ := v.inspector.x.Source().Row(i)
			list = append(list, r)
		}
		return list
	}
	queries := 0
	meant := map[int64]string{}
	for _, r := range rows() {
		meant[r.Number] = r.Title
		if r.Protocol != decoder.Unknown {
			queries++
		}
	}
	v.only.SetChecked(true)
	list := rows()
	if len(list) != queries || queries == 0 || queries == len(meant) {
		t.Errorf("%d of %d packets are shown, %d are of query protocols", len(list), len(meant), queries)
	}
	for _, r := range list {
		if r.Protocol == decoder.Unknown || r.Title != meant[r.Number] {
			t.Errorf("packet %d is %q of %v, and was %q", r.Number, r.Title, r.Protocol, meant[r.Number])
		}
	}
	v.Filter("size > 100 or size < 60")
	if n := len(rows()); n == 0 || n >= queries {
		t.Errorf("%d of %d pass a filter as well", n, queries)
	}
	v.Filter("size >")
	if !v.failed.Visible() {
		t.Error("a wrong filter is not said")
	}
	v.filter.SetText("")
	v.only.SetChecked(false)
	if n := len(rows()); n != len(meant) {
		t.Errorf("%d of %d packets are shown again", n, len(meant))
	}
}

// TestFilterFollowsLayout: list, filter and statistics of an open capture are those of the layout that describes it.
func TestFilterFollowsLayout(t *testing.T) {
	t.Cleanup(func() { state.Describe(nil) })
	v := NewCaptureView()
	shown(t, v.Content, Dark, 1000, 700)
	t.Cleanup(v.Close)
	loaded(t, v, sampled(t, "scan-with-other-traffic.pcapng"))
	idle := func() { until(t, "the task", func() bool { return !v.worker.content.Visible() }) }
	describe := func(text string) {
		d, err := workbench.Parse([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		state.Describe(d)
		v.Describe()
		idle()
	}
	all := v.packets().Len()
	v.Filter("protocol == unknown")
	idle()
	unknown := v.packets().Len()
	describe("meta: {id: mine, title: My message}\nseq: [{id: all, size-eos: true}]\n")
	if n := v.packets().Len(); unknown == 0 || n >= unknown {
		t.Errorf("%d of %d packets are unknown with a layout for all datagrams", n, unknown)
	}
	v.Filter("mine.all")
	idle()
	mine := v.packets().Len()
	if r, _ := v.packets().Row(0); mine == 0 || r.Protocol != "mine" {
		t.Errorf("%d packets, the first of %s, are described", mine, r.Protocol)
	}
	if got := v.capture.Analysis().Report().Other["My message"].Packets; got != int64(mine) {
		t.Errorf("the report counts %d packets that the layout describes, of %d", got, mine)
	}
	describe("") // the filter names nothing any more
	if n := v.packets().Len(); n != all || !v.failed.Visible() {
		t.Errorf("without the layout %d of %d packets are shown, and nothing is said about the filter", n, all)
	}
	if v.capture.Analysis().Report().Other["My message"].Packets != 0 {
		t.Error("the report still has the layout's packets")
	}
}
