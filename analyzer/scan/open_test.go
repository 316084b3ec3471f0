//go:build unix

package scan

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"fragscope/samples/capgen"
)

// pipe makes a named pipe.
func pipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// feed writes data to a pipe, and closes it when it is told to.
func feed(t *testing.T, path string, data []byte) (end func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
			return
		}
		defer f.Close()
		if _, err := f.Write(data); err != nil {
			t.Error(err)
		}
		<-done
	}()
	return func() { close(done) }
}

func TestPipe(t *testing.T) {
	path, truth := generate(t, t.TempDir(), "a.pcapng", capgen.Config{Datagrams: 3000, Seed: 4})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p := pipe(t)
	feed(t, p, data)()
	r, err := Files(context.Background(), []string{p}, Options{})
	if err != nil || r.Packets != truth.Packets {
		t.Errorf("%d packets of %d through a pipe, %v", r.Packets, truth.Packets, err)
	}
}

// A pipe to which nobody writes, and one whose writer says nothing more, are
// left when the context is done, with what was found until then.
func TestSilentPipe(t *testing.T) {
	path, _ := generate(t, t.TempDir(), "a.pcapng", capgen.Config{Datagrams: 3000, Seed: 4})
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for name, write := range map[string][]byte{"nobody": nil, "half": data[:len(data)/2]} {
		p := pipe(t)
		if write != nil {
			defer feed(t, p, write)()
		}
		ctx, cancel := context.WithCancel(context.Background())
		progress := &Progress{}
		go func() {
			for range 1000 {
				if time.Sleep(10 * time.Millisecond); write == nil || progress.Bytes.Load() == int64(len(write)) {
					break
				}
			}
			cancel()
		}()
		r, err := Files(ctx, []string{p}, Options{Progress: progress})
		if err == nil || r == nil || (r.Packets > 1000) != (write != nil) {
			t.Errorf("%s: report %+v, error %v", name, r, err)
		}
	}
}
