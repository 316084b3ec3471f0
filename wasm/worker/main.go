//go:build js && wasm

package main

import (
	"net/http"
	"os"
	"runtime/debug"
	"syscall/js"

	"fragscope/analyzer"
	"fragscope/analyzer/api"

	"github.com/syumai/workers"
)

// Limits of an isolate, which has 128 MB for Go, JavaScript and what both hold
// of a request at once. docs.md says what they mean for users.
const (
	maxPaste   = 256 << 10
	maxCapture = 32 << 20
	maxAnswer  = 16 << 20
	memory     = 72 << 20 // what Go's collector aims at
)

// tables bounds what an analysis remembers: each server costs some 4 kB with
// its history, a client or a conversation some 500 bytes.
var tables = analyzer.Options{MaxServers: 4000, MaxClients: 20_000, MaxFlows: 20_000, Workers: 1}

func main() {
	debug.SetMemoryLimit(memory)
	answer := api.New(api.Options{
		MaxPaste: maxPaste, MaxCapture: maxCapture, MaxAnswer: maxAnswer, Buffer: maxAnswer, Analyses: 1, Analyzer: tables,
		Panic: func(_ any, stack []byte) { os.Stderr.Write(stack) }, // where, never of what: the value may hold bytes of a packet
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

// A response gathers an answer and hands it over in one piece, which costs
// less than a stream and needs no more of the request once it is there.
type response struct {
	http.ResponseWriter
	body []byte
}

func (a *response) Write(b []byte) (int, error) {
	a.body = append(a.body, b...)
	return len(b), nil
}

func (a *response) hand(w http.ResponseWriter) {
	value := js.Null()
	if len(a.body) > 0 {
		value = js.Global().Get("Uint8Array").New(len(a.body))
		js.CopyBytesToJS(value, a.body)
	}
	w.(interface{ WriteRawJSBody(js.Value) }).WriteRawJSBody(value)
}
