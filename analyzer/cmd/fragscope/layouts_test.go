package main

import (
	"bytes"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"fragscope/analyzer/internal/cli"
	"fragscope/analyzer/internal/cli/serve"
)

const zqLayout = `
meta: {id: zq, title: ZQ message, endian: le}
seq:
  - {id: magic, contents: ZQ}
  - {id: players, type: u2}
  - {id: rest, size-eos: true}
`

// TestLayoutEverywhere: --layout describes what a server answers, and what serve is posted.
func TestLayoutEverywhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "zq.ksy")
	if err := os.WriteFile(file, []byte(zqLayout), 0o644); err != nil {
		t.Fatal(err)
	}
	describe, err := cli.ReadLayouts([]string{file})
	if err != nil {
		t.Fatal(err)
	}
	h := serve.Handler(fstest.MapFS{"index.html": {Data: []byte("page")}}, describe, file)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/layout", nil)) // the page takes it from its own address
	if to, err := w.Result().Location(); err != nil || to.Path != "/" || to.Fragment != "layout="+zqLayout {
		t.Errorf("%v leads to %v", err, to)
	}
	w = httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("POST", "/api/decode?format=json", strings.NewReader("5a51 0700 414243")))
	if got := w.Body.String(); w.Code != 200 || !strings.Contains(got, `"key":"zq.players"`) {
		t.Errorf("%d %s", w.Code, got)
	}

	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	go func() {
		buf := make([]byte, 2048)
		for {
			_, from, err := c.ReadFrom(buf)
			if err != nil {
				return
			}
			c.WriteTo([]byte("ZQ\x07\x00ABC"), from)
		}
	}()
	for _, protocol := range []string{"auto", "a2s"} {
		var out bytes.Buffer
		root := rootCommand()
		root.SetOut(&out)
		root.SetErr(&bytes.Buffer{})
		root.SetArgs([]string{"query", "--layout", file, "--protocol", protocol, "--timeout", "100ms", "--retries", "0",
			"--format", "json", c.LocalAddr().String()})
		if err := root.Execute(); err == nil {
			t.Error("a server that answers in no protocol has a status")
		}
		if !strings.Contains(out.String(), `"key":"zq.players"`) {
			t.Errorf("%s: %s", protocol, out.String())
		}
	}
	for _, name := range []string{"query 127.0.0.1:1", "serve", "capture -i lo"} {
		root := rootCommand()
		root.SetArgs(append(strings.Fields(name), "--layout", file+".none"))
		root.SetOut(&bytes.Buffer{})
		root.SetErr(&bytes.Buffer{})
		if err := root.Execute(); err == nil || !strings.Contains(err.Error(), "zq.ksy.none") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
