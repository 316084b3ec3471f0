//go:build js && wasm

// Worker is fragscope as a Cloudflare Worker: the inspector's page as static
// assets, the API of package api for scripts, and captures that are too long
// for one machine analyzed in parts (jobs.mjs).
//
// Go keeps one instance in an isolate for all its requests (worker.mjs starts
// it with the first), so what costs milliseconds is done once. A request is
// worked off without a break, or waits for more of its own body and nothing
// else: a Worker may only touch the streams of the request that it is running
// for, and so no request here ever waits for another.
//
// docs.md in this folder says how to run and to deploy it, what its limits
// are, and what a terabyte of captures costs.
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
		More:     jobRoutes,
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
