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
