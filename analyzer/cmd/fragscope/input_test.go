package main

import (
	"bytes"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"fragscope/analyzer/internal/cli/serve"
	"fragscope/decoder"
	"fragscope/decoder/render"
	"fragscope/samples"
)

// TestRawInput: the bytes of a packet are read as such, from a file, standard
// input and the API, where that is said and where it is not, and as text they say
// the same.
func TestRawInput(t *testing.T) {
	h := serve.Handler(fstest.MapFS{"index.html": {Data: []byte("page")}}, nil)
	file := filepath.Join(t.TempDir(), "packet")
	for _, s := range samples.List() {
		for _, p := range s.Datagrams() {
			if len(p) == 0 {
				continue
			}
			m := decoder.Decode(p, decoder.Options{})
			want := render.Append(nil, render.JSON, render.NewReport([]*decoder.Message{m}), render.Options{})
			if err := os.WriteFile(file, p, 0o600); err != nil {
				t.Fatal(err)
			}
			said, typed := httptest.NewRequest("POST", "/api/decode?input=raw", bytes.NewReader(p)),
				httptest.NewRequest("POST", "/api/decode", bytes.NewReader(p))
			typed.Header.Set("Content-Type", "Application/Octet-Stream; x=y")
			answers := map[string][]byte{
				"file":  command(t, nil, "decode", "--input", "raw", "--format", "json", file),
				"stdin": command(t, p, "decode", "--input", "raw", "--format", "json"),
			}
			if len(s.Datagrams()) == 1 { // as text it is the same packet
				text := filepath.Join(t.TempDir(), "text")
				if err := os.WriteFile(text, []byte(s.Text), 0o600); err != nil {
					t.Fatal(err)
				}
				answers["text in a file"] = command(t, nil, "decode", "--format", "json", text)
				answers["text on stdin"] = command(t, []byte(s.Text), "decode", "--format", "json")
				w := httptest.NewRecorder()
				h.ServeHTTP(w, httptest.NewRequest("POST", "/api/decode", strings.NewReader(s.Text)))
				answers["text in a request"] = w.Body.Bytes()
			}
			auto := httptest.NewRecorder()
			h.ServeHTTP(auto, httptest.NewRequest("POST", "/api/decode", bytes.NewReader(p)))
			// Text with problems may be text that was broken into lines when it was copied.
			if !bytes.Equal(auto.Body.Bytes(), want) && (!utf8.Valid(p) || len(m.Problems) == 0) {
				t.Errorf("%s, detected:\n%.300s\nwant\n%.300s", s.Name, auto.Body, want)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, said)
			answers["input=raw"] = w.Body.Bytes()
			w = httptest.NewRecorder()
			h.ServeHTTP(w, typed)
			answers["octet-stream"] = w.Body.Bytes()
			for how, got := range answers {
				if !bytes.Equal(got, want) {
					t.Errorf("%s, %s:\n%.300s\nwant\n%.300s", s.Name, how, got, want)
				}
			}
		}
	}
}

// TestTextInput: text that looks like bytes is text where that is said.
func TestTextInput(t *testing.T) {
	paste := []byte("gr\xfc\xdf\xe4\xf6 \xe4\xf6\xfc\xdf\xe4\xf6\xfc \xe4\xf6\xfc: 79 00 00 00 00\n")
	want := command(t, []byte("79 00 00 00 00"), "decode", "--format", "json")
	if got := command(t, paste, "decode", "--input", "text", "--format", "json"); !bytes.Equal(got, want) {
		t.Errorf("%s", got)
	}
	root := rootCommand()
	root.SetArgs([]string{"decode", "--input", "hex", "-"})
	root.SetOut(&bytes.Buffer{})
	root.SetErr(&bytes.Buffer{})
	if err := root.Execute(); err == nil {
		t.Error("--input hex is taken")
	}
}
