//go:build js && wasm

package main

import (
	"errors"
	"io"
	"syscall/js"
)

// A stage is what a step stands on: where its bytes come from and go to.
type stage struct {
	value   js.Value
	pieces  chan js.Value
	deliver js.Func
	waits   bool
	scratch js.Value // where a piece is put for JavaScript
}

// call calls a method of the step's that answers later, and waits for that.
func (s *stage) call(method string) js.Value {
	if !s.waits {
		s.waits = true
		s.pieces = make(chan js.Value, 1)
		s.deliver = js.FuncOf(func(_ js.Value, args []js.Value) any {
			s.pieces <- args[0]
			return nil
		})
	}
	s.value.Call(method, s.deliver)
	return <-s.pieces
}

// pause lets others have their turn: all of a Worker runs on one thread.
func (s *stage) pause() { s.call("pause") }

// next waits for the next piece of the step's input: bytes, io.EOF at the end.
func (s *stage) next() ([]byte, error) {
	switch v := s.call("read"); {
	case v.IsNull():
		return nil, io.EOF
	case v.Type() == js.TypeString:
		return nil, errors.New(v.String())
	default:
		b := make([]byte, v.Get("length").Int())
		js.CopyBytesToGo(b, v)
		return b, nil
	}
}

func (s *stage) close() {
	if s.waits {
		s.deliver.Release()
	}
}

// A stream reads pieces as one stream.
type stream struct {
	s    *stage
	have []byte
}

func (r *stream) Read(p []byte) (int, error) {
	for len(r.have) == 0 {
		b, err := r.s.next()
		if err != nil {
			return 0, err
		}
		r.have = b
	}
	n := copy(p, r.have)
	r.have = r.have[n:]
	return n, nil
}

// emit hands more of a file over.
func (s *stage) emit(name string, b []byte) {
	if s.scratch.IsUndefined() {
		s.scratch = js.Global().Get("Uint8Array").New(pieceSize)
	}
	for len(b) > 0 {
		n := js.CopyBytesToJS(s.scratch, b)
		s.value.Call("emit", name, s.scratch, n)
		b = b[n:]
	}
}

// A file gathers what is written to it and hands it over in large pieces.
type file struct {
	s    *stage
	name string
	buf  []byte
}

const pieceSize = 1 << 20

func (f *file) Write(b []byte) (int, error) {
	if f.buf = append(f.buf, b...); len(f.buf) >= pieceSize {
		f.flush()
	}
	return len(b), nil
}

func (f *file) flush() {
	if len(f.buf) > 0 {
		f.s.pause()
		f.s.emit(f.name, f.buf)
		f.buf = f.buf[:0]
	}
}
