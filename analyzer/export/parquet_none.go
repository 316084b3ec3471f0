//go:build js && !parquet

package export

import "io"

// NewParquet returns nil: this program was built without Parquet, which
// would be a third of it.
func NewParquet[T any](io.Writer) RowWriter[T] { return nil }
