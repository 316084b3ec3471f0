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
		More: more, MaxPaste: surface.MaxPaste, MaxAnswer: surface.MaxAnswer, Buffer: surface.MaxAnswer, Patience: surface.Patience,
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

// A response takes an answer over as bytes of JavaScript at once, and hands it
// on in one piece: that costs less than a stream, and Go keeps no copy.
type response struct {
	http.ResponseWriter
	pieces []any
}

func (a *response) Write(b []byte) (int, error) {
	piece := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(piece, b)
	a.pieces = append(a.pieces, piece)
	return len(b), nil
}

func (a *response) hand(w http.ResponseWriter) {
	value := js.Null()
	switch len(a.pieces) {
	case 0:
	case 1:
		value = a.pieces[0].(js.Value)
	default:
		value = js.Global().Get("Blob").New(a.pieces)
	}
	w.(interface{ WriteRawJSBody(js.Value) }).WriteRawJSBody(value)
}
