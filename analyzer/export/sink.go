package export

import (
	"fmt"
	"io"
	"iter"
	"slices"

	"fragscope/analyzer"
)

// A Sink takes what is found in captures and writes it in one format.
type Sink struct {
	Exchanges func(file string, x []*analyzer.Exchange) error // takes exchanges that are over; nil when they are not needed
	Finish    func(r *analyzer.Report, status string) error   // takes the report, settled, and what a reader has to know of it
}

// NewSink returns what writes a format to w: "report", which is for a terminal
// as o says, "json", or a table in a format of [NewRows].
func NewSink(w io.Writer, format, table string, o ScreenOptions) (*Sink, error) {
	switch format {
	case "report":
		return &Sink{Finish: func(r *analyzer.Report, status string) error {
			o.Status = status
			return Screen(w, r, o)
		}}, nil
	case "json":
		return WholeSink(func(r *analyzer.Report, a *Activity, _ string) error { return JSON(w, r, a) }), nil
	}
	switch table {
	case "exchanges":
		rows, err := NewRows[Exchange](w, format)
		return RowSink(rows, func(*analyzer.Report) error { return nil }), err
	case "servers":
		return rowsAtEnd(w, format, Servers), nil
	case "players":
		return rowsAtEnd(w, format, Players), nil
	case "rules":
		return rowsAtEnd(w, format, Rules), nil
	case "events":
		return rowsAtEnd(w, format, Events), nil
	}
	return nil, fmt.Errorf("no table %q", table)
}

// WholeSink is a Sink that writes when everything was read, with the activity.
func WholeSink(write func(r *analyzer.Report, a *Activity, status string) error) *Sink {
	a := &Activity{}
	return &Sink{
		Exchanges: func(_ string, x []*analyzer.Exchange) error {
			a.Add(x)
			return nil
		},
		Finish: func(r *analyzer.Report, status string) error { return write(r, a, status) },
	}
}

// RowSink is a Sink that writes exchanges as rows while they come in, and the
// rest when everything was read.
func RowSink(w RowWriter[Exchange], rest func(*analyzer.Report) error) *Sink {
	var rows []Exchange
	return &Sink{
		Exchanges: func(file string, x []*analyzer.Exchange) error {
			for some := range slices.Chunk(x, 256) {
				rows = rows[:0]
				for _, e := range some {
					rows = append(rows, ExchangeRow(file, e))
				}
				if err := w.Write(rows...); err != nil {
					return err
				}
			}
			return nil
		},
		Finish: func(r *analyzer.Report, _ string) error {
			if err := w.Close(); err != nil {
				return err
			}
			return rest(r)
		},
	}
}

// rowsAtEnd writes a table that the whole report makes.
func rowsAtEnd[T any](w io.Writer, format string, table func(*analyzer.Report) iter.Seq[T]) *Sink {
	return &Sink{Finish: func(r *analyzer.Report, _ string) error {
		rows, err := NewRows[T](w, format)
		if err != nil {
			return err
		}
		return WriteAll(rows, table(r))
	}}
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
	}
	return nil, fmt.Errorf("no format %q", format)
}
