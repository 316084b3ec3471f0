// Package bunzip decompresses bzip2, for protocols whose messages may be
// compressed.
package bunzip

import (
	"bytes"
	"compress/bzip2"
	"errors"
	"hash/crc32"
	"io"
)

// Bunzip decompresses p, a bzip2 file that becomes less than 100,000 bytes, to
// at most max bytes, or one more where it has more, and returns their CRC-32.
func Bunzip(p []byte, max int) (out []byte, sum uint32, err error) {
	const magic = "BZh"
	if len(p) < 4 || string(p[:3]) != magic {
		return nil, 0, errors.New("it is no bzip2 file")
	}
	// A reader takes four bytes of memory for each that a block may have, and the
	// header may say 900,000. With the smallest size, greater ones are an error.
	r := bzip2.NewReader(io.MultiReader(bytes.NewReader([]byte(magic+"1")), bytes.NewReader(p[4:])))
	if out, err = io.ReadAll(io.LimitReader(r, int64(max)+1)); err != nil {
		return nil, 0, err
	}
	return out, crc32.ChecksumIEEE(out), nil
}
