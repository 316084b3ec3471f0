package export

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"text/tabwriter"

	"fragscope/analyzer/scan"
	"fragscope/samples/capgen"
	"fragscope/samples/captures"

	"github.com/google/go-cmp/cmp"
)

// sqlBlock is a query of QUERIES.md, with its result if it has one.
var sqlBlock = regexp.MustCompile("(?s)```sql\n(.*?)```\n(\n```text\n.*?```\n)?")

// A result is what a query gave.
type result struct {
	Columns []string `json:"columns"`
	Rows    [][]any  `json:"rows"`
}

// TestQueries runs the queries of QUERIES.md as they stand there, on the sample
// captures: their results are what the document shows. On a capture of hours
// each of them finds something.
func TestQueries(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("DuckDB is pinned for Linux on amd64 (analyzer/peer/package-lock.json)")
	}
	path, err := filepath.Abs("QUERIES.md")
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(filepath.Dir(path), "../peer/queries.mjs")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	document := string(b)
	blocks := sqlBlock.FindAllStringSubmatch(document, -1)
	if len(blocks) < 11 {
		t.Fatalf("%d queries", len(blocks))
	}
	setup, queries := blocks[0][1], []string{}
	for _, block := range blocks[1:] {
		queries = append(queries, block[1])
	}

	samples := t.TempDir()
	for _, name := range captures.Names() {
		data, err := captures.Files.ReadFile(name)
		if err == nil {
			err = os.WriteFile(filepath.Join(samples, name), data, 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	results := duckdb(t, script, tablesOf(t, samples), setup, queries)
	n := -1
	got := sqlBlock.ReplaceAllStringFunc(document, func(block string) string {
		if n++; n == 0 {
			return block
		}
		sql := sqlBlock.FindStringSubmatch(block)[1]
		return "```sql\n" + sql + "```\n\n```text\n" + results[n-1].String() + "```\n"
	})
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(strings.Split(document, "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("QUERIES.md shows other results than its queries have (-update when that is meant):\n%s", diff)
	}

	evening := t.TempDir()
	var c bytes.Buffer
	if _, err := capgen.Write(&c, capgen.Config{Seed: 5, Datagrams: 3000, Servers: 6, Gap: 10_000_000_000, Loss: 0.05,
		Reflected: 50}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(evening, "evening.pcapng"), c.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	for i, r := range duckdb(t, script, tablesOf(t, evening), setup, queries) {
		if len(r.Rows) == 0 {
			t.Errorf("of an evening nothing is found by\n%s", queries[i])
		}
	}
}

// tablesOf writes all tables of the captures in a folder below another, as the
// document says.
func tablesOf(t *testing.T, folder string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "tables"), 0o777); err != nil {
		t.Fatal(err)
	}
	var w []io.Writer
	for _, name := range ParquetFiles(TableNames()) {
		f, err := os.Create(filepath.Join(dir, "tables", name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		w = append(w, f)
	}
	sink, err := ParquetSink(TableNames(), w)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder) // so that a capture has its own name
	var o scan.Options
	o.Exchanges, o.Record = sink.Into(func(err error) { t.Fatal(err) })
	r, err := scan.Files(context.Background(), []string{"."}, o)
	if err == nil {
		err = sink.Finish(r, "")
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// duckdb runs queries in a folder.
func duckdb(t *testing.T, script, folder, setup string, queries []string) (results []result) {
	t.Helper()
	in, err := json.Marshal(map[string]any{"setup": setup, "queries": queries})
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("node", script)
	c.Dir, c.Stdin, c.Stderr = folder, bytes.NewReader(in), os.Stderr
	out, err := c.Output()
	if err == nil {
		err = json.Unmarshal(out, &results)
	}
	if err != nil || len(results) != len(queries) {
		t.Fatalf("%d results of %d queries: %v", len(results), len(queries), err)
	}
	return results
}

// String writes a result as the document shows it.
func (r *result) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, strings.Join(r.Columns, "\t"))
	for _, row := range r.Rows {
		var cells []string
		for _, v := range row {
			if v == nil {
				v = "null"
			}
			cells = append(cells, fmt.Sprint(v))
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	w.Flush()
	return b.String()
}
