// Package unpack decompresses what decoder/structure finds inside packets, for its Options.Unpack: the decoder
// imports the standard library alone.
package unpack

import (
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

// maxWindow is how far zstd may look back, as its command line tool allows.
const maxWindow = 8 << 20

var (
	// ErrFormat reports a format that this package does not know.
	ErrFormat = errors.New("the format is none of zlib, gzip, bzip2, LZ4 and zstd")
	// ErrTrailing reports bytes after the end of the stream.
	ErrTrailing = errors.New("bytes follow the compressed stream")
)

// Stream decompresses at most max bytes of p, which ends with the stream.
func Stream(format string, p []byte, max int) ([]byte, error) {
	in := bytes.NewReader(p)
	var r io.Reader
	var err error
	switch format {
	case "zlib":
		r, err = zlib.NewReader(in)
	case "gzip":
		r, err = gzip.NewReader(in)
	case "bzip2":
		r = bzip2.NewReader(in)
	case "LZ4":
		r = lz4.NewReader(in)
	case "zstd":
		var d *zstd.Decoder
		if d, err = zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(maxWindow)); err == nil {
			defer d.Close()
			r = d
		}
	default:
		err = ErrFormat
	}
	if err != nil {
		return nil, err
	}
	out, err := io.ReadAll(io.LimitReader(r, int64(max)))
	if err == nil && len(out) < max && in.Len() > 0 {
		err = ErrTrailing
	}
	return out, err
}
