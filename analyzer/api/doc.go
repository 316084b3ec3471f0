// Package api is fragscope over HTTP: paste in, JSON out, for scripts and bots.
//
//	http.ListenAndServe("127.0.0.1:8080", api.New(api.Options{More: []api.Route{analysis.Route(analysis.Options{})}}))
//
// The handler is plain net/http and keeps no state, so the same one answers
// under fragscope serve and in a Cloudflare Worker (wasm/worker). What it says
// about a packet is byte for byte what the command says.
//
//	POST /api/decode            a paste, raw bytes or a short capture: every field of every packet
//	POST /api/analyze           a capture: who asked what, who answered, what was lost (package analysis)
//	GET  /api/explain/{name}    what a problem, field, rule or protocol means
//	GET  /api/protocols         the protocols, with their messages and ports
//	GET  /api/request           the bytes of any request
//	GET  /api/openapi.json      all of this for programs (OpenAPI 3.1)
//	GET  /api/                  all of this for people
//
// # The way of a request
//
// A table (routes.go) names every route with its parameters; the router, the
// OpenAPI document and the page are made of it, so they cannot differ. A
// handler returns an error to refuse; a [Problem] among errors becomes an
// application/problem+json (RFC 9457) that says what was wrong, where in a
// paste, and the limit when there is one.
//
// An answer is held back until it is whole, up to [Options].Buffer: what fits
// gets an entity tag, and an error that comes late is still a clean one. Longer
// answers are sent as they are made.
//
// # Safety
//
// Bodies, answers, time and analyses at once are bounded. Nothing is written to
// disk or to a log, nothing is fetched. Texts of packets are escaped for the
// place where they go, JSON or plain text, and the page shows none.
package api
