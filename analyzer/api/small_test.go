package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/build"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/decoder/explain"
	_ "fragscope/samples/seeded" // the same inputs in each run
)

// What starts in milliseconds does without what would double it. Packages of
// the standard library that this one uses are looked into too.
func TestImports(t *testing.T) {
	seen := map[string]bool{}
	var look func(path, by string)
	look = func(path, by string) {
		if seen[path] || path == "unsafe" || strings.HasPrefix(path, "runtime") || strings.HasPrefix(path, "internal/") {
			return
		}
		seen[path] = true
		switch path {
		case "fmt", "reflect", "time", "os", "encoding/json", "net/http", "net/url", "context":
			t.Errorf("%s comes in by %s", path, by)
		}
		p, err := build.Import(path, "../..", 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, next := range p.Imports {
			look(next, path)
		}
	}
	look("fragscope/analyzer/api", "itself")
	if !seen["fragscope/decoder/render"] {
		t.Error("the imports of this package were not found")
	}
}

// answered is a Response in memory.
type answered struct {
	status int
	header map[string]string
	body   bytes.Buffer
	fails  bool
}

func (a *answered) Begin(status int, header []Field) {
	a.status, a.header = status, map[string]string{}
	for _, f := range header {
		a.header[f.Name] = f.Value
	}
}

func (a *answered) Write(b []byte) (int, error) {
	if a.fails {
		return 0, fmt.Errorf("nobody listens")
	}
	return a.body.Write(b)
}

func send(a *API, method, path, query string, body []byte) (*answered, error) {
	w := &answered{}
	r := &Request{Method: method, Path: path, Query: query, Length: -1}
	if body != nil {
		r.Body = bytes.NewReader(body)
	}
	return w, a.Answer(r, w)
}

// The JSON that is written here is what encoding/json makes of the types that
// the OpenAPI document is made of.
func TestJSON(t *testing.T) {
	a := New(Options{})
	same := func(path, query string, value any) {
		t.Helper()
		w, err := send(a, "GET", path, query, nil)
		if err != nil || w.status != 200 {
			t.Fatalf("%s: %d %v", path, w.status, err)
		}
		d := json.NewDecoder(bytes.NewReader(w.body.Bytes()))
		d.DisallowUnknownFields()
		d.UseNumber()
		if err := d.Decode(value); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		if err := e.Encode(value); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(w.body.Bytes(), want.Bytes()) {
			t.Errorf("%s:\n%.2000s\nwant\n%.2000s", path, &w.body, &want)
		}
	}
	same("/api/protocols", "", &Protocols{})
	same("/api/explain", "", &Names{})
	for _, e := range explain.Explanations() {
		same("/api/explain/"+e.Name, "", &Explained{})
	}
	for _, p := range decoder.Protocols() {
		if len(decoder.Descriptor(p).Requests()) > 0 {
			same("/api/request", "format=json&protocol="+p.String(), &Built{})
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.Custom(func(t *rapid.T) string {
			return rapid.String().Draw(t, "text") + string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.StringOf(
				rapid.RuneFrom([]rune("\u2028\u2029\x7f\"\\\b\f\r\n\t\x00<>&"))).Draw(t, "special")
		})
		p := &Problem{
			Type: text.Draw(t, "type"), Title: text.Draw(t, "title"), Status: rapid.Int().Draw(t, "status"),
			Detail: text.Draw(t, "detail"),
			Limit:  rapid.Int64().Draw(t, "limit"), Parameter: text.Draw(t, "parameter"), Line: rapid.Int().Draw(t, "line"),
			Column: rapid.Int().Draw(t, "column"),
			Found:  text.Draw(t, "found"), Expected: text.Draw(t, "expected"), Advice: text.Draw(t, "advice"),
			Suggestions: rapid.SliceOf(text).Draw(t, "suggestions"),
		}
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(p); err != nil {
			t.Fatal(err)
		}
		if got := p.json(); !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s\nwant\n%s", got, &want)
		}
	})
}

