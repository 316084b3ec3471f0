package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fragscope/analyzer/api"
	"fragscope/analyzer/api/analysis"
	"fragscope/analyzer/api/whole"
	"fragscope/analyzer/export"
	"fragscope/decoder"
	"fragscope/decoder/explain"
	"fragscope/samples"
)

// home returns the whole API, as serve has it.
func home(o api.Options, a analysis.Options) http.Handler {
	o.AnyOrigin = true
	o.More = append([]api.Route{analysis.Route(a)}, o.More...)
	return whole.New(o)
}

// send sends one request to a handler.
func send(t *testing.T, h http.Handler, method, url, body string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, url, strings.NewReader(body))
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Header().Get("Access-Control-Allow-Origin") != "*" || w.Header().Get("X-Content-Type-Options") != "nosniff" ||
		!strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'") {
		t.Errorf("%s %s: headers %v", method, url, w.Header())
	}
	return w
}

// The JSON of every sample is what the command prints, which is in NAME.json.
func TestDecodeSamples(t *testing.T) {
	h := home(api.Options{}, analysis.Options{})
	for _, s := range samples.List() {
		want, err := os.ReadFile(filepath.Join("../../samples", s.Name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		w := send(t, h, "POST", "/api/decode", s.Text)
		if w.Code != 200 || !bytes.Equal(w.Body.Bytes(), want) {
			t.Errorf("%s: %d\n%.300s\nwant\n%.300s", s.Name, w.Code, w.Body, want)
		}
	}
}

func TestRoutes(t *testing.T) {
	h := home(api.Options{}, analysis.Options{})
	capture, err := os.ReadFile("../../samples/captures/ut99-status-part-lost.pcapng")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method, url, body string
		kind, holds       string
	}{
		{"POST", "/api/decode", "78 00 00 00 00", api.TypeJSON, `"message":"server info request"`},
		{"POST", "/api/decode?format=table", "78 00 00 00 00", api.TypeText, "server info request (unreal2, 5 bytes)"},
		{"POST", "/api/decode?format=tree&full=true", "78 00 00 00 00", api.TypeText, "server info request"},
		{"POST", "/api/decode?format=markdown", "78 00 00 00 00", api.TypeMarkdown, "| Field"},
		{"POST", "/api/decode?format=csv", "78 00 00 00 00", api.TypeCSV, "unreal2"},
		{"POST", "/api/decode?format=ndjson&protocol=unreal2&from=reply", "80 00 00 00 02", api.TypeNDJSON,
			"player list reply"},
		{"POST", "/api/decode?format=ndjson", string(capture), api.TypeNDJSON, "gamespy1"},
		{"POST", "/api/analyze", string(capture), api.TypeJSON, `"schema": "fragscope-report/1"`},
		{"POST", "/api/analyze?format=report", string(capture), api.TypeText, "Harbour Lights"},
		{"POST", "/api/analyze?name=evening", string(capture), api.TypeJSON, `"name": "evening"`},
		{"POST", "/api/analyze?format=ndjson&name=evening", string(capture), api.TypeNDJSON, `"file":"evening"`},
		{"POST", "/api/analyze?format=ndjson", string(capture), api.TypeNDJSON, `"outcome":"incomplete"`},
		{"POST", "/api/analyze?format=csv&table=servers", string(capture), api.TypeCSV, "Harbour Lights"},
		{"POST", "/api/analyze?format=ndjson&table=players", string(capture), api.TypeNDJSON, `"name":`},
		{"POST", "/api/analyze?format=ndjson&table=rules", string(capture), api.TypeNDJSON, `"key":`},
		{"POST", "/api/analyze?format=csv&table=events", string(capture), api.TypeCSV, "server_address"},
		{"POST", "/api/analyze?format=parquet&table=events", string(capture), api.TypeParquet, "PAR1"},
		{"POST", "/api/analyze?filter=" + "protocol+%3D%3D+%22ugp%22", string(capture), api.TypeJSON, `"servers": []`},
		{"GET", "/api/explain", "", api.TypeJSON, `"length-past-end"`},
		{"GET", "/api/explain/length-past-end", "", api.TypeJSON, `"severity": "`},
		{"GET", "/api/explain/unreal2.info.flags", "", api.TypeJSON, `"flags": true`},
		{"GET", "/api/explain/gamespy1", "", api.TypeJSON, `"kind": "protocol"`},
		{"GET", "/api/explain/GameStats", "", api.TypeJSON, `"kind": "rule"`},
		{"GET", "/api/protocols", "", api.TypeJSON, `"rules request"`},
		{"GET", "/api/request?protocol=unreal2&message=rules+request", "", api.TypeBytes, "\x79\x00\x00\x00\x01"},
		{"GET", "/api/request?protocol=unreal2&format=hex&query-version=128", "", api.TypeText, "80 00 00 00"},
		{"GET", "/api/request?protocol=gamespy1&item=info&item=players&format=hex", "", api.TypeText, "5C 69 6E 66 6F 5C"},
		{"GET", "/api/request?protocol=gamespy3&challenge=-5&id=01020304&options=ffffff02&format=json", "", api.TypeJSON,
			`"hex": "fefd0001020304fffffffbffffff02"`},
		{"GET", "/api/openapi.json", "", api.TypeJSON, `"openapi": "3.1.0"`},
		{"GET", "/api/", "", api.TypeHTML, "<code>/api/decode</code>"},
		{"GET", "/api/page.css", "", api.TypeCSS, "main {"},
	} {
		w := send(t, h, c.method, c.url, c.body)
		if w.Code != 200 || w.Header().Get("Content-Type") != c.kind || !strings.Contains(w.Body.String(), c.holds) {
			t.Errorf("%s %s: %d %s without %q:\n%.600s", c.method, c.url, w.Code, w.Header().Get("Content-Type"), c.holds,
				w.Body)
		}
	}
}

// What cannot be answered is a problem that says why.
func TestProblems(t *testing.T) {
	h := home(api.Options{MaxPaste: 2000, MaxAnswer: 9000, Buffer: 9000}, analysis.Options{MaxCapture: 3000})
	capture, err := os.ReadFile("../../samples/captures/ut99-status-part-lost.pcapng")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method, url, body string
		want              api.Problem
	}{
		{"GET", "/api/nothing", "", api.Problem{Type: "/api/#not-found", Status: 404}},
		{"GET", "/api/explain/", "", api.Problem{Type: "/api/#not-found", Status: 404}},
		{"GET", "/api/explain/lenght-past-end", "", api.Problem{Type: "/api/#not-found", Status: 404,
			Suggestions: []string{"length-past-end"}}},
		{"GET", "/api/decode", "", api.Problem{Type: "/api/#method", Status: 405}},
		{"POST", "/api/protocols", "", api.Problem{Type: "/api/#method", Status: 405}},
		{"POST", "/api/decode?formt=csv", "", api.Problem{Type: "/api/#parameter", Status: 400, Parameter: "formt"}},
		{"POST", "/api/decode?format=xml", "", api.Problem{Type: "/api/#parameter", Status: 400, Parameter: "format"}},
		{"POST", "/api/decode?format=csv&format=json", "", api.Problem{Type: "/api/#parameter", Status: 400,
			Parameter: "format"}},
		{"POST", "/api/decode?%zz", "", api.Problem{Type: "/api/#parameter", Status: 400}},
		{"GET", "/api/protocols?x=1", "", api.Problem{Type: "/api/#parameter", Status: 400, Parameter: "x"}},
		{"GET", "/api/request", "", api.Problem{Type: "/api/#parameter", Status: 400, Parameter: "protocol"}},
		{"GET", "/api/request?protocol=unreal2&message=nonsense", "", api.Problem{Type: "/api/#parameter", Status: 400}},
		{"GET", "/api/request?protocol=gamespy3&id=123", "", api.Problem{Type: "/api/#parameter", Status: 400,
			Parameter: "id"}},
		{"GET", "/api/request?protocol=ugp&ugp-flags=256", "", api.Problem{Type: "/api/#parameter", Status: 400,
			Parameter: "ugp-flags"}},
		{"GET", "/api/request?protocol=gamespy1&message=echo+request&text=" + strings.Repeat("x", 70000), "",
			api.Problem{Type: "/api/#parameter", Status: 400}},
		{"POST", "/api/decode", "78 00\n00 O0 00", api.Problem{Type: "/api/#unreadable", Status: 422, Line: 2, Column: 4}},
		{"POST", "/api/decode", "", api.Problem{Type: "/api/#unreadable", Status: 422, Line: 1, Column: 1}},
		{"POST", "/api/decode", strings.Repeat("00 ", 1000), api.Problem{Type: "/api/#too-large", Status: 413, Limit: 2000}},
		{"POST", "/api/decode", strings.Repeat("78000000 00\n\n", 60), api.Problem{Type: "/api/#answer-too-long", Status: 413,
			Limit: 9000}},
		{"POST", "/api/analyze", string(capture), api.Problem{Type: "/api/#too-large", Status: 413, Limit: 3000}},
		{"POST", "/api/analyze", "nonsense", api.Problem{Type: "/api/#unreadable", Status: 422}},
		{"POST", "/api/analyze", "", api.Problem{Type: "/api/#unreadable", Status: 422}},
		{"POST", "/api/analyze?filter=1+%2B", "", api.Problem{Type: "/api/#parameter", Status: 400, Parameter: "filter",
			Line: 1, Column: 3}},
		{"POST", "/api/analyze?filter=size+and", "", api.Problem{Type: "/api/#parameter", Status: 400, Parameter: "filter",
			Line: 1, Column: 1}},
		{"POST", "/api/analyze?filter=size", "", api.Problem{Type: "/api/#parameter", Status: 400, Parameter: "filter",
			Line: 1, Column: 1}},
		{"POST", "/api/analyze?table=servers", "", api.Problem{Type: "/api/#parameter", Status: 400, Parameter: "table"}},
		{"POST", "/api/analyze?format=report&table=servers", "", api.Problem{Type: "/api/#parameter", Status: 400,
			Parameter: "table"}},
		{"POST", "/api/analyze?format=ndjson&csv=plain", "", api.Problem{Type: "/api/#parameter", Status: 400,
			Parameter: "csv"}},
		{"OPTIONS", "/api/nothing", "", api.Problem{Type: "/api/#not-found", Status: 404}},
		{"OPTIONS", "/api/decode/nothing", "", api.Problem{Type: "/api/#not-found", Status: 404}},
		{"OPTIONS", "/api/explain/a/b", "", api.Problem{Type: "/api/#not-found", Status: 404}},
		{"HEAD", "/api/decode", "", api.Problem{Type: "/api/#method", Status: 405}},
	} {
		w := send(t, h, c.method, c.url, c.body)
		var got api.Problem
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil {
			t.Fatalf("%s %s: %d %.300s", c.method, c.url, w.Code, w.Body)
		}
		at := got
		at.Title, at.Detail, at.Found, at.Expected, at.Advice = "", "", "", "", ""
		if strings.HasPrefix(got.Detail, "filter: filter") {
			t.Errorf("%s says filter twice: %s", c.url, got.Detail)
		}
		if fmt.Sprint(at) != fmt.Sprint(c.want) || w.Code != c.want.Status ||
			w.Header().Get("Content-Type") != "application/problem+json" || got.Title == "" || got.Detail == "" {
			t.Errorf("%s %.100s: %d %s\n%+v\nwant %+v", c.method, c.url, w.Code, w.Header(), got, c.want)
		}
		if c.want.Status == 405 && w.Header().Get("Allow") == "" {
			t.Errorf("%s %s: no Allow", c.method, c.url)
		}
	}
}

