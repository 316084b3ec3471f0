package browse

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/capture/capgen"
	"fragscope/analyzer/filter"
	"fragscope/decoder"
	"fragscope/samples/captures"
	"fragscope/wasm/inspector/pack"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// A memory is a Store.
type memory struct{ bytes.Buffer }

func (m *memory) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader(m.Bytes()).ReadAt(p, off)
}

// opened opens a capture and reads it to its end, in short steps.
func opened(t testing.TB, name string, data []byte) *Capture {
	t.Helper()
	c, err := Open(name, bytes.NewReader(data), int64(len(data)), &memory{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	c.Read()
	finish(t, c)
	return c
}

func finish(t testing.TB, c *Capture) {
	t.Helper()
	for !c.Step(time.Millisecond) {
		c.Progress()
	}
	if err := c.Err(); err != nil {
		t.Fatal(err)
	}
}

func generated(t testing.TB, config capgen.Config) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := capgen.Write(&b, config); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A row is what Rows writes of a packet.
type row struct {
	index     int
	time      int64
	known     bool
	size      uint32
	protocol  decoder.Protocol
	direction decoder.Direction
	worst     uint32
	texts     [3]string
}

func rowsOf(c *Capture, from, to int) []row {
	var w pack.Writer
	c.Rows(&w, from, to)
	r := newReader(w.Finish())
	list := make([]row, r.u32())
	for i := range list {
		list[i] = row{index: int(r.u32())}
		list[i].time = int64(uint64(r.u32()) | uint64(r.u32())<<32)
		list[i].known = r.u32() != 0
		list[i].size = r.u32()
		list[i].protocol = decoder.Protocol(r.u32())
		list[i].direction = decoder.Direction(r.u32())
		list[i].worst = r.u32()
		for k := range list[i].texts {
			list[i].texts[k] = r.text()
		}
	}
	return list
}

// TestRows holds the list to what the decoder says of each packet, and the
// packets that are read again to those of the file; the same for a file that
// is compressed.
func TestRows(t *testing.T) {
	data := generated(t, capgen.Config{Datagrams: 3000, Seed: 5, Other: 0.1})
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, input := range map[string][]byte{"plain.pcapng": data, "packed.pcapng.gz": packed.Bytes()} {
		c := opened(t, name, input)
		r, err := capture.NewReader(bytes.NewReader(data), capture.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rows := rowsOf(c, 0, 1<<30)
		queries := 0
		for r.Next() {
			p := r.Packet()
			i := int(p.Number) - 1
			got := rows[i]
			m := decoder.Decode(p.Data, decoder.Options{Link: p.Link})
			src, dst := analyzer.Endpoints(m, &analyzer.Packet{Link: p.Link})
			if got.index != i || got.time != p.Time || got.known != p.HasTime || int(got.size) != p.OrigLen {
				t.Fatalf("%s: packet %d is shown as %+v", name, p.Number, got)
			}
			if want := text2(src); got.texts[0] != want || got.texts[1] != text2(dst) {
				t.Fatalf("%s: packet %d goes from %q to %q, want %q to %q", name, p.Number, got.texts[0], got.texts[1], want, text2(dst))
			}
			if m.Info.Protocol != decoder.Unknown && m.Confidence >= decoder.Likely && !m.Frame.Quoted {
				queries++
				if got.protocol != m.Info.Protocol || got.texts[2] != m.Info.Name || got.direction != m.Info.Direction {
					t.Fatalf("%s: packet %d is shown as %+v, it is a %s", name, p.Number, got, m.Info.Name)
				}
			} else if got.protocol != decoder.Unknown || got.texts[2] == "" {
				t.Fatalf("%s: packet %d is shown as %+v", name, p.Number, got)
			}
			if w, ok := m.Worst(); ok != (got.worst > 0) || ok && int(w) != int(got.worst)-1 {
				t.Fatalf("%s: packet %d has the worst problem %d", name, p.Number, got.worst)
			}
			var w pack.Writer
			c.Packet(&w, i)
			if again := newReader(w.Finish()).packet(); !bytes.Equal(again, p.Data) {
				t.Fatalf("%s: packet %d was read again as % X", name, p.Number, again)
			}
		}
		if queries == 0 || len(rows) != int(r.Stats().Packets) {
			t.Fatalf("%s: %d rows, %d queries", name, len(rows), queries)
		}
	}
}

func text2(a netip.AddrPort) string {
	switch {
	case !a.IsValid():
		return ""
	case a.Port() == 0:
		return a.Addr().String()
	}
	return a.String()
}

// TestFilter holds a filtered view to the packets that match.
func TestFilter(t *testing.T) {
	c := opened(t, "a.pcapng", generated(t, capgen.Config{Datagrams: 2000, Seed: 6, Other: 0.2}))
	all := rowsOf(c, 0, 1<<30)
	before := string(c.Report(nil))
	if err := c.Filter(`protocol == "gamespy1" and direction == "reply"`); err != nil {
		t.Fatal(err)
	}
	finish(t, c)
	want := []row{}
	for _, r := range all {
		if r.protocol == decoder.GameSpy1 && r.direction == decoder.Reply {
			want = append(want, r)
		}
	}
	got := rowsOf(c, 0, 1<<30)
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(row{})); diff != "" || len(got) == 0 {
		t.Errorf("the list is wrong (-want +got):\n%s", diff)
	}
	for i, r := range got {
		if c.Find(r.index) != i {
			t.Errorf("packet %d is found at %d, want %d", r.index, c.Find(r.index), i)
		}
	}
	for _, r := range all {
		if (r.protocol != decoder.GameSpy1 || r.direction != decoder.Reply) && c.Find(r.index) != -1 {
			t.Errorf("packet %d is found, though the filter leaves it out", r.index)
		}
	}
	var report struct {
		Protocols []struct{ Protocol string }
	}
	if err := json.Unmarshal(c.Report(nil), &report); err != nil || len(report.Protocols) != 1 || report.Protocols[0].Protocol != "gamespy1" {
		t.Errorf("the report counts %v, %v", report.Protocols, err)
	}
	if err := c.Filter(""); err != nil {
		t.Fatal(err)
	}
	if after := string(c.Report(nil)); after != before || len(rowsOf(c, 0, 1<<30)) != len(all) {
		t.Error("without the filter not everything is as before")
	}
	err := c.Filter(`protocol = "gamespy1"`)
	if e, ok := errors.AsType[*filter.Error](err); !ok || e.Column != 10 {
		t.Errorf("a wrong filter is told as %v", err)
	}
}

// TestStop stops reading and filtering in the middle: what was read stays.
func TestStop(t *testing.T) {
	data := generated(t, capgen.Config{Datagrams: 20_000, Seed: 7})
	c, err := Open("a.pcapng", bytes.NewReader(data), int64(len(data)), &memory{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.Read()
	for c.Progress().All < 3000 && !c.Step(time.Microsecond) {
	}
	if got := string(c.Report(nil)); got != "null" {
		t.Errorf("while reading the report is %s", got)
	}
	if rows := rowsOf(c, 0, 100); len(rows) != 100 {
		t.Errorf("while reading %d rows can be seen", len(rows))
	}
	c.Stop()
	all := c.Progress().All
	var s Summary
	if err := json.Unmarshal(c.Summary(nil), &s); err != nil || !s.Stopped || s.Whole || s.Packets != all || all < 3000 || all > 10_000 {
		t.Errorf("%d packets, %+v, %v", all, s, err)
	}
	if err := c.Filter("size > 0"); err != nil {
		t.Fatal(err)
	}
	finish(t, c)
	if n := c.Progress().Packets; n != all {
		t.Errorf("a filter for all packets lets %d of %d through", n, all)
	}
	if err := c.Filter("size > 100"); err != nil {
		t.Fatal(err)
	}
	c.Step(0)
	c.Stop()
	if n := c.Progress().Packets; n != all || c.Err() != nil {
		t.Errorf("a filter that was stopped leaves %d of %d, %v", n, all, c.Err())
	}
}

// TestExports holds what is exported of the sample captures to what the
// command writes, byte for byte.
func TestExports(t *testing.T) {
	command := filepath.Join(t.TempDir(), "fragscope")
	if out, err := exec.Command("go", "build", "-o", command, "fragscope/analyzer/cmd/fragscope").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dir := t.TempDir()
	entries, err := captures.Files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"generated.pcapng": generated(t, capgen.Config{Datagrams: 3000, Seed: 8, Other: 0.1})}
	for _, e := range entries {
		if files[e.Name()], err = captures.Files.ReadFile(e.Name()); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
		c := opened(t, name, data)
		for _, expression := range []string{"", `direction == "reply"`} {
			if err := c.Filter(expression); err != nil {
				t.Fatal(err)
			}
			finish(t, c)
			for _, format := range [][2]string{
				{"json", ""}, {"html", ""}, {"pcapng", ""}, {"ndjson", "exchanges"}, {"csv", "exchanges"}, {"ndjson", "servers"}, {"csv", "players"}, {"csv", "rules"}, {"ndjson", "events"},
			} {
				args := []string{"analyze", "--format", format[0]}
				if format[1] != "" {
					args = append(args, "--table", format[1])
				}
				if expression != "" {
					args = append(args, "--filter", expression)
				}
				cmd := exec.CommandContext(context.Background(), command, append(args, name)...)
				cmd.Dir = dir
				want, err := cmd.Output()
				if err != nil {
					t.Fatalf("%v: %v", args, err)
				}
				var got bytes.Buffer
				if err := c.Export(format[0], format[1], &got); err != nil {
					t.Fatal(err)
				}
				finish(t, c)
				if !bytes.Equal(got.Bytes(), want) {
					t.Errorf("%s %v: %d bytes differ from the command's %d: %s", name, args, got.Len(), len(want), cmp.Diff(lines(want), lines(got.Bytes())))
				}
			}
		}
	}
}

func lines(b []byte) []string { return strings.SplitAfter(string(b[:min(len(b), 1<<16)]), "\n") }

// TestExchanges holds packed exchanges to what was packed.
func TestExchanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Int64Range(-1, 100), rapid.Int64())
		numbers := rapid.SliceOfN(rapid.Int64Range(1, 1<<40), 0, 5)
		endpoint := rapid.Custom(func(t *rapid.T) netip.AddrPort {
			if rapid.Bool().Draw(t, "four") {
				return netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, 2, rapid.Byte().Draw(t, "host")}), rapid.Uint16().Draw(t, "port"))
			}
			return netip.AddrPortFrom(netip.AddrFrom16([16]byte{0x20, 1, 13, 0xb8, 15: rapid.Byte().Draw(t, "host")}), rapid.Uint16().Draw(t, "port"))
		})
		list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *analyzer.Exchange {
			return &analyzer.Exchange{
				Protocol: decoder.Protocol(rapid.IntRange(0, 9).Draw(t, "protocol")), Message: rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "message"),
				Client: endpoint.Draw(t, "client"), Server: endpoint.Draw(t, "server"), Outcome: analyzer.Outcome(rapid.IntRange(0, analyzer.Outcomes-1).Draw(t, "outcome")),
				Time: number.Draw(t, "time"), Request: number.Draw(t, "request"), Retries: numbers.Draw(t, "retries"), Replies: numbers.Draw(t, "replies"),
				Count: number.Draw(t, "count"), FirstRTT: number.Draw(t, "first"), LastRTT: number.Draw(t, "last"), Missing: rapid.IntRange(0, 300).Draw(t, "missing"),
				Duplicates: rapid.IntRange(0, 300).Draw(t, "duplicates"), Reordered: rapid.IntRange(0, 300).Draw(t, "reordered"),
				BytesOut: number.Draw(t, "out"), BytesIn: number.Draw(t, "in"), Problems: rapid.SliceOfN(rapid.SampledFrom([]string{"x", "y"}), 0, 3).Draw(t, "problems"),
			}
		}), 1, 20).Draw(t, "exchanges")
		var s exchanges
		s.add(list)
		for i, want := range list {
			if diff := cmp.Diff(want, s.get(i), cmpopts.EquateEmpty(), cmp.Comparer(func(a, b netip.AddrPort) bool { return a == b })); diff != "" {
				t.Fatalf("exchange %d (-want +got):\n%s", i, diff)
			}
		}
	})
}

