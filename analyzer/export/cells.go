package export

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// A cellWriter appends values of rows in one format.
type cellWriter interface {
	null(dst []byte) []byte
	text(dst []byte, s string) []byte
	time(dst []byte, t Time) []byte
	texts(dst []byte, list []string) []byte
	integers(dst []byte, list []int64) []byte
}

// appendCell appends the value that p, a pointer to a field of a row, points to.
func appendCell(dst []byte, w cellWriter, p any) []byte {
	switch x := p.(type) {
	case *string:
		return w.text(dst, *x)
	case *int64:
		return strconv.AppendInt(dst, *x, 10)
	case *int32:
		return strconv.AppendInt(dst, int64(*x), 10)
	case *[]string:
		return w.texts(dst, *x)
	case *[]int64:
		return w.integers(dst, *x)
	case *Time:
		if *x == 0 {
			return w.null(dst)
		}
		return w.time(dst, *x)
	case *Nanoseconds:
		if *x == 0 {
			return w.null(dst)
		}
		return strconv.AppendInt(dst, int64(*x), 10)
	case *float64:
		return strconv.AppendFloat(dst, *x, 'f', -1, 64)
	case *bool:
		return strconv.AppendBool(dst, *x)
	}
	if v := reflect.ValueOf(p).Elem(); v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return w.null(dst)
		}
		return appendCell(dst, w, v.Interface())
	}
	panic(fmt.Sprintf("no cell for %T", p)) // a row type has a field that this file does not know
}

type jsonCells struct{}

func (jsonCells) null(dst []byte) []byte { return append(dst, "null"...) }

func (jsonCells) time(dst []byte, t Time) []byte { return append(t.Append(append(dst, '"')), '"') }

func (jsonCells) text(dst []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < 0x20 || c >= 0x7f || c == '"' || c == '\\' {
			return appendJSON(dst, s)
		}
	}
	return append(append(append(dst, '"'), s...), '"')
}

func appendJSON(dst []byte, s string) []byte {
	b := bytes.NewBuffer(dst)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a text can be written, and so can a buffer
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

func (j jsonCells) texts(dst []byte, list []string) []byte {
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = j.text(dst, s)
	}
	return append(dst, ']')
}

func (jsonCells) integers(dst []byte, list []int64) []byte {
	return append(appendIntegers(append(dst, '['), list, ','), ']')
}

// csvCells writes CSV; guard says whether a text must not begin as a formula.
type csvCells struct{ guard bool }

func (csvCells) null(dst []byte) []byte { return dst }

func (csvCells) time(dst []byte, t Time) []byte { return t.Append(dst) }

func (c csvCells) text(dst []byte, s string) []byte {
	dst = append(dst, '"')
	if c.guard && formula(s) {
		dst = append(dst, '\'')
	}
	for i := range len(s) {
		if s[i] == '"' {
			dst = append(dst, '"')
		}
		dst = append(dst, s[i])
	}
	return append(dst, '"')
}

func (c csvCells) texts(dst []byte, list []string) []byte {
	return c.text(dst, strings.Join(list, " "))
}

func (csvCells) integers(dst []byte, list []int64) []byte { return appendIntegers(dst, list, ' ') }

func appendIntegers(dst []byte, list []int64, between byte) []byte {
	for i, n := range list {
		if i > 0 {
			dst = append(dst, between)
		}
		dst = strconv.AppendInt(dst, n, 10)
	}
	return dst
}

// fieldsOf is called once a writer: finding the fields of each row would take longer than writing them.
func fieldsOf[T any](row *T) (fields []any) {
	v := reflect.ValueOf(row).Elem()
	for i := range v.NumField() {
		fields = append(fields, v.Field(i).Addr().Interface())
	}
	return fields
}
