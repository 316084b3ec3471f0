// Package lingering closes TCP connections without losing what was written.
package lingering

import (
	"io"
	"net"
	"time"
)

const (
	maxBytes = 1 << 20         // read and discarded
	maxTime  = 2 * time.Second // until the peer has closed its side
)

// Close closes c when the peer has received what was written to it: it ends
// writing, discards what the peer still sends until the peer has closed its side
// or until a bound is reached, and closes c. A connection that is closed with
// received bytes unread is reset instead, and the reset discards what is still
// on its way to the peer.
func Close(c net.Conn) error { return closeWithin(c, maxBytes, maxTime) }

func closeWithin(c net.Conn, bytes int64, wait time.Duration) error {
	if half, ok := c.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
		if c.SetReadDeadline(time.Now().Add(wait)) == nil {
			io.Copy(io.Discard, io.LimitReader(c, bytes)) // its error is one of the ends above
		}
	}
	return c.Close()
}
