package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"fragscope/analyzer"
	"fragscope/analyzer/export"
)

// A sink takes what is found and writes it in one format.
type sink struct {
	exchanges func(file string, x []*analyzer.Exchange) error // nil when nobody needs them
	finish    func(r *analyzer.Report, remark string) error
}

var tableNames = []string{"exchanges", "servers", "players", "rules", "events"}

// sink returns what writes the format that the flags name.
func (j *analyzeJob) sink(o *outputs) (*sink, error) {
	switch j.format {
	case "report":
		return j.plain(o, nil, func(w io.Writer, r *analyzer.Report, remark string) error {
			return export.Screen(w, r, export.ScreenOptions{
				Width: pageWidth(w), Color: j.colored && j.output == "" || j.color == "always", Top: j.rows(), Filter: j.expr, Status: remark,
			})
		})
	case "json":
		a := &export.Activity{}
		return j.plain(o, a, func(w io.Writer, r *analyzer.Report, _ string) error { return export.JSON(w, r, a) })
	case "html":
		a := &export.Activity{}
		return j.plain(o, a, func(w io.Writer, r *analyzer.Report, remark string) error {
			return export.HTML(w, r, export.HTMLOptions{Activity: a, Top: j.pageRows(), Filter: j.expr, Status: remark})
		})
	case "plots":
		return j.plots(o)
	case "parquet":
		return j.parquet(o)
	}
	return j.rowSink(o)
}

// toStdout reports whether the result goes to standard output.
func (j *analyzeJob) toStdout() bool { return j.output == "" || j.output == "-" }

// create begins the file that --output names, or takes standard output.
func (j *analyzeJob) create(o *outputs) (io.Writer, func() error, error) {
	if j.toStdout() {
		out := newOutput(j.out)
		return out.w, out.flush, nil
	}
	f, err := o.create(j.output)
	if err != nil {
		return nil, nil, err
	}
	return f, f.Commit, nil
}

// plain is a sink that writes one file of the report when all is read. What
// stands in the way of the file is known before.
func (j *analyzeJob) plain(o *outputs, a *export.Activity, write func(io.Writer, *analyzer.Report, string) error) (*sink, error) {
	w, commit := j.out, func() error { return nil }
	if !j.toStdout() {
		f, err := o.create(j.output)
		if err != nil {
			return nil, err
		}
		w, commit = f, f.Commit
	}
	s := &sink{finish: func(r *analyzer.Report, remark string) error {
		if err := write(w, r, remark); err != nil {
			return err
		}
		return commit()
	}}
	if a != nil {
		s.exchanges = func(_ string, x []*analyzer.Exchange) error {
			a.Add(x)
			return nil
		}
	}
	return s, nil
}

// rowSink writes a table as NDJSON or CSV.
func (j *analyzeJob) rowSink(o *outputs) (*sink, error) {
	w, commit, err := j.create(o)
	if err != nil {
		return nil, err
	}
	switch j.table {
	case "servers":
		return rowsAtEnd(j.format, w, commit, export.Servers), nil
	case "players":
		return rowsAtEnd(j.format, w, commit, export.Players), nil
	case "rules":
		return rowsAtEnd(j.format, w, commit, export.Rules), nil
	case "events":
		return rowsAtEnd(j.format, w, commit, export.Events), nil
	}
	rows, err := rowWriter[export.Exchange](j.format, w)
	if err != nil {
		return nil, err
	}
	return &sink{
		exchanges: exchangeRows(rows),
		finish: func(*analyzer.Report, string) error {
			if err := rows.Close(); err != nil {
				return err
			}
			return commit()
		},
	}, nil
}

// exchangeRows writes exchanges as they are found.
func exchangeRows(w export.RowWriter[export.Exchange]) func(string, []*analyzer.Exchange) error {
	var rows []export.Exchange
	return func(file string, x []*analyzer.Exchange) error {
		rows = rows[:0]
		for _, e := range x {
			rows = append(rows, export.ExchangeRow(file, e))
		}
		return w.Write(rows...)
	}
}

func rowWriter[T any](format string, w io.Writer) (export.RowWriter[T], error) {
	if format == "ndjson" {
		return export.NewNDJSON[T](w), nil
	}
	return export.NewCSV[T](w)
}

// rowsAtEnd writes a table that the whole report makes.
func rowsAtEnd[T any](format string, w io.Writer, commit func() error, table func(*analyzer.Report) iter.Seq[T]) *sink {
	return &sink{finish: func(r *analyzer.Report, _ string) error {
		rows, err := rowWriter[T](format, w)
		if err != nil {
			return err
		}
		if err := export.WriteAll(rows, table(r)); err != nil {
			return err
		}
		return commit()
	}}
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
func (j *analyzeJob) parquet(o *outputs) (*sink, error) {
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
	rows := export.NewParquet[export.Exchange](w[0])
	return &sink{
		exchanges: exchangeRows(rows),
		finish: func(r *analyzer.Report, _ string) error {
			err := errors.Join(
				rows.Close(),
				export.WriteAll(export.NewParquet[export.Server](w[1]), export.Servers(r)),
				export.WriteAll(export.NewParquet[export.Player](w[2]), export.Players(r)),
				export.WriteAll(export.NewParquet[export.Rule](w[3]), export.Rules(r)))
			if err != nil {
				return err
			}
			return o.commit()
		},
	}, nil
}

// commit gives all files their names.
func (o *outputs) commit() error {
	for _, f := range o.files {
		if err := f.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// plotFormats are the formats that each plot is written in.
var plotFormats = []string{"svg", "png"}

// plots writes the plots.
func (j *analyzeJob) plots(o *outputs) (*sink, error) {
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
	a := &export.Activity{}
	return &sink{
		exchanges: func(_ string, x []*analyzer.Exchange) error {
			a.Add(x)
			return nil
		},
		finish: func(r *analyzer.Report, _ string) error {
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
			return o.commit()
		},
	}, nil
}
