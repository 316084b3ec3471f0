//go:build js && wasm

// Package home lets package whole answer in a Worker. Go keeps one instance in an
// isolate for all its requests (src/go.mjs starts it with the first), so what
// costs milliseconds is done once. A request is worked off without a break, or
// waits for more of its own body and nothing else: a Worker may only touch the
// streams of the request that it is running for, and so no request here ever
// waits for another.
package home

import (
	"net/http"
	"os"
	"runtime/debug"
	"syscall/js"

	"fragscope/analyzer/api"
	"fragscope/analyzer/api/whole"
	"fragscope/wasm/worker/surface"

	"github.com/syumai/workers"
)

// Serve answers requests for good, with the routes that are given besides those
// that package whole has.
func Serve(more ...api.Route) {
	answer := whole.New(api.Options{
		More: more, MaxPaste: surface.MaxPaste, AnyOrigin: true, Gzip: surface.Gzip, MaxAnswer: surface.MaxAnswer, Buffer: surface.MaxAnswer, Takes: true, Patience: surface.Patience,
		Panic: func(any) { os.Stderr.Write(debug.Stack()) }, // where, never of what: the value may hold bytes of a packet
	})
	workers.ServeNonBlock(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := newBody(r)
		defer body.Close()
		r.Body = body
		a := &response{ResponseWriter: w}
		answer.ServeHTTP(a, r)
		a.hand(w)
	}))
	workers.Ready()
	select {}
}

// A response takes an answer over as bytes of JavaScript while it is made, and
// hands it on when it is whole: Go, whose memory never shrinks, keeps no copy.
type response struct {
	http.ResponseWriter
	status  int
	buf     []byte
	answer  js.Value // see src/go.mjs
	scratch js.Value // where a piece is put for it
}

const pieceSize = 128 << 10 // bytes

// WriteHeader begins an answer, also one in the place of another.
func (a *response) WriteHeader(status int) { a.status, a.buf, a.answer = status, a.buf[:0], js.Null() }

func (a *response) Write(b []byte) (int, error) {
	for rest := b; len(rest) > 0; {
		n := min(len(rest), pieceSize-len(a.buf))
		a.buf = append(a.buf, rest[:n]...)
		rest = rest[n:]
		if len(a.buf) == pieceSize {
			a.flush()
		}
	}
	return len(b), nil
}

func (a *response) flush() {
	if len(a.buf) == 0 {
		return
	}
	if a.answer.IsNull() {
		a.answer = js.Global().Get("fragscopeAnswer").New(pieceSize)
		a.scratch = a.answer.Get("scratch")
	}
	js.CopyBytesToJS(a.scratch, a.buf)
	a.answer.Call("add", len(a.buf))
	a.buf = a.buf[:0]
}

func (a *response) hand(w http.ResponseWriter) {
	a.flush()
	w.WriteHeader(a.status)
	body := js.Null()
	if !a.answer.IsNull() {
		body = a.answer.Call("body")
	}
	w.(interface{ WriteRawJSBody(js.Value) }).WriteRawJSBody(body)
}
