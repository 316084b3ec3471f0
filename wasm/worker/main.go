//go:build js && wasm

// Worker is what a Cloudflare Worker has to have of fragscope to answer at once:
// package api without captures, in a program that starts in a fraction of the
// time that the whole one takes. Package analysis in this folder is the whole
// one, in a Worker of its own that is loaded when somebody asks for it; jobs
// analyzes captures that are too long for one machine, in parts.
//
// The whole one speaks net/http by github.com/syumai/workers; jobs is called by
// queues. This one does without: a program that has just those two takes longer to
// its first answer than this one with all that it does. Neither fmt nor encoding/json nor reflect are in
// it. src/front.mjs calls it once for each request, with all of the body.
//
// docs.md in this folder says how to run and to deploy it, what its limits
// are, and what a terabyte of captures costs.
package main

import (
	"bytes"
	"errors"
	"runtime"
	"unsafe"

	"fragscope/analyzer/api"
	"fragscope/wasm/inspector/call"
	"fragscope/wasm/worker/surface"
)

// begin and write take the answer over; what they are given holds until they return.
//
//go:wasmimport fragscope begin
func begin(status uint32, header unsafe.Pointer, n uint32)

//go:wasmimport fragscope write
func write(b unsafe.Pointer, n uint32)

var answers = api.New(api.Options{
	More: surface.JobRoutes, MaxPaste: surface.MaxPaste, AnyOrigin: true, Gzip: surface.Gzip, MaxAnswer: surface.MaxAnswer,
	Buffer: surface.MaxAnswer, Patience: surface.Patience,
	Panic: func(any) { // where, never of what: the value may hold bytes of a packet
		stack := make([]byte, 16<<10)
		println(string(stack[:runtime.Stack(stack, false)]))
	},
})

func main() { select {} }

// How a body ended that src/front.mjs has read.
const (
	whole  = iota
	longer // than a body may be
	slow
	broken
)

// ask answers a request and returns 1, or 0 when the whole program has to. The
// input is its head, n bytes: method, path and query of the URL, and the
// headers that count (see client.mjs), each ended by a NUL; then size bytes of the
// body, and end says how that ended.
//
//go:wasmexport ask
func ask(n, size, end uint32) uint32 {
	in := call.Taken(n + size)
	head, body := string(in[:n]), in[n:]
	var texts [8]string
	for i := range texts {
		for at := range len(head) {
			if head[at] == 0 {
				texts[i], head = head[:at], head[at+1:]
				break
			}
		}
	}
	r := &api.Request{
		Method: texts[0], Path: api.Unescape(texts[1]), Query: texts[2], Length: int64(size),
		Header: api.RequestHeader{Accept: texts[3], AcceptEncoding: texts[4], ContentEncoding: texts[5],
			ContentType: texts[6], IfNoneMatch: texts[7]},
	}
	switch end {
	case whole:
		r.Body = bytes.NewReader(body)
	case longer:
		r.Body, r.Length = bytes.NewReader(body), surface.MaxPaste+1
	case slow:
		r.Body = failing{errSlow{}}
	default:
		r.Body = failing{errBroken}
	}
	if answers.Answer(r, response{}) == api.ErrElsewhere {
		return 0
	}
	return 1
}

// failing is a body that did not come whole.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

var errBroken = errors.New("the body broke off")

// errSlow is the error of a body that came too slowly.
type errSlow struct{}

func (errSlow) Error() string { return "the body arrived too slowly" }
func (errSlow) Timeout() bool { return true }

// A response hands an answer to src/front.mjs.
type response struct{}

func (response) Begin(status int, header []api.Field) {
	var b []byte
	for _, f := range header {
		b = append(b, f.Name...)
		b = append(b, 0)
		b = append(b, f.Value...)
		b = append(b, 0)
	}
	begin(uint32(status), unsafe.Pointer(unsafe.SliceData(b)), uint32(len(b)))
}

func (response) Write(b []byte) (int, error) {
	write(unsafe.Pointer(unsafe.SliceData(b)), uint32(len(b)))
	return len(b), nil
}
