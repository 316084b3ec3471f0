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

type textRows[T any] struct {
	w      io.Writer
	cells  cellWriter
	before []string // of each field, what precedes it
	end    string   // of a line
	buf    []byte
	row    T
	fields []any // of row
}

// NewNDJSON returns a writer of rows as JSON objects, one a line.
func NewNDJSON[T any](w io.Writer) RowWriter[T] {
	n := &textRows[T]{w: w, cells: jsonCells{}, end: "}\n"}
	n.fields = fieldsOf(&n.row)
	before := "{"
	for _, c := range columnsOf(reflect.TypeFor[T]()) {
		n.before = append(n.before, before+`"`+c.JSON+`":`)
		before = ","
	}
	return n
}

func (t *textRows[T]) Write(rows ...T) error {
	for i := range rows {
		t.row = rows[i]
		for j, field := range t.fields {
			t.buf = append(t.buf, t.before[j]...)
			t.buf = appendCell(t.buf, t.cells, field)
		}
		t.buf = append(t.buf, t.end...)
		if len(t.buf) < block && i < len(rows)-1 {
			continue
		}
		if err := t.flush(); err != nil {
			return err
		}
	}
	return nil
}

// block is the number of bytes that are written at a time.
const block = 64 << 10

func (t *textRows[T]) flush() error {
	_, err := t.w.Write(t.buf)
	t.buf = t.buf[:0]
	return err
}

func (t *textRows[T]) Close() error { return nil }

// WriteAll writes all rows and closes w.
func WriteAll[T any](w RowWriter[T], rows iter.Seq[T]) error {
	for row := range rows {
		if err := w.Write(row); err != nil {
			return err
		}
	}
	return w.Close()
}
