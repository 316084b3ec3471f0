package export

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// csvWriter writes rows of T. The names of the columns are those of Parquet.
type csvWriter[T any] struct {
	w   io.Writer
	buf bytes.Buffer
}

// NewCSV returns a writer of rows as CSV. It writes the names of the columns
// at once. Texts are quoted, and none begins as a formula does.
func NewCSV[T any](w io.Writer) (RowWriter[T], error) {
	c := &csvWriter[T]{w: w}
	for i, column := range columnsOf(reflect.TypeFor[T]()) {
		if i > 0 {
			c.buf.WriteByte(',')
		}
		c.buf.WriteString(column.Name)
	}
	c.buf.WriteByte('\n')
	return c, c.flush()
}

func (c *csvWriter[T]) flush() error {
	_, err := c.w.Write(c.buf.Bytes())
	c.buf.Reset()
	return err
}

func (c *csvWriter[T]) Write(rows ...T) error {
	for i := range rows {
		v := reflect.ValueOf(&rows[i]).Elem()
		for j := range v.NumField() {
			if j > 0 {
				c.buf.WriteByte(',')
			}
			c.cell(v.Field(j))
		}
		c.buf.WriteByte('\n')
	}
	return c.flush()
}

func (c *csvWriter[T]) Close() error { return nil }

// cell writes a value; nothing for nil.
func (c *csvWriter[T]) cell(v reflect.Value) {
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return
		}
		v = v.Elem()
	}
	switch x := v.Interface().(type) {
	case string:
		c.text(x)
	case int64:
		c.buf.WriteString(strconv.FormatInt(x, 10))
	case int32:
		c.buf.WriteString(strconv.FormatInt(int64(x), 10))
	case float64:
		c.buf.WriteString(strconv.FormatFloat(x, 'f', -1, 64))
	case bool:
		c.buf.WriteString(strconv.FormatBool(x))
	case time.Time:
		c.buf.WriteString(x.Format(time.RFC3339Nano))
	case []string:
		c.text(strings.Join(x, " "))
	case []int64:
		for i, n := range x {
			if i > 0 {
				c.buf.WriteByte(' ')
			}
			c.buf.WriteString(strconv.FormatInt(n, 10))
		}
	default:
		panic(fmt.Sprintf("no CSV cell for %T", x)) // a row type has a field that this file does not know
	}
}

func (c *csvWriter[T]) text(s string) {
	c.buf.WriteByte('"')
	if formula(s) {
		c.buf.WriteByte('\'')
	}
	c.buf.WriteString(strings.ReplaceAll(s, `"`, `""`))
	c.buf.WriteByte('"')
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
// over blanks, and take the wide forms of the signs for the signs.
func formula(s string) bool {
	s = strings.TrimLeft(s, " \u00a0\u3000")
	u, _ := utf8.DecodeRuneInString(s)
	switch u {
	case '=', '+', '-', '@', '＝', '＋', '－', '＠':
		return true
	}
	return false
}
