package browse

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fragscope/analyzer/record"
	"fragscope/decoder"
	"fragscope/decoder/ksy"
	"fragscope/samples/captures"
)

// TestLayouts: what a layout describes has its id as protocol in lists and is found by filters, also
// when helpers read it; it can still be compared as what no protocol recognises.
func TestLayouts(t *testing.T) {
	t.Parallel()
	set, _, err := ksy.ParseAll(nil, []byte("meta: {id: mine, title: My message}\nseq:\n  - {id: first, type: u1}\n"+
		"  - {id: rest, size-eos: true}\n"))
	if err != nil {
		t.Fatal(err)
	}
	const name = "scan-with-other-traffic.pcapng"
	data, err := captures.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	plain := opened(t, name, data)
	open := func() *Capture {
		c, err := Open(name, bytes.NewReader(data), int64(len(data)),
			Options{Store: &memory{}, Analyzer: record.Options{Layouts: set.Layouts()}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(c.Close)
		return c
	}
	alone := open()
	alone.Read()
	finish(t, alone)
	helped := open()
	q := &queue{c: helped, data: data, random: rand.New(rand.NewPCG(1, 2))}
	q.helper.Layouts = set.Layouts()
	helped.pieceSize = 4 << 10
	helped.Help(q, 3)
	helped.Read()
	q.finish(t)
	later := opened(t, name, data) // described once it was read
	later.Describe(set.Layouts())
	finish(t, later)
	for _, c := range []*Capture{alone, helped, later} {
		if got, want := c.Summary().Unknown, plain.Summary().Unknown; got != want || want == 0 {
			t.Errorf("%d packets can be compared, %d without the layout", got, want)
		}
		mine := 0
		for i := range c.Whole().Len() {
			r, _ := c.Whole().Row(i)
			if was, _ := plain.Whole().Row(i); r.Protocol == "mine" && was.Protocol == decoder.Unknown {
				mine++
			} else if r.Protocol != was.Protocol {
				t.Errorf("packet %d is of %s, %s without the layout", i+1, r.Protocol, was.Protocol)
			}
		}
		for expression, want := range map[string]int{`protocol == mine`: mine, `mine and mine.first <= 255`: mine,
			`mine.first > 255`: 0, `message == "My message" and mine.rest`: mine} {
			if err := c.Filter(expression); err != nil {
				t.Fatal(err)
			}
			finish(t, c)
			if got := c.Shown().Len(); got != want || mine == 0 {
				t.Errorf("%s lets %d packets through, not %d", expression, got, want)
			}
		}
	}
	if got := asJSON(t, later.Summary().Messages); strings.Contains(got, `"UDP other"`) {
		t.Errorf("%s has what the layout describes", got)
	}
	later.Describe(nil)
	finish(t, later)
	same(t, later, plain)
	if err := plain.Filter("mine.first > 1"); err == nil {
		t.Error("a key of no layout is a name")
	}
}

// same reports what two captures show differently, all packets being shown.
func same(t *testing.T, c, as *Capture) {
	t.Helper()
	if got, want := fmt.Sprint(rowsOf(c, 0, 1<<30)), fmt.Sprint(rowsOf(as, 0, 1<<30)); got != want {
		t.Errorf("the rows are\n%.400s\nnot\n%.400s", got, want)
	}
	ofPage := func(c *Capture) string { return asJSON(t, c.Shown().PageReport()) }
	if got, want := ofPage(c), ofPage(as); got != want {
		t.Errorf("the report is\n%.400s\nnot\n%.400s", got, want)
	}
	exchanges := func(c *Capture) string { return asJSON(t, c.Shown().Exchanges(ExchangeQuery{Count: 1 << 20})) }
	if got, want := exchanges(c), exchanges(as); got != want {
		t.Errorf("the exchanges are\n%.400s\nnot\n%.400s", got, want)
	}
}

// TestDescribe: once read, a capture shows with a layout what it shows if it is read with it: also where the layout
// takes packets from a protocol, of a file that is cut, and with a filter, which is no longer applied.
func TestDescribe(t *testing.T) {
	t.Parallel()
	set, _, err := ksy.ParseAll(nil, []byte("meta: {id: taken}\nseq:\n  - {contents: [0xff, 0xff, 0xff, 0xff]}\n"+
		"  - {id: rest, size-eos: true}\n"))
	if err != nil {
		t.Fatal(err)
	}
	const name = "scan-with-other-traffic.pcapng"
	data, err := captures.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{data, data[:len(data)/2]} {
		plain, first, later := opened(t, name, data), unread(t, name, data), opened(t, name, data)
		first.Describe(set.Layouts())
		first.Read()
		finish(t, first)
		if err := later.Filter("protocol == a2s"); err != nil {
			t.Fatal(err)
		}
		finish(t, later)
		filtered := later.Shown()
		if filtered.Len() == 0 || later.Whole().ExchangeCount() == first.Whole().ExchangeCount() {
			t.Error("the layout takes no exchanges")
		}
		later.Describe(set.Layouts())
		finish(t, later)
		same(t, later, first)
		if filtered.Len() != 0 || filtered.ExchangeCount() != 0 {
			t.Error("a filter of before still shows packets")
		}
		later.Describe(nil)
		later.Stop()
		same(t, later, first)
		later.Describe(nil)
		finish(t, later)
		same(t, later, plain)
	}
}
