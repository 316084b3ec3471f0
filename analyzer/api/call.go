package api

import (
	"errors"
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"strings"

	"fragscope/analyzer/api/accept"
	"fragscope/decoder/wire"
)

// A Call is one request with its answer under construction: what the Handle of
// a [Route] works on. What is written to it is the answer.
type Call struct {
	api    *API
	r      *Request
	name   string // value of {name} in the path
	params params

	w      Response
	header []Field
	kind   string   // Content-Type of the answer
	held   [][]byte // not sent yet, in pieces: a growing slice would need a multiple of its memory
	size   int64    // bytes of the answer so far
	taken  int64    // bytes of Options.Memory
	gate   *Gate    // that c has entered, nil for none
	end    int64    // of its turn there, as Options.Now
	over   error    // why it was ended there
	direct bool     // the answer is longer than what is held back: it has begun
}

func (c *Call) answer(route *Route) (err error) {
	defer func() {
		if c.gate != nil {
			c.gate.leave(c)
		}
		c.Reserve(-c.taken, 0)
	}()
	defer func() {
		if e := recover(); e != nil {
			if c.api.opts.Panic != nil {
				c.api.opts.Panic(e)
			}
			err = c.fail(broken.problem("A defect of fragscope ended this request; nothing of it was kept."))
		}
	}()
	if route.Body != "" {
		err = c.checkBody()
	}
	if err == nil {
		c.params, err = route.parse(c.r.Query)
	}
	if err == nil {
		err = route.Handle(c)
	}
	switch {
	case err == nil:
		return c.finish()
	case errors.Is(err, ErrElsewhere):
		return ErrElsewhere
	}
	return c.fail(err)
}

// Gone is closed when the client is gone, nil where that cannot be known.
func (c *Call) Gone() <-chan struct{} { return c.r.Gone }

// Length returns how many bytes the client says that the body has, -1 when it does
// not say.
func (c *Call) Length() int64 { return c.r.Length }

// Routes returns all routes of this HTTP host.
func (c *Call) Routes() []Route { return c.api.routes }

// AnyOrigin reports whether pages of all origins may read the answer.
func (c *Call) AnyOrigin() bool { return c.api.opts.AnyOrigin }

// Limit returns how many bytes a paste may have, as received and unpacked.
func (c *Call) Limit() int64 { return c.api.opts.MaxPaste }

// Param returns a parameter of the query, "" when it was not given.
func (c *Call) Param(name string) string {
	for _, p := range c.params {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

// SetType says what the answer is: its Content-Type. It is an error when the
// client does not accept it.
func (c *Call) SetType(kind string) error {
	c.kind = kind
	if accepts := c.r.Header.Accept; !accept.Type(accepts, kind) {
		return notTaken.problem("The answer is ", kind, ", but the request accepts ", cut(accepts),
			" only; leave its header Accept out, or choose another format where the path has several.")
	}
	return nil
}

// checkBody refuses what would be read as something that it is not.
func (c *Call) checkBody() error {
	kind, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(c.r.Header.ContentType)), ";")
	if strings.HasPrefix(kind, "multipart/") {
		return wrongBody.problem("The body is a form (", cut(kind),
			"), but has to be the bytes of the paste or file themselves: send them as curl --data-binary @FILE does, without "+
				"-F.")
	}
	for coding := range strings.SplitSeq(strings.ToLower(c.r.Header.ContentEncoding), ",") {
		switch coding = strings.TrimSpace(coding); coding {
		case "", "identity", "gzip", "x-gzip", "zstd":
		default:
			c.set("Accept-Encoding", "gzip, zstd")
			return wrongBody.problem("The body is encoded as ", cut(coding), "; send it as it is, or with gzip.")
		}
	}
	return nil
}

func (c *Call) set(name, value string) { c.header = append(c.header, Field{name, value}) }

// Body returns the body of the request, of which limit bytes are read at most.
func (c *Call) Body(limit int64) io.Reader {
	switch {
	case c.r.Body == nil:
		return strings.NewReader("")
	case c.r.Length > limit: // known before any of it arrived
		return failing{tooLong(limit)}
	}
	return &bounded{src: c.r.Body, limit: limit}
}

