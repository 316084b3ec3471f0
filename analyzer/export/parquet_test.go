package export

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"
)

// readParquet reads back rows with parquet-go's reader.
func readParquet[T any](t *testing.T, data []byte) []T {
	t.Helper()
	rows, err := ReadParquet[T](bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func parquetOf[T any](t *testing.T, rows []T) []byte {
	t.Helper()
	return written(t, func(w io.Writer) error { return WriteAll(NewParquet[T](w), slices.Values(rows)) })
}

// roundTrip checks that rows come back as they were written. Files keep
// microseconds.
func roundTrip[T any](t *testing.T, rows []T) {
	t.Helper()
	if len(rows) == 0 {
		t.Fatal("no rows")
	}
	if diff := cmp.Diff(rows, readParquet[T](t, parquetOf(t, rows))); diff != "" {
		t.Errorf("-written +read:\n%s", diff)
	}
}

func TestParquetRoundTrip(t *testing.T) {
	r, rows, _ := evening(t, "Quiet Harbour", "Bob", "GoalScore", "30").analyze()
	roundTrip(t, rows)
	roundTrip(t, slices.Collect(Servers(r)))
	roundTrip(t, slices.Collect(Players(r)))
	roundTrip(t, slices.Collect(Rules(r)))
	roundTrip(t, slices.Collect(Events(r)))
}

// TestParquetTypes holds the schema: what a column is named and is.
func TestParquetTypes(t *testing.T) {
	var b strings.Builder
	for i := range tables {
		b.WriteString(parquet.SchemaOf(reflect.New(tables[i].row).Interface()).String() + "\n")
	}
	want, err := os.ReadFile("testdata/parquet.schema")
	if *update {
		err = os.WriteFile("testdata/parquet.schema", []byte(b.String()), 0o666)
		want = []byte(b.String())
	}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("a schema that others read has changed (-update when that is meant):\n%s", diff)
	}
}

// TestParquetRowGroups checks that rows are written in groups while they come.
func TestParquetRowGroups(t *testing.T) {
	_, rows, _ := evening(t, "Quiet Harbour", "Bob", "GoalScore", "30").analyze()
	var b bytes.Buffer
	w := NewParquet[Exchange](&b)
	const n = 3*rowGroup + 5
	for i := 0; i < n; i += len(rows) {
		if err := w.Write(rows[:min(len(rows), n-i)]...); err != nil {
			t.Fatal(err)
		}
	}
	if b.Len() == 0 {
		t.Error("nothing is written before the end")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if f.NumRows() != n || len(f.RowGroups()) != 4 {
		t.Errorf("%d rows in %d groups, want %d in 4", f.NumRows(), len(f.RowGroups()), n)
	}
}

// TestParquetPeer reads the files with hyparquet, a reader that shares no code
// with the writer, and holds what it says against the rows.
func TestParquetPeer(t *testing.T) {
	r, rows, _ := evening(t, "Quiet Harbour", "Bob", "GoalScore", "30").analyze()
	peerAgrees(t, rows)
	peerAgrees(t, slices.Collect(Servers(r)))
	peerAgrees(t, slices.Collect(Players(r)))
	peerAgrees(t, slices.Collect(Rules(r)))
}

func peerAgrees[T any](t *testing.T, rows []T) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows.parquet")
	if err := os.WriteFile(path, parquetOf(t, rows), 0o666); err != nil {
		t.Fatal(err)
	}
	cmdline := exec.Command("node", "parquet.mjs", path)
	cmdline.Dir = "../peer"
	cmdline.Stderr = os.Stderr
	out, err := cmdline.Output()
	if err != nil {
		t.Fatal(err)
	}
	var theirs, ours []map[string]any
	if err := json.Unmarshal(out, &theirs); err != nil {
		t.Fatal(err)
	}
	ndjson := written(t, func(w io.Writer) error { return WriteAll(NewNDJSON[T](w), slices.Values(rows)) })
	for line := range strings.Lines(string(ndjson)) {
		d := json.NewDecoder(strings.NewReader(line))
		var row map[string]any
		if err := d.Decode(&row); err != nil {
			t.Fatal(err)
		}
		named := map[string]any{}
		for _, c := range columnsOf(reflect.TypeFor[T]()) {
			named[c.Name] = row[c.JSON]
		}
		ours = append(ours, named)
	}
	if diff := cmp.Diff(ours, theirs); diff != "" {
		t.Errorf("-fragscope +hyparquet:\n%s", diff)
	}
}
