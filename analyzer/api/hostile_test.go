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
	"sync/atomic"
	"testing"
	"time"

	"fragscope/analyzer/api"
	"fragscope/analyzer/api/analysis"
	"fragscope/analyzer/api/whole"
	"fragscope/decoder/hostile"
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
		head := []byte{0x45, 0, 0, 0, 0, 1, 0, 0, 64, 17, 0, 0, 192, 0, 2, byte(i), 198, 51, 100, 7, 0x1e, 0x62, 0x13, 0x88,
			0, 0, 0, 0}
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

// A counted handler knows how many requests it is answering.
type counted struct {
	http.Handler
	active atomic.Int64
}

func (c *counted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.active.Add(1)
	defer c.active.Add(-1)
	c.Handler.ServeHTTP(w, r)
}

// until waits for a state that a server reaches; one that never does ends the test
// by its time limit, with the stacks of all goroutines.
func until(state func() bool) {
	for !state() {
		time.Sleep(time.Millisecond)
	}
}

// Every datagram that costs most is answered within the bounds, by itself.
func TestWorstDatagrams(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	s := start(t, home(api.Options{}, analysis.Options{}))
	urls := []string{"/api/decode", "/api/decode?format=table&full=true", "/api/decode?format=markdown", "/api/analyze"}
	for i, c := range hostile.All(hostile.MaxPayload) {
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
			var status int
			var size int64
			var err error
			most := peak(func() { status, size, err = post(s.URL+url, body) })
			if err != nil || status != 200 || size > int64(n)*perByte+20_000 || most > 160<<20 {
				t.Errorf("%s %s: %d, %d bytes, %d an input byte, %d MB, %v", c.Name, url, status, size, size/int64(n), most>>20,
					err)
			}
		}
	}
}

// Fifty clients at once, that read or do not, send or do not, and hang up, take
// no more memory than a few that behave, and leave all places free.
func TestManyAtOnce(t *testing.T) {
	h := &counted{Handler: home(api.Options{Grace: 500}, analysis.Options{})}
	s := start(t, h)
	var worst [][]byte
	for _, c := range hostile.All(hostile.MaxPayload / slower) {
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
				t.Cleanup(func() { conn.Close() })
				fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n", path, len(body))
				switch i % 4 {
				case 0: // takes all
					go conn.Write(body)
					io.Copy(io.Discard, conn)
				case 1: // takes nothing
					conn.Write(body)
				case 2: // sends a part of it
					conn.Write(body[:len(body)/2])
				case 3: // hangs up
					conn.Write(body[:min(len(body), r.IntN(2*len(body)))])
					conn.Close()
				}
			})
		}
		all.Wait()
		until(func() bool { return h.active.Load() == 0 })
	})
	if most > maxMemory {
		t.Errorf("%d MB", most>>20)
	}
	t.Logf("%d clients: %d MB", clients, most>>20)
	// All places are free, and all memory.
	for range 20 {
		for _, path := range []string{"/api/decode", "/api/analyze"} {
			if status, _, err := post(s.URL+path, captureOf([]byte("\x78\x00\x00\x00\x00"))); err != nil || status != 200 {
				t.Fatalf("%s: %d %v", path, status, err)
			}
		}
	}
	http.DefaultClient.CloseIdleConnections()
	s.CloseClientConnections()
	until(func() bool { return runtime.NumGoroutine() <= goroutines+5 })
}

// Answers that are not read do not hold their places for good.
func TestUnread(t *testing.T) {
	h := &counted{Handler: home(api.Options{Grace: 300, Decodes: 4}, analysis.Options{Analyses: 4})}
	s := start(t, h)
	many := captureOf(bytes.Split(bytes.Repeat([]byte("\\info\\xx"), 60_000), []byte("xx"))...)
	for _, path := range []string{"/api/decode", "/api/analyze?format=ndjson"} {
		for range 4 {
			conn, err := net.Dial("tcp", s.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			conn.(*net.TCPConn).SetReadBuffer(4096)
			fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", path, len(many))
			go conn.Write(many)
		}
		until(func() bool { return h.active.Load() == 4 })
		until(func() bool {
			status, _, err := post(s.URL+path, captureOf([]byte("\x78\x00\x00\x00\x00")))
			return err == nil && status == 200
		})
		until(func() bool { return h.active.Load() == 0 })
	}
}

// A client that hangs up ends the work for it.
func TestHangUp(t *testing.T) {
	h := &counted{Handler: home(api.Options{Decodes: 1}, analysis.Options{Analyses: 1})}
	s := start(t, h)
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
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n", path, len(body))
		half := len(body) / 2 // of a capture that is analyzed while it arrives
		if strings.HasPrefix(path, "/api/decode") {
			half = len(body)
		}
		if _, err := conn.Write(body[:half]); err != nil {
			t.Error(err)
		}
		conn.Close()
		until(func() bool {
			status, _, err := post(s.URL+path[:strings.IndexAny(path+"?", "?")], captureOf([]byte("\x78\x00\x00\x00\x00")))
			return err == nil && status == 200
		})
		until(func() bool { return h.active.Load() == 0 })
	}
}

// Four clients that hang up after pastes of one long line, which once took a time
// that grew with its square, leave the API to others at once.
func TestHostilePastes(t *testing.T) {
	h := &counted{Handler: home(api.Options{}, analysis.Options{})}
	s := start(t, h)
	for _, unit := range []string{"\\'\\`", ` 100% <"it's" \x4VRWWAAMPB`, `[ 121, 0, 0, 0, 0 ]" "`,
		`'00000050  00 00 |................|{`} {
		body := strings.Repeat(unit, 300_000/len(unit))
		for range 4 {
			conn, err := net.Dial("tcp", s.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(conn, "POST /api/decode HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
			conn.Close()
		}
		if status, _, err := post(s.URL+"/api/decode", []byte("78 00 00 00 00")); err != nil || status != 200 {
			t.Errorf("%q: %d %v", unit, status, err)
		}
	}
	until(func() bool { return h.active.Load() == 0 })
}

// What many clients send at once takes no more than the memory that is promised:
// long pastes, and captures whose servers all differ. What does not fit is refused
// with 503.
func TestMemoryTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	s := start(t, home(api.Options{}, analysis.Options{}))
	paste := bytes.Repeat([]byte("80 00 00 00 00 62 61 64\n\n"), 8<<20/26)
	servers := captureOf(bytes.Split(bytes.Repeat([]byte("\\info\\xx"), 120_000), []byte("xx"))...)
	for i, at := 0, 24; at < len(servers); i++ {
		size := int(binary.LittleEndian.Uint32(servers[at+8:]))
		binary.BigEndian.PutUint32(servers[at+16+12:], 0x0a000000+uint32(i)) // the source
		at += 16 + size
	}
	var mu sync.Mutex
	answers := map[string]int{}
	most := peak(func() {
		var all sync.WaitGroup
		for i := range 16 {
			all.Go(func() {
				path, body := "/api/decode", paste
				if i%2 == 0 {
					path, body = "/api/analyze?format=report", servers
				}
				status, _, err := post(s.URL+path, body)
				if err != nil || status != 200 && status != 503 {
					t.Errorf("%s: %d %v", path, status, err)
				}
				mu.Lock()
				defer mu.Unlock()
				answers[fmt.Sprint(path[:8], status)]++
			})
		}
		all.Wait()
	})
	t.Logf("%d MB, %v", most>>20, answers)
	if most > maxMemory || answers["/api/dec200"] == 0 || answers["/api/ana200"] == 0 {
		t.Errorf("%d MB, %v", most>>20, answers)
	}
}
