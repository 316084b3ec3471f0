package whole

import (
	"io"
	"net/http"
	"time"

	"fragscope/analyzer/api"
)

// A handler answers requests of net/http.
type handler struct {
	api   *api.API
	grace time.Duration
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	control := http.NewResponseController(w)
	out := &response{w: w, r: r, control: control}
	q := &api.Request{
		Method: r.Method, Path: r.URL.Path, Query: r.URL.RawQuery, IfNoneMatch: r.Header.Values("If-None-Match"),
		Length: r.ContentLength, Gone: r.Context().Done(),
	}
	if r.Body != nil {
		q.Body = &body{src: r.Body, control: control, patience: time.Duration(h.api.Patience()) * time.Millisecond, allowance: allowance{h.grace, h.grace}}
	}
	if err := h.api.Answer(q, out); err != nil {
		panic(http.ErrAbortHandler)
	}
	out.linger()
}

// A body is read within a time, which begins with the first read, and not
// slower than minRate.
type body struct {
	src      io.Reader
	control  *http.ResponseController
	patience time.Duration
	end      time.Time // zero until it begins
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
	b.moved(n, time.Since(begin))
	return n, err
}

// A response forwards an answer.
type response struct {
	w       http.ResponseWriter
	r       *http.Request
	control *http.ResponseController
	lingers bool
}

// Begin sends the head of an answer. Before that of a problem a server would
// read some of the body unless told otherwise; HTTP hosts that cannot be told
// handle the rest of the body themselves. A client that waits for permission to
// send, or was too slow already, is not waited for.
func (o *response) Begin(status int, header []api.Field) {
	h := o.w.Header()
	for _, f := range header {
		h.Set(f.Name, f.Value)
	}
	if status >= 400 {
		both := o.control.EnableFullDuplex() == nil
		o.lingers = both && o.r.Body != nil && o.r.Header.Get("Expect") == "" && status != http.StatusRequestTimeout
	}
	o.w.WriteHeader(status)
}

func (o *response) Write(b []byte) (int, error) { return o.w.Write(b) }

// What a client still sends after it was refused is read, within these bounds.
// If the connection were closed at once, it might never read why.
const (
	lingerBytes = 128 << 20
	lingerTime  = 10 * time.Second
)

func (o *response) linger() {
	if o.lingers && o.control.Flush() == nil && o.control.SetReadDeadline(time.Now().Add(lingerTime)) == nil {
		io.CopyN(io.Discard, o.r.Body, lingerBytes)
	}
}
