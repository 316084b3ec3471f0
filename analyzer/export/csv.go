package export

import (
	"io"
	"reflect"
	"strings"
	"unicode/utf8"
)

// NewCSV returns a writer of rows as CSV for spreadsheets. It writes the names
// of the columns at once. Texts are quoted, and none begins as a formula does.
func NewCSV[T any](w io.Writer) (RowWriter[T], error) { return newCSV[T](w, csvCells{guard: true}) }

// NewPlainCSV returns a writer of rows as CSV for programs: each text is as in
// the other formats, also one that a spreadsheet would take for a formula.
func NewPlainCSV[T any](w io.Writer) (RowWriter[T], error) { return newCSV[T](w, csvCells{}) }

func newCSV[T any](w io.Writer, cells csvCells) (RowWriter[T], error) {
	c := &textRows[T]{w: w, cells: cells, end: "\n"}
	c.fields = fieldsOf(&c.row)
	before := ""
	for _, column := range columnsOf(reflect.TypeFor[T]()) {
		c.before = append(c.before, before)
		c.buf = append(append(c.buf, before...), column.Name...)
		before = ","
	}
	c.buf = append(c.buf, c.end...)
	return c, c.flush()
}

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

// digits reports whether s has digits only, and at most one point between them.
func digits(s string) bool {
	whole, part, point := strings.Cut(s, ".")
	all := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	return all(whole) && (!point || all(part))
}