// TestLists looks at the lists of exchanges, servers and conversations, which
// are three ways to see the same.
func TestLists(t *testing.T) {
	c := opened(t, "a.pcapng", generated(t, capgen.Config{Datagrams: 3000, Seed: 9}))
	type exchange struct {
		Time                         time.Time
		ClientAddress, ServerAddress string
		ServerPort                   int
		Outcome                      string
		FirstRttMs                   *float64
		BytesIn                      int64
	}
	list := func(q ExchangeQuery) (all List[exchange]) {
		t.Helper()
		if err := json.Unmarshal(c.Exchanges(nil, q), &all); err != nil {
			t.Fatal(err)
		}
		return all
	}
	all := list(ExchangeQuery{Count: 1 << 30, Sort: "time"})
	if all.Total == 0 || all.Total != len(all.Rows) {
		t.Fatalf("%d of %d exchanges", len(all.Rows), all.Total)
	}
	sum := map[string]int64{}
	for i, x := range all.Rows {
		if i > 0 && x.Time.Before(all.Rows[i-1].Time) {
			t.Fatalf("exchange %d is not in order", i)
		}
		sum[x.ClientAddress+" "+netip.AddrPortFrom(netip.MustParseAddr(x.ServerAddress), uint16(x.ServerPort)).String()] += x.BytesIn
	}
	slow := list(ExchangeQuery{Count: 10, Sort: "rtt", Down: true, Outcome: "answered"})
	for i, x := range slow.Rows {
		if x.Outcome != "answered" || x.FirstRttMs == nil || i > 0 && *x.FirstRttMs > *slow.Rows[i-1].FirstRttMs {
			t.Errorf("exchange %d of the slowest is %+v", i, x)
		}
	}
	var pairs List[Conversation]
	if err := json.Unmarshal(c.Conversations(nil, ListQuery{Count: 1 << 30, Sort: "bytesIn", Down: true}), &pairs); err != nil {
		t.Fatal(err)
	}
	got := map[string]int64{}
	for i, v := range pairs.Rows {
		got[v.Client+" "+v.Server] = v.BytesIn
		if i > 0 && v.BytesIn > pairs.Rows[i-1].BytesIn {
			t.Errorf("conversation %d is not in order", i)
		}
		mine := list(ExchangeQuery{Count: 1, Client: v.Client, Server: v.Server})
		if int64(mine.Total) != v.Exchanges {
			t.Errorf("%s with %s: %d exchanges, %d are counted", v.Client, v.Server, mine.Total, v.Exchanges)
		}
	}
	if diff := cmp.Diff(sum, got); diff != "" {
		t.Errorf("conversations do not add up (-exchanges +conversations):\n%s", diff)
	}
	for _, column := range []string{"", "name", "map", "players", "requests", "answered", "rttP50Ms"} {
		var servers List[map[string]any]
		if err := json.Unmarshal(c.Servers(nil, ListQuery{Count: 1 << 30, Sort: column, Down: true}), &servers); err != nil || servers.Total == 0 || len(servers.Rows) != servers.Total {
			t.Fatalf("%d servers by %q, %v", len(servers.Rows), column, err)
		}
		for i := 1; i < len(servers.Rows) && (column == "requests" || column == "answered"); i++ {
			if servers.Rows[i][column].(float64) > servers.Rows[i-1][column].(float64) {
				t.Errorf("servers are not in order of %s", column)
			}
		}
		address := fmt.Sprint(netip.AddrPortFrom(netip.MustParseAddr(servers.Rows[0]["address"].(string)), uint16(servers.Rows[0]["port"].(float64))))
		if string(c.Server(nil, address)) == "null" {
			t.Errorf("there is no history of %s", address)
		}
	}
}

