//go:build !js || parquet

package export

import (
	"io"

	"github.com/parquet-go/parquet-go"
)

// rowGroup is the number of rows that a Parquet writer holds before it writes
// them. A row of exchanges takes some 300 bytes.
const rowGroup = 1 << 16

// NewParquet returns a writer of rows as a Parquet file. It uses encodings that
// every reader has known for long: dictionaries and plain values, compressed
// with Snappy. Pages are of version 2: in those of version 1 other readers do
// not find the values of columns with nulls. Close writes the end, without
// which the file cannot be read.
func NewParquet[T any](w io.Writer) RowWriter[T] {
	return parquetWriter[T]{parquet.NewGenericWriter[T](w,
		parquet.Compression(&parquet.Snappy), parquet.DataPageVersion(2), parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.DefaultEncoding(&parquet.Plain), parquet.CreatedBy("fragscope", "1", ""), parquet.DataPageStatistics(true))}
}

type parquetWriter[T any] struct{ *parquet.GenericWriter[T] }

func (p parquetWriter[T]) Write(rows ...T) error {
	_, err := p.GenericWriter.Write(rows)
	return err
}
