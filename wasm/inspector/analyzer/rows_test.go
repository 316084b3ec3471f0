//go:build !js

package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
)

var update = flag.Bool("update", false, "write the types of rows anew")

// types are what columns are in TypeScript.
var types = map[export.ColumnType]string{
	export.TypeText: "string", export.TypeInteger: "number", export.TypeNumber: "number", export.TypeBoolean: "boolean",
	export.TypeTime: "Time", export.TypeTexts: "string[]", export.TypeIntegers: "number[]",
}

// names are the types of columns whose texts are among some.
var names = map[string]string{"protocol": "ProtocolName", "outcome": "OutcomeName"}

// TestRows keeps the types of rows in the library the columns of the tables,
// as JSON has them.
func TestRows(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("// Rows of the tables, written by the tests of wasm/inspector/analyzer with -update.\n")
	b.WriteString("import type { ProtocolName, Time } from \"./types.ts\";\n")
	var tables, rows, outcomes []string
	for o := range report.Outcome(report.Outcomes) {
		outcomes = append(outcomes, fmt.Sprintf("%q", o))
	}
	fmt.Fprintf(&b, "\nexport const outcomes = [%s] as const;\nexport type OutcomeName = (typeof outcomes)[number];\n",
		strings.Join(outcomes, ", "))
	for _, table := range export.Tables() {
		row := strings.ToUpper(table.Name[:1]) + strings.TrimSuffix(table.Name[1:], "s") + "Row"
		if table.Name == "packets" {
			row = "PacketTableRow" // the list of packets has rows of its own
		}
		tables, rows = append(tables, fmt.Sprintf("%q", table.Name)), append(rows, fmt.Sprintf("  %s: %s;", table.Name, row))
		fmt.Fprintf(&b, "\n/** A row of the table %s: %s. */\nexport interface %s {\n", table.Name, table.Doc, row)
		for _, c := range table.Columns {
			kind := types[c.Type]
			if name := names[c.JSON]; name != "" && kind == "string" {
				kind = name
			}
			if kind == "" {
				t.Fatalf("%s.%s is of the unknown type %q", table.Name, c.JSON, c.Type)
			}
			doc := strings.ToUpper(c.Doc[:1]) + c.Doc[1:] + "."
			if c.Null {
				kind += " | null"
			}
			fmt.Fprintf(&b, "  /** %s */\n  %s: %s;\n", doc, c.JSON, kind)
		}
		b.WriteString("}\n")
	}
	fmt.Fprintf(&b, "\n/** The rows of tables, by the names of these. */\nexport interface TableRows {\n%s\n}\n",
		strings.Join(rows, "\n"))
	fmt.Fprintf(&b, "\nexport const tables = [%s] as const;\nexport type TableName = (typeof tables)[number];\n",
		strings.Join(tables, ", "))

	file := filepath.Join("..", "web", "src", "api", "captureRows.ts")
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, b.Bytes()) {
		t.Errorf("%s has other columns than the tables: write it anew with -update", file)
	}
}
