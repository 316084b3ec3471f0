package whole

import (
	"context"
	"net"
	"net/http"
	"time"
)

// A client has to take an answer, and to send a body, at no less than minRate
// on average; a client that falls behind by more than the grace is dropped.
// Only the time in which we wait for the client counts. So an idle client does
// not block others.
const (
	minRate   = 16 << 10 // bytes a second
	pacePiece = 64 << 10 // bytes that are written at once: each is timed
)

// An allowance is how long a client may still be waited for.
type allowance struct{ left, grace time.Duration }

// moved notes that n bytes took a time.
func (a *allowance) moved(n int, took time.Duration) {
	a.left = min(a.grace, a.left-took+time.Duration(n)*time.Second/minRate)
}

// Paced returns h with answers that end when a client does not read them; grace
// is how long it may pause. Servers without write deadlines have to enforce
// this themselves.
func Paced(h http.Handler, grace time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := &pacedWriter{ResponseWriter: w, control: http.NewResponseController(w), allowance: allowance{grace, grace}}
		h.ServeHTTP(p, r)
		p.deadline() // for what the server still holds
	})
}

type pacedWriter struct {
	http.ResponseWriter
	control *http.ResponseController
	allowance
}

func (p *pacedWriter) Unwrap() http.ResponseWriter { return p.ResponseWriter }

func (p *pacedWriter) deadline() time.Time {
	now := time.Now()
	_ = p.control.SetWriteDeadline(now.Add(p.left))
	return now
}

func (p *pacedWriter) Write(b []byte) (n int, err error) {
	for {
		begin := p.deadline()
		done, err := p.ResponseWriter.Write(b[:min(len(b), pacePiece)])
		p.moved(done, time.Since(begin))
		n += done
		if b = b[done:]; err != nil || len(b) == 0 {
			return n, err
		}
	}
}

// Server returns a server for h on the user's own machine, with bounds for
// everything before h is called. Little of a body is buffered in the system:
// only after it can be seen that a client is gone.
func Server(h http.Handler) *http.Server {
	return &http.Server{
		Handler: h, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			if t, ok := c.(*net.TCPConn); ok {
				_ = t.SetReadBuffer(128 << 10)
			}
			return ctx
		},
	}
}
