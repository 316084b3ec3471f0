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
	"time"

	"fragscope/analyzer/api"
	"fragscope/analyzer/api/analysis"
)

// A client that sends all of a long body before it reads anything learns why it
// was refused, whatever was wrong.
func TestRefusedWhileSending(t *testing.T) {
	s := httptest.NewServer(home(api.Options{MaxPaste: 1000}, analysis.Options{MaxCapture: 8 << 20}))
	defer s.Close()
	const size = 24 << 20 // much more than the buffers of a connection hold
	for _, c := range []struct {
		path    string
		chunked bool
		status  int
		kind    string
	}{
		{"/api/decode", false, 413, "too-large"},
		{"/api/decode", true, 413, "too-large"},
		{"/api/analyze", false, 413, "too-large"},
		{"/api/analyze", true, 422, "unreadable"}, // no capture, as the first bytes say
		{"/api/decode?format=xml", false, 400, "parameter"},
		{"/api/protocols", true, 405, "method"},
		{"/api/nothing", false, 404, "not-found"},
	} {
		conn, err := net.Dial("tcp", s.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(30 * time.Second))
		var piece string
		if c.chunked {
			fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", c.path)
			piece = fmt.Sprintf("%x\r\n%s\r\n", 1<<20, strings.Repeat("x", 1<<20))
		} else {
			fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", c.path, size)
			piece = strings.Repeat("x", 1<<20)
		}
		for sent := 0; sent < size; sent += 1 << 20 {
			if _, err := io.WriteString(conn, piece); err != nil {
				t.Fatalf("%s: after %d bytes: %v", c.path, sent, err)
			}
		}
		if c.chunked {
			io.WriteString(conn, "0\r\n\r\n")
		}
		a, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatalf("%s: %v", c.path, err)
		}
		body, err := io.ReadAll(a.Body)
		if err != nil || a.StatusCode != c.status || !strings.Contains(string(body), "/api/#"+c.kind) {
			t.Errorf("%s: %d %s %v", c.path, a.StatusCode, body, err)
		}
		conn.Close()
	}
}

// A client that asks first, as curl does with long bodies, is told at once and
// sends nothing.
func TestRefusedBeforeSending(t *testing.T) {
	s := httptest.NewServer(home(api.Options{MaxPaste: 1000}, analysis.Options{}))
	defer s.Close()
	conn, err := net.Dial("tcp", s.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(5 * time.Second))
	fmt.Fprintf(conn, "POST /api/decode HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5000\r\n\r\n")
	a, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil || a.StatusCode != http.StatusRequestEntityTooLarge {
		t.Fatal(a, err)
	}
	a.Body.Close()
}
