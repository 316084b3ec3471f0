package unpack

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"io"
	"testing"

	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

func TestStream(t *testing.T) {
	text := bytes.Repeat([]byte("facing worlds "), 100)
	pack := func(w io.WriteCloser) {
		w.Write(text)
		w.Close()
	}
	var z, g, l, d bytes.Buffer
	pack(zlib.NewWriter(&z))
	pack(gzip.NewWriter(&g))
	pack(lz4.NewWriter(&l))
	w, err := zstd.NewWriter(&d)
	if err != nil {
		t.Fatal(err)
	}
	pack(w)
	for format, p := range map[string][]byte{"zlib": z.Bytes(), "gzip": g.Bytes(), "LZ4": l.Bytes(),
		"zstd": d.Bytes()} {
		if out, err := Stream(format, p, 1<<16); err != nil || !bytes.Equal(out, text) {
			t.Errorf("%s: %q, %v", format, out, err)
		}
		if out, err := Stream(format, p, 10); err != nil || len(out) != 10 {
			t.Errorf("%s with a limit: %q, %v", format, out, err)
		}
		if _, err := Stream(format, append(p[:len(p):len(p)], 0), 1<<16); err == nil {
			t.Errorf("%s: bytes that follow are no error", format)
		}
		if _, err := Stream(format, p[:len(p)/2], 1<<16); err == nil {
			t.Errorf("%s: half of it is no error", format)
		}
	}
	if _, err := Stream("LZMA", nil, 1); err != ErrFormat {
		t.Error(err)
	}
}
