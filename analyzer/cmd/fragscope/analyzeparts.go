package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"fragscope/analyzer"
	"fragscope/analyzer/parts"
	"fragscope/analyzer/scan"

	"github.com/spf13/cobra"
)

// settleParts checks --parts.
func (j *analyzeJob) settleParts(c *cobra.Command, single bool) error {
	switch given := c.Flags().Changed("parts"); {
	case !given:
		return nil
	case j.parts < 1 || j.parts > 1_000_000:
		return fmt.Errorf("--parts %d: expected a number from 1 to a million", j.parts)
	case single || j.format == "pcapng":
		return errors.New("--parts is for reports and tables, not for --packet or --format pcapng")
	}
	return nil
}

// read reads the captures, in parts if so told.
func (j *analyzeJob) read(ctx context.Context, paths []string, opts scan.Options) (*analyzer.Report, error) {
	if j.parts == 0 {
		return scan.Files(ctx, paths, opts)
	}
	if slices.Contains(paths, "-") {
		return analyzer.NewReport(), errors.New("standard input cannot be read in parts: name a file, or leave --parts out")
	}
	return parts.Files(ctx, paths, j.parts, opts)
}