// TestNoCapture looks at what is said about files that are none, and about a
// file that goes away.
func TestNoCapture(t *testing.T) {
	if _, err := Open("x.png", strings.NewReader("\x89PNG\r\n\x1a\n....................."), 29, &memory{}); err == nil || !strings.Contains(err.Error(), "a PNG picture") {
		t.Errorf("a picture is told as %v", err)
	}
	data := generated(t, capgen.Config{Datagrams: 30_000, Seed: 10})
	c, err := Open("a.pcapng", &failing{data, 3 << 20}, int64(len(data)), &memory{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.Read()
	for !c.Step(time.Second) {
	}
	if err := c.Err(); err == nil || !strings.Contains(err.Error(), "it was moved") {
		t.Errorf("a file that goes away is told as %v", err)
	}
	if c.Progress().All == 0 || string(c.Report(nil)) == "null" {
		t.Error("what was read before is gone")
	}
	var w pack.Writer
	c.Packet(&w, 1<<30)
	if r := newReader(w.Finish()); r.u32() != 0 || r.text() != "there is no packet 1073741825" {
		t.Error("a packet that is not there is not told as such")
	}
}

// A failing file cannot be read from some offset on.
type failing struct {
	data []byte
	at   int64
}

func (f *failing) ReadAt(p []byte, off int64) (int, error) {
	if off+int64(len(p)) > f.at {
		return 0, errors.New("it was moved")
	}
	return bytes.NewReader(f.data).ReadAt(p, off)
}

// A reader reads an answer as the page does, ASCII texts only.
type reader struct {
	words, lengths []uint32
	texts          []byte
}

func newReader(b []byte) *reader {
	word := func(i int) uint32 {
		return uint32(b[4*i]) | uint32(b[4*i+1])<<8 | uint32(b[4*i+2])<<16 | uint32(b[4*i+3])<<24
	}
	r := &reader{}
	head := len(b)/4 - 3
	words, texts := int(word(head)), int(word(head+1))
	for i := range words {
		r.words = append(r.words, word(i))
	}
	for i := range texts {
		r.lengths = append(r.lengths, word(words+i))
	}
	r.texts = b[4*(words+texts):]
	return r
}

func (r *reader) u32() uint32 {
	v := r.words[0]
	r.words = r.words[1:]
	return v
}

func (r *reader) text() string {
	n := r.lengths[0]
	r.lengths = r.lengths[1:]
	s := string(r.texts[:n])
	r.texts = r.texts[n:]
	return s
}

// packet returns the bytes of an answer of Packet.
func (r *reader) packet() []byte {
	if r.u32() == 0 {
		return nil
	}
	for range 4 {
		r.u32()
	}
	for range r.u32() {
		r.text()
	}
	n := int(r.u32())
	var b []byte
	for _, w := range r.words {
		b = append(b, byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
	}
	return b[:n]
}

var _ io.ReaderAt = (*failing)(nil)
