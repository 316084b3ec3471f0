package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"fragscope/analyzer/annotate"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
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

func (f *Format) Folder() bool { return f.Extension == "" }

// A Group is formats that are next to each other in a menu. Those of a group with a name are in a menu of their own.
type Group struct {
	Name    string
	Formats []Format
}

func Formats() []Group {
	list := []Group{{"", []Format{
		{"Web page with plots", "html", page},
		{"Report as text", "txt", file("report", "")},
		{"Report as JSON", "json", file("json", "")},
		{"Capture with comments (pcapng)", "pcapng", annotated},
	}}}
	for _, kind := range []string{"csv", "ndjson"} {
		name := strings.ToUpper(kind)
		var tables []Format
		for _, table := range export.TableNames() {
			tables = append(tables, Format{strings.ToUpper(table[:1]) + table[1:] + " as " + name, kind, file(kind, table)})
		}
		list = append(list, Group{"Table as " + name, tables})
	}
	return append(list, Group{"", []Format{
		{"Parquet tables", "", files(export.ParquetFiles(export.UsualTables()), func(w []io.Writer) (*export.Sink, error) {
			return export.ParquetSink(export.UsualTables(), w)
		})},
		{"Plots (SVG and PNG)", "", files(export.PlotFiles(), func(w []io.Writer) (*export.Sink, error) {
			return export.PlotSink(w), nil
		})},
	}})
}

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
func Write(ctx context.Context, captured, path string, write store.Writer, f *Format, expression string,
	progress *scan.Progress) error {
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
func (j *job) keep() func() func(*decoder.Message, *record.Packet) bool {
	if j.filter == nil {
		return nil
	}
	return func() func(*decoder.Message, *record.Packet) bool { return j.filter.Matcher(j.ctx).Match }
}

func (j *job) expression() string {
	if j.filter == nil {
		return ""
	}
	return j.filter.String()
}

func (j *job) into(s *export.Sink, err error) error {
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(j.ctx)
	defer stop(nil)
	o := scan.Options{Analyzer: record.Options{Keep: j.keep()}, Progress: j.progress}
	o.Exchanges, o.Record = s.Into(stop) // when nothing more can be written it does not read on
	r, err := scan.Files(ctx, []string{j.capture}, o)
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	if err != nil && len(r.Files) == 0 {
		return err
	}
	return s.Finish(r, "") // of a damaged capture, what could be read
}

// file returns what writes one file in a format of [export.NewSink].
func file(format, table string) func(j *job) error {
	return func(j *job) error {
		return j.store(j.path, func(w io.Writer) error {
			return j.into(export.NewSink(w, format, table, export.ScreenOptions{Width: 100, Top: 10, Filter: j.expression()}))
		})
	}
}

func page(j *job) error {
	return j.store(j.path, func(w io.Writer) error {
		return j.into(export.WholeSink(func(r *report.Report, a *export.Activity, _ string) error {
			return export.HTML(w, r, export.HTMLOptions{Activity: a, Filter: j.expression()})
		}), nil)
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
	return j.store(j.path, func(w io.Writer) error {
		a := &annotate.Annotator{}
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

// files returns what writes several files into a folder. They get their names when all of them are whole.
func files(names []string, sink func([]io.Writer) (*export.Sink, error)) func(j *job) error {
	return func(j *job) error {
		info, err := os.Stat(j.path)
		if err == nil && !info.IsDir() {
			return fmt.Errorf("%s is a file: name a folder, because there are several files", j.path)
		}
		if err := os.MkdirAll(j.path, 0o777); err != nil {
			return err
		}
		var list []io.Writer
		var next func() error
		next = func() error {
			if len(list) == len(names) {
				return j.into(sink(list))
			}
			return j.store(filepath.Join(j.path, names[len(list)]), func(w io.Writer) error {
				list = append(list, w)
				return next()
			})
		}
		return next()
	}
}
