//go:build js && wasm

// Analysis is the whole API, for what the small program does not have: the
// analysis of captures, and the pages that tell of all routes.
package main

import (
	"runtime/debug"

	"fragscope/analyzer"
	"fragscope/analyzer/api"
	"fragscope/analyzer/api/analysis"
	"fragscope/wasm/worker/home"
	"fragscope/wasm/worker/surface"
)

// tables bounds what an analysis remembers: each server costs up to some 30 kB
// with its history, rules and players, a client or a conversation some 500 bytes.
var tables = analyzer.Options{MaxServers: 1000, MaxClients: 4000, MaxFlows: 3000, MaxDetails: 16_384, Memory: 32 << 20, Workers: 1}

func main() {
	debug.SetMemoryLimit(64 << 20) // what Go's collector aims at
	debug.SetGCPercent(50)         // memory never shrinks here
	capture := analysis.Route(analysis.Options{MaxCapture: surface.MaxCapture, Analyses: 1, Analyzer: tables})
	home.Serve(append([]api.Route{capture}, surface.JobRoutes...)...)
}
