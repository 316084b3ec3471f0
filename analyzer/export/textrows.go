package export

import (
	"io"
	"iter"
	"reflect"
)

// A RowWriter writes the rows of one table.
type RowWriter[T any] interface {
	Write(rows ...T) error
	Close() error // writes what is left; does not close what it writes to
}

// ndjson writes rows of T.
type ndjson[T any] struct {
	w      io.Writer
	names  []string // of the columns, with what is before them
	buf    []byte
	row    T
	fields []any // of row
}

// NewNDJSON returns a writer of rows as JSON objects, one a line.
func NewNDJSON[T any](w io.Writer) RowWriter[T] {
	n := &ndjson[T]{w: w}
	n.fields = fieldsOf(&n.row)
	before := "{"
	for _, c := range columnsOf(reflect.TypeFor[T]()) {
		n.names = append(n.names, before+`"`+c.JSON+`":`)
		before = ","
	}
	return n
}

func (n *ndjson[T]) Write(rows ...T) error {
	for i := range rows {
		n.row = rows[i]
		for j, field := range n.fields {
			n.buf = append(n.buf, n.names[j]...)
			n.buf = appendCell(n.buf, jsonCells{}, field)
		}
		n.buf = append(n.buf, "}\n"...)
		if len(n.buf) < block && i < len(rows)-1 {
			continue
		}
		_, err := n.w.Write(n.buf)
		if n.buf = n.buf[:0]; err != nil {
			return err
		}
	}
	return nil
}

// block is the number of bytes that are written at a time, where there are as
// many.
const block = 64 << 10

func (n *ndjson[T]) Close() error { return nil }

// WriteAll writes all rows and closes w.
func WriteAll[T any](w RowWriter[T], rows iter.Seq[T]) error {
	for row := range rows {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	return w.Close()
}
