package api

import (
	"cmp"
	"net/http"
	"strings"
	"time"
)

// Options bound what a request may cost. The zero value is for one user on
// their own machine.
type Options struct {
	MaxPaste  int64             // bytes of a body to be decoded, 0 for 64 MiB
	MaxAnswer int64             // bytes of an answer, 0 for 1 GiB
	Buffer    int               // bytes of an answer that are held back until it is whole, 0 for 1 MiB
	Time      time.Duration     // that a body may take to come, 0 for 10 minutes
	Panic     func(any, []byte) // is told of a defect and its stack, nil for nobody
	More      []Route           // routes that only this home has
}

// New returns the handler of everything below /api/.
func New(opts Options) http.Handler {
	opts.MaxPaste = cmp.Or(opts.MaxPaste, 64<<20)
	opts.MaxAnswer = cmp.Or(opts.MaxAnswer, 1<<30)
	opts.Buffer = cmp.Or(opts.Buffer, 1<<20)
	opts.Time = cmp.Or(opts.Time, 10*time.Minute)
	h := &handler{opts: opts}
	h.routes = h.table()
	return h
}

type handler struct {
	opts   Options
	routes []Route
}

// policy of what the API itself shows: the page has a style sheet of its own
// and nothing else.
const policy = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// secure sets the headers that every answer has. Any page may ask: the API
// knows nobody, so there is nothing that one could steal.
func secure(h http.Header) {
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Expose-Headers", "ETag, Location, Retry-After")
	h.Set("Content-Security-Policy", policy)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	secure(w.Header())
	route, methods, name := h.find(r)
	if r.Method == http.MethodOptions {
		w.Header().Set("Allow", methods)
		w.Header().Set("Access-Control-Allow-Methods", methods)
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type, If-None-Match")
		w.Header().Set("Access-Control-Max-Age", "86400")
		w.WriteHeader(http.StatusNoContent)
		return
	}
	if route == nil {
		p := notFound.problem("There is nothing at %s; /api/ lists what there is.", cut(r.URL.Path))
		if methods != "" {
			w.Header().Set("Allow", methods)
			p = wrongMethod.problem("%s takes %s, not %s.", cut(r.URL.Path), methods, cut(r.Method))
		}
		p.refuse(w, r)
		return
	}
	h.answer(w, r, route, name)
}

// cut shortens what a client sent to what a message can hold.
func cut(s string) string {
	if len(s) > 100 {
		return strings.ToValidUTF8(s[:100], "") + "…"
	}
	return s
}

// find returns the route of r and what stands for the name in its path; nil
// with the methods that the path has when the method is not one of them.
func (h *handler) find(r *http.Request) (route *Route, methods, name string) {
	var allow []string
	for i := range h.routes {
		t := &h.routes[i]
		n, ok := t.match(r.URL.Path)
		if !ok {
			continue
		}
		if t.Handle != nil && (r.Method == t.Method || r.Method == http.MethodHead && t.Method == http.MethodGet) {
			return t, "", n
		}
		allow = append(allow, t.Method)
		if t.Method == http.MethodGet {
			allow = append(allow, http.MethodHead)
		}
	}
	if allow != nil {
		allow = append(allow, http.MethodOptions)
	}
	return nil, strings.Join(allow, ", "), ""
}

// match reports whether path is one of t, and what stands for its {name}.
func (t *Route) match(path string) (name string, ok bool) {
	before, _, named := strings.Cut(t.Path, "{")
	if !named {
		return "", path == t.Path
	}
	name, ok = strings.CutPrefix(path, before)
	return name, ok && name != ""
}
