package api

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// A Call is one request with its answer in the making: what the Handle of a
// [Route] works on. What is written to it is the answer.
type Call struct {
	h      *handler
	r      *http.Request
	name   string // what stands for {name} in the path
	params params

	w      http.ResponseWriter
	kind   string   // Content-Type of the answer
	held   [][]byte // not sent yet, in pieces: one that grew would need a multiple of its memory
	size   int64    // bytes of the answer until now
	direct bool     // the answer is longer than what is held back: it has begun
}

// answer lets route handle r.
func (h *handler) answer(w http.ResponseWriter, r *http.Request, route *Route, name string) {
	c := &Call{h: h, r: r, w: w, name: name}
	defer func() {
		if e := recover(); e != nil {
			if e == http.ErrAbortHandler {
				panic(e)
			}
			c.fail(broken.problem("A defect of fragscope ended this request; nothing of it was kept."))
			if h.opts.Panic != nil {
				h.opts.Panic(e, debug.Stack())
			}
		}
	}()
	var err error
	if c.params, err = route.parse(r.URL.RawQuery); err == nil {
		err = route.Handle(c)
	}
	if err != nil {
		c.fail(err)
		return
	}
	c.finish()
}

// Context ends when the client is gone.
func (c *Call) Context() context.Context { return c.r.Context() }

// Param returns a parameter of the query, "" when it was not given.
func (c *Call) Param(name string) string {
	if v := c.params[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

// SetType says what the answer is: its Content-Type.
func (c *Call) SetType(kind string) { c.kind = kind }

// Body returns the body of the request, of which limit bytes are read at most
// and for which no longer is waited than the options say.
func (c *Call) Body(limit int64) io.Reader {
	// Homes that have no deadlines end slow bodies themselves.
	_ = http.NewResponseController(c.w).SetReadDeadline(time.Now().Add(c.h.opts.Time))
	if c.r.Body == nil {
		return strings.NewReader("")
	}
	if c.r.ContentLength > limit { // known before anything of it came
		return failing{&http.MaxBytesError{Limit: limit}}
	}
	return http.MaxBytesReader(nil, c.r.Body, limit)
}

// failing is a body that is not read.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// Write adds to the answer.
func (c *Call) Write(b []byte) (int, error) {
	if c.size += int64(len(b)); c.size > c.h.opts.MaxAnswer {
		p := longAnswer.problem("The answer has more than %d bytes.", c.h.opts.MaxAnswer)
		p.Limit = c.h.opts.MaxAnswer
		return 0, p
	}
	if !c.direct && c.size <= int64(c.h.opts.Buffer) {
		c.hold(b)
		return len(b), nil
	}
	if !c.direct {
		c.direct = true
		c.header()
		c.w.WriteHeader(http.StatusOK)
		if err := c.release(); err != nil {
			return 0, err
		}
	}
	return c.w.Write(b)
}

const heldPiece = 256 << 10 // bytes

// hold keeps b back.
func (c *Call) hold(b []byte) {
	for len(b) > 0 {
		last := len(c.held) - 1
		if last < 0 || len(c.held[last]) == heldPiece {
			c.held = append(c.held, nil)
			last++
		}
		n := min(len(b), heldPiece-len(c.held[last]))
		c.held[last] = append(c.held[last], b[:n]...)
		b = b[n:]
	}
}

// release writes what was held back.
func (c *Call) release() error {
	for i, piece := range c.held {
		if _, err := c.w.Write(piece); err != nil {
			return err
		}
		c.held[i] = nil
	}
	c.held = nil
	return nil
}

// header sets what an answer that is none of the problems has.
func (c *Call) header() {
	h := c.w.Header()
	h.Set("Content-Type", c.kind)
	if c.r.Method == http.MethodPost {
		h.Set("Cache-Control", "no-store")
	} else {
		h.Set("Cache-Control", "public, max-age=3600")
	}
}

// finish sends what was held back. What can be asked for again has an entity
// tag: the hash of the content.
func (c *Call) finish() {
	if c.direct {
		return
	}
	c.header()
	h := c.w.Header()
	if c.r.Method != http.MethodPost {
		sum := sha256.New()
		for _, piece := range c.held {
			sum.Write(piece)
		}
		tag := `"` + hex.EncodeToString(sum.Sum(nil)[:12]) + `"`
		h.Set("ETag", tag)
		if matches(c.r.Header.Values("If-None-Match"), tag) {
			c.w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	h.Set("Content-Length", strconv.FormatInt(c.size, 10))
	c.w.WriteHeader(http.StatusOK)
	if c.r.Method != http.MethodHead {
		c.release()
	}
}

// matches reports whether one of the values of If-None-Match is tag, compared
// weakly (RFC 9110, 13.1.2).
func matches(values []string, tag string) bool {
	for _, v := range values {
		for one := range strings.SplitSeq(v, ",") {
			one = strings.TrimPrefix(strings.TrimSpace(one), "W/")
			if one == "*" || one == tag {
				return true
			}
		}
	}
	return false
}

// fail sends the problem that err is. An answer that has begun can only be
// broken off, so that nobody takes it for whole.
func (c *Call) fail(err error) {
	if c.direct {
		panic(http.ErrAbortHandler)
	}
	c.h.asProblem(err).refuse(c.w, c.r)
}

// params are the parameters of a request, by name.
type params map[string][]string
