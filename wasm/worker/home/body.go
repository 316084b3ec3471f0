//go:build js && wasm

package home

import (
	"errors"
	"io"
	"net/http"
	"os"
	"syscall/js"
)

// A body reads the body of a request from worker.mjs, which waits for it in
// the place of Go: there is an object with what has come so far, and a method
// read that calls back with the next piece.
type body struct {
	source  js.Value
	have    []byte
	err     error
	pieces  chan piece
	deliver js.Func
	waits   bool // deliver exists
}

type piece struct {
	data []byte
	err  error
}

// newBody takes over the body of r.
func newBody(r *http.Request) *body {
	b := &body{err: io.EOF}
	if r.Body == nil {
		return b
	}
	b.source = r.Body.(interface{ GetRawJSBody() js.Value }).GetRawJSBody()
	b.have = bytesOf(b.source.Get("head"))
	if !b.source.Get("whole").Bool() {
		b.err = nil
	}
	return b
}

func bytesOf(v js.Value) []byte {
	b := make([]byte, v.Get("length").Int())
	js.CopyBytesToGo(b, v)
	return b
}

// Read waits for the next piece when there is nothing left of the last.
func (b *body) Read(p []byte) (int, error) {
	for len(b.have) == 0 {
		if b.err != nil {
			return 0, b.err
		}
		if !b.waits {
			b.waits = true
			b.pieces = make(chan piece, 1)
			b.deliver = js.FuncOf(func(_ js.Value, args []js.Value) any {
				b.pieces <- pieceOf(args[0])
				return nil
			})
		}
		b.source.Call("read", b.deliver)
		next := <-b.pieces
		b.have, b.err = next.data, next.err
	}
	n := copy(p, b.have)
	b.have = b.have[n:]
	return n, nil
}

// pieceOf turns what deliver got into bytes: null at the end, a text when
// there is no more to come.
func pieceOf(v js.Value) piece {
	switch {
	case v.IsNull():
		return piece{err: io.EOF}
	case v.Type() != js.TypeString:
		return piece{data: bytesOf(v)}
	case v.String() == "slow":
		return piece{err: os.ErrDeadlineExceeded}
	}
	return piece{err: errBroken}
}

var errBroken = errors.New("the body broke off")

// Close says that no more is wanted.
func (b *body) Close() error {
	if b.source.Type() == js.TypeObject {
		b.source.Call("close")
	}
	if b.waits {
		b.deliver.Release()
		b.waits = false
	}
	return nil
}
