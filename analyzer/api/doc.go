// Package api is fragscope over HTTP: paste in, JSON out, for scripts and bots.
//
//	http.ListenAndServe("127.0.0.1:8080", whole.New(api.Options{More: []api.Route{analysis.Route(analysis.Options{})}}))
//
// This package itself knows no transport: it takes a [Request] and writes to a
// [Response]. Package whole serves it over net/http, with everything it
// accepts, for fragscope serve and for a Cloudflare Worker; another Worker,
// which has to start in a few milliseconds, calls it directly (both in
// wasm/worker). Therefore neither fmt nor encoding/json nor net/http may be
// imported here. Its output for a packet is byte for byte that of the command.
//
//	POST /api/decode            a paste, raw bytes or a short capture: every field of every packet
//	POST /api/analyze           a capture: who queried what, who answered, what was lost (package analysis)
//	GET  /api/explain/{name}    what a problem, field, rule or protocol means
//	GET  /api/protocols         the protocols, with their messages and ports
//	GET  /api/request           the bytes of any request
//	GET  /api/openapi.json      all of this for programs (OpenAPI 3.1; package whole)
//	GET  /api/                  all of this for people (package whole)
//
// # How a request is handled
//
// A table (routes.go) names every route with its parameters; the router, the
// OpenAPI document and the page are made of it, so they cannot differ. A
// handler returns an error to refuse; a [Problem] among errors becomes an
// application/problem+json (RFC 9457) that says what was wrong, where in a
// paste, and the limit when there is one.
//
// An answer is held back until it is complete, up to [Options].Buffer: what
// fits gets an entity tag, and a late error still gets a proper status. Longer
// answers are sent as they are made, also while a body still arrives: a client
// that sends a long capture and takes rows has to read while it sends.
//
// Texts of 1 KiB and more are sent with gzip to clients that take it: JSON of
// packets then has a tenth of its bytes. Package whole offers no other coding.
// Its zstd encoder would take more memory for a client, and its brotli encoder more
// time, than they save. A Worker leaves it to its platform (wasm/worker/docs.md).
//
// The body of a request is the paste or file itself; its Content-Type does not
// matter, except that a form (multipart) is refused, for its boundaries would be
// taken for packets. The header Accept does not choose a format, which the
// parameter format does; when it excludes the answer, that is 406.
//
// # Bounds
//
// With default options, an HTTP host needs no more than 1 GiB of memory,
// whatever is sent and however many clients send concurrently:
//
//	all requests together         768 MiB ([Options].Memory): bodies, and what is reserved for the work
//	                              with them; what does not fit gets 503 with Retry-After
//	a body to be decoded          8 MiB, as received and unpacked; at most 16 bytes of memory for each
//	decoded at once               4, and 16 wait; further ones get 503 with Retry-After. One that takes
//	                              longer than 5 s while others wait is ended in the same way
//	a datagram                    68 KiB; 500 bytes of memory and 400 of JSON for each (package decoder)
//	datagrams                     any number: each is written when it is decoded, and then dropped;
//	                              16 MiB of them count for the status, the problem status-limit reports more
//	an answer                     256 MiB
//	answers sent with gzip        16 at once, 0.8 MB of memory each; the others are sent as they are
//	captures analyzed at once     4, of 576 MiB together: 144 MiB each, more for a long one; the others
//	                              get 503; one that takes longer than 60 s makes room for the next;
//	                              read while they arrive, never held
//	a filter                      see package filter
//	a client that pauses          30 s, and 16 KiB a second on average, both ways (package whole)
//	a client that hangs up        ends the work, inside a paste too
//
// Tests check this with the datagrams of package hostile, fifty clients at
// once, and clients that neither read nor send.
//
// # Safety
//
// Nothing is written to disk or to a log, nothing is fetched. Texts of packets
// are escaped for JSON or plain text, and the page shows none. Pages of other
// origins are not allowed to read answers, unless [Options].AnyOrigin makes the
// service a public one.
package api
