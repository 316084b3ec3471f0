package api_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"fragscope/analyzer/api"
	"fragscope/analyzer/api/analysis"
)

// Whatever length a request announces, one that is too long is refused.
func TestAnnouncedLengths(t *testing.T) {
	s := httptest.NewServer(home(api.Options{}, analysis.Options{}))
	defer s.Close()
	for _, path := range []string{"/api/decode", "/api/analyze"} {
		for _, length := range []uint64{1<<63 - 1, 1<<63 - 2, 1 << 62, 1<<40 + 1} {
			conn, err := net.Dial("tcp", s.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n00", path, s.Listener.Addr(), length)
			a, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(path, length, err)
			}
			if a.StatusCode != http.StatusRequestEntityTooLarge {
				t.Errorf("%s of %d bytes: %s", path, length, a.Status)
			}
			conn.Close()
		}
	}
}

// All requests share one budget: a long capture takes what several short ones would,
// and what does not fit gets 503 with Retry-After. Captures leave a quarter for pastes.
func TestBudget(t *testing.T) {
	const budget = 64 << 20
	h := home(api.Options{Memory: budget}, analysis.Options{MaxCapture: budget})
	begin := func(length int64) (end func()) {
		r, w := io.Pipe()
		done := make(chan bool)
		q := httptest.NewRequest("POST", "/api/analyze", r)
		q.ContentLength = length
		go func() {
			h.ServeHTTP(httptest.NewRecorder(), q)
			close(done)
		}()
		w.Write([]byte("\n")) // taken when the analysis reads
		return func() {
			w.Close()
			<-done
		}
	}
	post := func(path, body string) int {
		q := httptest.NewRequest("POST", path, strings.NewReader(body))
		w := httptest.NewRecorder()
		h.ServeHTTP(w, q)
		if w.Code == 503 && w.Header().Get("Retry-After") == "" {
			t.Error("it is not said when to come again")
		}
		return w.Code
	}
	try := func(length int) int { return post("/api/analyze", strings.Repeat("x", length)) }
	end := begin(100)
	if code := try(100); code != 422 {
		t.Errorf("a short capture beside a short one: %d", code)
	}
	if code := try(budget / 16); code != 503 {
		t.Errorf("a capture that needs all memory beside a short one: %d", code)
	}
	end()
	end = begin(budget / 16)
	if code := try(100); code != 503 {
		t.Errorf("a short capture beside one that needs all memory: %d", code)
	}
	if code := post("/api/decode", "78 00 00 00 00"); code != 200 {
		t.Errorf("a paste beside a capture that needs all memory: %d", code)
	}
	if code := post("/api/decode", strings.Repeat("00\n\n", 300_000)); code != 503 {
		t.Errorf("a long paste beside a capture that needs all memory: %d", code)
	}
	end()
	if code := try(budget / 16); code != 422 {
		t.Errorf("a capture that needs all memory, alone: %d", code)
	}
}
