package capture

import (
	"bytes"
	"errors"
	"testing"
	"testing/iotest"
)

// A writer that fails ends the copying, whatever the number of workers.
func TestAnnotateFails(t *testing.T) {
	data := manyPackets(t, 5000)
	comments := func() Comment { return func(dst []byte, _ *Packet) []byte { return append(dst, "said"...) } }
	for _, workers := range []int{1, 4} {
		full := errors.New("full")
		for _, room := range []int64{0, 10, 100, 100_000} {
			n, err := Annotate(&limitedWriter{room, full}, open(t, data), workers, comments)
			if !errors.Is(err, full) || n > 2000 {
				t.Errorf("%d workers, room for %d bytes: %d packets, error %v", workers, room, n, err)
			}
		}
		var b bytes.Buffer
		r, err := NewReader(iotest.TimeoutReader(bytes.NewReader(data)), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := Annotate(&b, r, workers, comments); !errors.Is(err, iotest.ErrTimeout) || n == 0 {
			t.Errorf("%d workers: %d packets before the reader failed with %v", workers, n, err)
		}
	}
}

// manyPackets returns a capture of n packets.
func manyPackets(t testing.TB, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	write(t, &b, "pcapng", n, frames(t, 12))
	return b.Bytes()
}

type limitedWriter struct {
	room int64
	err  error
}

func (w *limitedWriter) Write(p []byte) (int, error) {
	if w.room -= int64(len(p)); w.room < 0 {
		return 0, w.err
	}
	return len(p), nil
}
