package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- serve(ctx, l, servePage(fstest.MapFS{
			"index.html":      {Data: []byte("<title>page</title>")},
			"assets/a-1.wasm": {Data: []byte("\x00asm")},
		}))
	}()
	client := &http.Client{Timeout: 5 * time.Second}
	for _, c := range []struct {
		method, path, cache string
		status              int
		body                string
	}{
		{"GET", "/", "no-cache", 200, "<title>page"},
		{"GET", "/assets/a-1.wasm", "public, max-age=31536000, immutable", 200, "\x00asm"},
		{"GET", "/../serve.go", "no-cache", 404, ""},
		{"GET", "/missing", "no-cache", 404, ""},
		{"POST", "/", "", 405, "takes nothing"},
	} {
		r, err := http.NewRequest(c.method, "http://"+l.Addr().String()+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		a, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(a.Body)
		a.Body.Close()
		if a.StatusCode != c.status || !strings.Contains(string(body), c.body) {
			t.Errorf("%s %s: %d %q", c.method, c.path, a.StatusCode, body)
		}
		if c.status == 200 && a.Header.Get("Cache-Control") != c.cache {
			t.Errorf("%s: kept by %q", c.path, a.Header.Get("Cache-Control"))
		}
		if !strings.Contains(a.Header.Get("Content-Security-Policy"), "default-src 'none'") || a.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: headers %v", c.path, a.Header)
		}
		if strings.HasSuffix(c.path, ".wasm") && a.Header.Get("Content-Type") != "application/wasm" {
			t.Errorf("wasm is sent as %q", a.Header.Get("Content-Type"))
		}
	}
	stop()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(5 * time.Second):
		t.Error("it does not end")
	}
}