// Queries and paths are read as net/url reads them.
func FuzzQuery(f *testing.F) {
	for _, s := range []string{"", "a=b&c=d", "a=b+c&a=%2B", "%zz", "a=%", "a=%4", "a;b=c", "&&a", "=x", "a=b=c",
		"%41%e2%82%ac=%00", "a=%E2%82", "+%2f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, bad := url.ParseQuery(s)
		got, err := parseQuery(s)
		if (bad == nil) != (err == nil) {
			t.Fatalf("%q: %v, want %v", s, err, bad)
		}
		if err == nil {
			values := url.Values{}
			for _, p := range got {
				values.Add(p.name, p.value)
			}
			if fmt.Sprint(values) != fmt.Sprint(want) {
				t.Errorf("%q: %q, want %q", s, values, want)
			}
		}
		path, e := url.PathUnescape(s)
		if e != nil {
			path = s
		}
		if got := Unescape(s); got != path {
			t.Errorf("%q: path %q, want %q", s, got, path)
		}
	})
}

func TestBytes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")
		if got, want := string(appendSpaced(nil, b)), fmt.Sprintf("% X\n", b); got != want {
			t.Errorf("spaced %s, want %s", got, want)
		}
	})
}

// A program without files hands on all that another would take for one.
func FuzzElsewhere(f *testing.F) {
	for _, m := range magics {
		f.Add([]byte(m + strings.Repeat("\x00", 40)))
	}
	f.Add([]byte("\x28\xb5\x2f\xfd\x00"))
	f.Add([]byte("\x04\x22\x4d\x18\x00"))
	f.Add([]byte("\x5f\x2a\x4d\x18\x00\x00\x00\x00\x28\xb5\x2f\xfd"))
	f.Add([]byte("BZh9"))
	f.Add([]byte("78 00"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if !maybeFile(body) && (capture.Is(body[:min(len(body), capture.SniffSize)]) ||
			bytes.HasPrefix(body, []byte("\x1f\x8b\x08"))) {
			t.Errorf("% x is a file", body[:min(len(body), 40)])
		}
	})
}

func TestElsewhere(t *testing.T) {
	a := New(Options{})
	for _, body := range []string{"\x1f\x8b\x08\x00", "\xd4\xc3\xb2\xa1\x02\x00\x04\x00", "\x0a\x0d\x0d\x0a",
		"\x28\xb5\x2f\xfd", "BZh9"} {
		if w, err := send(a, "POST", "/api/decode", "", []byte(body)); err != ErrElsewhere || w.status != 0 {
			t.Errorf("% x: %d %v", body, w.status, err)
		}
	}
	w, err := send(a, "POST", "/api/decode", "format=ndjson", []byte("78 00 00 00 00"))
	if err != nil || w.status != 200 || !strings.Contains(w.body.String(), "server info request") {
		t.Errorf("%d %v %s", w.status, err, &w.body)
	}
}

// An answer whose client is gone is broken off.
func TestBrokenOff(t *testing.T) {
	for _, buffer := range []int{1, 1 << 20} {
		w := &answered{fails: true}
		if err := New(Options{Buffer: buffer}).Answer(&Request{Method: "GET", Path: "/api/protocols"},
			w); err != ErrBrokenOff || w.status != 200 {
			t.Errorf("%d: %d %v", buffer, w.status, err)
		}
	}
	w := &answered{fails: true}
	if err := New(Options{}).Answer(&Request{Method: "GET", Path: "/api/nothing"}, w); err != ErrBrokenOff ||
		w.status != 404 {
		t.Errorf("%d %v", w.status, err)
	}
}

// A body is read to its limit and no further.
func TestBody(t *testing.T) {
	paste := []byte("78 00 00 00 00")
	n := int64(len(paste))
	for limit := n - 3; limit < n+3; limit++ {
		if limit == 0 {
			continue
		}
		w, err := send(New(Options{MaxPaste: limit}), "POST", "/api/decode", "", paste)
		want := 200
		if n > limit {
			want = 413
		}
		if err != nil || w.status != want || (want == 413) != (w.header["Content-Type"] == "application/problem+json") {
			t.Errorf("limit %d: %d %v %s", limit, w.status, err, &w.body)
		}
	}
}
