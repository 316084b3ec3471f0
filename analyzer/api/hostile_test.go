package api_test

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/analyzer/api"
	"fragscope/analyzer/api/analysis"
	"fragscope/analyzer/api/whole"
	"fragscope/decoder/hostile"
	"fragscope/decoder/hostile/all"
)

// What the package promises (doc.go): of memory, whatever comes at once.
const (
	maxMemory = 1 << 30 // bytes
	perByte   = 600     // bytes of an answer for each of a datagram
)

// peak runs f and returns how much memory was in use at most, above what was
// before.
func peak(f func()) uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before, most := m.HeapInuse+m.StackInuse, uint64(0)
	done := make(chan bool)
	go func() {
		defer close(done)
		f()
	}()
	for {
		select {
		case <-done:
			return most
		case <-time.After(5 * time.Millisecond):
			if runtime.ReadMemStats(&m); m.HeapInuse+m.StackInuse > before {
				most = max(most, m.HeapInuse+m.StackInuse-before)
			}
		}
	}
}

// captureOf returns a pcap file of UDP payloads.
func captureOf(packets ...[]byte) []byte {
	var b bytes.Buffer
	for _, v := range []any{uint32(0xa1b2c3d4), uint16(2), uint16(4), int32(0), uint32(0), uint32(262144), uint32(101)} {
		binary.Write(&b, binary.LittleEndian, v)
	}
	for i, p := range packets {
		p = p[:min(len(p), 65507)]
		head := []byte{0x45, 0, 0, 0, 0, 1, 0, 0, 64, 17, 0, 0, 192, 0, 2, byte(i), 198, 51, 100, 7, 0x1e, 0x62, 0x13, 0x88, 0, 0, 0, 0}
		binary.BigEndian.PutUint16(head[2:], uint16(len(p)+28))
		binary.BigEndian.PutUint16(head[24:], uint16(len(p)+8))
		for _, v := range []uint32{uint32(i), 0, uint32(len(p) + 28), uint32(len(p) + 28)} {
			binary.Write(&b, binary.LittleEndian, v)
		}
		b.Write(head)
		b.Write(p)
	}
	return b.Bytes()
}

// start serves h as fragscope serve does.
func start(t *testing.T, h http.Handler) *httptest.Server {
	s := httptest.NewUnstartedServer(nil)
	s.Config = whole.Server(h)
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.Start()
	t.Cleanup(s.Close)
	return s
}

// post sends a body and returns the status and how long the answer is.
func post(url string, body []byte) (int, int64, error) {
	a, err := http.Post(url, "", bytes.NewReader(body))
	if err != nil {
		return 0, 0, err
	}
	defer a.Body.Close()
	n, err := io.Copy(io.Discard, a.Body)
	return a.StatusCode, n, err
}

// patience is how many times as long as on a quiet machine things may take: what
// is looked for never ends.
const patience = 6 * slower

// Every datagram that costs most is answered within the bounds, by itself.
func TestWorstDatagrams(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	s := start(t, home(api.Options{}, analysis.Options{}))
	urls := []string{"/api/decode", "/api/decode?format=table&full=true", "/api/decode?format=markdown", "/api/analyze"}
	for i, c := range all.Cases(hostile.MaxPayload) {
		{
			url := urls[i%len(urls)] // in turn: package render tests every format with all of them
			body, n := c.Data, len(c.Data)
			if url == "/api/analyze" {
				body = captureOf(c.Data, c.Data)
				n = len(body)
			} else {
				body = []byte(hex.EncodeToString(body))
			}
			if c.Protocol != "" && url == "/api/decode" {
				url += "?protocol=" + c.Protocol
			}
			begin := time.Now()
			var status int
			var size int64
			var err error
			most := peak(func() { status, size, err = post(s.URL+url, body) })
			if took := time.Since(begin); err != nil || status != 200 || size > int64(n)*perByte+20_000 || most > 160<<20 || took > 20*patience*time.Second {
				t.Errorf("%s %s: %d, %d bytes, %d an input byte, %d MB, %v, %v", c.Name, url, status, size, size/int64(n), most>>20, took, err)
			}
		}
	}
}

