package whole

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzip"

	"fragscope/analyzer/api"
)

type handler struct {
	api   *api.API
	grace time.Duration
	gzips places // nil when the HTTP host does not encode answers here
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	out := &response{w: w, r: r, control: control, places: h.gzips}
	defer out.release()
	header := func(name string) string { return strings.Join(r.Header.Values(name), ",") }
	q := &api.Request{
		Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, Length: r.ContentLength, Gone: r.Context().Done(),
		Header: api.RequestHeader{
			Accept: header("Accept"), AcceptEncoding: header("Accept-Encoding"), ContentType: header("Content-Type"),
			ContentEncoding: header("Content-Encoding"), IfNoneMatch: header("If-None-Match"),
		},
	}
	if r.Body != nil {
		out.body = &body{src: r.Body, control: control, patience: time.Duration(h.api.Patience()) * time.Millisecond,
			allowance: allowance{h.grace, h.grace}}
		q.Body = out.body
	}
	err := h.api.Answer(q, out)
	if err == nil {
		err = out.finish()
	}
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	out.linger()
}

// A body is read within a time, which begins with the first read, and not slower than minRate.
type body struct {
	src      io.Reader
	control  *http.ResponseController
	patience time.Duration
	end      time.Time // zero until it begins
	over     bool      // there is no more
	allowance
}

func (b *body) Read(p []byte) (int, error) {
	begin := time.Now()
	if b.end.IsZero() {
		b.end = begin.Add(b.patience)
	}
	deadline := begin.Add(b.left)
	if deadline.After(b.end) {
		deadline = b.end
	}
	// HTTP hosts without deadlines end slow bodies themselves.
	_ = b.control.SetReadDeadline(deadline)
	n, err := b.src.Read(p)
	b.over = err != nil
	b.moved(n, time.Since(begin))
	return n, err
}

type response struct {
	w       http.ResponseWriter
	r       *http.Request
	control *http.ResponseController
	header  []api.Field
	body    *body // nil for none
	lingers bool
	places  places
	gzip    *gzip.Writer // nil for an answer that is sent as it is
}

// Begin sends the head of an answer. Before it a server would read some of the
// body and drop it unless told otherwise, also when the body is still needed; HTTP
// hosts that cannot be told handle the rest of the body themselves. A client that waits for permission to
// send, or was too slow already, is not waited for.
func (o *response) Begin(status int, header []api.Field) {
	h := o.w.Header()
	for _, f := range o.header { // of an answer that this one replaces
		h.Del(f.Name)
	}
	o.header = slices.Clone(header) // the call goes on with its own
	for _, f := range header {
		h.Set(f.Name, f.Value)
	}
	if h.Get("Content-Encoding") != "" && o.places != nil && o.r.Method != http.MethodHead {
		if o.gzip = o.places.enter(o.w); o.gzip == nil {
			h.Del("Content-Encoding")
		}
	}
	o.lingers = o.control.EnableFullDuplex() == nil && o.body != nil && status != http.StatusRequestTimeout
	o.w.WriteHeader(status)
}

func (o *response) Write(b []byte) (int, error) {
	if o.gzip != nil {
		return o.gzip.Write(b)
	}
	return o.w.Write(b)
}

func (o *response) finish() error {
	if o.gzip == nil {
		return nil
	}
	return o.gzip.Close()
}

func (o *response) release() {
	if o.gzip != nil {
		o.places.leave(o.gzip)
	}
}

// What a client still sends after it was answered is read, within these bounds.
// If the connection were closed at once, a client that was refused might never
// read why. And where the body may be read beside the answer, net/http reads its
// rest only when the handler has returned, and then panics in the next request of
// the connection.
const (
	lingerBytes = 128 << 20
	lingerTime  = 10 * time.Second
)

func (o *response) linger() {
	// it waits for permission to send
	if !o.lingers || o.body.over || o.r.Header.Get("Expect") != "" && o.body.end.IsZero() {
		return
	}
	if o.control.Flush() == nil && o.control.SetReadDeadline(time.Now().Add(lingerTime)) == nil {
		io.CopyN(io.Discard, o.r.Body, lingerBytes)
	}
}
