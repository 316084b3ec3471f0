package export

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// describe writes what Tables says as Markdown.
func describe() string {
	var b strings.Builder
	b.WriteString(`<!-- Made from analyzer/export/tables.go by go test ./analyzer/export -update. -->
# Tables

What ` + "`fragscope analyze --format ndjson, csv or parquet`" + ` writes. ` + "`file` and `packet`, `exchange_id` and `server_id`" + ` join the tables; [QUERIES.md](QUERIES.md)
shows how. A time is null where the capture has none. In JSON and NDJSON ` + "`first_rtt_ms` is `firstRttMs`" + `, and so on.
`)
	for _, t := range Tables() {
		fmt.Fprintf(&b, "\n## %s\nA row is %s.", t.Name, t.Doc)
		if t.Large {
			b.WriteString(" It is only written when it is asked for by name: it may be larger than the capture.")
		}
		b.WriteString("\n\n| column | type | unit | meaning |\n|---|---|---|---|\n")
		for _, c := range t.Columns {
			null, doc := "", strings.ReplaceAll(c.Doc, "|", "\\|")
			if c.Null {
				null = ", may be null"
			}
			fmt.Fprintf(&b, "| `%s` | %s%s | %s | %s |\n", c.Name, c.Type, null, c.Unit, doc)
		}
	}
	return b.String()
}

// TestDescribed holds the document to the tables.
func TestDescribed(t *testing.T) {
	got := describe()
	if *update {
		if err := os.WriteFile("TABLES.md", []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("TABLES.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("TABLES.md is not what the tables are (-update writes it):\n%s", diff)
	}
}
