package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"fragscope/analyzer"
	"fragscope/analyzer/export"
)

// sink returns what writes the format that the flags name. What keeps the files
// from being written is known before anything is read.
func (j *analyzeJob) sink(o *outputs) (*export.Sink, error) {
	switch j.format {
	case "plots":
		return j.plots(o)
	case "parquet":
		return j.parquet(o)
	}
	w, err := j.create(o)
	if err != nil {
		return nil, err
	}
	if j.format == "html" {
		return export.WholeSink(func(r *analyzer.Report, a *export.Activity, remark string) error {
			return export.HTML(w, r, export.HTMLOptions{Activity: a, Top: j.pageRows(), Filter: j.expr, Status: remark})
		}), nil
	}
	width := 0
	if j.toStdout() {
		width = pageWidth(j.out)
	}
	return export.NewSink(w, j.format, j.table, export.ScreenOptions{
		Width: width, Color: j.colored && j.output == "" || j.color == "always", Top: j.rows(), Filter: j.expr,
	})
}

// toStdout reports whether the result goes to standard output.
func (j *analyzeJob) toStdout() bool { return j.output == "" || j.output == "-" }

// create begins the file that --output names, or takes standard output.
func (j *analyzeJob) create(o *outputs) (io.Writer, error) {
	if j.toStdout() {
		o.standard = newOutput(j.out)
		return o.standard.w, nil
	}
	return o.create(j.output)
}

// folder makes the folder that --output names.
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

// parquet writes the four tables, the exchanges as they are found. The files
// get their names when all of them are whole.
func (j *analyzeJob) parquet(o *outputs) (*export.Sink, error) {
	if err := j.folder(); err != nil {
		return nil, err
	}
	var w [4]io.Writer
	for i, name := range []string{"exchanges", "servers", "players", "rules"} {
		f, err := o.create(filepath.Join(j.output, name+".parquet"))
		if err != nil {
			return nil, err
		}
		w[i] = f
	}
	return export.RowSink(export.NewParquet[export.Exchange](w[0]), func(r *analyzer.Report) error {
		return errors.Join(
			export.WriteAll(export.NewParquet[export.Server](w[1]), export.Servers(r)),
			export.WriteAll(export.NewParquet[export.Player](w[2]), export.Players(r)),
			export.WriteAll(export.NewParquet[export.Rule](w[3]), export.Rules(r)))
	}), nil
}

// plotFormats are the formats that each plot is written in.
var plotFormats = []string{"svg", "png"}

// plots writes the plots.
func (j *analyzeJob) plots(o *outputs) (*export.Sink, error) {
	if err := j.folder(); err != nil {
		return nil, err
	}
	files := map[string]io.Writer{}
	for _, name := range export.PlotNames() {
		for _, format := range plotFormats {
			f, err := o.create(filepath.Join(j.output, name+"."+format))
			if err != nil {
				return nil, err
			}
			files[name+"."+format] = f
		}
	}
	return export.WholeSink(func(r *analyzer.Report, a *export.Activity, _ string) error {
		plots, err := export.Plots(r, a)
		if err != nil {
			return err
		}
		for _, p := range plots {
			for _, format := range plotFormats {
				if err := p.Write(files[p.Name+"."+format], format); err != nil {
					return err
				}
			}
		}
		return nil
	}), nil
}
