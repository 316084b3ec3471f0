package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
)

func (j *analyzeJob) settleTables(c *cobra.Command) error {
	for _, table := range j.tables {
		if !slices.Contains(export.TableNames(), table) {
			return fmt.Errorf("--table %q is not %s", table, cli.OneOf(export.TableNames()))
		}
	}
	if c.Flags().Changed("csv") && j.format != "csv" {
		return fmt.Errorf("--csv is for --format csv, not %s", j.format)
	}
	given := c.Flags().Changed("table")
	switch j.format {
	case "csv", "ndjson":
		if !given {
			j.tables = []string{"exchanges"}
		}
		if len(j.tables) != 1 {
			return fmt.Errorf("--format %s writes one table: found %d in --table", j.format, len(j.tables))
		}
	case "parquet":
		if !given {
			j.tables = export.UsualTables()
		}
		slices.Sort(j.tables)
		j.tables = slices.Compact(j.tables)
	default:
		if given {
			return fmt.Errorf("--table is for --format csv, ndjson and parquet, not %s", j.format)
		}
	}
	return nil
}
