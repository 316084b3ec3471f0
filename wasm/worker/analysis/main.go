//go:build js && wasm

// Analysis is the whole API, for what the small program does not have: the
// analysis of captures, and the pages that tell of all routes.
//
// Go keeps one instance in an isolate for all its requests (src/go.mjs starts it
// with the first), so what costs milliseconds is done once. A request is worked
// off without a break, or waits for more of its own body and nothing else: a
// Worker may only touch the streams of the request that it is running for, and so
// no request here ever waits for another.
package main

import (
	"net/http"
	"os"
	"runtime/debug"

	"fragscope/analyzer/api"
	"fragscope/analyzer/api/analysis"
	"fragscope/analyzer/api/whole"
	"fragscope/analyzer/record"
	"fragscope/wasm/worker/surface"

	"github.com/syumai/workers"
)

// tables bounds what an analysis remembers: each server costs up to some 30 kB
// with its history, rules and players, a client or a conversation some 500 bytes.
var tables = record.Options{MaxServers: 1000, MaxClients: 4000, MaxFlows: 3000, MaxDetails: 16_384, Memory: 32 << 20,
	Workers: 1}

func main() {
	debug.SetMemoryLimit(64 << 20) // what Go's collector aims at
	debug.SetGCPercent(50)         // memory never shrinks here
	capture := analysis.Route(analysis.Options{MaxCapture: surface.MaxCapture, Analyses: 1, Analyzer: tables})
	answer := whole.New(api.Options{
		More: append([]api.Route{capture}, surface.JobRoutes...), MaxPaste: surface.MaxPaste, AnyOrigin: true,
		Gzip:      surface.Gzip,
		MaxAnswer: surface.MaxAnswer, Buffer: surface.MaxAnswer, Takes: true, Patience: surface.Patience,
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
