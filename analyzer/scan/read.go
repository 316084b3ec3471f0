package scan

import (
	"context"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/report"
)

// Read analyzes the packets of r, a capture named name, and returns its settled
// report. When ctx is done it stops and returns what was found until then,
// without an error: the report says that reading was stopped. Of the options
// Stdin and Parallel do nothing.
func Read(ctx context.Context, name string, r *capture.Reader, opts Options) (*report.Report, error) {
	s := scanner{opts: opts}
	if s.opts.Progress == nil {
		s.opts.Progress = &Progress{}
	}
	s.turns = newTurns(&opts, 1)
	report, err := s.read(ctx, File{Path: name}, 0, r)
	report.Settle()
	return report, err
}
