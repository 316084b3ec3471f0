//go:build js && wasm

// Worker is what a Cloudflare Worker has to have of fragscope to answer at once:
// the API without what is about captures, in a program that starts in a fraction
// of the time that the whole one takes. Package analysis in this folder is the
// whole one, in a Worker of its own that is loaded when somebody asks for it;
// jobs analyzes captures that are too long for one machine, in parts.
//
// docs.md in this folder says how to run and to deploy it, what its limits
// are, and what a terabyte of captures costs.
package main

import (
	"runtime/debug"

	"fragscope/wasm/worker/home"
)

func main() {
	debug.SetMemoryLimit(72 << 20) // what Go's collector aims at
	home.Serve(home.JobRoutes...)
}
