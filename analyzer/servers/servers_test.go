package servers

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"

	"github.com/google/go-cmp/cmp"
)

func TestParseAddress(t *testing.T) {
	for in, want := range map[string]string{
		"127.0.0.1:7778":                 "127.0.0.1:7778",
		" Play.Example.org:07778 ":       "play.example.org:7778",
		"ut2004://play.example.org/DM-1": "play.example.org",
		"ut99://10.0.0.1:7777?name=x":    "10.0.0.1:7777",
		"[::1]:7778":                     "[::1]:7778",
		"::1":                            "[::1]",
		"[2001:DB8::1]":                  "[2001:db8::1]",
		"localhost":                      "localhost",
		"":                               "",
		"300.1.1.1:5":                    "",
		"a:b:c":                          "",
		"host:70000":                     "",
		"host:0":                         "",
		"ho st:5":                        "",
		"host:":                          "",
		"<b>:5":                          "",
	} {
		got, err := ParseAddress(in)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q became %q (%v), want %q", in, got, err, want)
		}
		if again, err := ParseAddress(got); got != "" && (again != got || err != nil) {
			t.Errorf("%q is read as %q the second time", got, again)
		}
	}
}

func status(name, mapName string, names ...string) *decoder.Status {
	s := &decoder.Status{Name: wire.Some(name), Map: wire.Some(mapName), Players: wire.Some(int64(len(names))),
		MaxPlayers: wire.Some(int64(8))}
	for _, n := range names {
		s.PlayerList = append(s.PlayerList, wire.Player{Name: wire.Some(n)})
	}
	return s
}

func texts2(list []report.Event) []string {
	var out []string
	for _, e := range list {
		out = append(out, export.EventText(&e))
	}
	return out
}

func TestTakeTellsWhatChanged(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &Server{Entry: Entry{Address: "a:1"}}
	silent := &Answer{Time: at, Err: errors.New("no reply")}
	cut := status("One", "DM-B")
	cut.Complete = wire.Some(false)
	ruled := status("One", "DM-B", "bob", "bob")
	ruled.Rules = []wire.Rule{{Key: "a", Value: "1"}, {Key: "b", Value: "2"}, {Key: "b", Value: "3"}}
	other := status("One", "DM-B", "bob", "bob")
	other.Rules = []wire.Rule{{Key: "b", Value: "9"}, {Key: "c", Value: "1"}}
	for i, step := range []struct {
		a    *Answer
		want []string
	}{
		{&Answer{Time: at, Status: status("One", "DM-A", "ann", "bob")}, nil},
		{&Answer{Time: at, Status: status("One", "DM-A", "ann", "bob")}, nil},
		{&Answer{Time: at, Status: status("One", "DM-A", "bob", "cid", "bob")},
			[]string{"joined: cid", "joined: bob", "left: ann"}},
		{&Answer{Time: at, Status: status("Two", "DM-B", "bob", "bob")},
			[]string{"name: One → Two", "map: DM-A → DM-B", "left: cid"}},
		{&Answer{Time: at, Status: cut}, []string{"name: Two → One"}},
		{&Answer{Time: at, Status: ruled}, nil},
		{&Answer{Time: at, Status: other}, []string{"rule b: 2 → 9", "rule c: none → 1", "rule a: 1 → none", "rule b: 3 → none"}},
		{silent, nil},
		{silent, []string{"stopped answering"}},
		{silent, nil},
		{&Answer{Time: at, Status: status("One", "DM-C", "bob", "bob")},
			[]string{"answers again", "map: DM-B → DM-C"}},
	} {
		if got := texts2(s.Take(step.a)); !slices.Equal(got, step.want) {
			t.Errorf("step %d: got %q, want %q", i, got, step.want)
		}
	}
	if s.Name != "One" || len(s.Samples) != 11 || s.Samples[8].Answers || s.Samples[8].Players != -1 || s.Down() {
		t.Errorf("the server became %+v", s)
	}
}

func TestSamplesAreBounded(t *testing.T) {
	s := &Server{}
	for i := range 3 * maxSamples {
		s.Take(&Answer{Time: time.Unix(int64(i), 0), Status: status("n", "m", make([]string, i%9)...)})
	}
	if n := len(s.Samples); n > maxSamples || s.Samples[n-1].Time.Unix() != 3*maxSamples-1 ||
		s.Samples[0].Time.Unix() != 0 {
		t.Errorf("%d samples from %v", len(s.Samples), s.Samples[0].Time)
	}
	shares, _ := s.Spark(10_000)
	for _, v := range shares {
		if v < 0 || v > 1 {
			t.Errorf("a share of %v", v)
		}
	}
}