func tooLong(limit int64) *Problem {
	return TooLarge(limit, "The body has more than "+strconv.FormatInt(limit, 10)+" bytes.")
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// bounded is a body that fails at the byte after limit.
type bounded struct {
	src         io.Reader
	limit, read int64
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.read > b.limit {
		return 0, tooLong(b.limit)
	}
	if left := b.limit - b.read + 1; int64(len(p)) > left {
		p = p[:left]
	}
	n, err := b.src.Read(p)
	if b.read += int64(n); b.read > b.limit {
		return n - 1, tooLong(b.limit)
	}
	return n, err
}

// Write adds to the answer.
func (c *Call) Write(b []byte) (int, error) {
	if err := c.Over(); err != nil {
		return 0, err
	}
	if c.size += int64(len(b)); c.size > c.api.opts.MaxAnswer {
		p := longAnswer.problem("The answer has more than ", strconv.FormatInt(c.api.opts.MaxAnswer, 10), " bytes.")
		p.Limit = c.api.opts.MaxAnswer
		return 0, p
	}
	limit := int64(c.api.opts.Buffer)
	if c.api.opts.Takes && c.r.Method == "POST" {
		limit = minCoded - 1
	}
	if !c.direct && c.size <= limit {
		c.hold(b)
		return len(b), nil
	}
	if !c.direct {
		c.direct = true
		c.begin(200)
		if err := c.release(); err != nil {
			return 0, err
		}
	}
	return c.w.Write(b)
}

const heldPiece = 256 << 10 // bytes

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

func (c *Call) begin(status int) {
	c.set("Content-Type", c.kind)
	if c.r.Method == "POST" {
		c.set("Cache-Control", "no-store")
	} else {
		c.set("Cache-Control", "public, max-age=3600")
	}
	if zip := c.api.opts.Gzip; zip != nil && zip(c.kind) {
		c.set("Vary", "Accept-Encoding")
	}
	switch {
	case status != 200:
	case c.coded():
		c.set("Content-Encoding", "gzip")
	case !c.direct:
		c.set("Content-Length", strconv.FormatInt(c.size, 10))
	}
	c.w.Begin(status, c.header)
}

// minCoded is how long an answer is at least that is sent with gzip: a shorter
// one fits into one packet anyway.
const minCoded = 1 << 10 // bytes

func (c *Call) coded() bool {
	zip := c.api.opts.Gzip
	return zip != nil && zip(c.kind) && (c.direct || c.size >= minCoded) && accept.Gzip(c.r.Header.AcceptEncoding)
}

// finish gives what can be requested again an entity tag: a hash of the content.
func (c *Call) finish() error {
	if c.direct {
		return nil
	}
	if c.r.Method != "POST" {
		sum := fnv.New128a() // only fragscope decides what is hashed
		for _, piece := range c.held {
			sum.Write(piece)
		}
		tag := `"` + string(wire.AppendHex(nil, sum.Sum(nil), wire.LowerHex, "")) + `"`
		if c.coded() {
			c.set("ETag", "W/"+tag) // other bytes with the same meaning
		} else {
			c.set("ETag", tag)
		}
		if matches(c.r.Header.IfNoneMatch, tag) {
			c.begin(304)
			return nil
		}
	}
	c.begin(200)
	if c.r.Method == "HEAD" {
		return nil
	}
	if c.release() != nil {
		return ErrBrokenOff
	}
	return nil
}

// matches compares weakly (RFC 9110, 13.1.2).
func matches(values, tag string) bool {
	for one := range strings.SplitSeq(values, ",") {
		one = strings.TrimPrefix(strings.TrimSpace(one), "W/")
		if one == "*" || one == tag {
			return true
		}
	}
	return false
}

// ofContent are the headers of an answer that a problem in its place has not, or
// its own.
var ofContent = [...]string{"Content-Type", "Content-Encoding", "Cache-Control", "Vary"}

// An answer that has begun can only be aborted, so that it is not taken for complete.
func (c *Call) fail(err error) error {
	if c.direct && !c.api.opts.Takes {
		return ErrBrokenOff
	}
	p := c.api.asProblem(err)
	c.held, c.header = nil,
		slices.DeleteFunc(c.header, func(f Field) bool { return slices.Contains(ofContent[:], f.Name) })
	c.set("Content-Type", "application/problem+json")
	c.set("Cache-Control", "no-store")
	if p.retry > 0 {
		c.set("Retry-After", strconv.Itoa(p.retry))
	}
	b := p.json()
	c.set("Content-Length", strconv.Itoa(len(b)))
	c.w.Begin(p.Status, c.header)
	if _, err := c.w.Write(b); err != nil {
		return ErrBrokenOff
	}
	return nil
}
