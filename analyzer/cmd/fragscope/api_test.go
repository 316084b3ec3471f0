package main

import (
	"bytes"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"fragscope/analyzer/export"
	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/internal/cli/serve"
	"fragscope/decoder"
	"fragscope/samples"
)

// command runs the command and returns what it prints.
func command(t *testing.T, in []byte, args ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	root := rootCommand()
	root.SetIn(bytes.NewReader(in))
	root.SetOut(&out)
	root.SetErr(&bytes.Buffer{})
	root.SetArgs(args)
	if err := root.Execute(); err != nil {
		t.Fatalf("%q: %v", args, err)
	}
	return out.Bytes()
}

// What serve answers below /api/ is byte for byte what the command prints.
func TestAPIAgrees(t *testing.T) {
	h := serve.Handler(fstest.MapFS{"index.html": {Data: []byte("page")}}, nil)
	same := func(method, path string, body, want []byte) {
		t.Helper()
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, path, bytes.NewReader(body)))
		if w.Code != 200 || !bytes.Equal(w.Body.Bytes(), want) {
			t.Errorf("%s: %d, %d bytes, the command prints %d:\n%.200s\n%.200s", path, w.Code, w.Body.Len(), len(want), w.Body,
				want)
		}
	}
	for _, s := range samples.List() {
		text := []byte(s.Text)
		for _, format := range cli.FormatNames() {
			same("POST", "/api/decode?format="+format, text, command(t, text, "decode", "--format", format))
		}
		golden, err := os.ReadFile("../../../samples/" + s.Name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		same("POST", "/api/decode", text, golden)
	}
	captures, err := filepath.Glob("../../../samples/captures/*.pcapng")
	if err != nil || len(captures) < 5 {
		t.Fatal(captures, err)
	}
	for _, name := range captures {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		same("POST", "/api/decode", b, command(t, b, "decode", "--format", "json"))
		for _, format := range []string{"json", "report", "ndjson", "csv"} {
			same("POST", "/api/analyze?format="+format, b, command(t, b, "analyze", "--format", format, "-"))
		}
		dir := t.TempDir()
		command(t, b, "analyze", "--format", "parquet", "--output", dir, "-")
		for _, file := range export.ParquetFiles(export.UsualTables()) {
			want, err := os.ReadFile(filepath.Join(dir, file))
			if err != nil {
				t.Fatal(err)
			}
			same("POST", "/api/analyze?format=parquet&table="+strings.TrimSuffix(file, ".parquet"), b, want)
		}
		for _, table := range export.TableNames() {
			same("POST", "/api/analyze?format=csv&table="+table, b, command(t, b, "analyze", "--format", "csv", "--table", table,
				"-"))
			same("POST", "/api/analyze?format=csv&csv=plain&table="+table, b, command(t, b, "analyze", "--format", "csv",
				"--csv", "plain", "--table", table, "-"))
		}
	}
	for _, p := range decoder.Protocols() {
		for _, m := range decoder.Descriptor(p).Requests() {
			path, words := "/api/request?format=hex&protocol="+p.String()+"&message="+url.QueryEscape(m),
				[]string{"request", p.String(), m}
			for _, s := range decoder.Settings(p) {
				if s.Example != "" {
					path += "&" + s.Name + "=" + url.QueryEscape(s.Example)
					words = append(words, "--"+s.Name, s.Example)
				}
			}
			same("GET", path, nil, command(t, nil, words...))
		}
	}
}
