package serve

import (
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"fragscope/wasm/inspector/site"
)

func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- serve(ctx, l, Handler(fstest.MapFS{"index.html": {Data: []byte("<title>page</title>")}}, nil))
	}()
	client := &http.Client{Timeout: 30 * time.Second}
	for _, c := range []struct {
		path   string
		status int
		body   string
	}{
		{"/", 200, "<title>page"},
		{"/missing", 404, "not found"},
	} {
		a, err := client.Get("http://" + l.Addr().String() + c.path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(a.Body)
		a.Body.Close()
		if err != nil || a.StatusCode != c.status || !strings.Contains(string(body), c.body) {
			t.Errorf("%s: %d %q, %v", c.path, a.StatusCode, body, err)
		}
	}
	stop()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(30 * time.Second):
		t.Error("it does not end")
	}
}

func TestServedPage(t *testing.T) {
	built := fstest.MapFS{"index.html.br": {}}
	folder := t.TempDir()
	if page, err := servedPage(nil, built, io.Discard); err != nil || page == nil {
		t.Errorf("the page that is built in: %v", err)
	}
	var told strings.Builder
	if page, err := servedPage(nil, nil, &told); err != nil || !site.IsPage(page) ||
		!strings.Contains(told.String(), "go tool task page build") {
		t.Errorf("no page is built in: %v %v %q", page, err, told.String())
	}
	if _, err := servedPage([]string{folder}, built, io.Discard); err == nil || !strings.Contains(err.Error(), folder) {
		t.Errorf("an empty folder: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "index.html"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := servedPage([]string{folder}, nil, io.Discard); err != nil {
		t.Errorf("a folder with a page: %v", err)
	}
}
