package api_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/analyzer/api"
	"fragscope/analyzer/api/analysis"
	"fragscope/analyzer/api/whole"
)

// ask sends a request without the help of net/http, which would decode the answer.
func ask(t *testing.T, method, url, body string, header ...string) (*http.Response, []byte) {
	t.Helper()
	r, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	c := &http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true},
		Timeout: 20 * time.Second}
	a, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatalf("%s %s: %v", method, url, err)
	}
	return a, b
}

func unzipped(t *testing.T, b []byte) []byte {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// Who takes gzip gets it, for what it makes shorter.
func TestGzip(t *testing.T) {
	s := start(t, home(api.Options{}, analysis.Options{}))
	long := strings.Repeat("78 00 00 00 00\n\n", 50)
	for _, c := range []struct {
		method, path, body, takes string
		coded, vary               bool
	}{
		{"POST", "/api/decode", long, "gzip", true, true},
		{"POST", "/api/decode?format=csv", long, "deflate, gzip;q=0.5, *;q=0", true, true},
		{"POST", "/api/decode?format=markdown", long, "*", true, true},
		{"POST", "/api/decode?format=table", long, "x-gzip", true, true},
		{"POST", "/api/decode", long, "", false, true},
		{"POST", "/api/decode", long, "br", false, true},
		{"POST", "/api/decode", long, "gzip;q=0", false, true},
		{"POST", "/api/decode", long, "identity, gzip;q=0.5", false, true},
		{"POST", "/api/decode", "78 00 00 00 00", "gzip", false, true},
		{"GET", "/api/explain", "", "gzip", true, true},
		{"GET", "/api/openapi.json", "", "gzip", true, true},
		{"GET", "/api/", "", "gzip", true, true},
		{"GET", "/api/request?protocol=gamespy1&message=echo+request&text=" + strings.Repeat("x", 3000), "", "gzip", false,
			false},
		{"GET", "/api/nothing", "", "gzip", false, false},
	} {
		_, want := ask(t, c.method, s.URL+c.path, c.body)
		a, got := ask(t, c.method, s.URL+c.path, c.body, "Accept-Encoding", c.takes)
		if coded := a.Header.Get("Content-Encoding") == "gzip"; coded != c.coded {
			t.Errorf("%s for %q: gzip %v", c.path, c.takes, coded)
		} else if coded {
			if len(got) > len(want)/2 || a.ContentLength != -1 && a.ContentLength != int64(len(got)) {
				t.Errorf("%s: %d bytes of %d, announced %d", c.path, len(got), len(want), a.ContentLength)
			}
			got = unzipped(t, got)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s for %q: other bytes", c.path, c.takes)
		}
		if vary := a.Header.Get("Vary") == "Accept-Encoding"; vary != c.vary {
			t.Errorf("%s for %q: Vary %q", c.path, c.takes, a.Header.Get("Vary"))
		}
	}
}

// An entity tag is of one form of the answer, and found again by both.
func TestGzipTags(t *testing.T) {
	s := start(t, home(api.Options{}, analysis.Options{}))
	plain, _ := ask(t, "GET", s.URL+"/api/explain", "")
	coded, _ := ask(t, "GET", s.URL+"/api/explain", "", "Accept-Encoding", "gzip")
	tag := plain.Header.Get("ETag")
	if got := coded.Header.Get("ETag"); got != "W/"+tag {
		t.Errorf("tag %s, plain %s", got, tag)
	}
	for _, value := range []string{tag, "W/" + tag} {
		a, b := ask(t, "GET", s.URL+"/api/explain", "", "Accept-Encoding", "gzip", "If-None-Match", value)
		if a.StatusCode != 304 || len(b) > 0 || a.Header.Get("Content-Encoding") != "" || a.Header.Get("Vary") == "" {
			t.Errorf("%s: %d, %d bytes, %v", value, a.StatusCode, len(b), a.Header)
		}
	}
	head, b := ask(t, "HEAD", s.URL+"/api/explain", "", "Accept-Encoding", "gzip")
	if head.StatusCode != 200 || head.Header.Get("Content-Encoding") != "gzip" || len(b) > 0 ||
		head.Header.Get("ETag") != "W/"+tag {
		t.Errorf("HEAD: %d, %d bytes, %v", head.StatusCode, len(b), head.Header)
	}
}

// stuck is a client that does not read.
type stuck struct {
	http.ResponseWriter
	gone chan struct{}
}

func (s stuck) Write([]byte) (int, error) {
	<-s.gone
	return 0, io.ErrClosedPipe
}

// What clients that do not read keep of encoders is bounded: others get plain
// bytes meanwhile, and gzip again when they are gone.
func TestGzipBounded(t *testing.T) {
	h := home(api.Options{}, analysis.Options{})
	coded := func() bool {
		return send(t, h, "GET", "/api/explain", "", "Accept-Encoding", "gzip").Header().Get("Content-Encoding") == "gzip"
	}
	gone := make(chan struct{})
	var clients sync.WaitGroup
	for n := 0; coded(); time.Sleep(time.Millisecond) {
		if n++; n > 100 {
			t.Fatal("a hundred clients that do not read have an encoder each")
		}
		clients.Go(func() {
			defer func() { recover() }() // http.ErrAbortHandler
			r := httptest.NewRequest("GET", "/api/explain", nil)
			r.Header.Set("Accept-Encoding", "gzip")
			h.ServeHTTP(stuck{httptest.NewRecorder(), gone}, r)
		})
	}
	close(gone)
	clients.Wait()
	if !coded() {
		t.Error("the encoders of clients that are gone do not come back")
	}
}

// An answer that is sent while the body arrives holds all that the body has,
// and comes while it arrives.
func TestAnswerWhileBodyArrives(t *testing.T) {
	const packets = 8_000
	var list [][]byte
	for range packets {
		list = append(list, []byte{0x78, 0, 0, 0, 0})
	}
	capture := captureOf(list...)
	s := start(t, home(api.Options{Buffer: 1000}, analysis.Options{}))
	for _, takes := range []string{"", "gzip"} {
		for _, chunked := range []bool{false, true} {
			sent, w := io.Pipe()
			read := make(chan bool)
			go func() {
				w.Write(capture[:len(capture)-100])
				select {
				case <-read:
				case <-time.After(20 * time.Second):
					t.Errorf("%q, chunked %v: nothing arrived before the end of the body", takes, chunked)
				}
				w.Write(capture[len(capture)-100:])
				w.Close()
			}()
			r, err := http.NewRequest("POST", s.URL+"/api/analyze?format=ndjson", sent)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept-Encoding", takes)
			if !chunked {
				r.ContentLength = int64(len(capture))
			}
			a, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			var body io.Reader = a.Body
			if takes == "gzip" {
				if body, err = gzip.NewReader(body); err != nil {
					t.Fatal(err)
				}
			}
			first := make([]byte, 100)
			if _, err := io.ReadFull(body, first); err != nil {
				t.Fatal(err)
			}
			close(read)
			rest, err := io.ReadAll(body)
			a.Body.Close()
			if rows := bytes.Count(append(first, rest...), []byte("\n")); err != nil || rows != packets {
				t.Errorf("%q, chunked %v: %d rows of %d, %v", takes, chunked, rows, packets, err)
			}
		}
	}
}

// A body that would be read as something that it is not is refused.
func TestBodyTypes(t *testing.T) {
	h := home(api.Options{}, analysis.Options{})
	for _, path := range []string{"/api/decode", "/api/analyze"} {
		for _, c := range []struct {
			name, value string
			refused     string // what the answer says instead of reading the body
		}{
			{"Content-Type", "multipart/form-data; boundary=x", "--data-binary"},
			{"Content-Type", " Multipart/Mixed;boundary=x", "--data-binary"},
			{"Content-Type", "application/x-www-form-urlencoded", ""}, // as curl --data-binary says without -H
			{"Content-Type", "application/vnd.tcpdump.pcap", ""},
			{"Content-Encoding", "br", "encoded as br"},
			{"Content-Encoding", "gzip, deflate", "encoded as deflate"},
			{"Content-Encoding", "gzip", ""},
			{"Content-Encoding", "identity", ""},
		} {
			w := send(t, h, "POST", path, "78 00 00 00 00", c.name, c.value)
			if refused := w.Code == 415; refused != (c.refused != "") || !strings.Contains(w.Body.String(), c.refused) {
				t.Errorf("%s with %s: %d %s", path, c.value, w.Code, w.Body)
			}
			if w.Code == 415 && c.name == "Content-Encoding" && w.Header().Get("Accept-Encoding") == "" {
				t.Errorf("%s with %s: %v", path, c.value, w.Header())
			}
		}
	}
}

// Who takes no answer of the type gets none.
func TestNotAcceptable(t *testing.T) {
	h := home(api.Options{}, analysis.Options{})
	for _, c := range []struct {
		method, url, accept string
		status              int
	}{
		{"POST", "/api/decode", "text/csv", 406},
		{"POST", "/api/decode?format=csv", "text/csv", 200},
		{"POST", "/api/decode?format=csv", "application/json", 406},
		{"POST", "/api/decode", "text/html, */*;q=0.8", 200},
		{"POST", "/api/analyze", "text/csv", 406},
		{"GET", "/api/protocols", "text/html", 406},
		{"GET", "/api/request?protocol=unreal2&format=hex", "text/*", 200},
		{"GET", "/api/request?protocol=unreal2", "text/*", 406},
		{"GET", "/api/openapi.json", "application/json", 200},
		{"GET", "/api/", "application/json", 406},
		{"GET", "/api/nothing", "text/csv", 404}, // problems are sent in any case
	} {
		w := send(t, h, c.method, c.url, "78 00 00 00 00", "Accept", c.accept)
		if w.Code != c.status || w.Code >= 400 && w.Header().Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s for %s: %d %s", c.url, c.accept, w.Code, w.Body)
		}
	}
}

