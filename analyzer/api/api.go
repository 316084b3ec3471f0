package api

import (
	"cmp"
	"errors"
	"io"
	"strings"
	"sync/atomic"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// Options bound what a request may cost. The zero value is for one user on
// their own machine.
type Options struct {
	MaxPaste  int64 // bytes of a body to be decoded, as received and unpacked, 0 for 8 MiB
	Memory    int64 // bytes that all requests may take together, about, 0 for 768 MiB
	Decodes   int   // bodies decoded at once, 0 for 4; 16 others wait
	Turn      int   // milliseconds that a body may take to be decoded while others wait, 0 for 5000
	MaxAnswer int64 // bytes of an answer, 0 for 256 MiB
	Buffer    int   // bytes of an answer that are held back until it is whole, 0 for 1 MiB
	// a [Response] holds answers to POST back itself until Answer returns: Begin may be called a second time, and what was
	// written before does not count
	Takes bool
	// milliseconds that a body may take to arrive, 0 for 600 000; the HTTP host enforces it, the answer names it
	Patience int
	// milliseconds that a client may pause while it sends or takes bytes, 0 for 30 000; the HTTP host enforces it
	Grace int
	// milliseconds of any clock that never goes back, nil where requests are answered one by one
	Now func() int64
	// pages of all origins may read the answers (CORS), as of a public service; without it only our own
	AnyOrigin bool
	Panic     func(any)     // is called with a panic while the stack still shows it, nil for none
	More      []Route       // routes that only this host has
	About     []Route       // the same, for routes that describe all the others
	Layouts   *wire.Layouts // describe packets that no protocol recognises, nil for none
	Files     *Files        // reads captures and compressed pastes, nil when another program does

	// Gzip reports whether answers of a Content-Type are sent with gzip to
	// clients that take it; nil for none. The HTTP host encodes what it is given
	// when the header of an answer says so.
	Gzip func(kind string) bool
}

// Files decodes bodies of POST /api/decode that are not pastes.
type Files struct {
	IsCapture func(body []byte) bool
	Packets   func(c *Call, body []byte, each func(*Packet) error) error // of a capture
	Gunzip    func(compressed []byte, max int) ([]byte, error)           // see paste.Options
}

// A Packet is one of a capture.
type Packet struct {
	Data []byte
	Link decoder.Link
	// AppendOrigin appends where the packet, decoded as m, comes from, as members of
	// a JSON object; nil for nothing.
	AppendOrigin func(dst []byte, m *decoder.Message) []byte
}

// ErrElsewhere says that nothing was answered, because another program handles
// it: see [Options].Files.
var ErrElsewhere = errors.New("another program answers this")

// ErrBrokenOff says that an answer that had begun cannot be completed, so that
// it must not be taken for complete.
var ErrBrokenOff = errors.New("the answer breaks off")

// An API answers requests. It may be used concurrently.
type API struct {
	opts    Options
	routes  []Route
	decodes *Gate
	taken   atomic.Int64 // bytes of Options.Memory
}

// New returns the API of an HTTP host.
func New(opts Options) *API {
	opts.MaxPaste = cmp.Or(opts.MaxPaste, 8<<20)
	opts.Memory = cmp.Or(opts.Memory, 768<<20)
	opts.MaxAnswer = cmp.Or(opts.MaxAnswer, 256<<20)
	opts.Buffer = cmp.Or(opts.Buffer, 1<<20)
	opts.Patience = cmp.Or(opts.Patience, 600_000)
	opts.Grace = cmp.Or(opts.Grace, 30_000)
	a := &API{opts: opts, decodes: &Gate{Places: cmp.Or(opts.Decodes, 4), Queue: 16, Turn: cmp.Or(opts.Turn, 5000),
		What: "pastes"}}
	a.routes = a.table()
	return a
}

// Patience returns how many milliseconds a body may take to arrive.
func (a *API) Patience() int { return a.opts.Patience }

// Grace returns how many milliseconds a client may pause.
func (a *API) Grace() int { return a.opts.Grace }

// A Request is a request, independent of transport.
type Request struct {
	Method string
	Path   string // decoded, as "/api/explain/length-past-end"
	Query  string // as in the URL, without the question mark
	Header RequestHeader
	Body   io.Reader       // nil for none; an error whose method Timeout returns true means that it arrived too slowly
	Length int64           // bytes of Body, when known in advance, else -1
	Gone   <-chan struct{} // closed when the client is gone; nil where that cannot be known
}

// A RequestHeader holds the headers of a request that are looked at, each with
// all its values, separated by commas.
type RequestHeader struct {
	Accept, AcceptEncoding       string // of the answer
	ContentType, ContentEncoding string // of the body
	IfNoneMatch                  string
}

// A Field is a header of an answer.
type Field struct{ Name, Value string }

// A Response is where an answer goes.
type Response interface {
	// Begin is called once, before Write; see Options.Takes.
	Begin(status int, header []Field)
	// Write takes the next bytes of the body, and does not keep them.
	Write(b []byte) (int, error)
}

// policy of what the API itself shows: the page has a style sheet of its own
// and nothing else.
const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

var secure = [...]Field{
	{"Content-Security-Policy", policy},
	{"Referrer-Policy", "no-referrer"},
	{"X-Content-Type-Options", "nosniff"},
}

// Headers of an API whose answers pages of any origin may read, and of one on
// the user's own machine.
var (
	anyOrigin = append(secure[:len(secure):len(secure)],
		Field{"Access-Control-Allow-Origin", "*"}, Field{"Access-Control-Expose-Headers", "ETag, Location, Retry-After"},
		Field{"Cross-Origin-Resource-Policy", "cross-origin"})
	ownOrigin = append(secure[:len(secure):len(secure)], Field{"Cross-Origin-Resource-Policy", "same-origin"})
)

// Answer answers r. Its error is nil, [ErrElsewhere] or [ErrBrokenOff].
func (a *API) Answer(r *Request, w Response) error {
	route, methods, name := a.find(r)
	header := ownOrigin
	if a.opts.AnyOrigin {
		header = anyOrigin
	}
	c := &Call{api: a, r: r, w: w, name: name, header: header[:len(header):len(header)]}
	switch {
	case r.Method == "OPTIONS" && methods != "":
		c.set("Allow", methods)
		if a.opts.AnyOrigin {
			c.set("Access-Control-Allow-Methods", methods)
			c.set("Access-Control-Allow-Headers", "Content-Type, If-None-Match")
			c.set("Access-Control-Max-Age", "86400")
		}
		w.Begin(204, c.header)
		return nil
	case route != nil:
		return c.answer(route)
	case methods != "":
		c.set("Allow", methods)
		return c.fail(wrongMethod.problem(cut(r.Path), " takes ", methods, ", not ", cut(r.Method), "."))
	}
	return c.fail(notFound.problem("There is nothing at ", cut(r.Path), "; /api/ lists the paths."))
}

func cut(s string) string {
	if len(s) > 100 {
		return strings.ToValidUTF8(s[:100], "") + "…"
	}
	return s
}

// find returns the methods that the path has when the request's is not one of them.
func (a *API) find(r *Request) (route *Route, methods, name string) {
	var allow []string
	for i := range a.routes {
		t := &a.routes[i]
		n, ok := t.match(r.Path)
		if !ok {
			continue
		}
		if t.Handle != nil && (r.Method == t.Method || r.Method == "HEAD" && t.Method == "GET") {
			return t, "", n
		}
		allow = append(allow, t.Method)
		if t.Method == "GET" {
			allow = append(allow, "HEAD")
		}
	}
	if allow != nil {
		allow = append(allow, "OPTIONS")
	}
	return nil, strings.Join(allow, ", "), ""
}

// match also returns the last value of a {name}, which is what stands between two slashes.
func (t *Route) match(path string) (name string, ok bool) {
	for pattern, more := t.Path, true; more; {
		var want, have string
		var longer bool
		want, pattern, more = strings.Cut(pattern, "/")
		have, path, longer = strings.Cut(path, "/")
		switch {
		case more != longer:
			return "", false
		case strings.HasPrefix(want, "{") && have != "":
			name = have
		case want != have:
			return "", false
		}
	}
	return name, true
}
