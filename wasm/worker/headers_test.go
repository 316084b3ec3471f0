package main

import (
	"os"
	"strings"
	"testing"

	"fragscope/wasm/inspector/site"
)

// The page has the same policy here as under fragscope serve.
func TestHeaders(t *testing.T) {
	b, err := os.ReadFile("_headers")
	if err != nil {
		t.Fatal(err)
	}
	if line := "/*\n  Content-Security-Policy: " + site.Policy + "\n"; !strings.HasPrefix(string(b), line) {
		t.Errorf("_headers begins\n%.300s\nwant\n%s", b, line)
	}
}
