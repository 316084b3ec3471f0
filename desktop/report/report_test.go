package report

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fragscope/analyzer/atomicfile"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
	"fragscope/desktop/store"
	"fragscope/samples/captures"

	"github.com/parquet-go/parquet-go"
)

// sampled writes a sample capture, which has something for every format, into a folder and returns its path.
func sampled(t *testing.T) string {
	t.Helper()
	b, err := captures.Files.ReadFile("ugp-ipv6.pcapng")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "session.pcapng")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// analyzed is what the analyzer finds, asked without this package.
func analyzed(t *testing.T, path, expression string) (*report.Report, *export.Activity, []*report.Exchange) {
	t.Helper()
	a := &export.Activity{}
	var all []*report.Exchange
	o := scan.Options{Exchanges: func(_ string, list []*report.Exchange) {
		a.Add(list)
		all = append(all, list...)
	}}
	if expression != "" {
		f, err := filter.Compile(expression)
		if err != nil {
			t.Fatal(err)
		}
		o.Analyzer.Keep = func() func(*decoder.Message, *record.Packet) bool { return f.Matcher(t.Context()).Match }
	}
	r, err := scan.Files(context.Background(), []string{path}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r, a, all
}

// TestEveryFormat exports a capture as all that there is, whole and filtered,
// and holds the files to what the analyzer's exporters give.
func TestEveryFormat(t *testing.T) {
	captured := sampled(t)
	for _, expression := range []string{"", `direction == "request"`} {
		r, a, all := analyzed(t, captured, expression)
		want := map[string]string{}
		put := func(name string, write func(b *bytes.Buffer) error) {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			want[name] = b.String()
		}
		put("Web page with plots", func(b *bytes.Buffer) error {
			return export.HTML(b, r, export.HTMLOptions{Activity: a, Filter: expression})
		})
		put("Report as JSON", func(b *bytes.Buffer) error { return export.JSON(b, r, a) })
		put("Report as text", func(b *bytes.Buffer) error {
			return export.Screen(b, r, export.ScreenOptions{Width: 100, Top: 10, Filter: expression})
		})
		put("Servers as CSV", func(b *bytes.Buffer) error {
			w, err := export.NewCSV[export.Server](b)
			if err != nil {
				return err
			}
			return export.WriteAll(w, export.Servers(r))
		})
		put("Players as NDJSON", func(b *bytes.Buffer) error {
			return export.WriteAll(export.NewNDJSON[export.Player](b), export.Players(r))
		})
		dir := t.TempDir()
		for _, f := range allFormats() {
			path := filepath.Join(dir, strings.ReplaceAll(f.Name, " ", "-"))
			if !f.Folder() {
				path += "." + f.Extension
			}
			if err := Write(context.Background(), captured, path, store.Create, &f, expression, &scan.Progress{}); err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			switch {
			case f.Name == "Parquet tables":
				if n := parquetRows(t, filepath.Join(path, "exchanges.parquet")); n != int64(len(all)) {
					t.Errorf("%s: %d exchanges, expected %d", f.Name, n, len(all))
				}
				continue
			case f.Name == "Plots (SVG and PNG)":
				if list, _ := filepath.Glob(filepath.Join(path, "*.*")); len(list) != 6 {
					t.Errorf("%s: %v", f.Name, list)
				}
				continue
			}
			got, err := os.ReadFile(path)
			none := f.Extension == "ndjson" && expression != "" // requests alone say nothing about players
			if err != nil || len(got) == 0 && !none {
				t.Fatalf("%s: %d bytes, %v", f.Name, len(got), err)
			}
			switch w, known := want[f.Name]; {
			case known && w != string(got):
				t.Errorf("%s with the filter %q is not what the exporter writes", f.Name, expression)
			case f.Name == "Exchanges as NDJSON":
				if n := bytes.Count(got, []byte("\n")); n != len(all) || !json.Valid(bytes.SplitN(got, []byte("\n"), 2)[0]) {
					t.Errorf("%s: %d lines, expected %d", f.Name, n, len(all))
				}
			case strings.HasPrefix(f.Name, "Capture"):
				commented(t, got, expression)
			}
		}
	}
}

func parquetRows(t *testing.T, path string) int64 {
	t.Helper()
	rows, err := parquet.ReadFile[struct{}](path)
	if err != nil {
		t.Fatal(err)
	}
	return int64(len(rows))
}

// commented sees that the packets have comments, those of requests alone when
// the filter says so.
func commented(t *testing.T, b []byte, expression string) {
	t.Helper()
	r, err := capture.NewReader(bytes.NewReader(b), capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	n, requests, replies := 0, 0, 0
	for r.Next() {
		n++
		for _, c := range r.Packet().Comments {
			head, _, _ := bytes.Cut(c, []byte("\n"))
			if bytes.HasSuffix(head, []byte(" request")) {
				requests++
			} else if bytes.Contains(head, []byte(" reply")) {
				replies++
			}
		}
	}
	if n == 0 || requests == 0 || (replies == 0) != (expression != "") {
		t.Errorf("%d packets, %d requests and %d replies with comments", n, requests, replies)
	}
}

// full is a disk without room.
func full(path string, fill func(io.Writer) error) error {
	return store.Create(path, func(io.Writer) error { return fill(noRoom{path}) })
}

type noRoom struct{ path string }

func (r noRoom) Write([]byte) (int, error) {
	return 0, &atomicfile.Error{Name: r.path, Err: syscall.ENOSPC, Advice: "free some space"}
}

// TestWhatGoesWrong says what is wrong and leaves what was there.
func TestWhatGoesWrong(t *testing.T) {
	captured := sampled(t)
	for _, f := range allFormats() {
		if f.Folder() {
			if err := Write(context.Background(), captured, captured+"x/y", store.Create, &f, "", &scan.Progress{}); err != nil {
				t.Errorf("%s: %v", f.Name, err)
			}
			file := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(file, nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := Write(context.Background(), captured, file, store.Create, &f, "", &scan.Progress{}); err == nil ||
				!strings.Contains(err.Error(), "folder") {
				t.Errorf("%s into a file: %v", f.Name, err)
			}
			continue
		}
		if err := Write(context.Background(), captured, filepath.Join(t.TempDir(), "full"), full, &f, "",
			&scan.Progress{}); err == nil || !strings.Contains(err.Error(), "free some space") {
			t.Errorf("%s on a full disk: %v", f.Name, err)
		}
		if err := Write(context.Background(), captured, captured, store.Create, &f, "", &scan.Progress{}); err == nil ||
			!strings.Contains(err.Error(), "itself") {
			t.Errorf("%s over the capture: %v", f.Name, err)
		}
		path := filepath.Join(t.TempDir(), "old")
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if err := Write(ctx, captured, path, store.Write, &f, "", &scan.Progress{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s stopped: %v", f.Name, err)
		}
		if b, err := os.ReadFile(path); err != nil || string(b) != "old" {
			t.Errorf("%s stopped: the file holds %q, %v", f.Name, b, err)
		}
		if err := Write(context.Background(), captured, path, store.Write, &f, "protocol =", &scan.Progress{}); err == nil {
			t.Errorf("%s takes a wrong filter", f.Name)
		}
	}
}

// allFormats returns the formats of all groups.
func allFormats() (list []Format) {
	for _, g := range Formats() {
		list = append(list, g.Formats...)
	}
	return list
}
