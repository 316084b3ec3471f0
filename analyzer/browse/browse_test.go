package browse

import (
	"bytes"
	compare "cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
	"fragscope/samples/capgen"
	"fragscope/samples/captures"
	_ "fragscope/samples/seeded" // the same inputs in each run

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
	c := unread(t, name, data)
	c.Read()
	finish(t, c)
	return c
}

func unread(t testing.TB, name string, data []byte) *Capture {
	t.Helper()
	c, err := Open(name, bytes.NewReader(data), int64(len(data)), Options{Store: &memory{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
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

func rowsOf(c *Capture, from, to int) []Row {
	list := []Row{}
	for i := from; i < to; i++ {
		r, ok := c.Shown().Row(i)
		if !ok {
			break
		}
		list = append(list, r)
	}
	return list
}

// asJSON returns what the page gets.
func asJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
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
			src, dst := record.Endpoints(m, &record.Packet{Link: p.Link})
			if got.Index != i || got.Time != p.Time || got.HasTime != p.HasTime || got.Length != p.OrigLen {
				t.Fatalf("%s: packet %d is shown as %+v", name, p.Number, got)
			}
			if got.Src != src || got.Dst != dst {
				t.Fatalf("%s: packet %d goes from %v to %v, want %v to %v", name, p.Number, got.Src, got.Dst, src, dst)
			}
			if m.Info.Protocol() != decoder.Unknown && m.Confidence >= wire.Likely && !m.Frame.Quoted {
				queries++
				if w, ok := m.Worst(); ok != (got.Worst >= 0) || ok && int(w) != got.Worst {
					t.Fatalf("%s: packet %d has the worst problem %d", name, p.Number, got.Worst)
				}
				if got.Protocol != m.Info.Protocol() || got.Title != m.Info.Name || got.Direction != m.Info.Direction {
					t.Fatalf("%s: packet %d is shown as %+v, it is a %s", name, p.Number, got, m.Info.Name)
				}
			} else if got.Protocol != decoder.Unknown || got.Title == "" || got.Worst != NoProblem {
				t.Fatalf("%s: packet %d is shown as %+v", name, p.Number, got)
			}
			if again, err := c.Packet(i); err != nil || !bytes.Equal(again.Data, p.Data) || again.Link != p.Link {
				t.Fatalf("%s: packet %d was read again as %+v, %v", name, p.Number, again, err)
			}
		}
		if queries == 0 || len(rows) != int(r.Stats().Packets) {
			t.Fatalf("%s: %d rows, %d queries", name, len(rows), queries)
		}
	}
}

// TestFilter holds a filtered view to the packets that match.
func TestFilter(t *testing.T) {
	c := opened(t, "a.pcapng", generated(t, capgen.Config{Datagrams: 2000, Seed: 6, Other: 0.2}))
	all := rowsOf(c, 0, 1<<30)
	before := asJSON(t, c.Shown().PageReport())
	if err := c.Filter(`protocol == "gamespy1" and direction == "reply"`); err != nil {
		t.Fatal(err)
	}
	finish(t, c)
	want := []Row{}
	for _, r := range all {
		if r.Protocol == "gamespy1" && r.Direction == decoder.Reply {
			want = append(want, r)
		}
	}
	got := rowsOf(c, 0, 1<<30)
	if diff := cmp.Diff(want, got, ends); diff != "" || len(got) == 0 {
		t.Errorf("the list is wrong (-want +got):\n%s", diff)
	}
	for i, r := range got {
		if c.Shown().Find(r.Index) != i {
			t.Errorf("packet %d is found at %d, want %d", r.Index, c.Shown().Find(r.Index), i)
		}
	}
	for _, r := range all {
		if (r.Protocol != "gamespy1" || r.Direction != decoder.Reply) && c.Shown().Find(r.Index) != -1 {
			t.Errorf("packet %d is found, though the filter leaves it out", r.Index)
		}
	}
	if during := asJSON(t, c.Shown().PageReport()); during != before {
		t.Error("with the filter packets mean something else")
	}
	// They are listed in the order of any column, by number where that is one.
	for by, key := range map[string]func(x *report.Exchange) any{
		"packet": func(x *report.Exchange) any { return x.Packet() }, "replies": func(x *report.Exchange) any {
			return x.Count
		},
		"message": func(x *report.Exchange) any { return x.Message }, "server": func(x *report.Exchange) any {
			return x.Server
		},
		"rtt": func(x *report.Exchange) any { return x.FirstRTT }, "outcome": func(x *report.Exchange) any {
			return x.Outcome
		},
		"protocol": func(x *report.Exchange) any { return x.Protocol.String() }, "time": func(x *report.Exchange) any {
			return x.Time
		},
	} {
		for _, v := range []*View{c.Shown(), c.Whole()} {
			up := v.Order(by, false)
			if len(up) != v.ExchangeCount() {
				t.Fatalf("by %s: %d of %d", by, len(up), v.ExchangeCount())
			}
			for k := 1; k < len(up); k++ {
				if a, b := key(v.Exchange(int(up[k-1]))), key(v.Exchange(int(up[k]))); less(b, a) {
					t.Fatalf("by %s: %v comes before %v", by, a, b)
				}
			}
		}
	}
	if err := c.Filter(""); err != nil {
		t.Fatal(err)
	}
	if after := asJSON(t, c.Shown().PageReport()); after != before || len(rowsOf(c, 0, 1<<30)) != len(all) {
		t.Error("without the filter not everything is as before")
	}
	err := c.Filter(`protocol = "gamespy1"`)
	if e, ok := errors.AsType[*filter.Error](err); !ok || e.Column != 10 {
		t.Errorf("a wrong filter is told as %v", err)
	}
}

// TestHidden: a filter hides what has no packet that matches, and of the rest
// changes nothing: a reply whose request is hidden is still its reply.
func TestHidden(t *testing.T) {
	data := generated(t, capgen.Config{Datagrams: 2000, Seed: 11, Other: 0.1})
	c := opened(t, "a.pcapng", data)
	finish(t, c)
	every := 1 << 30
	rowsAt := func() map[int64]export.Exchange {
		found := map[int64]export.Exchange{}
		for _, x := range c.Shown().Exchanges(ExchangeQuery{Count: every}).Rows {
			for _, n := range x.ReplyPackets {
				found[n] = x
			}
		}
		return found
	}
	all, whole := rowsAt(), c.Shown()
	if err := c.Filter(`direction == "reply"`); err != nil {
		t.Fatal(err)
	}
	finish(t, c)
	v := c.Shown()
	shown := rowsAt()
	for n, x := range shown {
		if diff := cmp.Diff(all[n], x); diff != "" {
			t.Fatalf("the exchange of packet %d is another (-all +replies alone):\n%s", n, diff)
		}
	}
	if len(shown) < len(all)*9/10 { // a reply in fragments has no packet that matches
		t.Errorf("%d of %d exchanges with replies are shown", len(shown), len(all))
	}
	if n := v.ExchangeCount(); n == 0 || n >= whole.ExchangeCount() || n != v.Exchanges(ExchangeQuery{}).Total {
		t.Errorf("%d of %d exchanges have a reply", n, whole.ExchangeCount())
	}
	for i := range v.Len() {
		r, _ := v.Row(i)
		x, want := v.Exchange(v.ExchangeOf(r.Index)), whole.Exchange(whole.ExchangeOf(r.Index))
		if diff := cmp.Diff(want, x, ends); diff != "" {
			t.Fatalf("packet %d is in another exchange (-all +replies alone):\n%s", r.Index+1, diff)
		}
	}
	server := whole.Servers(ListQuery{Count: 1, Sort: "requests", Down: true}).Rows[0]
	if err := c.Filter(fmt.Sprintf("host(%q) and port(%d)", server.ServerAddress, server.ServerPort)); err != nil {
		t.Fatal(err)
	}
	finish(t, c)
	if got := c.Shown().Servers(ListQuery{Count: every}).Rows; len(got) == 0 ||
		!slices.ContainsFunc(got, func(s export.Server) bool { return cmp.Equal(s, server) }) ||
		len(got) >= whole.Servers(ListQuery{}).Total {
		t.Errorf("of one server %d are shown", len(got))
	}
	flows := c.Shown().Conversations(ListQuery{Count: every})
	for _, f := range flows.Rows {
		if f.Server != net.JoinHostPort(server.ServerAddress, fmt.Sprint(server.ServerPort)) {
			t.Errorf("a conversation with %s is shown", f.Server)
		}
	}
	if n := whole.Conversations(ListQuery{}).Total; flows.Total == 0 || flows.Total >= n {
		t.Errorf("%d of %d conversations are with one server", flows.Total, n)
	}
}

// TestStop stops reading and filtering in the middle: what was read stays.
func TestStop(t *testing.T) {
	data := generated(t, capgen.Config{Datagrams: 20_000, Seed: 7})
	c, err := Open("a.pcapng", bytes.NewReader(data), int64(len(data)), Options{Store: &memory{}})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.Read()
	for c.Progress().All < 3000 && !c.Step(time.Microsecond) {
	}
	if got := asJSON(t, c.Shown().PageReport()); got != "null" {
		t.Errorf("while reading the report is %s", got)
	}
	if rows := rowsOf(c, 0, 100); len(rows) != 100 {
		t.Errorf("while reading %d rows can be seen", len(rows))
	}
	c.Stop()
	all := c.Progress().All
	if s := c.Summary(); !s.Stopped || s.Whole || s.Packets != all || all < 3000 || all > 10_000 {
		t.Errorf("%d packets, %+v", all, s)
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
	if out, err := exec.Command("go", "build", "-o", command, "../cmd/fragscope").CombinedOutput(); err != nil {
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
				{"json", ""}, {"html", ""}, {"pcapng", ""}, {"ndjson", "exchanges"}, {"csv", "exchanges"}, {"ndjson", "servers"},
				{"csv", "players"}, {"csv", "rules"}, {"ndjson", "events"},
				{"csv", "packets"}, {"ndjson", "fields"},
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
					t.Errorf("%s %v: %d bytes differ from the command's %d: %s", name, args, got.Len(), len(want),
						cmp.Diff(lines(want), lines(got.Bytes())))
				}
			}
		}
	}
}

