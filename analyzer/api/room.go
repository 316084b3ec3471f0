package api

import (
	"errors"
	"io"
	"sync"
)

// errGone ends the work for a client that is gone.
var errGone = errors.New("the client is gone")

func (c *Call) gone() bool {
	select {
	case <-c.r.Gone: // never, when that cannot be known
		return true
	default:
		return false
	}
}

// A Gate bounds how many requests of a kind work at once. A request that works
// longer than its turn is ended when another one needs its place.
type Gate struct {
	Places int    // requests that work at once
	Queue  int    // further requests that wait; others are told to retry
	Turn   int    // milliseconds that a request may work while another one needs its place
	What   string // is processed, in the plural

	mu      sync.Mutex
	working int
	waiting int
	refused bool          // since a request left the last time
	ending  int           // requests that were ended and have not left yet
	left    chan struct{} // closed when a request leaves, nil while none waits
}

// Enter waits until c may work, which ends with [Call]'s answer; see [Call.Over].
// It never waits where requests are answered one by one.
func (g *Gate) Enter(c *Call) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.working >= g.Places && g.waiting >= g.Queue {
		g.refused = true
		return Busy(g.seconds(), "As many "+g.What+" are being processed as fit.")
	}
	g.waiting++
	defer func() { g.waiting-- }()
	for g.working >= g.Places {
		if g.left == nil {
			g.left = make(chan struct{})
		}
		left := g.left
		g.mu.Unlock()
		select {
		case <-left:
		case <-c.r.Gone:
		}
		g.mu.Lock()
		if c.gone() {
			return errGone
		}
	}
	g.working++
	c.gate = g
	if c.api.opts.Now != nil {
		c.end = c.api.opts.Now() + int64(g.Turn)
	}
	return nil
}

func (g *Gate) leave(c *Call) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.working--
	g.refused = false
	if c.over != nil {
		g.ending--
	}
	if g.left != nil {
		close(g.left)
		g.left = nil
	}
}

// over returns why c has to end when another request needs its place.
func (g *Gate) over(c *Call) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	need := g.waiting
	if g.refused {
		need++
	}
	if c.over == nil && need > g.ending+g.Places-g.working {
		g.ending++
		c.over = Busy(g.seconds(), "It took more than "+patience(g.Turn)+" while others waited; send less at once, or retry.")
	}
	return c.over
}

func (g *Gate) seconds() int { return max(1, g.Turn/1000) }

// Over returns why the work for c has to end, nil while it may continue: the
// client is gone, or it has had its turn and others wait. It is to be called
// after each small piece of work, from any goroutine.
func (c *Call) Over() error {
	switch {
	case c.gone():
		return errGone
	case c.gate != nil && c.api.opts.Now != nil && c.api.opts.Now() > c.end:
		return c.gate.over(c)
	}
	return nil
}

// Memory returns how many bytes all requests may take together.
func (c *Call) Memory() int64 { return c.api.opts.Memory }

// Reserve takes n bytes of that until the call ends, unless fewer than spare
// bytes would be left.
func (c *Call) Reserve(n, spare int64) bool {
	if n > 0 && c.api.taken.Add(n) > c.api.opts.Memory-spare {
		c.api.taken.Add(-n)
		return false
	} else if n <= 0 {
		c.api.taken.Add(n)
	}
	c.taken += n
	return true
}

// noRoom is answered when there is not enough memory for a paste.
func noRoom() error { return Busy(1, "As many bytes are being decoded as fit.") }

// firstRead is what room is taken for first: few pastes need more.
const firstRead = 16 << 10 // bytes

// whole counts the bytes of the body as they arrive and not as they are announced.
func (c *Call) whole() ([]byte, error) {
	src := c.Body(c.api.opts.MaxPaste)
	var b []byte
	for {
		if len(b) == cap(b) {
			size := max(2*cap(b), firstRead)
			if c.r.Length >= int64(cap(b)) {
				size = int(min(int64(size)-1, c.r.Length)) + 1 // the length may be anything
			}
			if !c.Reserve(int64(size), 0) {
				return nil, noRoom()
			}
			grown := make([]byte, len(b), size)
			copy(grown, b)
			c.Reserve(-int64(cap(b)), 0)
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
