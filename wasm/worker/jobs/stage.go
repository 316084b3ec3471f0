//go:build js && wasm

package main

import (
	"bufio"
	"syscall/js"

	"fragscope/wasm/worker/pieces"
)

// A stage is what a step stands on: where its bytes come from and go to.
type stage struct {
	pieces.Source
	scratch js.Value // where a piece is put for JavaScript
}

// pause lets others have their turn: all of a Worker runs on one thread.
func (s *stage) pause() { s.Call("pause") }

// emit hands more of a file over.
func (s *stage) emit(name string, b []byte) {
	if s.scratch.IsUndefined() {
		s.scratch = js.Global().Get("Uint8Array").New(pieceSize)
	}
	for len(b) > 0 {
		n := js.CopyBytesToJS(s.scratch, b)
		s.Value.Call("emit", name, s.scratch, n)
		b = b[n:]
	}
}

// A file hands over what is written to it.
type file struct {
	s    *stage
	name string
}

const pieceSize = 1 << 20

// create begins a file, which is handed over in large pieces.
func (s *stage) create(name string) *bufio.Writer {
	return bufio.NewWriterSize(file{s, name}, pieceSize)
}

func (f file) Write(b []byte) (int, error) {
	f.s.pause()
	f.s.emit(f.name, b)
	return len(b), nil
}
