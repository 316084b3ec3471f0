package analyze

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/report"
	"fragscope/analyzer/scan"
)

// sink creates the files at once, so that what keeps them from being written is known before anything is read.
func (j *analyzeJob) sink(o *cli.Outputs) (*export.Sink, error) {
	switch j.format {
	case "plots":
		return j.several(o, export.PlotFiles(), func(w []io.Writer) (*export.Sink, error) { return export.PlotSink(w), nil })
	case "parquet":
		return j.several(o, export.ParquetFiles(j.tables), func(w []io.Writer) (*export.Sink, error) {
			return export.ParquetSink(j.tables, w)
		})
	}
	w, err := j.create(o)
	if err != nil {
		return nil, err
	}
	if j.format == "fields" {
		j.lines = w // what takes the packets writes the lines
		return &export.Sink{Finish: func(*report.Report, string) error { return nil }}, nil
	}
	if j.format == "html" {
		return export.WholeSink(func(r *report.Report, a *export.Activity, remark string) error {
			return export.HTML(w, r, export.HTMLOptions{Activity: a, Top: j.pageRows(), Filter: j.expr, Status: remark})
		}), nil
	}
	width := 0
	if j.toStdout() {
		width, _ = cli.PageSize(j.out)
	}
	format := j.format
	if format == "csv" && j.csv == "plain" {
		format = "csv-plain"
	}
	table := ""
	if len(j.tables) > 0 {
		table = j.tables[0]
	}
	return export.NewSink(w, format, table, export.ScreenOptions{
		Width: width, Color: j.colored && j.output == "" || j.color == "always", Top: j.rows(), Filter: j.expr,
	})
}

func (j *analyzeJob) toStdout() bool { return j.output == "" || j.output == "-" }

func (j *analyzeJob) create(o *cli.Outputs) (io.Writer, error) {
	if j.toStdout() {
		o.Standard = cli.NewOutput(j.out)
		return o.Standard.W, nil
	}
	return o.Create(j.output)
}

func (j *analyzeJob) folder() error {
	info, err := os.Stat(j.output)
	if err == nil && !info.IsDir() {
		return fmt.Errorf("%s is a file; --format %s needs a folder", j.output, j.format)
	}
	if err := os.MkdirAll(j.output, 0o777); err != nil {
		if e, ok := errors.AsType[*os.PathError](err); ok {
			err = e.Err
		}
		return fmt.Errorf("cannot make the folder %s: %w", j.output, err)
	}
	return nil
}

func (j *analyzeJob) several(o *cli.Outputs, names []string, sink func([]io.Writer) (*export.Sink, error)) (
	*export.Sink,
	error) {
	if err := j.folder(); err != nil {
		return nil, err
	}
	var list []io.Writer
	for _, name := range names {
		f, err := o.Create(filepath.Join(j.output, name))
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return sink(list)
}

func (j *analyzeJob) showProgress(p *scan.Progress) (stop func()) {
	if j.progress == "never" || j.progress == "auto" && !cli.IsTerminal(j.errout) {
		return func() {}
	}
	quit, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		j.drawProgress(p, quit)
	}()
	return func() {
		close(quit)
		<-done
	}
}

func (j *analyzeJob) drawProgress(p *scan.Progress, quit <-chan struct{}) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	var shown *progressbar.ProgressBar
	show := func() {
		total := p.Total.Load()
		if shown == nil {
			if total == 0 {
				total = -1 // standard input: nobody knows how much will come
			}
			shown = progressbar.NewOptions64(total,
				progressbar.OptionSetWriter(j.errout), progressbar.OptionShowBytes(true), progressbar.OptionSetPredictTime(true),
				progressbar.OptionShowCount(), progressbar.OptionThrottle(0), progressbar.OptionClearOnFinish(),
				progressbar.OptionFullWidth())
		}
		shown.Describe(fmt.Sprintf("%d of %d files, %d packets", p.Done.Load(), p.Files.Load(), p.Packets.Load()))
		at := p.Bytes.Load()
		if total > 0 {
			at = min(at, total-1) // full means done to the bar, which stop says
		}
		shown.Set64(at)
	}
	for {
		select {
		case <-quit:
			if j.progress == "always" {
				show()
			}
			if shown != nil {
				shown.Clear()
			}
			return
		case <-tick.C:
			show()
		}
	}
}

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