// Fifty clients at once, that read or do not, send or do not, and hang up, take
// no more memory than a few that behave, and leave all places free.
func TestManyAtOnce(t *testing.T) {
	s := start(t, home(api.Options{Grace: 500}, analysis.Options{}))
	var worst [][]byte
	for _, c := range all.Cases(hostile.MaxPayload / slower) {
		worst = append(worst, c.Data)
	}
	pcap := captureOf(worst...)
	paste := []byte(strings.Repeat("00\n\n", 1<<20/slower))
	goroutines := runtime.NumGoroutine()
	const clients = 50 / min(slower, 5)
	most := peak(func() {
		var all sync.WaitGroup
		for i := range clients {
			all.Go(func() {
				r := rand.New(rand.NewPCG(uint64(i), 1))
				body, path := []byte(hex.EncodeToString(worst[r.IntN(len(worst))])), "/api/decode"
				switch i % 5 {
				case 1:
					body, path = pcap, "/api/analyze?format=ndjson"
				case 2:
					body = pcap
				case 3:
					body = paste
				}
				conn, err := net.Dial("tcp", s.Listener.Addr().String())
				if err != nil {
					t.Error(err)
					return
				}
				defer conn.Close()
				conn.SetDeadline(time.Now().Add(60 * time.Second))
				fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n", path, len(body))
				switch i % 4 {
				case 0: // takes all
					go conn.Write(body)
					io.Copy(io.Discard, conn)
				case 1: // takes nothing
					conn.Write(body)
					time.Sleep(2 * time.Second)
				case 2: // sends a part of it
					conn.Write(body[:len(body)/2])
					time.Sleep(2 * time.Second)
				case 3: // hangs up
					conn.Write(body[:min(len(body), r.IntN(2*len(body)))])
				}
			})
		}
		all.Wait()
	})
	if most > maxMemory {
		t.Errorf("%d MB", most>>20)
	}
	t.Logf("%d clients: %d MB", clients, most>>20)
	// Everybody is gone, so nobody waits.
	begin := time.Now()
	for range 20 {
		for _, path := range []string{"/api/decode", "/api/analyze"} {
			for {
				status, _, err := post(s.URL+path, captureOf([]byte("\x78\x00\x00\x00\x00")))
				if err == nil && status == 200 {
					break
				}
				if time.Since(begin) > 10*patience*time.Second {
					t.Fatalf("%s: %d %v", path, status, err)
				}
				time.Sleep(20 * time.Millisecond)
			}
		}
	}
	http.DefaultClient.CloseIdleConnections()
	for runtime.NumGoroutine() > goroutines+5 {
		if time.Since(begin) > 10*patience*time.Second {
			t.Fatalf("%d goroutines, %d before", runtime.NumGoroutine(), goroutines)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Answers that nobody reads do not hold their places for good.
func TestUnread(t *testing.T) {
	s := start(t, home(api.Options{Grace: 300, Decodes: 4}, analysis.Options{Analyses: 4}))
	many := captureOf(bytes.Split(bytes.Repeat([]byte("\\info\\xx"), 60_000), []byte("xx"))...)
	for path, body := range map[string][]byte{"/api/decode": many, "/api/analyze?format=ndjson": many} {
		for range 4 {
			conn, err := net.Dial("tcp", s.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			conn.(*net.TCPConn).SetReadBuffer(4096)
			fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", path, len(body))
			go conn.Write(body)
		}
		time.Sleep(300 * time.Millisecond)
		begin := time.Now()
		for {
			status, _, err := post(s.URL+path, captureOf([]byte("\x78\x00\x00\x00\x00")))
			if err == nil && status == 200 {
				break
			}
			if time.Since(begin) > 10*patience*time.Second {
				t.Fatalf("%s: %d %v after %v", path, status, err, time.Since(begin))
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Logf("%s: free after %v", path, time.Since(begin))
	}
}

// A client that hangs up ends the work for it.
func TestHangUp(t *testing.T) {
	s := start(t, home(api.Options{Decodes: 1}, analysis.Options{Analyses: 1}))
	many := captureOf(bytes.Split(bytes.Repeat([]byte("\\info\\xx"), 80_000), []byte("xx"))...)
	for path, body := range map[string][]byte{
		"/api/decode":           []byte(strings.Repeat("00\n\n", 1<<20)),
		"/api/decode?full=true": many,
		"/api/analyze?filter=" + strings.Repeat("not+text(%22x%22)+and+", 35) + "true": many,
	} {
		conn, err := net.Dial("tcp", s.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		conn.(*net.TCPConn).SetWriteBuffer(64 << 10) // what waits there was sent, and is worked on
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", path, len(body))
		conn.SetWriteDeadline(time.Now().Add(2 * time.Second))
		conn.Write(body)
		time.Sleep(100 * time.Millisecond) // all of it has come, and is worked on
		conn.Close()
		begin := time.Now()
		for status := 0; status != 200; {
			if status, _, err = post(s.URL+path[:strings.IndexAny(path+"?", "?")], captureOf([]byte("\x78\x00\x00\x00\x00"))); err != nil || time.Since(begin) > 8*patience*time.Second {
				t.Fatalf("%.30s: %d %v after %v", path, status, err, time.Since(begin))
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Logf("%.30s: free after %v", path, time.Since(begin))
	}
}
