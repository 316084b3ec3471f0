package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
	"fragscope/desktop/store"
)

// A Format is something that a capture can be exported as.
type Format struct {
	Name      string
	Extension string // of the file, "" for a folder of several
	write     func(j *job) error
}

// Folder reports whether several files are written, into a folder.
func (f *Format) Folder() bool { return f.Extension == "" }

// Formats returns the formats, in the order of a menu.
func Formats() []Format {
	list := []Format{
		{"Web page with plots", "html", page},
		{"Report as text", "txt", text},
		{"Report as JSON", "json", document},
		{"Capture with comments (pcapng)", "pcapng", annotated},
	}
	for _, kind := range []string{"csv", "ndjson"} {
		name := map[string]string{"csv": "CSV", "ndjson": "NDJSON"}[kind]
		list = append(list,
			Format{"Exchanges as " + name, kind, func(j *job) error { return exchanges(j, kind) }},
			Format{"Servers as " + name, kind, func(j *job) error { return table(j, kind, export.Servers) }},
			Format{"Players as " + name, kind, func(j *job) error { return table(j, kind, export.Players) }},
			Format{"Rules as " + name, kind, func(j *job) error { return table(j, kind, export.Rules) }},
			Format{"Events as " + name, kind, func(j *job) error { return table(j, kind, export.Events) }},
		)
	}
	return append(list, Format{"Parquet tables", "", tables}, Format{"Plots (SVG and PNG)", "", plots})
}

// A job is one export.
type job struct {
	ctx      context.Context
	capture  string
	path     string
	store    store.Writer
	filter   *filter.Filter // nil for all packets
	progress *scan.Progress
}

// Write exports the capture as a file at path, or as files in a folder there:
// only packets that filter lets through, all for "". write makes each file:
// store.Create, or store.Write when a file may be replaced. What was there before
// stays until the new files are whole. When ctx is done it returns its error.
func Write(ctx context.Context, captured, path string, write store.Writer, f *Format, expression string, progress *scan.Progress) error {
	j := &job{ctx: ctx, capture: captured, path: path, store: write, progress: progress}
	if expression != "" {
		var err error
		if j.filter, err = filter.Compile(expression); err != nil {
			return err
		}
	}
	if same(captured, path) {
		return fmt.Errorf("%s is the capture itself: choose another name", path)
	}
	return f.write(j)
}

