package site

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
)

func packed(text string) []byte {
	var b bytes.Buffer
	z := brotli.NewWriter(&b)
	io.WriteString(z, text)
	z.Close()
	return b.Bytes()
}

var packedPage = packed("<title>page</title>")

var page = fstest.MapFS{
	"index.html.br":        {Data: packedPage},
	"assets/a-1.wasm.br":   {Data: packed("\x00asm")},
	"icon.svg":             {Data: []byte("<svg/>")},
	"manifest.webmanifest": {Data: []byte("{}")},
}

func ask(t *testing.T, method, path string, head map[string]string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	for k, v := range head {
		r.Header.Set(k, v)
	}
	w := httptest.NewRecorder()
	Handler(page).ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, a *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestHandler(t *testing.T) {
	const immutable = "public, max-age=31536000, immutable"
	for _, c := range []struct {
		path, takes                 string
		status                      int
		coding, content, kept, body string
	}{
		{"/", "gzip, deflate, br, zstd", 200, "br", "text/html; charset=utf-8", "no-cache", string(packedPage)},
		{"/index.html", "br;q=0, gzip;q=0.5", 200, "", "text/html; charset=utf-8", "no-cache", "<title>page</title>"},
		{"/", "", 200, "", "text/html; charset=utf-8", "no-cache", "<title>page</title>"},
		{"/", "identity, *;q=0", 200, "", "text/html; charset=utf-8", "no-cache", "<title>page</title>"},
		{"/", "*", 200, "br", "text/html; charset=utf-8", "no-cache", string(packedPage)},
		{"/", "br;q=0.000", 200, "", "text/html; charset=utf-8", "no-cache", "<title>page</title>"},
		{"/assets/a-1.wasm", "BR", 200, "br", "application/wasm", immutable, string(packed("\x00asm"))},
		{"/assets/a-1.wasm", "deflate", 200, "", "application/wasm", immutable, "\x00asm"},
		{"/icon.svg", "br, gzip", 200, "", "image/svg+xml", "no-cache", "<svg/>"},
		{"/manifest.webmanifest", "br", 200, "", "application/manifest+json", "no-cache", "{}"},
		{"/missing.js", "br", 404, "", "text/plain; charset=utf-8", "", "not found"},
		{"/assets/", "br", 404, "", "text/plain; charset=utf-8", "", "not found"},
		{"/../site.go", "", 404, "", "text/plain; charset=utf-8", "", "not found"},
	} {
		a := ask(t, "GET", c.path, map[string]string{"Accept-Encoding": c.takes})
		if text := body(t, a); a.StatusCode != c.status || !strings.Contains(text, c.body) {
			t.Errorf("%s for %q: %d %q", c.path, c.takes, a.StatusCode, text)
		}
		for name, want := range map[string]string{
			"Content-Encoding": c.coding, "Content-Type": c.content, "Cache-Control": c.kept,
			"X-Content-Type-Options": "nosniff", "Content-Security-Policy": Policy,
		} {
			if got := a.Header.Get(name); got != want {
				t.Errorf("%s for %q: %s is %q, want %q", c.path, c.takes, name, got, want)
			}
		}
	}
	if a := ask(t, "POST", "/", nil); a.StatusCode != 405 || a.Header.Get("Allow") != "GET, HEAD, OPTIONS" {
		t.Errorf("POST: %d", a.StatusCode)
	}
	for path, status := range map[string]int{"/": 204, "/missing.js": 404} {
		if a := ask(t, "OPTIONS", path, nil); a.StatusCode != status {
			t.Errorf("OPTIONS %s: %d", path, a.StatusCode)
		}
	}
	if a := ask(t, "HEAD", "/", nil); a.StatusCode != 200 || body(t, a) != "" || a.ContentLength != int64(len("<title>page</title>")) {
		t.Errorf("HEAD: %d, %d bytes", a.StatusCode, a.ContentLength)
	}
}

// Each form of a file has a tag of its own, and what has not changed is not
// sent again.
func TestConditional(t *testing.T) {
	seen := map[string]bool{}
	for _, takes := range []string{"br", "gzip"} {
		a := ask(t, "GET", "/", map[string]string{"Accept-Encoding": takes})
		tag := a.Header.Get("ETag")
		if len(tag) < 10 || seen[tag] || a.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: tag %s, Vary %q", takes, tag, a.Header.Get("Vary"))
		}
		seen[tag] = true
		a = ask(t, "GET", "/", map[string]string{"Accept-Encoding": takes, "If-None-Match": tag})
		if text := body(t, a); a.StatusCode != 304 || text != "" || a.Header.Get("ETag") != tag {
			t.Errorf("%s: asked again %d %q", takes, a.StatusCode, text)
		}
		a = ask(t, "GET", "/", map[string]string{"Accept-Encoding": takes, "If-None-Match": `"other"`})
		if a.StatusCode != 200 {
			t.Errorf("%s: asked with another tag %d", takes, a.StatusCode)
		}
	}
}

// What is sent in parts is the same, unpacked or not.
func TestRange(t *testing.T) {
	for takes, whole := range map[string]string{"": "<title>page</title>", "br": string(packedPage)} {
		for _, bytes := range [][2]int{{0, 3}, {4, 9}, {12, 17}} {
			a := ask(t, "GET", "/", map[string]string{"Accept-Encoding": takes, "Range": fmt.Sprintf("bytes=%d-%d", bytes[0],
				bytes[1])})
			if text := body(t, a); a.StatusCode != 206 || text != whole[bytes[0]:bytes[1]+1] {
				t.Errorf("%q %v: %d %q", takes, bytes, a.StatusCode, text)
			}
		}
	}
}

// A client that takes nothing holds no copy of a file, and no more of one that is unpacked than brotli looks back.
func TestUnread(t *testing.T) {
	files := fstest.MapFS{"a.wasm": {Data: make([]byte, 64<<20)}, "b.wasm.br": {Data: packed(strings.Repeat("x", 64<<20))}}
	h := Handler(files)
	for _, name := range []string{"/a.wasm", "/b.wasm"} {
		h.ServeHTTP(&refusing{}, httptest.NewRequest("GET", name, nil)) // it has its tag
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		h.ServeHTTP(&refusing{}, httptest.NewRequest("GET", name, nil))
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 5<<20 {
			t.Errorf("%s: %d bytes for a client that takes nothing", name, n)
		}
	}
}

// refusing is an answer that nobody takes.
type refusing struct{ head http.Header }

func (r *refusing) Header() http.Header {
	if r.head == nil {
		r.head = http.Header{}
	}
	return r.head
}
func (*refusing) WriteHeader(int)           {}
func (*refusing) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// A file that changes gets another tag: a page that is being worked on.
func TestChanged(t *testing.T) {
	files := fstest.MapFS{"index.html": {Data: []byte("one")}}
	h := Handler(files)
	tag := func() string {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		return w.Result().Header.Get("ETag")
	}
	before := tag()
	files["index.html"] = &fstest.MapFile{Data: []byte("three")}
	if tag() == before {
		t.Error("the tag has not changed with the file")
	}
}

// What is embedded is a whole page, or none.
func TestBuilt(t *testing.T) {
	built := Built()
	if built == nil {
		if holds(embedded, "files/page/index.html") {
			t.Error("the page is there and is not found")
		}
		return
	}
	w := httptest.NewRecorder()
	Handler(built).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if text := w.Body.String(); w.Code != 200 || !strings.Contains(text, "<fragscope-app>") {
		t.Errorf("%d %q", w.Code, text)
	}
}
