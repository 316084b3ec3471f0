package state

import (
	"bytes"
	"encoding/csv"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"fragscope/analyzer/api"
	"fragscope/analyzer/api/analysis"
	"fragscope/analyzer/api/whole"
	"fragscope/analyzer/browse"
	"fragscope/analyzer/filter"
	"fragscope/decoder"
	"fragscope/samples/captures"
)

// TestFiltersAreOne: a filter chooses the same packets, and the same exchanges, in the
// command, the API, the page and the desktop.
func TestFiltersAreOne(t *testing.T) {
	command := filepath.Join(t.TempDir(), "fragscope")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", command, "../../analyzer/cmd/fragscope").
		CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	server := httptest.NewServer(whole.New(api.Options{More: []api.Route{analysis.Route(analysis.Options{})}}))
	defer server.Close()
	const name = "scan-with-other-traffic.pcapng"
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
	defer desktop.Close()
	if err := desktop.Load(t.Context(), func(float64) {}); err != nil {
		t.Fatal(err)
	}
	p := &page{data: b}
	if p.Capture, err = browse.Open(name, bytes.NewReader(b), int64(len(b)), browse.Options{}); err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	p.Read()
	p.finish(t)
	for _, c := range []struct{ expression, table string }{
		{"unreal2.info.players > 5", "packets"}, {"players > 5 and map contains DM", "packets"},
		{"server in 198.18.1.0/25 and size > 60", "packets"},
		{"198.18.1.25 == src", "packets"}, {"time >= 2026-01-01T00:00:01Z and udp.port == 7778", "packets"},
		{`problem("*")`, "packets"},
		{"unreal2.info", "packets"}, {"gamespy1.pair[numplayers] > 2", "packets"},
		{"source_address != 10.20.0.0 and direction == reply", "packets"},
		{"outcome == unanswered", "exchanges"}, {"rttMs > 50 and retries == 0", "exchanges"},
		{"requestBytes < replyBytes and protocol == unreal2", "exchanges"},
	} {
		cmd := exec.CommandContext(t.Context(), command, "analyze", "--format", "csv", "--table", c.table, "--filter",
			c.expression, path)
		said, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v", c.expression, err)
		}
		query := url.Values{"format": {"csv"}, "table": {c.table}, "filter": {c.expression}}
		response, err := http.Post(server.URL+"/api/analyze?"+query.Encode(), "application/octet-stream", bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		answered, want := numbers(t, response.Body), numbers(t, bytes.NewReader(said))
		response.Body.Close()
		f, err := filter.CompileJoint(c.expression)
		if err != nil {
			t.Fatal(err)
		}
		on, err := desktop.Filter(t.Context(), f, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Filter(c.expression); err != nil {
			t.Fatal(err)
		}
		shown := map[string][]int64{"API": answered, "page": chosen(p.finish(t), c.table),
			"desktop": chosen(on.Analysis(), c.table)}
		for where, got := range shown {
			if len(want) == 0 || !slices.Equal(got, want) {
				t.Errorf("%s: %s has %d of %s, the command %d:\n%v\n%v", c.expression, where, len(got), c.table, len(want), got,
					want)
			}
		}
	}
}

// numbers reads the column packet of a table in CSV.
func numbers(t *testing.T, r interface{ Read([]byte) (int, error) }) (list []int64) {
	t.Helper()
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	at := slices.Index(rows[0], "packet")
	for _, row := range rows[1:] {
		n, err := strconv.ParseInt(row[at], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, n)
	}
	slices.Sort(list)
	return list
}

// chosen returns the numbers of the packets of query protocols that a view has, or of
// those that began its exchanges.
func chosen(v *browse.View, table string) (list []int64) {
	for i := 0; table == "packets" && i < v.Len(); i++ {
		if r, _ := v.Row(i); r.Protocol != decoder.Unknown {
			list = append(list, int64(r.Index)+1)
		}
	}
	for i := 0; table == "exchanges" && i < v.ExchangeCount(); i++ {
		list = append(list, v.Exchange(i).ID)
	}
	slices.Sort(list)
	return list
}
