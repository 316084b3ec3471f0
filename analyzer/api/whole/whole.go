// Package whole is the complete API over net/http: it also reads captures and
// compressed pastes, and documents its own routes. A program that has to start
// in a few milliseconds does without (wasm/worker).
//
//	http.ListenAndServe("127.0.0.1:8080", whole.New(api.Options{More: []api.Route{analysis.Route(analysis.Options{})}}))
package whole

import (
	"net/http"
	"time"

	"fragscope/analyzer/api"
)

// New returns the handler of everything below /api/. It sends answers with gzip
// to clients that take it, unless opts.Gzip says what a platform around it
// encodes.
func New(opts api.Options) http.Handler {
	opts.Files = files
	opts.About = append(opts.About[:len(opts.About):len(opts.About)], about...)
	if opts.Now == nil {
		begin := time.Now()
		opts.Now = func() int64 { return time.Since(begin).Milliseconds() }
	}
	var gzips places
	if opts.Gzip == nil {
		opts.Gzip, gzips = compressible, newPlaces()
	}
	a := api.New(opts)
	grace := time.Duration(a.Grace()) * time.Millisecond
	return Paced(&handler{a, grace, gzips}, grace)
}

var about = []api.Route{
	{
		Method: http.MethodGet, Path: "/api/openapi.json", Summary: "This API, for programs",
		Answers: []api.Answer{{Status: http.StatusOK, Types: []string{api.TypeJSON}, Doc: "an OpenAPI 3.1 document"}},
		Handle:  openapi,
	},
	{
		Method: http.MethodGet, Path: "/api/", Summary: "This API, for people",
		Answers: []api.Answer{{Status: http.StatusOK, Types: []string{api.TypeHTML}, Doc: "a page"}},
		Handle:  page,
	},
	{Method: http.MethodGet, Path: "/api/page.css", Handle: style},
}
