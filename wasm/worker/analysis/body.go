//go:build js && wasm

package main

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"syscall/js"

	"fragscope/wasm/worker/pieces"
)

// A body reads the body of a request from worker.mjs, which waits for it in
// the place of Go: there is an object with what has come so far, and a method
// read that calls back with the next piece.
type body struct {
	io.Reader
	source pieces.Source
}

// newBody takes over the body of r.
func newBody(r *http.Request) *body {
	b := &body{Reader: http.NoBody, source: pieces.Source{Error: broken}}
	if r.Body == nil {
		return b
	}
	v := r.Body.(interface{ GetRawJSBody() js.Value }).GetRawJSBody()
	b.source.Value, b.Reader = v, bytes.NewReader(pieces.Bytes(v.Get("head")))
	if !v.Get("whole").Bool() {
		b.Reader = io.MultiReader(b.Reader, &b.source)
	}
	return b
}

// broken says why there is no more of a body.
func broken(text string) error {
	if text == "slow" {
		return os.ErrDeadlineExceeded
	}
	return errors.New("the body broke off")
}

// Close says that no more is wanted.
func (b *body) Close() error {
	if b.source.Value.Type() == js.TypeObject {
		b.source.Value.Call("close")
	}
	b.source.Release()
	return nil
}
