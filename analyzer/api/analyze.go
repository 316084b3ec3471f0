package api

import (
	"context"
	"errors"
	"io"
	"iter"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
)

var tables = []string{"exchanges", "servers", "players", "rules", "events"}

// analyze answers POST /api/analyze.
func (c *call) analyze() error {
	opts := scan.Options{Analyzer: c.h.opts.Analyzer}
	if text := c.params.get("filter"); text != "" {
		f, err := filter.Compile(text)
		if err != nil {
			return wrong("filter", "%s", err)
		}
		opts.Analyzer.Keep = func() func(*decoder.Message, *analyzer.Packet) bool { return f.Matcher().Match }
	}
	select {
	case c.h.running <- struct{}{}:
		defer func() { <-c.h.running }()
	default: // nobody waits here: whoever waits holds a body back
		p := busy.problem("%d captures are being analyzed, as many as fit.", cap(c.h.running))
		p.retry = 2
		return p
	}
	ctx, stop := context.WithCancelCause(c.r.Context())
	defer stop(nil)
	out, err := c.sink(func(err error) { stop(err) })
	if err != nil {
		return err
	}
	if out.exchanges != nil {
		opts.Exchanges = func(file string, x []*analyzer.Exchange) { out.exchanges(file, x) }
	}
	body := &watched{r: c.body(c.h.opts.MaxCapture)}
	opts.Stdin = body
	opts.Packet = func(_ string, p *capture.Packet) {
		if p.Offset > c.h.opts.MaxCapture { // what came compressed
			e := tooLarge.problem("The capture has more than %d bytes unpacked.", c.h.opts.MaxCapture)
			e.Limit = c.h.opts.MaxCapture
			stop(e)
		}
	}
	report, err := scan.Files(ctx, []string{"-"}, opts)
	switch cause := context.Cause(ctx); {
	case body.err != nil: // a body that was cut must not pass for a capture that was
		return body.err
	case cause != nil:
		return cause
	case len(report.Files) == 0:
		return badPaste.problem("%v", errors.Unwrap(err.(interface{ Unwrap() []error }).Unwrap()[0]))
	case err != nil:
		return err
	}
	return out.finish(report)
}

// A sink makes the answer of what is found.
type sink struct {
	exchanges func(file string, x []*analyzer.Exchange) // nil when nobody needs them
	finish    func(*analyzer.Report) error
}

// sink returns what writes the answer that the parameters name. stop ends the
// analysis when the answer cannot be written.
func (c *call) sink(stop func(error)) (*sink, error) {
	switch c.params.get("format") {
	case "", "json":
		c.kind = typeJSON
		a := &export.Activity{}
		return &sink{
			exchanges: func(_ string, x []*analyzer.Exchange) { a.Add(x) },
			finish:    func(r *analyzer.Report) error { return export.JSON(c, r, a) },
		}, nil
	case "report":
		c.kind = typeText
		return &sink{finish: func(r *analyzer.Report) error {
			return export.Screen(c, r, export.ScreenOptions{Filter: c.params.get("filter")})
		}}, nil
	case "csv":
		c.kind = typeCSV
	default:
		c.kind = typeNDJSON
	}
	switch c.params.get("table") {
	case "servers":
		return rowsAtEnd(c, export.Servers), nil
	case "players":
		return rowsAtEnd(c, export.Players), nil
	case "rules":
		return rowsAtEnd(c, export.Rules), nil
	case "events":
		return rowsAtEnd(c, export.Events), nil
	}
	rows, err := rowWriter[export.Exchange](c)
	if err != nil {
		return nil, err
	}
	return &sink{
		exchanges: func(file string, x []*analyzer.Exchange) {
			for _, e := range x {
				if err := rows.Write(export.ExchangeRow(file, e)); err != nil {
					stop(err)
					return
				}
			}
		},
		finish: func(*analyzer.Report) error { return rows.Close() },
	}, nil
}

func rowWriter[T any](c *call) (export.RowWriter[T], error) {
	if c.kind == typeCSV {
		return export.NewCSV[T](c)
	}
	return export.NewNDJSON[T](c), nil
}

// rowsAtEnd writes a table that the whole report makes.
func rowsAtEnd[T any](c *call, table func(*analyzer.Report) iter.Seq[T]) *sink {
	return &sink{finish: func(r *analyzer.Report) error {
		rows, err := rowWriter[T](c)
		if err != nil {
			return err
		}
		return export.WriteAll(rows, table(r))
	}}
}

// watched remembers why a body could not be read to its end.
type watched struct {
	r   io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n, err
}
