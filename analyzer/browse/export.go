package browse

import (
	"context"
	"fmt"
	"io"
	"iter"

	"fragscope/analyzer/export"
)

// Kinds of export besides the tables.
const (
	kindJSON   = "json"
	kindHTML   = "html"
	kindText   = "text"
	kindPcapng = "pcapng"
)

// Export begins to write what is shown to w: kind is "json", "html", "text",
// "pcapng", or "ndjson" or "csv" of a table: "exchanges", "servers", "players",
// "rules" or "events". All of it is what the command writes, to the byte.
func (c *Capture) Export(kind, table string, w io.Writer) error {
	v := c.Shown()
	if v.Report() == nil {
		return fmt.Errorf("the capture is still being read")
	}
	write, err := v.exporter(kind, table)
	if err != nil {
		return err
	}
	c.start(func(t *task) error {
		out := &output{t: t, w: w}
		if err := write(out); err != nil {
			return err
		}
		return out.flush()
	})
	return nil
}

func (v *View) exporter(kind, table string) (func(io.Writer) error, error) {
	c, expression, status := v.c, v.Expression(), ""
	if v.report.Files[0].Stopped {
		status = "Reading was stopped; this is what was found until then."
	}
	switch kind {
	case kindJSON:
		return func(w io.Writer) error { return export.JSON(w, v.report, &v.activity) }, nil
	case kindHTML:
		return func(w io.Writer) error {
			return export.HTML(w, v.report, export.HTMLOptions{Activity: &v.activity, Filter: expression, Status: status})
		}, nil
	case kindText:
		return func(w io.Writer) error {
			return export.Screen(w, v.report, export.ScreenOptions{Filter: expression, Status: status})
		}, nil
	case kindPcapng:
		return func(w io.Writer) error {
			r, err := c.open(nil)
			if err != nil {
				return err
			}
			defer r.Close()
			a := &export.Annotator{}
			if v.filter != nil {
				a.Keep = v.filter.Matcher(context.Background()).Match
			}
			_, err = a.Annotate(w, r)
			return err
		}, nil
	}
	switch table {
	case "", "exchanges":
		return tableOf(kind, func(yield func(export.Exchange) bool) {
			for i := range v.exchanges.all.len() {
				if !yield(export.ExchangeRow(c.name, v.exchanges.get(i))) {
					return
				}
			}
		})
	case "servers":
		return tableOf(kind, export.Servers(v.report))
	case "players":
		return tableOf(kind, export.Players(v.report))
	case "rules":
		return tableOf(kind, export.Rules(v.report))
	case "events":
		return tableOf(kind, export.Events(v.report))
	}
	return nil, fmt.Errorf("there is no table %q", table)
}

func tableOf[T any](kind string, rows iter.Seq[T]) (func(io.Writer) error, error) {
	switch kind {
	case "ndjson":
		return func(w io.Writer) error { return export.WriteAll(export.NewNDJSON[T](w), rows) }, nil
	case "csv":
		return func(w io.Writer) error {
			c, err := export.NewCSV[T](w)
			if err != nil {
				return err
			}
			return export.WriteAll(c, rows)
		}, nil
	}
	return nil, fmt.Errorf("there is no export %q", kind)
}

// outputBlock is how much is handed to the host at a time.
const outputBlock = 256 << 10

// An output gathers what a task writes, and rests between.
type output struct {
	t   *task
	w   io.Writer
	buf []byte
	n   int // writes since the last look at the clock
}

func (o *output) Write(p []byte) (int, error) {
	o.buf = append(o.buf, p...)
	if len(o.buf) >= outputBlock {
		if err := o.flush(); err != nil {
			return 0, err
		}
	}
	if o.n++; o.n%64 == 0 && !o.t.rest() {
		return 0, errStopped
	}
	return len(p), nil
}

func (o *output) flush() error {
	_, err := o.w.Write(o.buf)
	o.buf = o.buf[:0]
	return err
}
