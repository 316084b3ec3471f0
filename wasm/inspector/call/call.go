//go:build js && wasm

// Package call is how a page calls a program built for js/wasm: with numbers,
// and everything else through two pieces of memory. Input gives room for what
// the page has to say; the answer is where Answer says (web/src/api/calls.ts).
package call

import (
	"runtime"
	"unsafe"

	"fragscope/wasm/inspector/pack"
)

var (
	in      []byte
	answer  [2]uint32 // address and length of the latest answer
	out     []byte    // keeps the answer alive
	spare   [][]byte  // inputs that were taken and given back
	writer  pack.Writer
	writing bool // the answer is what is in writer
)

// input returns the address of n bytes to be filled before a call.
//
//go:wasmexport input
func input(n uint32) unsafe.Pointer {
	if int(n) > cap(in) {
		in = room(int(n))
	}
	in = in[:cap(in)]
	return unsafe.Pointer(unsafe.SliceData(in))
}

// answerAt finishes the answer and returns where its address and length are.
//
//go:wasmexport answer
func answerAt() unsafe.Pointer {
	if writing {
		Give(writer.Finish())
	}
	return unsafe.Pointer(&answer)
}

// Taken returns the first n bytes of the input. They hold until the next call.
func Taken(n uint32) []byte { return in[:min(int(n), len(in))] }

// room returns memory for n bytes: large memory that is new has to be cleared
// first, and the collector has to look for what is no longer used.
func room(n int) []byte {
	for i, b := range spare {
		if cap(b) >= n {
			last := len(spare) - 1
			spare[i], spare[last] = spare[last], nil
			spare = spare[:last]
			return b
		}
	}
	return make([]byte, max(n+n/8, 4096))
}

const (
	mostSpare = 8
	mostBytes = 4 << 20 // of an input that is kept
)

// Back takes back an input that [Own] returned.
func Back(b []byte) {
	if cap(b) > mostBytes {
		return
	}
	if len(spare) < mostSpare {
		spare = append(spare, b)
	} else {
		spare[0] = b
	}
}

// Own returns the first n bytes of the input, which nobody else uses any more.
func Own(n uint32) []byte {
	b := Taken(n)
	in = nil
	return b
}

// manyBytes is an answer so large that it is collected with all that was left
// over while it was made: memory never shrinks here, and the collector would
// wait until there is as much garbage as there is use.
const manyBytes = 4 << 20

// Done says that the answer before was read. What begins an answer says so.
func Done() {
	if cap(out) > manyBytes {
		out = nil
		runtime.GC()
	}
}

// Give answers with bytes.
func Give(b []byte) {
	writing = false
	out = b
	answer[0] = uint32(uintptr(unsafe.Pointer(unsafe.SliceData(b))))
	answer[1] = uint32(len(b))
}

// Begin begins an answer of words and texts, which is what has been written when
// the page asks for it.
func Begin() *pack.Writer {
	Done()
	writing = true
	writer.Reset()
	return &writer
}