// A gzip body that grows beyond the limit is refused, and never held.
func TestBomb(t *testing.T) {
	var b bytes.Buffer
	writeZeroCapture(t, &b, 40<<20)
	w := send(t, home(api.Options{}, analysis.Options{MaxCapture: 1 << 20}), "POST", "/api/analyze", b.String())
	if w.Code != 413 || !strings.Contains(w.Body.String(), `"limit":1048576`) {
		t.Errorf("%d %.300s", w.Code, w.Body)
	}
}

func TestEntityTagsAndPreflight(t *testing.T) {
	h := home(api.Options{}, analysis.Options{})
	w := send(t, h, "GET", "/api/protocols", "")
	tag := w.Header().Get("ETag")
	if !strings.HasPrefix(tag, `"`) || w.Header().Get("Cache-Control") == "" {
		t.Fatalf("headers %v", w.Header())
	}
	for _, value := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
		if w := send(t, h, "GET", "/api/protocols", "", "If-None-Match", value); w.Code != 304 || w.Body.Len() != 0 ||
			w.Header().Get("ETag") != tag {
			t.Errorf("If-None-Match %s: %d, %d bytes", value, w.Code, w.Body.Len())
		}
	}
	if w := send(t, h, "GET", "/api/protocols", "", "If-None-Match", `"other"`); w.Code != 200 {
		t.Errorf("another tag: %d", w.Code)
	}
	if w := send(t, h, "HEAD", "/api/protocols", ""); w.Code != 200 || w.Body.Len() != 0 ||
		w.Header().Get("ETag") != tag || w.Header().Get("Content-Length") == "0" {
		t.Errorf("HEAD: %d %v", w.Code, w.Header())
	}
	w = send(t, h, "OPTIONS", "/api/decode", "", "Origin", "https://example.org", "Access-Control-Request-Method", "POST")
	if w.Code != 204 || !strings.Contains(w.Header().Get("Access-Control-Allow-Methods"), "POST") ||
		!strings.Contains(w.Header().Get("Access-Control-Allow-Headers"), "Content-Type") {
		t.Errorf("preflight: %d %v", w.Code, w.Header())
	}
}

