package capture

import (
	"errors"
	"io"
)

const (
	windowLeast = 16 << 10  // what a window begins with
	windowSize  = 256 << 10 // what it grows to when there is more
	windowMost  = 32 << 20  // its maximum: twice the longest record or block
)

// A window is the part of a stream that is in memory: buf[r:w] is read and not
// yet used. It grows only with bytes that are really there, so a wrong length
// costs nothing.
type window struct {
	src  io.Reader
	buf  []byte
	r, w int
	base int64 // offset of buf[0] in the stream
	err  error // why src gives no more: io.EOF or worse
}

func (b *window) offset() int64 { return b.base + int64(b.r) }

func (b *window) have() int { return b.w - b.r }

// fill reports false when the stream ends before n bytes. Slices of buf are not valid any more.
func (b *window) fill(n int) bool {
	for idle := 0; b.w-b.r < n; {
		if b.err != nil || n > windowMost {
			return false
		}
		if len(b.buf)-b.r < n || b.w == len(b.buf) {
			b.makeRoom()
		}
		m, err := b.src.Read(b.buf[b.w:])
		if m < 0 || m > len(b.buf)-b.w {
			m, err = 0, errors.New("the reader returned an impossible count")
		}
		b.w += m
		b.err = err
		if m > 0 {
			idle = 0
		} else if idle++; idle == 100 && err == nil {
			b.err = io.ErrNoProgress
		}
	}
	return true
}

// makeRoom moves every byte a bounded number of times.
func (b *window) makeRoom() {
	to := b.buf
	switch n := len(b.buf); {
	case n == 0:
		to = make([]byte, windowLeast)
	case n < windowSize && b.w == n:
		to = make([]byte, min(4*n, windowSize))
	case b.have() > n/2 && n < windowMost:
		to = make([]byte, 2*n)
	}
	copy(to, b.buf[b.r:b.w])
	b.base += int64(b.r)
	b.w -= b.r
	b.r = 0
	b.buf = to
}
