// Package analysis answers POST /api/analyze: a capture in, its report out. It
// is separate from package api because it is larger than all the rest together,
// and a Worker that only decodes need not load it.
package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"fragscope/analyzer/api"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/record"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
)

// Options bound what an analysis may cost. The zero value is for one user on
// their own machine.
type Options struct {
	MaxCapture int64          // bytes of a capture, as received and unpacked, 0 for 16 GiB
	Analyses   int            // captures analyzed at once, 0 for 4
	Turn       int            // milliseconds that one may take when another needs its place, 0 for 60 000
	Analyzer   record.Options // limits of each; Name, Exchanges and Keep are set
}

// Route returns the route of the analysis, for Options.More of package api.
func Route(opts Options) api.Route {
	opts.MaxCapture = cmp.Or(opts.MaxCapture, 16<<30)
	// waiting ones would hold their bodies
	gate := &api.Gate{Places: cmp.Or(opts.Analyses, 4), Turn: cmp.Or(opts.Turn, 60_000), What: "captures"}
	return api.Route{
		Method: "POST", Path: "/api/analyze", Summary: "Explain a capture",
		Doc: "The body is a pcap or pcapng file, plain or compressed with gzip, zstd, lz4 or bzip2. It is analyzed while " +
			"it arrives and never kept.",
		Params: []api.Param{
			{Name: "format", Doc: "output format; default json", Enum: []string{"json", "ndjson", "csv", "parquet", "report"}},
			{Name: "table", Doc: "in ndjson, csv and parquet: which table; default exchanges", Enum: export.TableNames()},
			{Name: "csv", Doc: "in csv: guarded, with an apostrophe before a text that a spreadsheet would compute, or plain; " +
				"default guarded", Enum: []string{"guarded", "plain"}},
			{Name: "filter", Doc: "only packets, or of the table of exchanges those, that meet this expression, as in " +
				"fragscope analyze --filter", Example: `protocol == "gamespy1"`},
			{Name: "name", Doc: "name of the capture in the report; default -"},
		},
		Body: "a capture",
		Answers: []api.Answer{{
			Status: 200, Types: []string{api.TypeJSON, api.TypeNDJSON, api.TypeCSV, api.TypeParquet, api.TypeText},
			Schema: "Report", Value: (*export.Document)(nil), Rows: rows(),
			Doc: "the report, or a table of it; in CSV and Parquet a column is named as x-column of its schema says",
		}},
		Problems: []string{"unreadable", "too-large", "answer-too-long", "too-slow", "body", "busy"},
		Handle: func(c *api.Call) error {
			if err := gate.Enter(c); err != nil {
				return err
			}
			spare := c.Memory() / 4 // for pastes
			memory := memoryOf(c.Length(), c.Memory()-spare, gate.Places)
			if !c.Reserve(memory, spare) {
				return api.Busy(2, "Captures that are being analyzed need all memory.")
			}
			limits := opts
			// the rest is for the answer, and for memory that waits to be collected
			limits.Analyzer.Memory = min(cmp.Or(opts.Analyzer.Memory, record.DefaultMemory), memory*5/8)
			return analyze(c, &limits)
		},
	}
}

// perByte is of servers that differ in each packet.
const perByte = 16

// memoryOf returns what the analysis of a capture of so many bytes, -1 for
// unknown, takes of all that analyses have. Each has its share; what may need more
// has more, where that is free.
func memoryOf(length, all int64, places int) int64 {
	n := all / int64(places)
	if length < 0 {
		n = max(n, all/2)
	}
	return max(n, min(length, all/perByte)*perByte)
}

var errGone = errors.New("the client is gone")

func analyze(c *api.Call, limits *Options) error {
	opts := scan.Options{Analyzer: limits.Analyzer}
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	if gone := c.Gone(); gone != nil {
		go func() {
			select {
			case <-gone:
				stop(errGone)
			case <-ctx.Done():
			}
		}()
	}
	var only *filter.Filter // of exchanges
	if text := c.Param("filter"); text != "" {
		f, err := filter.CompileFor(text, filter.Packets|filter.Exchanges, limits.Analyzer.Layouts)
		if err != nil {
			return wrongFilter(err)
		}
		if only = f; f.About()&filter.Packets == 0 {
			if format := c.Param("format"); format == "" || format == "json" || format == "report" ||
				cmp.Or(c.Param("table"), "exchanges") != "exchanges" {
				return api.WrongParameter("filter",
					"it asks for what only exchanges have: it is for the table of exchanges in ndjson, csv and parquet.")
			}
		} else {
			only = nil
			opts.Analyzer.Keep = func() func(*decoder.Message, *record.Packet) bool { return f.Matcher(ctx).Match }
		}
	}
	out, err := newSink(c)
	if err != nil {
		return err
	}
	opts.Exchanges, opts.Record = out.Into(stop)
	if only != nil {
		opts.Exchanges = only.Exchanges(ctx, opts.Exchanges)
	}
	body := &watched{r: c.Body(limits.MaxCapture), over: c.Over, stop: stop}
	opts.Stdin, opts.StdinName = body, c.Param("name")
	opts.Packet = func(_ string, p *capture.Packet) {
		if err := c.Over(); err != nil {
			stop(err)
		}
		if p.Offset > limits.MaxCapture { // compressed bodies
			stop(api.TooLarge(limits.MaxCapture, fmt.Sprintf("The capture has more than %d bytes unpacked.", limits.MaxCapture)))
		}
	}
	report, err := scan.Files(ctx, []string{"-"}, opts)
	switch cause := context.Cause(ctx); {
	case body.err != nil: // a body that was cut must not be taken for a capture that was cut
		return body.err
	case cause != nil:
		return cause
	case len(report.Files) == 0:
		return api.Unreadable(errors.Unwrap(err.(interface{ Unwrap() []error }).Unwrap()[0]).Error())
	case err != nil:
		return err
	}
	return out.Finish(report, "")
}

func newSink(c *api.Call) (*export.Sink, error) {
	format, table, csv := cmp.Or(c.Param("format"), "json"), c.Param("table"), c.Param("csv")
	if table != "" && (format == "json" || format == "report") {
		return nil, api.WrongParameter("table", "it is for format ndjson, csv and parquet, not "+format+".")
	}
	if csv != "" && format != "csv" {
		return nil, api.WrongParameter("csv", "it is for format csv, not "+format+".")
	}
	if err := c.SetType(formats[format]); err != nil {
		return nil, err
	}
	if csv == "plain" {
		format = "csv-plain"
	}
	return export.NewSink(c, format, cmp.Or(table, "exchanges"), export.ScreenOptions{Filter: c.Param("filter")})
}

func wrongFilter(err error) error {
	p := api.WrongParameter("filter", "")
	p.Detail = err.Error()
	if !strings.HasSuffix(p.Detail, "?") {
		p.Detail += "."
	}
	if e, ok := errors.AsType[*filter.Error](err); ok {
		p.Line, p.Column = e.Line, e.Column
	}
	return p
}

// formats are the types of the formats.
var formats = map[string]string{"json": api.TypeJSON, "ndjson": api.TypeNDJSON, "csv": api.TypeCSV,
	"parquet": api.TypeParquet, "report": api.TypeText}

// watched remembers why a body could not be read to its end.
type watched struct {
	r    io.Reader
	over func() error // why the work has to end
	stop func(error)
	err  error
}

func (w *watched) Read(p []byte) (int, error) {
	err := w.over()
	n := 0
	if err == nil {
		n, err = w.r.Read(p)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
		w.stop(err)
	}
	return n, err
}