// A body that is too slow, or that ends early, is a problem of its own; the
// server goes on.
func TestSlowAndAborted(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: home(api.Options{Patience: 200}, analysis.Options{})}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(l) }()
	defer func() {
		s.Shutdown(context.Background())
		<-ended
	}()
	base := "http://" + l.Addr().String()
	for _, path := range []string{"/api/decode", "/api/analyze"} {
		r, w := io.Pipe()
		go w.Write([]byte("78 00"))
		a, err := http.Post(base+path, "", r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(a.Body)
		a.Body.Close()
		w.Close()
		if a.StatusCode != 408 || !strings.Contains(string(body), "too-slow") {
			t.Errorf("slow %s: %d %s", path, a.StatusCode, body)
		}
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n78 00", path)
		c.(*net.TCPConn).CloseWrite()
		c.SetReadDeadline(time.Now().Add(5 * time.Second))
		answer, _ := io.ReadAll(c)
		c.Close()
		if len(answer) > 0 && !bytes.Contains(answer, []byte("/api/#body")) {
			t.Errorf("aborted %s: %s", path, answer)
		}
	}
	a, err := http.Get(base + "/api/protocols")
	if err != nil || a.StatusCode != 200 {
		t.Fatal(a, err)
	}
	a.Body.Close()
}

