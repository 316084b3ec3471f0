//go:build js && wasm

package home

import (
	"net/http"

	"fragscope/analyzer/api"
)

// JobRoutes describes what src/upload.mjs answers.
var JobRoutes = []api.Route{
	{
		Method: http.MethodPost, Path: "/api/jobs", Summary: "Analyze a long capture in parts",
		Doc: "The capture is stored and analyzed by as many machines as it has parts. The answer comes at once and names the job. " +
			"Captures that are longer than the plan lets a request be go into the folder inbox of the bucket, whose notifications begin jobs too.",
		Params:   []api.Param{{Name: "name", Doc: "what to call the capture in the report; without it -"}},
		Body:     "a capture, with its Content-Length",
		Answers:  []api.Answer{{Status: http.StatusAccepted, Types: []string{"application/json"}, Schema: "Job", Doc: "the number of the job; Location is where to ask for it"}},
		Problems: []string{"length", "too-large", "too-slow", "body"},
	},
	{
		Method: http.MethodGet, Path: "/api/jobs/{id}", Summary: "How far a job is",
		Params:  []api.Param{{Name: "id", Doc: "number of the job", InPath: true, Required: true}},
		Answers: []api.Answer{{Status: http.StatusOK, Types: []string{"application/json"}, Schema: "Job", Doc: "its state, its parts, those that were lost and why, and the files when it is done"}},
	},
	{
		Method: http.MethodGet, Path: "/api/jobs/{id}/{file}", Summary: "What a job has found",
		Doc: "report.json is what fragscope analyze --format json prints; servers.parquet, players.parquet, rules.parquet and exchanges-NNN.parquet are the tables, " +
			"for DuckDB, Spark or ClickHouse; servers is the table of servers as JSON, 500 rows at a time.",
		Params: []api.Param{
			{Name: "id", Doc: "number of the job", InPath: true, Required: true},
			{Name: "file", Doc: "name of a file, or servers", InPath: true, Required: true, Example: "report.json"},
			{Name: "after", Doc: "of servers: those after this one, as next says it"},
		},
		Answers: []api.Answer{{Status: http.StatusOK, Types: []string{"application/json", "application/vnd.apache.parquet"}, Doc: "the file"}},
	},
}