// same reports whether two paths are of one file.
func same(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// keep returns what says whether a packet counts, nil for all.
func (j *job) keep() func() func(*decoder.Message, *analyzer.Packet) bool {
	if j.filter == nil {
		return nil
	}
	return func() func(*decoder.Message, *analyzer.Packet) bool { return j.filter.Matcher(j.ctx).Match }
}

// expression returns the filter as text.
func (j *job) expression() string {
	if j.filter == nil {
		return ""
	}
	return j.filter.String()
}

// analyze reads the capture. each may be nil.
func (j *job) analyze(each func([]*analyzer.Exchange) error) (*analyzer.Report, error) {
	ctx, stop := context.WithCancelCause(j.ctx)
	defer stop(nil)
	o := scan.Options{Analyzer: analyzer.Options{Keep: j.keep()}, Progress: j.progress}
	if each != nil {
		o.Exchanges = func(_ string, list []*analyzer.Exchange) {
			if err := each(list); err != nil && ctx.Err() == nil {
				stop(err) // nothing more can be written: do not read on
			}
		}
	}
	r, err := scan.Files(ctx, []string{j.capture}, o)
	if cause := context.Cause(ctx); cause != nil {
		return nil, cause
	}
	if err != nil && len(r.Files) == 0 {
		return nil, err
	}
	return r, nil // of a damaged capture, what could be read
}

// one writes the one file.
func (j *job) one(fill func(w io.Writer) error) error { return j.store(j.path, fill) }

func page(j *job) error {
	a := &export.Activity{}
	return j.summed(a, func(w io.Writer, r *analyzer.Report) error {
		return export.HTML(w, r, export.HTMLOptions{Activity: a, Filter: j.expression()})
	})
}

func document(j *job) error {
	a := &export.Activity{}
	return j.summed(a, func(w io.Writer, r *analyzer.Report) error { return export.JSON(w, r, a) })
}

func text(j *job) error {
	return j.summed(nil, func(w io.Writer, r *analyzer.Report) error {
		return export.Screen(w, r, export.ScreenOptions{Width: 100, Top: 10, Filter: j.expression()})
	})
}

// summed writes what the whole report says; exchanges are counted in a, unless
// it is nil.
func (j *job) summed(a *export.Activity, write func(io.Writer, *analyzer.Report) error) error {
	var each func([]*analyzer.Exchange) error
	if a != nil {
		each = func(list []*analyzer.Exchange) error {
			a.Add(list)
			return nil
		}
	}
	r, err := j.analyze(each)
	if err != nil {
		return err
	}
	return j.one(func(w io.Writer) error { return write(w, r) })
}

func rowWriter[T any](kind string, w io.Writer) (export.RowWriter[T], error) {
	if kind == "ndjson" {
		return export.NewNDJSON[T](w), nil
	}
	return export.NewCSV[T](w)
}

// rowsOf writes exchanges as they are found.
func (j *job) rowsOf(w export.RowWriter[export.Exchange]) func([]*analyzer.Exchange) error {
	var rows []export.Exchange
	return func(list []*analyzer.Exchange) error {
		rows = rows[:0]
		for _, x := range list {
			rows = append(rows, export.ExchangeRow(j.capture, x))
		}
		return w.Write(rows...)
	}
}

func exchanges(j *job, kind string) error {
	return j.one(func(w io.Writer) error {
		rows, err := rowWriter[export.Exchange](kind, w)
		if err != nil {
			return err
		}
		if _, err := j.analyze(j.rowsOf(rows)); err != nil {
			return err
		}
		return rows.Close()
	})
}

func table[T any](j *job, kind string, rows func(*analyzer.Report) iter.Seq[T]) error {
	r, err := j.analyze(nil)
	if err != nil {
		return err
	}
	return j.one(func(w io.Writer) error {
		out, err := rowWriter[T](kind, w)
		if err != nil {
			return err
		}
		return export.WriteAll(out, rows(r))
	})
}

func annotated(j *job) error {
	f, err := os.Open(j.capture)
	if err != nil {
		return err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil {
		j.progress.Total.Add(info.Size())
	}
	r, err := capture.NewReader(&counted{j, f}, capture.Options{Name: filepath.Base(j.capture)})
	if err != nil {
		return err
	}
	defer r.Close()
	return j.one(func(w io.Writer) error {
		a := &export.Annotator{}
		if keep := j.keep(); keep != nil {
			a.Keep = keep()
		}
		if _, err := a.Annotate(w, r); err != nil {
			return errors.Join(context.Cause(j.ctx), err)
		}
		return context.Cause(j.ctx)
	})
}

// counted counts what is read, and ends when the job does.
type counted struct {
	*job
	src io.Reader
}

func (c *counted) Read(p []byte) (int, error) {
	if c.ctx.Err() != nil {
		return 0, context.Cause(c.ctx)
	}
	n, err := c.src.Read(p)
	c.progress.Bytes.Add(int64(n))
	return n, err
}

// folder makes the folder, and returns what writes one of the files in it.
func (j *job) folder() (create func(name string, fill func(w io.Writer) error) error, err error) {
	info, err := os.Stat(j.path)
	if err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file: name a folder, because there are several files", j.path)
	}
	if err := os.MkdirAll(j.path, 0o777); err != nil {
		return nil, err
	}
	return func(name string, fill func(w io.Writer) error) error {
		return j.store(filepath.Join(j.path, name), fill)
	}, nil
}

func tables(j *job) error {
	create, err := j.folder()
	if err != nil {
		return err
	}
	var r *analyzer.Report
	err = create("exchanges.parquet", func(w io.Writer) error {
		rows := export.NewParquet[export.Exchange](w)
		var err error
		if r, err = j.analyze(j.rowsOf(rows)); err != nil {
			return err
		}
		return rows.Close()
	})
	if err != nil {
		return err
	}
	return errors.Join(
		create("servers.parquet", func(w io.Writer) error {
			return export.WriteAll(export.NewParquet[export.Server](w), export.Servers(r))
		}),
		create("players.parquet", func(w io.Writer) error {
			return export.WriteAll(export.NewParquet[export.Player](w), export.Players(r))
		}),
		create("rules.parquet", func(w io.Writer) error { return export.WriteAll(export.NewParquet[export.Rule](w), export.Rules(r)) }))
}

func plots(j *job) error {
	create, err := j.folder()
	if err != nil {
		return err
	}
	a := &export.Activity{}
	r, err := j.analyze(func(list []*analyzer.Exchange) error {
		a.Add(list)
		return nil
	})
	if err != nil {
		return err
	}
	list, err := export.Plots(r, a)
	if err != nil {
		return err
	}
	for _, p := range list {
		for _, kind := range []string{"svg", "png"} {
			if err := create(p.Name+"."+kind, func(w io.Writer) error { return p.Write(w, kind) }); err != nil {
				return err
			}
		}
	}
	return nil
}