// More captures at once than allowed are told to come again.
func TestBusy(t *testing.T) {
	h := home(api.Options{}, analysis.Options{Analyses: 1})
	r, w := io.Pipe()
	first := httptest.NewRecorder()
	done := make(chan bool)
	go func() {
		h.ServeHTTP(first, httptest.NewRequest("POST", "/api/analyze", r))
		close(done)
	}()
	w.Write([]byte("\n")) // taken when the first analysis reads
	if second := send(t, h, "POST", "/api/analyze", "x"); second.Code != 503 || second.Header().Get("Retry-After") == "" {
		t.Errorf("%d %s", second.Code, second.Body)
	}
	w.Close()
	<-done
	if third := send(t, h, "POST", "/api/analyze", "x"); third.Code != 422 {
		t.Errorf("%d %s", third.Code, third.Body)
	}
}

// Long answers are sent while they are made, and are the same.
func TestLongAnswer(t *testing.T) {
	paste := strings.Repeat("78 00 00 00 00\n\n", 500)
	whole := send(t, home(api.Options{}, analysis.Options{}), "POST", "/api/decode", paste)
	pieces := send(t, home(api.Options{Buffer: 1000}, analysis.Options{}), "POST", "/api/decode", paste)
	if whole.Code != 200 || whole.Header().Get("Content-Length") == "" || pieces.Header().Get("Content-Length") != "" ||
		!bytes.Equal(whole.Body.Bytes(), pieces.Body.Bytes()) {
		t.Errorf("%d bytes and %d bytes", whole.Body.Len(), pieces.Body.Len())
	}
}

// A defect ends one request, and says nothing of its inside.
func TestPanic(t *testing.T) {
	told := ""
	h := whole.New(api.Options{AnyOrigin: true, Panic: func(e any) { told = fmt.Sprint(e) },
		More: []api.Route{{Method: "GET", Path: "/api/boom", Handle: func(*api.Call) error { panic("secret") }}}})
	if w := send(t, h, "GET", "/api/boom", ""); w.Code != 500 || strings.Contains(w.Body.String(), "secret") ||
		told != "secret" {
		t.Errorf("%d %s, told %q", w.Code, w.Body, told)
	}
}

