package main

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fragscope/analyzer/capture"
)

// packets counts the packets of a capture.
func packets(t *testing.T, path string) (n int) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := capture.NewReader(f, capture.Options{Name: path})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for r.Next() {
		n++
	}
	if problems := r.Problems(); len(problems) > 0 || r.Err() != nil {
		t.Errorf("%s is damaged: %v, %v", path, problems, r.Err())
	}
	return n
}

// recordUntil runs a command that records, under a limit for the size of files
// in blocks of 512 bytes, sends datagrams to the address that it prints until
// enough is true or the command ends, and returns what it writes to standard
// error and the recording.
func recordUntil(t *testing.T, blocks string, enough func(p *os.Process, path string) bool, args ...string) (told,
	path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "recorded.pcapng")
	c := exec.Command("sh", append([]string{"-c", `trap "" XFSZ; ulimit -f ` + blocks + `; exec "$@"`, "sh", "fragscope"},
		append(args, "--record", path)...)...)
	var errout bytes.Buffer
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stdout, c.Stderr = w, w
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	ended := make(chan struct{})
	addr := make(chan string, 1)
	go func() {
		defer close(ended)
		buf := make([]byte, 4096)
		at := regexp.MustCompile(`127\.0\.0\.1:\d+`)
		for {
			n, err := r.Read(buf)
			errout.Write(buf[:n])
			if where := at.FindString(errout.String()); where != "" {
				select {
				case addr <- where:
				default:
				}
			}
			if err != nil {
				return
			}
		}
	}()
	conn, err := net.Dial("udp", <-addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			c.Wait()
			return errout.String(), path
		case <-tick.C:
			conn.Write([]byte(`\status\` + strings.Repeat("x", 1000)))
			if enough(c.Process, path) {
				c.Process.Kill()
				<-ended
				c.Wait()
				return errout.String(), path
			}
		}
	}
}

// TestRecordingFull: when no more fits, the command says so and ends, and what
// fitted is a whole capture.
func TestRecordingFull(t *testing.T) {
	for _, args := range [][]string{{"listen", "127.0.0.1:0"}, {"emulate", "--game", "ut2004", "--protocol", "unreal2",
		"--listen", "127.0.0.1:0"}} {
		told, path := recordUntil(t, "64", func(*os.Process, string) bool { return false }, args...)
		if !strings.Contains(told, "what was written before is kept") {
			t.Errorf("%s: %.300q", args[0], told[max(0, len(told)-300):])
		}
		if n := packets(t, path); n < 5 {
			t.Errorf("%s: %d packets are left", args[0], n)
		}
	}
}

// TestRecordingKilled: what was recorded when the command was killed is there,
// under its name, and nothing else.
func TestRecordingKilled(t *testing.T) {
	for _, args := range [][]string{{"listen", "127.0.0.1:0"}, {"emulate", "--game", "ut2004", "--protocol", "unreal2",
		"--listen", "127.0.0.1:0"}} {
		_, path := recordUntil(t, "unlimited", func(_ *os.Process, path string) bool {
			info, err := os.Stat(path)
			return err == nil && info.Size() > 10000
		}, args...)
		if n := packets(t, path); n < 5 {
			t.Errorf("%s: %d packets are left", args[0], n)
		}
		if list, err := os.ReadDir(filepath.Dir(path)); err != nil || len(list) != 1 {
			t.Errorf("%s left %v, %v", args[0], list, err)
		}
	}
}
