package serve

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"fragscope/wasm/inspector/site"
)

// Only --public opens what other machines can reach; names that lead to no
// loopback address do not.
func TestListenAddr(t *testing.T) {
	for listen, public := range map[string]bool{
		"127.0.0.1:0": false, "127.9.8.7:80": false, "[::1]:0": false, "localhost:0": false,
		":8080": true, "0.0.0.0:8080": true, "[::]:0": true, "192.0.2.7:8080": true,
	} {
		if _, err := listenAddr(listen, true); err != nil {
			t.Errorf("%s with --public: %v", listen, err)
		}
		_, err := listenAddr(listen, false)
		if (err != nil) != public || err != nil && !strings.Contains(err.Error(), "--public") {
			t.Errorf("%s: %v", listen, err)
		}
	}
	if _, err := listenAddr("nonsense", true); err == nil {
		t.Error("nonsense is an address")
	}
}

// A page of another origin can neither reach the server by a name of its own
// nor post to it, and is not allowed to read what it gets.
func TestGuard(t *testing.T) {
	s := httptest.NewServer(guard(Handler(fstest.MapFS{"index.html": {Data: []byte("page")}}, nil),
		[]string{"Proxy.Example.org"}))
	defer s.Close()
	_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		method, path, host, origin, site string
		status                           int
	}{
		{"GET", "/", "127.0.0.1:" + port, "", "", 200},
		{"GET", "/", "LOCALHOST", "", "", 200},
		{"GET", "/", "a.localhost.:9", "", "", 200},
		{"GET", "/", "[::1]:" + port, "", "", 200},
		{"GET", "/", name + ":" + port, "", "", 200},
		{"GET", "/", "proxy.example.org", "", "", 200},
		{"GET", "/", "attacker.example", "", "", 421},
		{"GET", "/api/protocols", "attacker.example:" + port, "", "", 421},
		{"POST", "/api/decode", "localhost.attacker.example", "http://localhost.attacker.example", "same-origin", 421},
		{"GET", "/", "127.0.0.1.attacker.example", "", "", 421},
		{"GET", "/", "0.0.0.0", "", "", 421},
		{"GET", "/", "192.0.2.7", "", "", 421},
		{"GET", "/", "<script>", "", "", 421},
		{"POST", "/api/decode", "localhost:" + port, "http://attacker.example", "", 403},
		{"POST", "/api/decode", "localhost:" + port, "", "cross-site", 403},
		{"POST", "/api/decode", "localhost:" + port, "null", "", 403},
		{"POST", "/api/decode", "localhost:" + port, "http://localhost:" + port, "same-origin", 200},
		{"POST", "/api/decode", "localhost:" + port, "", "", 200},
		{"GET", "/api/protocols", "localhost:" + port, "http://attacker.example", "cross-site", 200},
		{"OPTIONS", "/api/decode", "localhost:" + port, "http://attacker.example", "", 204},
	} {
		r, err := http.NewRequest(c.method, s.URL+c.path, strings.NewReader("78 00 00 00 00"))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = c.host
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		if c.site != "" {
			r.Header.Set("Sec-Fetch-Site", c.site)
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(a.Body)
		a.Body.Close()
		if err != nil || a.StatusCode != c.status || strings.Contains(string(body), "attacker") ||
			strings.Contains(string(body), "<script>") {
			t.Errorf("%+v: %d %.100q", c, a.StatusCode, body)
		}
		for name := range a.Header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("%+v: %s: %s", c, name, a.Header.Get(name))
			}
		}
		if c.status == 200 && strings.HasPrefix(c.path, "/api/") &&
			a.Header.Get("Cross-Origin-Resource-Policy") != "same-origin" {
			t.Errorf("%+v: headers %v", c, a.Header)
		}
	}
}

// What lies outside the folder of a page is not served, whatever a path or a
// link says.
func TestServedFolder(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"secret.txt": "secret", "page/index.html": "page", "page/icon.svg": "icon"} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// Windows lets only administrators make links; the rest holds there too.
	if err := os.Symlink("../secret.txt", filepath.Join(folder, "page/link.txt")); err != nil &&
		runtime.GOOS != "windows" {
		t.Fatal(err)
	}
	page, err := servedPage([]string{filepath.Join(folder, "page")}, nil, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	h := site.Handler(page)
	for _, path := range []string{"/../secret.txt", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/link.txt", "/icon.svg/x",
		"/a%00b", "/..\\secret.txt", "/" + strings.Repeat("x", 5000), "/.", "/assets/"} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest("GET", "/", nil)
		if r.URL, err = r.URL.Parse(path); err != nil {
			t.Fatal(err)
		}
		h.ServeHTTP(w, r)
		if strings.Contains(w.Body.String(), "secret") || w.Code != 404 && path != "/." {
			t.Errorf("%.50s: %d %s", path, w.Code, w.Body)
		}
	}
}