// Every answer has the shape that the OpenAPI document says.
func TestOpenAPI(t *testing.T) {
	h := home(api.Options{}, analysis.Options{})
	var doc map[string]any
	get := func(method, url, body string) any {
		var v any
		w := send(t, h, method, url, body)
		if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
			t.Fatalf("%s: %v", url, err)
		}
		return v
	}
	doc = get("GET", "/api/openapi.json", "").(map[string]any)
	all := doc["components"].(map[string]any)["schemas"].(map[string]any)
	text := send(t, h, "GET", "/api/openapi.json", "").Body.String()
	for name := range all {
		if !strings.Contains(text, `"#/components/schemas/`+name+`"`) {
			t.Errorf("nothing refers to the schema %s", name)
		}
	}
	check := func(what, schema string, v any) {
		if e := conform(all, map[string]any{"$ref": "#/components/schemas/" + schema}, v, what); e != "" {
			t.Error(e)
		}
	}
	for _, s := range samples.List() {
		check(s.Name, "Decoded", get("POST", "/api/decode", s.Text))
	}
	rows := map[string]int{}
	captures, err := filepath.Glob("../../samples/captures/*.pcapng")
	if err != nil || len(captures) < 5 {
		t.Fatal(captures, err)
	}
	for _, name := range captures {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		check(name, "Report", get("POST", "/api/analyze", string(b)))
		for _, table := range export.Tables() {
			schema := strings.ToUpper(table.Name[:1]) + table.Name[1:] + "Row"
			for line := range strings.Lines(send(t, h, "POST", "/api/analyze?format=ndjson&table="+table.Name,
				string(b)).Body.String()) {
				var row any
				if err := json.Unmarshal([]byte(line), &row); err != nil {
					t.Fatal(err)
				}
				check(name+" "+table.Name, schema, row)
				rows[table.Name]++
			}
			// Each column of the CSV has a schema, by its name there.
			head, _, _ := strings.Cut(send(t, h, "POST", "/api/analyze?format=csv&table="+table.Name, string(b)).Body.String(),
				"\n")
			var columns []string
			for _, property := range all[schema].(map[string]any)["properties"].(map[string]any) {
				columns = append(columns, property.(map[string]any)["x-column"].(string))
			}
			if want := strings.Split(head, ","); !slices.Equal(slices.Sorted(slices.Values(columns)),
				slices.Sorted(slices.Values(want))) {
				t.Errorf("%s: columns %v, in CSV %v", table.Name, columns, want)
			}
		}
	}
	if len(rows) != len(export.Tables()) {
		t.Errorf("rows of these tables only: %v", rows)
	}
	check("names", "Names", get("GET", "/api/explain", ""))
	for _, e := range explain.Explanations() {
		check(e.Name, "Explained", get("GET", "/api/explain/"+e.Name, ""))
	}
	check("protocols", "Protocols", get("GET", "/api/protocols", ""))
	for _, p := range decoder.Protocols() {
		if len(decoder.Descriptor(p).Requests()) > 0 {
			check(p.String(), "Request", get("GET", "/api/request?format=json&protocol="+p.String(), ""))
		}
	}
	check("problem", "Problem", get("GET", "/api/nothing", ""))
	ids := map[string]bool{}
	for path, item := range doc["paths"].(map[string]any) {
		for method, op := range item.(map[string]any) {
			id := op.(map[string]any)["operationId"].(string)
			if ids[id] {
				t.Errorf("%s %s: %s occurs twice", method, path, id)
			}
			ids[id] = true
		}
	}
	if len(ids) < 8 {
		t.Errorf("operations %v", ids)
	}
}

// conform says where v is not as schema says, "" when it is.
func conform(all, schema map[string]any, v any, at string) string {
	if ref, ok := schema["$ref"].(string); ok {
		return conform(all, all[strings.TrimPrefix(ref, "#/components/schemas/")].(map[string]any), v, at)
	}
	if options, ok := schema["anyOf"].([]any); ok {
		e := ""
		for _, s := range options {
			if e = conform(all, s.(map[string]any), v, at); e == "" {
				return ""
			}
		}
		return e
	}
	kind := map[bool]string{true: "null"}[v == nil]
	switch x := v.(type) {
	case string:
		kind = "string"
	case bool:
		kind = "boolean"
	case float64:
		kind = "number"
		if x == math.Trunc(x) {
			kind = "integer"
		}
	case []any:
		kind = "array"
		for i := range x {
			items, ok := schema["items"].(map[string]any)
			if !ok {
				break
			}
			if e := conform(all, items, x[i], fmt.Sprintf("%s[%d]", at, i)); e != "" {
				return e
			}
		}
	case map[string]any:
		kind = "object"
		properties, _ := schema["properties"].(map[string]any)
		required, _ := schema["required"].([]any)
		for _, name := range required {
			if _, ok := x[name.(string)]; !ok {
				return at + " has no " + name.(string)
			}
		}
		for name, member := range x {
			s, ok := properties[name].(map[string]any)
			if extra, more := schema["additionalProperties"].(map[string]any); !ok && more {
				s, ok = extra, true
			}
			if !ok && properties != nil {
				return at + " has " + name + ", which the schema does not know"
			}
			if e := conform(all, s, member, at+"."+name); e != "" {
				return e
			}
		}
	}
	allowed := []any{}
	switch want := schema["type"].(type) {
	case nil:
		return ""
	case string:
		allowed = append(allowed, want)
	case []any:
		allowed = want
	}
	if slices.Contains(allowed, any(kind)) || kind == "integer" && slices.Contains(allowed, any("number")) {
		return ""
	}
	return fmt.Sprintf("%s is %s, want %v", at, kind, schema["type"])
}
