package export

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
)

// A Sink takes what is found in captures and writes it in one format.
type Sink struct {
	Exchanges func(file string, x []*report.Exchange) error // takes exchanges that are over; nil when they are not needed
	// takes what is known of each packet, in order; nil when it is not needed
	Records func(file string, r *record.Record) error
	Finish  func(r *report.Report, status string) error // takes the report, settled, and what a reader has to know of it
}

// Into returns what takes exchanges and packets for s while captures are read,
// never concurrently; nil for what it does not need. fail is called with the
// error when nothing more can be written; what comes then is dropped.
func (s *Sink) Into(fail func(error)) (exchanges func(string, []*report.Exchange),
	records func(string, *record.Record)) {
	failed := false
	check := func(err error) {
		if err != nil {
			failed = true
			fail(err)
		}
	}
	if s.Exchanges != nil {
		exchanges = func(file string, x []*report.Exchange) {
			if !failed {
				check(s.Exchanges(file, x))
			}
		}
	}
	if s.Records != nil {
		records = func(file string, r *record.Record) {
			if !failed {
				check(s.Records(file, r))
			}
		}
	}
	return exchanges, records
}

// NewSink returns what writes a format to w: "report", which is for a terminal
// as o says, "json", or a table in a format of [NewRows].
func NewSink(w io.Writer, format, table string, o ScreenOptions) (*Sink, error) {
	switch format {
	case "report":
		return &Sink{Finish: func(r *report.Report, status string) error {
			o.Status = status
			return Screen(w, r, o)
		}}, nil
	case "json":
		return WholeSink(func(r *report.Report, a *Activity, _ string) error { return JSON(w, r, a) }), nil
	}
	for i := range tables {
		if t := &tables[i]; t.name == table {
			return t.sink(w, format)
		}
	}
	return nil, fmt.Errorf("no table %q", table)
}

// WholeSink is a Sink that writes when everything was read, with the activity.
func WholeSink(write func(r *report.Report, a *Activity, status string) error) *Sink {
	a := &Activity{}
	return &Sink{
		Exchanges: func(_ string, x []*report.Exchange) error {
			a.Add(x)
			return nil
		},
		Finish: func(r *report.Report, status string) error { return write(r, a, status) },
	}
}

// JoinSinks is a Sink that hands what it takes to all of several.
func JoinSinks(all []*Sink) *Sink {
	joined := &Sink{Finish: func(r *report.Report, status string) error {
		for _, s := range all {
			if err := s.Finish(r, status); err != nil {
				return err
			}
		}
		return nil
	}}
	for _, s := range all {
		joined.Exchanges = after(joined.Exchanges, s.Exchanges)
		joined.Records = after(joined.Records, s.Records)
	}
	return joined
}

func after[T any](first, next func(string, T) error) func(string, T) error {
	if first == nil {
		return next
	}
	if next == nil {
		return first
	}
	return func(file string, x T) error {
		if err := first(file, x); err != nil {
			return err
		}
		return next(file, x)
	}
}

func exchangeSink(w io.Writer, format string) (*Sink, error) {
	rows, err := NewRows[Exchange](w, format)
	if err != nil {
		return nil, err
	}
	return RowSink(rows), nil
}

// RowSink is a Sink that writes exchanges as rows while they come in.
func RowSink(w RowWriter[Exchange]) *Sink {
	var rows []Exchange
	names := &names{}
	return &Sink{
		Exchanges: func(file string, x []*report.Exchange) error {
			for some := range slices.Chunk(x, 256) {
				rows = names.rows(rows, file, some)
				if err := w.Write(rows...); err != nil {
					return err
				}
			}
			return nil
		},
		Finish: func(*report.Report, string) error { return w.Close() },
	}
}

func reportSink[T any](table func(*report.Report) iter.Seq[T]) func(io.Writer, string) (*Sink, error) {
	return func(w io.Writer, format string) (*Sink, error) {
		rows, err := NewRows[T](w, format)
		if err != nil {
			return nil, err
		}
		return &Sink{Finish: func(r *report.Report, _ string) error { return WriteAll(rows, table(r)) }}, nil
	}
}

// NewRows returns a writer of rows as "ndjson", "csv" for spreadsheets,
// "csv-plain" for programs, or "parquet".
func NewRows[T any](w io.Writer, format string) (RowWriter[T], error) {
	switch format {
	case "ndjson":
		return NewNDJSON[T](w), nil
	case "csv":
		return NewCSV[T](w)
	case "csv-plain":
		return NewPlainCSV[T](w)
	case "parquet":
		if rows := NewParquet[T](w); rows != nil {
			return rows, nil
		}
		return nil, errors.New("this program was built without Parquet")
	}
	return nil, fmt.Errorf("no format %q", format)
}
