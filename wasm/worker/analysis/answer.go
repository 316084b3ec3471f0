//go:build js && wasm

package main

import (
	"net/http"
	"syscall/js"
)

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
