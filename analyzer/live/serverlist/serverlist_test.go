package serverlist_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/analyzer/live"
	"fragscope/analyzer/live/serverlist"
	"fragscope/decoder/ask"
)

// TestServerLists reads lists of files and pages.
func TestServerLists(t *testing.T) {
	const tabs = "192.0.2.1\t7777\t7787\n192.0.2.2\t7797\t7807\n"
	const colons = "192.0.2.1:7777\n192.0.2.2:7797\n"
	const master = `\ip\192.0.2.1:7778\ip\192.0.2.2:7779\final\`
	for _, test := range []struct {
		text, plan string
		port       uint16
		exact      bool
	}{{tabs, "ut2003", 7778, true}, {colons, "", 7777, false}, {master, "gamespy1", 7778, true}} {
		path := filepath.Join(t.TempDir(), "list.txt")
		if err := os.WriteFile(path, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Write([]byte(test.text))
		}))
		for _, where := range []string{path, page.URL} {
			list, err := serverlist.Read(context.Background(), where, nil)
			if err != nil || len(list) != 2 || list[0].Host != "192.0.2.1" {
				t.Errorf("%q: %+v, %v", test.text, list, err)
				continue
			}
			target := live.ListTarget(&list[0], nil, ask.Ask{})
			name := ""
			if target.Plan != nil {
				name = target.Plan.Name
			}
			if name != test.plan || target.Port != test.port || target.Exact != test.exact {
				t.Errorf("%q: asked by %q at %d, exact %v", test.text, name, target.Port, target.Exact)
			}
		}
		page.Close()
	}
	missing := httptest.NewServer(http.NotFoundHandler())
	defer missing.Close()
	for where, want := range map[string]string{"no/such/file": "no such file", missing.URL: "404",
		"http://": "not the address"} {
		if _, err := serverlist.Read(context.Background(), where, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", where, err)
		}
	}
}

// A list is bounded, however a page sends it; no other host is asked for it.
func TestHostileLists(t *testing.T) {
	stranger := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a host was asked that nobody named")
	}))
	other, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Fatal(err)
	}
	stranger.Listener.Close()
	stranger.Listener = other
	stranger.Start()
	defer stranger.Close()
	elsewhere := stranger.URL
	line := bytes.Repeat([]byte("192.0.2.1:7777\n"), 1000)
	mux := http.NewServeMux()
	mux.HandleFunc("/endless", func(w http.ResponseWriter, _ *http.Request) {
		for range 1 << 20 {
			if _, err := w.Write(line); err != nil {
				return
			}
		}
	})
	mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			io.WriteString(w, "1")
			w.(http.Flusher).Flush()
			time.Sleep(10 * time.Millisecond)
		}
	})
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, elsewhere, http.StatusFound)
	})
	mux.HandleFunc("/loop", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/loop", http.StatusFound)
	})
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/list", http.StatusFound)
	})
	mux.HandleFunc("/list", func(w http.ResponseWriter, _ *http.Request) { w.Write(line) })
	mux.HandleFunc("/header", func(w http.ResponseWriter, _ *http.Request) {
		for i := range 2000 {
			w.Header().Set(fmt.Sprintf("X-%d", i), strings.Repeat("x", 100))
		}
		w.Write(line)
	})
	page := httptest.NewServer(mux)
	defer page.Close()
	for path, want := range map[string]string{
		"/endless": "found more than 4 MiB, expected a server list", "/slow": "deadline exceeded",
		"/away": "redirects to another host",
		"/loop": "redirects again and again", "/header": "exceeded", "/moved": "",
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		list, err := serverlist.Read(ctx, page.URL+path, nil)
		cancel()
		switch {
		case want == "" && (err != nil || len(list) == 0):
			t.Errorf("%s: %d servers, %v", path, len(list), err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: got %v, expected %q", path, err, want)
		}
	}
}

// TestEveryLine: each line of a list is a server or named, whichever program
// wrote it.
func TestEveryLine(t *testing.T) {
	text := "192.0.2.1\t7777\t7787\nq3s 127.0.0.1:27960 # mine\n[::1]:26000\nno server " +
		"here\nlocalhost:5,\n192.0.2.1\t7777\t7787\n"
	list, err := serverlist.Read(t.Context(), "-", strings.NewReader(text))
	var got []string
	for i := range list {
		got = append(got, live.ListTarget(&list[i], nil, ask.Ask{}).String())
	}
	if want := "192.0.2.1:7778 127.0.0.1:27960 [::1]:26000 localhost:5"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if err == nil || err.Error() != `standard input: 1 of 6 lines is no server: line 4 "no server here"` {
		t.Errorf("the error is %v", err)
	}
}