func listOf() *List {
	l := NewList()
	for i, c := range []struct {
		status *decoder.Status
		ping   time.Duration
		from   Origin
	}{
		{status("Bravo", "DM-Deck", "ann"), 80 * time.Millisecond, FromFavourites},
		{status("alpha", "CTF-Face", "ann", "bob", "cid"), 20 * time.Millisecond, FromLAN},
		{nil, 0, FromMaster},
		{status("Charlie", "dm-ages"), 140 * time.Millisecond, FromMaster | FromHistory},
	} {
		s := l.Add(Target{Address: fmt.Sprintf("10.0.0.%d:7778", i)}, c.from)
		if c.status != nil {
			s.Take(&Answer{Status: c.status, RTT: c.ping, Protocol: "unreal2"})
		} else {
			s.Take(&Answer{Err: errors.New("no reply")})
		}
	}
	return l
}

func titles(l *List) string {
	var out []string
	for _, s := range l.Rows() {
		out = append(out, s.Title())
	}
	return strings.Join(out, " ")
}

func TestListSortsUnknownLast(t *testing.T) {
	l := listOf()
	for _, c := range []struct {
		by   string
		down bool
		want string
	}{
		{ByName, false, "alpha Bravo Charlie 10.0.0.2:7778"},
		{ByName, true, "Charlie Bravo alpha 10.0.0.2:7778"},
		{ByPlayers, true, "alpha Bravo Charlie 10.0.0.2:7778"},
		{ByPlayers, false, "Charlie Bravo alpha 10.0.0.2:7778"},
		{ByPing, false, "alpha Bravo Charlie 10.0.0.2:7778"},
		{ByPing, true, "Charlie Bravo alpha 10.0.0.2:7778"},
		{ByMap, false, "alpha Charlie Bravo 10.0.0.2:7778"},
		{ByProtocol, false, "alpha Bravo Charlie 10.0.0.2:7778"},
		{ByAddress, true, "Charlie alpha Bravo 10.0.0.2:7778"},
	} {
		l.Sort(c.by, c.down)
		if got := titles(l); got != c.want {
			t.Errorf("by %s, down %v: %s, want %s", c.by, c.down, got, c.want)
		}
	}
}

