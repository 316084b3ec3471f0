package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/report"
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
