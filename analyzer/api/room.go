package api

import (
	"errors"
	"io"
)

// errGone ends the work for a client that is gone.
var errGone = errors.New("the client is gone")

// gone reports whether the client is.
func (c *Call) gone() bool {
	select {
	case <-c.r.Gone: // never, when that cannot be known
		return true
	default:
		return false
	}
}

// enter waits until fewer requests are decoded than may be at once. The caller
// has to call leave. It never waits where requests are answered one by one.
func (c *Call) enter() (leave func(), err error) {
	select {
	case c.api.places <- struct{}{}:
		return func() { <-c.api.places }, nil
	case <-c.r.Gone:
		return nil, errGone
	}
}

// firstRead is what room is taken for first: few pastes need more.
const firstRead = 16 << 10 // bytes

// whole reads the body. All bodies that are held at once have a limit too,
// counted as they arrive and not as they are announced.
func (c *Call) whole() ([]byte, error) {
	src := c.Body(c.api.opts.MaxPaste)
	var b []byte
	for {
		if len(b) == cap(b) {
			size := max(2*cap(b), firstRead)
			if c.r.Length >= int64(cap(b)) {
				size = int(min(int64(size)-1, c.r.Length)) + 1 // the length may be anything
			}
			if !c.take(int64(size)) {
				return nil, Busy(1, "As many bytes are being decoded as fit.")
			}
			grown := make([]byte, len(b), size)
			copy(grown, b)
			c.take(-int64(cap(b)))
			b = grown
		}
		n, err := src.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		if errors.Is(err, io.EOF) {
			return b, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// take reserves room for n bytes of a body, or releases it when n is negative.
func (c *Call) take(n int64) bool {
	if c.api.held.Add(n) > c.api.opts.MaxHeld && n > 0 {
		c.api.held.Add(-n)
		return false
	}
	c.room += n
	return true
}