func TestFilter(t *testing.T) {
	l := listOf()
	l.Sort(ByName, false)
	for in, want := range map[string]string{
		"":    "alpha Bravo Charlie 10.0.0.2:7778",
		"dm":  "Bravo Charlie",
		"ANN": "alpha Bravo",
		`player("ann") and not lower(map) contains dm`: "alpha",
		"players>0":                            "alpha Bravo",
		"players>=1 and players<3":             "Bravo",
		"players==0":                           "Charlie",
		"ping<100":                             "alpha Bravo",
		"not ping<100":                         "Charlie 10.0.0.2:7778",
		"full == no":                           "alpha Bravo Charlie",
		"empty":                                "Charlie",
		"not answered":                         "10.0.0.2:7778",
		"free==5":                              "alpha",
		`protocol == unreal2 and text("face")`: "alpha",
		`name startsWith al`:                   "alpha",
		"10.0.0":                               "alpha Bravo Charlie 10.0.0.2:7778",
		"password":                             "",
	} {
		f, err := ParseSearch(in)
		if err != nil {
			t.Errorf("%q: %v", in, err)
			continue
		}
		l.Show(FromAnywhere, f)
		if got := titles(l); got != want {
			t.Errorf("%q shows %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{"players>x": "a number and a text", "size>3": "size is known of packets only",
		"full == maybe": "true or false", "playrs>3": "did you mean players?"} {
		if _, err := ParseSearch(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v does not say %q", in, err, want)
		}
	}
	l.Show(FromMaster, Filter{})
	if got := titles(l); got != "Charlie 10.0.0.2:7778" {
		t.Errorf("from masters: %s", got)
	}
	l.RemoveFrom(FromMaster)
	if len(l.all) != 3 || l.Find("10.0.0.3:7778") == nil {
		t.Errorf("%d servers are left", len(l.all))
	}
}

func FuzzFilter(f *testing.F) {
	f.Add(`map contains "a b" and not players>=3 and full == no`)
	l := NewList()
	l.Add(Target{Address: "a"}, FromLAN).Take(&Answer{Status: status("n", "m", "p")})
	f.Fuzz(func(t *testing.T, s string) {
		if filter, err := ParseSearch(s); err == nil {
			l.Show(FromAnywhere, filter)
			l.Rows()
		}
	})
}

func TestHistoryIsBounded(t *testing.T) {
	var b SavedServers
	b.Put(Entry{Address: "favourite", Favourite: true})
	for i := range maxHistory + 50 {
		b.Put(Entry{Address: fmt.Sprint(i), Seen: time.Unix(int64(i), 0)})
	}
	if len(b.Entries) != maxHistory+1 || b.Find("favourite") == nil || b.Find("49") != nil || b.Find("50") == nil {
		t.Errorf("%d entries, the first are %v", len(b.Entries), b.Entries[:2])
	}
}

func TestReadAddresses(t *testing.T) {
	text := "# mine\n10.0.0.1:7778 Some name\n\nnot an:address:at " +
		"all\n192.0.2.1\t7777\t7787\nplay.example.org\n10.0.0.1:7778\r\n"
	got, more := ReadAddresses(text, 10)
	if diff := cmp.Diff([]string{"10.0.0.1:7778", "192.0.2.1:7778", "play.example.org"}, got); diff != "" || more != 0 {
		t.Error(diff, more)
	}
	if got, more = ReadAddresses(text, 2); len(got) != 2 || more != 1 {
		t.Errorf("of three, at most two: %q and %d more", got, more)
	}
}

// TestListed: a file of addresses is told from a dump by what is in it.
func TestListed(t *testing.T) {
	for text, want := range map[string]bool{
		"# mine\n10.0.0.1:7778\n\nplay.example.org:22000\r\n[2001:db8::1]:7778\n": true,
		"": false, "# nothing\n": false, "80:00": false, "80:00:00:00:00": false,
		"10.0.0.1:7778 > 10.0.0.2:50000: UDP": false,
		"00000000: 8000 0000 00\n":            false, "10.0.0.1\n": false, "10.0.0.1:0\n": false, "1.5:70000": false,
		"10.0.0.1:7778\nDE AD BE EF\n": false,
	} {
		if got := Listed(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// slowQuerier answers when told to, and counts who asks at the same time.
type slowQuerier struct {
	now, most atomic.Int32
	open      chan struct{}
}

func (q *slowQuerier) Query(ctx context.Context, t Target) Answer {
	for n := q.now.Add(1); ; {
		m := q.most.Load()
		if n <= m || q.most.CompareAndSwap(m, n) {
			break
		}
	}
	defer q.now.Add(-1)
	select {
	case <-q.open:
		return Answer{Status: status("n", "m")}
	case <-ctx.Done():
		return Answer{Err: ctx.Err()}
	}
}

func (q *slowQuerier) Discover(context.Context, func(Answer)) error       { return nil }
func (q *slowQuerier) Master(context.Context, string, func(Target)) error { return nil }

// screen runs what is posted, one after the other, as the screen's goroutine does.
type screen struct {
	mu   sync.Mutex
	list []func()
}

func (s *screen) post(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, f)
}

func (s *screen) run() {
	s.mu.Lock()
	list := s.list
	s.list = nil
	s.mu.Unlock()
	for _, f := range list {
		f()
	}
}

func TestPollerAsksManyAndCancels(t *testing.T) {
	q := &slowQuerier{open: make(chan struct{})}
	var sc screen
	answers := 0
	p := NewPoller(q, 4, sc.post, func(a *Answer) { answers++ })
	for i := range 20 {
		if !p.Query(Target{Address: fmt.Sprint(i)}) {
			t.Error("a server was not asked")
		}
	}
	if p.Query(Target{Address: "3"}) {
		t.Error("a server was asked twice at the same time")
	}
	close(q.open)
	p.working.Wait()
	sc.run()
	if answers != 20 || p.Querying() != 0 || q.most.Load() > 4 {
		t.Errorf("%d answers, %d still asked, %d at the same time", answers, p.Querying(), q.most.Load())
	}

	q.open = make(chan struct{})
	for i := range 20 {
		p.Query(Target{Address: fmt.Sprint(i)})
	}
	p.Cancel()
	if p.Querying() != 0 || !p.Query(Target{Address: "3"}) {
		t.Error("what was cancelled still counts as being asked")
	}
	p.Close()
	sc.run()
	if answers != 20 {
		t.Errorf("%d answers came after they were cancelled", answers-20)
	}
}

// TestManyAtOnce: a silent server keeps no other waiting, up to a thousand.
func TestManyAtOnce(t *testing.T) {
	const n = 1000
	q := &gate{all: make(chan struct{}), n: n}
	posts := make(chan func(), n)
	answers := 0
	p := NewPoller(q, Parallel, func(f func()) { posts <- f }, func(*Answer) { answers++ })
	defer p.Close()
	for i := range n {
		p.Query(Target{Address: strconv.Itoa(i)})
	}
	late := time.After(time.Minute)
	for answers < n {
		select {
		case f := <-posts:
			f()
		case <-late:
			t.Fatalf("%d of %d were queried at the same time", q.now.Load(), n)
		}
	}
}

// A gate answers when n servers are queried.
type gate struct {
	Querier
	all chan struct{}
	n   int32
	now atomic.Int32
}

func (g *gate) Query(ctx context.Context, t Target) Answer {
	if g.now.Add(1) == g.n {
		close(g.all)
	}
	select {
	case <-g.all:
	case <-ctx.Done():
	}
	return Answer{Target: t}
}

// TestOrder: addresses are sorted as numbers, what does not answer is last, and
// rows that are held keep their places.
func TestOrder(t *testing.T) {
	l := NewList()
	l.Sort(ByAddress, false)
	all := []string{"[2001:db8::1]:7778", "play.example.org", "127.0.0.10:7778", "127.0.0.9:10000", "127.0.0.9:7778",
		"10.0.0.1", "9.0.0.1:7778"}
	for _, a := range all {
		l.Add(Target{Address: a}, FromHistory)
	}
	order := func() (list []string) {
		for _, s := range l.Rows() {
			list = append(list, s.Address)
		}
		return list
	}
	want := []string{"9.0.0.1:7778", "10.0.0.1", "127.0.0.9:7778", "127.0.0.9:10000", "127.0.0.10:7778",
		"[2001:db8::1]:7778", "play.example.org"}
	if got := order(); !slices.Equal(got, want) {
		t.Errorf("sorted as %q", got)
	}
	for _, by := range []string{ByName, ByPlayers} { // they have neither
		l.Sort(by, false)
		if got := order(); !slices.Equal(got, want) {
			t.Errorf("by %s they are sorted as %q", by, got)
		}
	}
	l.Sort(ByAddress, false)
	order()
	l.Hold(true)
	l.Take(l.Find("10.0.0.1"), &Answer{Err: errors.New("no answer")}, "")
	l.Add(Target{Address: "1.0.0.1"}, FromHistory)
	removed := l.Find("127.0.0.9:7778")
	l.Remove("127.0.0.9:7778")
	if got := order(); !slices.Equal(got, []string{"9.0.0.1:7778", "10.0.0.1", "127.0.0.9:10000", "127.0.0.10:7778",
		"[2001:db8::1]:7778", "play.example.org", "1.0.0.1"}) {
		t.Errorf("held as %q", got)
	}
	l.Restore(removed)
	if got := order(); got[2] != removed.Address || got[len(got)-1] != "1.0.0.1" {
		t.Errorf("with the removed one again %q", got)
	}
	l.Hold(false)
	if got := order(); got[0] != "1.0.0.1" || got[len(got)-1] != "10.0.0.1" {
		t.Errorf("afterwards %q", got)
	}
}

// TestSameServer: what answers at the same address and port is one server.
func TestSameServer(t *testing.T) {
	from := netip.MustParseAddrPort("127.77.0.1:7778")
	for address, want := range map[string]string{
		"127.77.0.1": "127.77.0.1:7778", "127.77.0.1:7777": "127.77.0.1:7778", "127.77.0.1:7778": "127.77.0.1:7778",
		"127.77.0.2": "127.77.0.2", "localhost": "localhost",
	} {
		if got := Canonical(address, from); got != want {
			t.Errorf("%s is %s, want %s", address, got, want)
		}
	}
	l := NewList()
	old := l.Add(Target{Address: "127.77.0.1:7778"}, FromMaster)
	s := l.Add(Target{Address: "127.77.0.1"}, FromHistory)
	s.Favourite = true
	if got := l.Merge(s, "127.77.0.1:7778"); got != old || !old.Favourite || len(l.Rows()) != 1 ||
		old.From != FromMaster|FromHistory {
		t.Errorf("it became %+v, of %d", got, len(l.Rows()))
	}
}
