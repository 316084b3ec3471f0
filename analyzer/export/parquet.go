//go:build !js || parquet

package export

import (
	"io"
	"reflect"

	"github.com/parquet-go/parquet-go"
)

// A row of exchanges takes some 300 bytes.
const rowGroup = 1 << 16

// NewParquet returns a writer of rows as a Parquet file. It uses encodings that
// every reader has known for long: dictionaries and plain values, compressed
// with Snappy. Pages are of version 2: in those of version 1 other readers do
// not find the values of columns with nulls. The least and greatest values are
// at the end of the file, not in the pages too. Close writes the end, without
// which the file cannot be read.
func NewParquet[T any](w io.Writer) RowWriter[T] {
	return &parquetWriter[T]{
		w: parquet.NewGenericWriter[T](w,
			parquet.Compression(&parquet.Snappy), parquet.DataPageVersion(2), parquet.MaxRowsPerRowGroup(rowGroup),
			parquet.DefaultEncoding(&parquet.Plain), parquet.CreatedBy("fragscope", "1", "")),
		times: timesOf[T](),
	}
}

func timesOf[T any]() (places []int) {
	t := reflect.TypeFor[T]()
	for i := range t.NumField() {
		if t.Field(i).Type == reflect.TypeFor[Time]() {
			places = append(places, i)
		}
	}
	return places
}

func eachTime[T any](rows []T, places []int, change func(int64) int64) {
	for i := range rows {
		v := reflect.ValueOf(&rows[i]).Elem()
		for _, place := range places {
			f := v.Field(place)
			f.SetInt(change(f.Int()))
		}
	}
}

type parquetWriter[T any] struct {
	w     *parquet.GenericWriter[T]
	times []int
	rows  []T
}

func (p *parquetWriter[T]) Write(rows ...T) error {
	p.rows = append(p.rows[:0], rows...)
	eachTime(p.rows, p.times, func(t int64) int64 { return t / 1000 }) // a file keeps microseconds
	_, err := p.w.Write(p.rows)
	return err
}

func (p *parquetWriter[T]) Close() error { return p.w.Close() }

// ReadParquet returns the rows of a file that [NewParquet] wrote, with their
// times as far as the file keeps them.
func ReadParquet[T any](r io.ReaderAt, size int64) ([]T, error) {
	rows, err := parquet.Read[T](r, size)
	eachTime(rows, timesOf[T](), func(t int64) int64 { return t * 1000 })
	return rows, err
}
