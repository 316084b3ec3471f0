package state

import (
	"bytes"
	"encoding/json"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"fragscope/analyzer/browse"
	"fragscope/analyzer/export"
	"fragscope/samples/captures"

	"github.com/google/go-cmp/cmp"
)

// A page is a capture as the browser's program reads it: in slices, with helpers
// that decode pieces of it.
type page struct {
	*browse.Capture
	data   []byte
	helper browse.Helper
	turn   int
}

func (p *page) Give(id int, ask []byte, from, to int64) {
	b, err := p.helper.Answer(append(slices.Clone(ask), p.data[from:to]...))
	if p.turn++; err != nil || p.turn%3 == 0 { // now and then a helper has no answer
		b = nil
	}
	p.Take(id, slices.Clone(b))
}

func (p *page) Back([]byte) {}

func (p *page) finish(t *testing.T) *browse.View {
	t.Helper()
	for !p.Step(time.Millisecond) {
	}
	if err := p.Err(); err != nil {
		t.Fatal(err)
	}
	return p.Shown()
}

// shownOf is everything that lists, marks and statistics show of a capture.
func shownOf(t *testing.T, v *browse.View) map[string]string {
	all := map[string]string{}
	put := func(name string, what any) {
		b, err := json.MarshalIndent(what, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(b)
	}
	put("statistics", v.Statistics(netip.AddrPort.String))
	put("rate", v.Rate())
	put("report", v.PageReport())
	var rows []browse.Row
	var of []int
	for i := range v.Len() {
		r, _ := v.Row(i)
		rows, of = append(rows, r), append(of, v.ExchangeOf(r.Index))
	}
	put("rows", rows)
	put("exchanges of packets", of)
	for _, sort := range []string{"", "time", "rtt"} {
		put("exchanges by "+sort, v.Exchanges(browse.ExchangeQuery{Count: 1 << 30, Sort: sort, Down: sort == "rtt"}))
	}
	for _, sort := range foundSorts {
		put("servers by "+sort, v.Servers(browse.ListQuery{Count: 1 << 30, Sort: sort, Down: true}))
	}
	put("conversations", v.Conversations(browse.ListQuery{Count: 1 << 30}))
	events, n := v.Events()
	var texts []string
	for i := range events {
		texts = append(texts, events[i].Text())
	}
	put("events", append(texts, export.Grouped(n)))
	return all
}

var foundSorts = []string{"", "name", "map", "players", "protocol", "requests", "answered", "rttP50Ms", "rttP90Ms",
	"rttP99Ms"}

// TestSameAsPage reads the sample captures as the desktop and as the page do, all
// of them and what a filter lets through, and compares what both show.
func TestSameAsPage(t *testing.T) {
	packets, problems := 0, 0
	for _, name := range captures.Names() {
		b, err := captures.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		desktop, err := OpenCapture(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := desktop.Load(t.Context(), func(float64) {}); err != nil {
			t.Fatal(err)
		}
		p := &page{data: b}
		var unpacked unpackedTo
		if p.Capture, err = browse.Open(name, bytes.NewReader(b), int64(len(b)), browse.Options{Store: &unpacked}); err !=
			nil {
			t.Fatal(err)
		}
		p.Help(p, 2)
		p.Read()
		compare := func(what string, d *View, v *browse.View) {
			t.Helper()
			if diff := cmp.Diff(shownOf(t, v), shownOf(t, d.Analysis())); diff != "" {
				t.Errorf("%s, %s (-page +desktop):\n%.2000s", name, what, diff)
			}
			// What the desktop adds to a row.
			for i := range d.Len() {
				r, ok := d.Row(i)
				q, _ := v.Row(i)
				if !ok || r.Number != int64(q.Index)+1 || r.Title != q.Title || r.Worst != q.Worst || r.Src != q.Src ||
					r.Answers >= i {
					t.Errorf("%s, %s: the desktop lists packet %d as %+v, the page as %+v", name, what, q.Index+1, r, q)
				}
				packets++
				if r.Worst != NoProblem {
					problems++
				}
			}
		}
		compare("all", &desktop.View, p.finish(t))
		const expression = `direction == "reply" or problems > 0`
		v, err := desktop.Filter(t.Context(), compiled(t, expression), func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Filter(expression); err != nil {
			t.Fatal(err)
		}
		compare("filtered", v, p.finish(t))
		p.Close()
		desktop.Close()
	}
	if packets < 100 || problems == 0 {
		t.Errorf("%d packets were compared, %d with a problem", packets, problems)
	}
}

// unpackedTo is a Store in memory.
type unpackedTo struct{ bytes.Buffer }

func (u *unpackedTo) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader(u.Bytes()).ReadAt(p, off)
}
