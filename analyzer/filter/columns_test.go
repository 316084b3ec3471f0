package filter_test

import (
	"testing"

	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
)

// TestColumns: every column of packets and exchanges is a name of filters, as CSV and
// as JSON call it, and is about the rows of its table.
func TestColumns(t *testing.T) {
	about := map[string]filter.Subjects{"packets": filter.Packets, "exchanges": filter.Exchanges}
	values := map[export.ColumnType]string{export.TypeText: `"x"`, export.TypeTexts: `"x"`, export.TypeTime: "2026-01-31"}
	for _, table := range export.Tables() {
		for _, c := range table.Columns {
			if about[table.Name] == 0 || c.Name == "file" || c.Name == "exchange_id" { // which are known when a table is written
				continue
			}
			value := values[c.Type]
			if value == "" {
				value = "3"
			}
			for _, name := range []string{c.Name, c.JSON} {
				_, err := filter.CompileFor(name+" == "+value, about[table.Name])
				if _, address := filter.CompileFor(name+" == 192.0.2.1", about[table.Name]); err != nil && address != nil {
					t.Errorf("%s of %s is no name: %v", name, table.Name, err)
				}
			}
		}
	}
}
