// Package gz decompresses pastes that are gzip files, for paste.Options.Gunzip. It is a package of its own so that
// programs that must stay small can leave it out.
package gz

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
)

// ErrTooLarge says that the text would be longer than allowed.
var ErrTooLarge = errors.New("it is larger than allowed when decompressed")

// Gunzip decompresses at most max bytes; more is ErrTooLarge. What stands after the compressed data is an error too.
func Gunzip(compressed []byte, max int) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.LimitReader(r, int64(max)+1))
	if err == nil && len(out) > max {
		err = ErrTooLarge
	}
	if err != nil {
		return nil, err
	}
	return out, nil
}