// taken is an HTTP host that holds an answer back until it is whole.
type taken struct {
	header http.Header
	status int
	body   []byte
}

func (t *taken) Header() http.Header         { return t.header }
func (t *taken) WriteHeader(status int)      { t.status, t.body = status, nil }
func (t *taken) Write(b []byte) (int, error) { t.body = append(t.body, b...); return len(b), nil }

// A problem in the place of an answer has nothing of its header.
func TestProblemInPlaceOfAnswer(t *testing.T) {
	h := whole.New(api.Options{Takes: true, MaxAnswer: 5000, Gzip: func(string) bool { return true }})
	w := &taken{header: http.Header{}}
	r := httptest.NewRequest("POST", "/api/decode?format=csv",
		strings.NewReader(strings.Repeat("78 00 00 00 00\n\n", 200)))
	r.Header.Set("Accept-Encoding", "gzip")
	h.ServeHTTP(w, r)
	if w.status != 413 || w.header.Get("Content-Encoding") != "" || w.header.Get("Vary") != "" ||
		w.header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("%d %v", w.status, w.header)
	}
}

// TestNextRequest: what an answer did not need of a body is behind it when the next
// request comes on the connection. net/http does not see to that by itself where the
// body is read while the answer is sent.
func TestNextRequest(t *testing.T) {
	s := httptest.NewUnstartedServer(home(api.Options{}, analysis.Options{}))
	var logged bytes.Buffer // a Logger writes under its lock
	s.Config.ErrorLog = log.New(&logged, "", 0)
	s.Start()
	defer s.Close()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	in := bufio.NewReader(conn)
	for i := range 50 {
		for _, request := range []string{
			"POST /api/decode HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\ne\r\n78 00 00 00 " +
				"00\r\n|0\r\n\r\n",
			"GET /api/protocols HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nrest\r\n|0\r\n\r\n",
			"GET /api/protocols HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\nre|st",
		} {
			begin, end, _ := strings.Cut(request, "|")
			io.WriteString(conn, begin)
			if i%2 == 0 {
				time.Sleep(time.Millisecond)
			}
			io.WriteString(conn, end)
			a, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatalf("round %d, %.20q: %v", i, request, err)
			}
			io.Copy(io.Discard, a.Body)
			if a.StatusCode != 200 || a.Close {
				t.Fatalf("round %d, %.20q: %v, closes %v", i, request, a.Status, a.Close)
			}
		}
	}
	conn.Close()
	s.Close()
	if logged.Len() > 0 {
		t.Errorf("the server logged\n%s", &logged)
	}
}
