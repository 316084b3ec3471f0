// Package surface is what the Workers show of themselves together: the limits
// that hold in an isolate, and the routes that no Go program answers.
package surface

import "fragscope/analyzer/api"

// Limits of an isolate, which has 128 MB for Go, JavaScript and what both hold
// of a request at once. docs.md says what they mean for users.
const (
	MaxPaste   = 256 << 10 // bytes of a body to be decoded, as it comes and unpacked
	MaxCapture = 32 << 20  // bytes of a capture, as it comes and unpacked
	MaxAnswer  = 16 << 20  // bytes
	Patience   = 30_000    // milliseconds that a body may take to come; src/body.mjs sees to it
)

// Gzip reports whether answers of a Content-Type are sent with gzip: those that
// Cloudflare does not compress by itself. The runtime encodes them when their
// header says so.
func Gzip(kind string) bool {
	return kind == api.TypeNDJSON || kind == api.TypeCSV || kind == api.TypeMarkdown
}

// JobRoutes describes what src/upload.mjs answers, to those who bring the token.
var JobRoutes = []api.Route{
	{
		Method: "POST", Path: "/api/jobs", Summary: "Analyze a long capture in parts",
		Doc: "The capture is stored and analyzed by as many machines as it has parts. The answer is immediate and names " +
			"the job. " +
			"Like all paths of jobs it requires the token of this Worker, as Authorization: Bearer TOKEN; without one these " +
			"paths are off. " +
			"Captures that exceed the plan's limit of a request go into the folder inbox of the bucket, whose notifications " +
			"start jobs too.",
		Params: []api.Param{{Name: "name", Doc: "name of the capture in the report; default -"}},
		Body:   "a capture, with its Content-Length",
		Answers: []api.Answer{{Status: 202, Types: []string{"application/json"}, Schema: "Job",
			Doc: "the number of the job; Location is its URL"}},
		Problems: []string{"token", "length", "too-large", "too-slow", "body", "storage"},
	},
	{
		Method: "GET", Path: "/api/jobs/{id}", Summary: "How far a job is",
		Params: []api.Param{{Name: "id", Doc: "number of the job", InPath: true, Required: true}},
		Answers: []api.Answer{{Status: 200, Types: []string{"application/json"}, Schema: "Job",
			Doc: "its state, its parts, those that were lost and why, and the files when it is done"}},
		Problems: []string{"token"},
	},
	{
		Method: "GET", Path: "/api/jobs/{id}/{file}", Summary: "What a job has found",
		Doc: "report.json is what fragscope analyze --format json prints; servers.parquet, players.parquet, rules.parquet " +
			"and exchanges-NNN.parquet are the tables, " +
			"for DuckDB, Spark or ClickHouse; servers is the table of servers as JSON, in pages of 500 rows.",
		Params: []api.Param{
			{Name: "id", Doc: "number of the job", InPath: true, Required: true},
			{Name: "file", Doc: "name of a file, or servers", InPath: true, Required: true, Example: "report.json"},
			{Name: "after", Doc: "of servers: those after this one, as next says it"},
		},
		Answers:  []api.Answer{{Status: 200, Types: []string{"application/json", api.TypeParquet}, Doc: "the file"}},
		Problems: []string{"token"},
	},
}
