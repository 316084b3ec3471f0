package parts

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
	"fragscope/samples/capgen"

	"github.com/google/go-cmp/cmp"
)

// captures returns those of the samples and generated ones, in a folder.
func captures(t *testing.T) map[string]string {
	all := map[string]string{}
	names, err := filepath.Glob("../../samples/captures/*.pcapng")
	if err != nil || len(names) < 5 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		all[filepath.Base(name)] = name
	}
	dir := t.TempDir()
	for name, c := range map[string]capgen.Config{
		"ng.pcapng":   {Datagrams: 2000, Seed: 1, Masters: 0.02, Other: 0.2, Reflected: 200},
		"plain.pcap":  {Datagrams: 2000, Seed: 2, Pcap: true, Plain: true},
		"busy.pcapng": {Datagrams: 2000, Seed: 3, Servers: 5, Clients: 4, Gap: 200_000_000, Loss: 0.05, Reorder: 0.05},
		"sparse.pcap": {Datagrams: 2000, Seed: 4, Pcap: true, Servers: 40, Gap: 1_000_000_000, Masters: 0.1},
		"all.pcapng": {Datagrams: 2000, Seed: 5, Servers: 60, Clients: 8, Gap: 50_000_000, Families: 0.9, Loss: 0.05,
			Duplicate: 0.02, Reorder: 0.05},
	} {
		var b bytes.Buffer
		if _, err := capgen.Write(&b, c); err != nil {
			t.Fatal(err)
		}
		all[name] = filepath.Join(dir, name)
		if err := os.WriteFile(all[name], b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		if name == "ng.pcapng" {
			all["damaged-ng.pcapng"] = filepath.Join(dir, "damaged.pcapng")
			d := slices.Clone(b.Bytes())
			for _, at := range []int{len(d) / 5, len(d) / 2, len(d)/2 + 3000} {
				copy(d[at:], "this is no block of any kind, only words that stand in the way")
			}
			if err := os.WriteFile(all["damaged-ng.pcapng"], d[:len(d)-7], 0o600); err != nil {
				t.Fatal(err)
			}
			all["packed.pcapng.gz"] = filepath.Join(dir, "packed.pcapng.gz")
			var z bytes.Buffer
			w := gzip.NewWriter(&z)
			w.Write(b.Bytes())
			w.Close()
			if err := os.WriteFile(all["packed.pcapng.gz"], z.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return all
}

// reportOf runs an analysis and returns its JSON, and its exchanges as rows.
func reportOf(t *testing.T, run func(scan.Options) (*report.Report, error)) (string, string) {
	t.Helper()
	a := &export.Activity{}
	var rows []string
	r, err := run(scan.Options{Exchanges: func(file string, x []*report.Exchange) {
		a.Add(x)
		for _, e := range x {
			var b bytes.Buffer
			export.NewNDJSON[export.Exchange](&b).Write(export.ExchangeRow(file, e))
			rows = append(rows, b.String())
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := export.JSON(&b, r, a); err != nil {
		t.Fatal(err)
	}
	return b.String(), strings.Join(rows, "")
}

// In parts, every capture gives the report and the exchanges of a single pass.
func TestFilesAgree(t *testing.T) {
	parts := []int{1, 3, 13}
	if testing.Short() { // with -race: what several goroutines share, once
		parts = []int{3}
	}
	for name, path := range captures(t) {
		want, wantRows := reportOf(t, func(o scan.Options) (*report.Report, error) {
			return scan.Files(context.Background(), []string{path}, o)
		})
		for _, n := range parts {
			got, rows := reportOf(t, func(o scan.Options) (*report.Report, error) {
				return inParts(path, n, o)
			})
			if d := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); d != "" {
				t.Errorf("%s in %d parts:\n%.3000s", name, n, d)
			}
			if rows != wantRows {
				t.Errorf("%s in %d parts: the exchanges differ, or their order", name, n)
			}
		}
	}
}

// A file is cut at packets, and its pieces give the packets of the whole.
func TestPieces(t *testing.T) {
	for name, path := range captures(t) {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		x, err := Find(bytes.NewReader(file), int64(len(file)/20))
		if err != nil {
			t.Fatal(err)
		}
		if want := 10; len(x.Pieces) < want && len(file) > 200_000 && !strings.HasSuffix(name, ".gz") {
			t.Errorf("%s: only %d pieces", name, len(x.Pieces))
		}
		type packet struct {
			time int64
			data string
			link decoder.Link
		}
		var whole, joined []packet
		read := func(src io.Reader, to *[]packet) {
			r, err := capture.NewReader(src, capture.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for r.Next() {
				p := r.Packet()
				*to = append(*to, packet{p.Time, string(p.Data), p.Link})
			}
			r.Close()
		}
		read(bytes.NewReader(file), &whole)
		at := int64(0)
		for i, p := range x.Pieces {
			if p.Start != at || p.Before != int64(len(joined)) {
				t.Errorf("%s: piece %d begins at %d after %d packets, want %d after %d", name, i, p.Start, p.Before, at,
					len(joined))
			}
			at = p.End
			read(io.MultiReader(bytes.NewReader(p.Head), bytes.NewReader(file[p.Start:p.End])), &joined)
		}
		if at != int64(len(file)) || !slices.Equal(whole, joined) || x.Packets != int64(len(whole)) {
			t.Errorf("%s: the pieces end at %d of %d, and hold %d packets of %d", name, at, len(file), len(joined), len(whole))
		}
	}
}

// A lost piece is named, and the rest is what a pass over the other packets finds.
func TestLost(t *testing.T) {
	var b bytes.Buffer
	if _, err := capgen.Write(&b, capgen.Config{Datagrams: 5000, Seed: 9}); err != nil {
		t.Fatal(err)
	}
	x, err := Find(bytes.NewReader(b.Bytes()), int64(b.Len()/10))
	if err != nil {
		t.Fatal(err)
	}
	const lost = 4
	m := analyzer.NewMatcher(record.Options{Name: "c"}, 0, 1)
	var all []*report.Report
	for i, p := range x.Pieces {
		if i == lost {
			continue
		}
		part, err := p.Analyze(context.Background(), bytes.NewReader(b.Bytes()[p.Start:p.End]), Options{Buckets: 1})
		if err != nil {
			t.Fatal(err)
		}
		at, err := analyzer.ReadPartHeader(part)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Add(at.Now, at.All.Of(part), at.Sections[0].Of(part)); err != nil {
			t.Fatal(err)
		}
		sums, err := report.DecodeReport(at.Sums.Of(part))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, sums)
	}
	got := x.Report("c", map[int]string{lost: "its machine burnt down"}, append(all, m.Finish())...)
	problem := got.Files[0].Problems[len(got.Files[0].Problems)-1]
	if problem.Code != CodeLost || !strings.Contains(problem.Message, "part 5 of") ||
		!strings.HasSuffix(problem.Message, "its machine burnt down") {
		t.Errorf("%+v", problem)
	}
	r, err := capture.NewReader(bytes.NewReader(b.Bytes()), capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := analyzer.New(record.Options{Name: "c"})
	for r.Next() {
		p := r.Packet()
		if gone := x.Pieces[lost]; p.Number <= gone.Before || p.Number > gone.Before+gone.Packets {
			a.Add(&record.Packet{Time: p.Time, Number: p.Number, Link: p.Link, Data: p.Data, Length: p.OrigLen})
		}
	}
	want := a.Finish()
	want.Files = got.Files
	want.Settle()
	var g, w bytes.Buffer
	export.JSON(&g, got, nil)
	export.JSON(&w, want, nil)
	if d := cmp.Diff(strings.Split(w.String(), "\n"), strings.Split(g.String(), "\n")); d != "" {
		t.Errorf("%.3000s", d)
	}
}

// What a piece hands over is bounded, and what is beyond is said.
func TestMost(t *testing.T) {
	var b bytes.Buffer
	if _, err := capgen.Write(&b, capgen.Config{Datagrams: 20_000, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	for _, near := range []bool{false, true} {
		x, err := Find(bytes.NewReader(b.Bytes()), 0)
		if err != nil {
			t.Fatal(err)
		}
		opts := Options{Buckets: 2, Near: near, Most: 200_000}
		part, err := x.Pieces[0].Analyze(context.Background(), bytes.NewReader(b.Bytes()), opts)
		if err == nil || !strings.Contains(err.Error(), "200000 bytes") || part != nil {
			t.Errorf("near %v: %d bytes, %v", near, len(part), err)
		}
		opts.Most = 0
		if _, err := x.Pieces[0].Analyze(context.Background(), bytes.NewReader(b.Bytes()), opts); err != nil {
			t.Errorf("near %v: %v", near, err)
		}
	}
}
