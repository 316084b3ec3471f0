// Package site holds the browser inspector as it was built, compressed, and
// serves it. The build of the page (wasm/inspector/web/build/finish.mjs) writes
// into files/page what is embedded here; a program built before that has none.
package site

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"

	"fragscope/analyzer/api/accept"
)

//go:embed all:files
var embedded embed.FS

// Built returns the page that is embedded in this program; nil when it was not
// built before the program was.
func Built() fs.FS {
	page, err := fs.Sub(embedded, "files/page")
	if err != nil || !holds(page, "index.html") {
		return nil
	}
	return page
}

// IsPage tells whether files are a built page, compressed or not.
func IsPage(files fs.FS) bool { return holds(files, "index.html") }

func holds(files fs.FS, name string) bool {
	for _, ending := range []string{"", packedEnding} {
		if _, err := fs.Stat(files, name+ending); err == nil {
			return true
		}
	}
	return false
}

// packedEnding is that of files which are compressed with brotli, which all browsers take.
const packedEnding = ".br"

//go:embed policy.txt
var policy string

// Policy lets the page do what it needs and nothing else: its own scripts,
// styles and programs, no request to anywhere else, and no text that becomes
// markup or a script. The build of the page writes the same into the page, for
// hosts that send no policy.
var Policy = strings.TrimSpace(policy)

// Handler serves the files of a page. Of a file NAME it sends NAME.br, where it
// is there, to those who take brotli; who does not gets NAME, or NAME.br
// unpacked. Files below assets have a hash of their content in
// their name: they are kept for good, all others are asked for anew each time
// and answered by 304 when they are the same.
func Handler(files fs.FS) http.Handler { return &handler{files: files} }

type handler struct {
	files fs.FS
	tags  sync.Map // of tagged, by name of the file
}

// A tagged file is one whose entity tag is known.
type tagged struct {
	size    int64
	changed time.Time
	tag     string // quoted
	plain   int64  // bytes unpacked, once they were asked for
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	head := w.Header()
	head.Set("Content-Security-Policy", Policy)
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Cross-Origin-Opener-Policy", "same-origin")
	head.Set("Cross-Origin-Resource-Policy", "same-origin")
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" {
		name = "index.html"
	}
	file, coding, err := h.open(name, strings.Join(r.Header.Values("Accept-Encoding"), ","))
	if err != nil {
		if errors.Is(err, fs.ErrPermission) {
			http.Error(w, "the file cannot be read", http.StatusInternalServerError)
			return
		}
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	defer file.Close()
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		head.Set("Allow", "GET, HEAD, OPTIONS")
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		http.Error(w, "method not allowed: the page decodes in the browser", http.StatusMethodNotAllowed)
		return
	}
	head.Set("Content-Type", contentType(name))
	head.Set("Vary", "Accept-Encoding")
	if coding != "" {
		head.Set("Content-Encoding", coding)
	}
	if strings.HasPrefix(name, "assets/") {
		head.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		head.Set("Cache-Control", "no-cache")
	}
	head.Set("ETag", file.tag)
	http.ServeContent(w, r, name, time.Time{}, file)
}

// A variant is one form of a file. It is read while it is sent: clients that
// are slow to take it hold no copy each.
type variant struct {
	io.ReadSeeker
	io.Closer
	tag   string // entity tag, quoted
	plain int64  // see tagged
}

// open finds the form of a file that suits the codings that a client takes.
func (h *handler) open(name, takes string) (v variant, coding string, err error) {
	if accept.Coding(takes, "br") {
		if v, err = h.file(name+packedEnding, false); err == nil {
			return v, "br", nil
		}
	}
	if v, err = h.file(name, false); err == nil {
		return v, "", nil
	}
	packed, missing := h.file(name+packedEnding, true)
	if missing != nil {
		return v, "", err
	}
	packed.tag = strings.TrimSuffix(packed.tag, `"`) + `-plain"`
	packed.ReadSeeker = &unpacked{src: packed.ReadSeeker, size: packed.plain}
	return packed, "", nil
}

// file opens a file and makes a tag of its content, once for each state of it, and counts what it has unpacked.
func (h *handler) file(name string, unpack bool) (v variant, err error) {
	f, err := h.files.Open(name)
	if err != nil {
		return variant{}, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	info, err := f.Stat()
	if err != nil {
		return variant{}, err
	}
	content, ok := f.(io.ReadSeeker)
	if !ok || !info.Mode().IsRegular() {
		return variant{}, fs.ErrNotExist
	}
	if known, ok := h.tags.Load(name); ok {
		if t := known.(tagged); t.size == info.Size() && t.changed.Equal(info.ModTime()) && (!unpack || t.plain > 0) {
			return variant{content, f, t.tag, t.plain}, nil
		}
	}
	t := tagged{size: info.Size(), changed: info.ModTime()}
	hash := sha256.New()
	if _, err = io.Copy(hash, content); err != nil {
		return variant{}, err
	}
	t.tag = `"` + hex.EncodeToString(hash.Sum(nil)[:12]) + `"`
	if unpack {
		u := unpacked{src: content}
		if t.plain, err = io.Copy(io.Discard, &u); err != nil {
			return variant{}, err
		}
	}
	if _, err = content.Seek(0, io.SeekStart); err != nil {
		return variant{}, err
	}
	h.tags.Store(name, t)
	return variant{content, f, t.tag, t.plain}, nil
}

// unpacked reads what brotli packed.
type unpacked struct {
	src      io.ReadSeeker
	size     int64
	z        *brotli.Reader // nil until it is read
	at, want int64          // where z is and where the next Read is
}

func (u *unpacked) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += u.want
	case io.SeekEnd:
		offset += u.size
	}
	u.want = offset
	return offset, nil
}

func (u *unpacked) Read(p []byte) (n int, err error) {
	if u.z == nil || u.want < u.at {
		if _, err = u.src.Seek(0, io.SeekStart); err != nil {
			return 0, err
		}
		u.z, u.at = brotli.NewReader(u.src), 0
	}
	if u.want > u.at {
		skipped, err := io.CopyN(io.Discard, u.z, u.want-u.at)
		if u.at += skipped; err != nil {
			return 0, err
		}
	}
	n, err = u.z.Read(p)
	u.at += int64(n)
	u.want = u.at
	return n, err
}

// contentType says what a file is by its ending, the same on every machine.
func contentType(name string) string {
	if t, ok := types[path.Ext(name)]; ok {
		return t
	}
	return "application/octet-stream"
}

var types = map[string]string{
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".json":        "application/json",
	".svg":         "image/svg+xml",
	".png":         "image/png",
	".webp":        "image/webp",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
}
