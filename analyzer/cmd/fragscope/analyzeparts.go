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

// settleParts checks --split.
func (j *analyzeJob) settleParts(c *cobra.Command, single bool) error {
	switch given := c.Flags().Changed("split"); {
	case !given:
		return nil
	case j.split < 1 || j.split > 1_000_000:
		return fmt.Errorf("--split %d: expected a number from 1 to a million", j.split)
	case single || j.format == "pcapng":
		return errors.New("--split is for reports and tables, not for --packet or --format pcapng")
	}
	return nil
}

// read reads the captures, in parts if so told.
func (j *analyzeJob) read(ctx context.Context, paths []string, opts scan.Options) (*analyzer.Report, error) {
	if j.split == 0 {
		return scan.Files(ctx, paths, opts)
	}
	if slices.Contains(paths, "-") {
		return analyzer.NewReport(), errors.New("standard input cannot be read in parts: name a file, or leave --split out")
	}
	return parts.Files(ctx, paths, j.split, opts)
}
