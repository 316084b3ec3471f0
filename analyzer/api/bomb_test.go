package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"testing"
)

// writeZeroCapture writes a pcap file of n bytes of empty packets, compressed
// with gzip to a thousandth of that.
func writeZeroCapture(t *testing.T, w io.Writer, n int) {
	z := gzip.NewWriter(w)
	var head bytes.Buffer
	for _, v := range []any{uint32(0xa1b2c3d4), uint16(2), uint16(4), int32(0), uint32(0), uint32(65535), uint32(1)} {
		binary.Write(&head, binary.LittleEndian, v)
	}
	z.Write(head.Bytes())
	record := make([]byte, 16+1024)
	binary.LittleEndian.PutUint32(record[8:], 1024)
	binary.LittleEndian.PutUint32(record[12:], 1024)
	for ; n > 0; n -= len(record) {
		z.Write(record)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
}
