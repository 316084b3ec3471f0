package export

import (
	"encoding/json"
	"io"
	"iter"
)

// A RowWriter writes the rows of one table.
type RowWriter[T any] interface {
	Write(rows ...T) error
	Close() error // writes what is left; does not close what it writes to
}

type ndjson[T any] struct{ *json.Encoder }

// NewNDJSON returns a writer of rows as JSON objects, one a line.
func NewNDJSON[T any](w io.Writer) RowWriter[T] {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return ndjson[T]{e}
}

func (n ndjson[T]) Write(rows ...T) error {
	for i := range rows {
		if err := n.Encode(&rows[i]); err != nil {
			return err
		}
	}
	return nil
}

func (n ndjson[T]) Close() error { return nil }

// WriteAll writes all rows and closes w.
func WriteAll[T any](w RowWriter[T], rows iter.Seq[T]) error {
	for row := range rows {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	return w.Close()
}
