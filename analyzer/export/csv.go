package export

import (
	"io"
	"reflect"
	"strings"
	"unicode/utf8"
)

// csvWriter writes rows of T. The names of the columns are those of Parquet.
type csvWriter[T any] struct {
	w      io.Writer
	cells  csvCells
	buf    []byte
	row    T
	fields []any // of row
}

// NewCSV returns a writer of rows as CSV for spreadsheets. It writes the names
// of the columns at once. Texts are quoted, and none begins as a formula does.
func NewCSV[T any](w io.Writer) (RowWriter[T], error) { return newCSV[T](w, csvCells{guard: true}) }

// NewPlainCSV returns a writer of rows as CSV for programs: each text is as in
// the other formats, also one that a spreadsheet would take for a formula.
func NewPlainCSV[T any](w io.Writer) (RowWriter[T], error) { return newCSV[T](w, csvCells{}) }

func newCSV[T any](w io.Writer, cells csvCells) (RowWriter[T], error) {
	c := &csvWriter[T]{w: w, cells: cells}
	c.fields = fieldsOf(&c.row)
	for i, column := range columnsOf(reflect.TypeFor[T]()) {
		if i > 0 {
			c.buf = append(c.buf, ',')
		}
		c.buf = append(c.buf, column.Name...)
	}
	c.buf = append(c.buf, '\n')
	return c, c.flush()
}

func (c *csvWriter[T]) flush() error {
	_, err := c.w.Write(c.buf)
	c.buf = c.buf[:0]
	return err
}

func (c *csvWriter[T]) Write(rows ...T) error {
	for i := range rows {
		c.row = rows[i]
		for j, field := range c.fields {
			if j > 0 {
				c.buf = append(c.buf, ',')
			}
			c.buf = appendCell(c.buf, c.cells, field)
		}
		c.buf = append(c.buf, '\n')
		if len(c.buf) < block && i < len(rows)-1 {
			continue
		}
		if err := c.flush(); err != nil {
			return err
		}
	}
	return nil
}

func (c *csvWriter[T]) Close() error { return nil }

// Cell returns a text as it can stand in a cell of a spreadsheet: harmless, and
// with an apostrophe in front when it would be taken for a formula.
func Cell(s string) string {
	if s = Text(s); formula(s) {
		return "'" + s
	}
	return s
}

// formula reports whether a spreadsheet may take text for a formula; some pass
// over blanks, and take the wide forms of the signs for the signs. A number with
// a sign is none.
func formula(s string) bool {
	s = strings.TrimLeft(s, " \u00a0\u3000")
	u, size := utf8.DecodeRuneInString(s)
	switch u {
	case '+', '-':
		return !digits(s[size:])
	case '=', '@', '＝', '＋', '－', '＠':
		return true
	}
	return false
}

// digits reports whether s is a number without a sign: digits, with at most one
// point between them.
func digits(s string) bool {
	whole, part, point := strings.Cut(s, ".")
	all := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return all(whole) && (!point || all(part))
}
