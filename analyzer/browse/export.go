package browse

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"

	"fragscope/analyzer"
	"fragscope/analyzer/annotate"
	"fragscope/analyzer/export"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
)

const (
	kindJSON   = "json"
	kindHTML   = "html"
	kindText   = "text"
	kindPcapng = "pcapng"
)

// Export begins to write what is shown to w: kind is "json", "html", "text",
// "pcapng", or "ndjson", "csv" or "parquet" of a table of [export.Tables]. All of it is what the command writes, to the
// byte.
func (c *Capture) Export(kind, table string, w io.Writer) error {
	v := c.Shown()
	if v.Report() == nil {
		return fmt.Errorf("the capture is still being read")
	}
	out := &output{Writer: bufio.NewWriterSize(w, outputBlock)}
	write, err := v.exporter(out, kind, table)
	if err != nil {
		return err
	}
	c.start(func(t *task) error {
		out.t = t
		if err := v.analyze(t); err != nil {
			return err
		}
		if err := write(); err != nil {
			return err
		}
		return out.Flush()
	})
	return nil
}

func (v *View) analyze(t *task) error {
	if v.report != nil {
		return nil
	}
	c := v.c
	alone := &View{c: c, filter: v.filter, list: v.list}
	if err := alone.pass(t, nil); err != nil || t.stop {
		return cmp.Or(err, errStopped)
	}
	c.mu.Lock()
	v.exchanges, v.activity, v.report = alone.exchanges, alone.activity, alone.report
	c.mu.Unlock()
	return nil
}

// pass reads the capture again for v, which is not shown yet.
func (v *View) pass(t *task, look record.Look) error {
	c := v.c
	r, err := c.open(nil)
	if err != nil {
		return err
	}
	defer r.Close()
	err = c.pass(t, r, v, look)
	v.report.Files[0].Stopped = c.whole.report.Files[0].Stopped
	return err
}

func (v *View) exporter(w io.Writer, kind, table string) (func() error, error) {
	c, expression, status := v.c, v.Expression(), ""
	if c.whole.report.Files[0].Stopped {
		status = "Reading was stopped; this is what was found until then."
	}
	switch kind {
	case kindJSON: // the activity is known already
		return func() error { return export.JSON(w, v.report, &v.activity) }, nil
	case kindHTML:
		return func() error {
			return export.HTML(w, v.report, export.HTMLOptions{Activity: &v.activity, Filter: expression, Status: status})
		}, nil
	case kindPcapng:
		return func() error {
			r, err := c.open(nil)
			if err != nil {
				return err
			}
			defer r.Close()
			a := &annotate.Annotator{Layouts: c.Layouts()}
			if v.filter != nil {
				a.Keep = v.keep(context.Background())
			}
			_, err = a.Annotate(w, r)
			return err
		}, nil
	case kindText:
		kind = "report"
	}
	s, err := export.NewSink(w, kind, cmp.Or(table, "exchanges"), export.ScreenOptions{Filter: expression})
	if err != nil {
		return nil, err
	}
	return func() error {
		for i := 0; s.Exchanges != nil && i < v.exchanges.all.len(); i++ {
			if err := s.Exchanges(c.name, []*report.Exchange{v.exchanges.get(i)}); err != nil {
				return err
			}
		}
		if s.Records != nil {
			if err := v.records(s); err != nil {
				return err
			}
		}
		return s.Finish(v.report, status)
	}, nil
}

func (v *View) records(s *export.Sink) error {
	r, err := v.c.open(nil)
	if err != nil {
		return err
	}
	defer r.Close()
	var failed error
	opts := record.Options{Name: v.c.name, Workers: 1, Layouts: v.c.Layouts()}
	_, records := s.Into(func(err error) { failed = err })
	opts.Record = func(r *record.Record) { records(v.c.name, r) }
	if v.filter != nil {
		opts.Keep = func() func(*decoder.Message, *record.Packet) bool {
			return v.keep(context.Background())
		}
	}
	a := analyzer.New(opts)
	defer a.Close()
	for failed == nil && r.Next() {
		p := record.FromCapture(r.Packet())
		a.Add(&p)
	}
	if failed == nil {
		a.Finish()
	}
	return failed
}

const outputBlock = 256 << 10

// An output gathers what a task writes, and rests between.
type output struct {
	*bufio.Writer
	t *task
	n int // writes since the last look at the clock
}

func (o *output) Write(p []byte) (int, error) {
	if o.n++; o.n%64 == 0 && !o.t.rest() {
		return 0, errStopped
	}
	return o.Writer.Write(p)
}