var ends = cmp.Comparer(func(a, b netip.AddrPort) bool { return a == b })

func lines(b []byte) []string { return strings.SplitAfter(string(b[:min(len(b), 1<<16)]), "\n") }

// TestExchanges holds packed exchanges to what was packed.
func TestExchanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(rapid.Int64Range(-1, 100), rapid.Int64())
		numbers := rapid.SliceOfN(rapid.Int64Range(1, 1<<40), 0, 5)
		endpoint := rapid.Custom(func(t *rapid.T) netip.AddrPort {
			if rapid.Bool().Draw(t, "four") {
				return netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, 2, rapid.Byte().Draw(t, "host")}),
					rapid.Uint16().Draw(t, "port"))
			}
			return netip.AddrPortFrom(netip.AddrFrom16([16]byte{0x20, 1, 13, 0xb8, 15: rapid.Byte().Draw(t, "host")}),
				rapid.Uint16().Draw(t, "port"))
		})
		list := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) *report.Exchange {
			return &report.Exchange{
				Protocol: rapid.SampledFrom(append(decoder.Protocols(), decoder.Unknown)).Draw(t, "protocol"),
				Message:  rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "message"),
				Client:   endpoint.Draw(t, "client"), Server: endpoint.Draw(t, "server"),
				Outcome: report.Outcome(rapid.IntRange(0, report.Outcomes-1).Draw(t, "outcome")),
				Time:    number.Draw(t, "time"), Request: number.Draw(t, "request"), Retries: numbers.Draw(t, "retries"),
				Replies: numbers.Draw(t, "replies"),
				Count:   number.Draw(t, "count"), FirstRTT: number.Draw(t, "first"), LastRTT: number.Draw(t, "last"),
				Missing:    rapid.IntRange(0, 300).Draw(t, "missing"),
				Duplicates: rapid.IntRange(0, 300).Draw(t, "duplicates"), Reordered: rapid.IntRange(0, 300).Draw(t, "reordered"),
				RequestBytes: number.Draw(t, "out"), ReplyBytes: number.Draw(t, "in"),
				Problems: rapid.SliceOfN(rapid.SampledFrom([]string{"x", "y"}), 0, 3).Draw(t, "problems"),
			}
		}), 1, 20).Draw(t, "exchanges")
		for _, x := range list { // the packet that began it is the request or the first reply
			if x.ID = x.Request; len(x.Replies) > 0 && rapid.Bool().Draw(t, "begun by a reply") {
				x.ID = x.Replies[0]
			}
		}
		var s exchanges
		s.add(list)
		for i, want := range list {
			if diff := cmp.Diff(want, s.get(i), cmpopts.EquateEmpty(), ends); diff != "" {
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
		ReplyBytes                   int64
	}
	list := func(q ExchangeQuery) (all List[exchange]) {
		t.Helper()
		if err := json.Unmarshal([]byte(asJSON(t, c.Shown().Exchanges(q))), &all); err != nil {
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
		sum[x.ClientAddress+" "+netip.AddrPortFrom(netip.MustParseAddr(x.ServerAddress), uint16(x.ServerPort)).
			String()] += x.ReplyBytes
	}
	slow := list(ExchangeQuery{Count: 10, Sort: "rtt", Down: true, Outcome: "answered"})
	for i, x := range slow.Rows {
		if x.Outcome != "answered" || x.FirstRttMs == nil || i > 0 && *x.FirstRttMs > *slow.Rows[i-1].FirstRttMs {
			t.Errorf("exchange %d of the slowest is %+v", i, x)
		}
	}
	pairs := c.Shown().Conversations(ListQuery{Count: 1 << 30, Sort: "replyBytes", Down: true})
	got, others := map[string]int64{}, 0
	for i, v := range pairs.Rows {
		if v.Exchanges == 0 { // no query, but traffic
			others++
			if v.ReplyBytes+v.RequestBytes == 0 || v.Protocol != "unknown" {
				t.Errorf("flow without an exchange: %+v", v)
			}
		} else {
			got[v.Client+" "+v.Server] = v.ReplyBytes
		}
		if i > 0 && v.ReplyBytes > pairs.Rows[i-1].ReplyBytes {
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
	if others == 0 {
		t.Error("no flow of other traffic is listed")
	}
	for _, column := range []string{"", "name", "map", "players", "requests", "answered", "rttP50Ms"} {
		var servers List[map[string]any]
		if err := json.Unmarshal([]byte(asJSON(t, c.Shown().Servers(ListQuery{Count: 1 << 30, Sort: column, Down: true}))),
			&servers); err != nil || servers.Total == 0 || len(servers.Rows) != servers.Total {
			t.Fatalf("%d servers by %q, %v", len(servers.Rows), column, err)
		}
		for i := 1; i < len(servers.Rows) && (column == "requests" || column == "answered"); i++ {
			if servers.Rows[i][column].(float64) > servers.Rows[i-1][column].(float64) {
				t.Errorf("servers are not in order of %s", column)
			}
		}
		address := fmt.Sprint(netip.AddrPortFrom(netip.MustParseAddr(servers.Rows[0]["serverAddress"].(string)),
			uint16(servers.Rows[0]["serverPort"].(float64))))
		if c.Shown().Server(address) == nil {
			t.Errorf("there is no history of %s", address)
		}
	}
}

// TestNoCapture looks at what is said about files that are none, and about a
// file that goes away.
func TestNoCapture(t *testing.T) {
	if _, err := Open("x.png", strings.NewReader("\x89PNG\r\n\x1a\n....................."), 29,
		Options{Store: &memory{}}); err == nil || !strings.Contains(err.Error(), "a PNG picture") {
		t.Errorf("a picture is told as %v", err)
	}
	data := generated(t, capgen.Config{Datagrams: 30_000, Seed: 10})
	c, err := Open("a.pcapng", &failing{data, 3 << 20}, int64(len(data)), Options{Store: &memory{}})
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
	if c.Progress().All == 0 || asJSON(t, c.Shown().PageReport()) == "null" {
		t.Error("what was read before is gone")
	}
	if _, err := c.Packet(1 << 30); err == nil || err.Error() != "there is no packet 1073741825" {
		t.Errorf("a packet that is not there is told as %v", err)
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

var _ io.ReaderAt = (*failing)(nil)

// less compares values of a column.
func less(a, b any) bool {
	switch a := a.(type) {
	case int64:
		return a < b.(int64)
	case string:
		return a < b.(string)
	case netip.AddrPort:
		return a.Compare(b.(netip.AddrPort)) < 0
	case report.Outcome:
		return a < b.(report.Outcome)
	case decoder.Protocol:
		return a < b.(decoder.Protocol)
	}
	panic("a column of another kind")
}

// TestPacketOrder sorts the list of packets by each of its columns, with and
// without a filter: each packet is there once, in order, those without a value
// last, equal ones in the order of the file; and each is found where it is.
func TestPacketOrder(t *testing.T) {
	c := opened(t, "a.pcapng", generated(t, capgen.Config{Datagrams: 2000, Seed: 4}))
	compareEnds := func(a, b netip.AddrPort) int {
		if a.IsValid() != b.IsValid() {
			return 0 // those that are not come last, whatever the direction
		}
		return a.Compare(b)
	}
	columns := map[string]struct {
		none    func(r *Row) bool
		compare func(a, b *Row) int
	}{
		"": {nil, func(a, b *Row) int { return compare.Compare(a.Index, b.Index) }},
		"time": {func(r *Row) bool { return !r.HasTime }, func(a, b *Row) int {
			return compare.Compare(a.Time, b.Time)
		}},
		"source": {func(r *Row) bool { return !r.Src.Addr().IsValid() }, func(a, b *Row) int {
			return compareEnds(a.Src, b.Src)
		}},
		"destination": {func(r *Row) bool { return !r.Dst.Addr().IsValid() }, func(a, b *Row) int {
			return compareEnds(a.Dst, b.Dst)
		}},
		"protocol": {func(r *Row) bool { return r.Protocol == decoder.Unknown }, func(a, b *Row) int {
			return strings.Compare(a.Protocol.String(), b.Protocol.String())
		}},
		"message": {nil, func(a, b *Row) int { return strings.Compare(a.Title, b.Title) }},
		"length":  {nil, func(a, b *Row) int { return compare.Compare(a.Length, b.Length) }},
		"problem": {func(r *Row) bool { return r.Worst == NoProblem }, func(a, b *Row) int {
			return compare.Compare(a.Worst, b.Worst)
		}},
	}
	for _, filter := range []string{"", "size > 60"} {
		if err := c.Filter(filter); err != nil {
			t.Fatal(err)
		}
		finish(t, c)
		v := c.Shown()
		for name, column := range columns {
			for _, down := range []bool{false, true} {
				list, order := v.Packets(ListQuery{Count: 1 << 30, Sort: name, Down: down}), v.PacketOrder(name, down)
				if list.Total != v.Len() || len(list.Rows) != v.Len() {
					t.Fatalf("%s: %d of %d packets, %d are listed", name, len(list.Rows), list.Total, v.Len())
				}
				want := rowsOf(c, 0, v.Len())
				slices.SortStableFunc(want, func(a, b Row) int {
					if column.none != nil && column.none(&a) != column.none(&b) {
						if column.none(&a) {
							return 1
						}
						return -1
					}
					n := column.compare(&a, &b)
					if down {
						return -n
					}
					return n
				})
				if diff := cmp.Diff(want, list.Rows, cmpopts.EquateComparable(netip.AddrPort{})); diff != "" {
					t.Fatalf("%q, down %v (-want +got):\n%s", name, down, diff)
				}
				for i := 0; i < len(list.Rows); i += 97 {
					if r, ok := v.Row(int(order[i])); !ok || r.Index != list.Rows[i].Index {
						t.Fatalf("%s: row %d of the order is packet %d, want %d", name, i, r.Index, list.Rows[i].Index)
					}
					if at := v.FindSorted(list.Rows[i].Index, name, down); at != i {
						t.Errorf("%s: packet %d is found at %d, want %d", name, list.Rows[i].Index, at, i)
					}
				}
				if at := v.FindSorted(1<<20, name, down); at != -1 {
					t.Errorf("%s: a packet that is not there is found at %d", name, at)
				}
			}
		}
	}
}
