package scan

import (
	"context"
	"io"
	"os"
	"reflect"
	"runtime"
	"testing"
	"time"

	"github.com/google/gopacket"
	"github.com/google/gopacket/pcapgo"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/samples/capgen"
)

// TestSource: a report of packets that gopacket reads is that of the file.
func TestSource(t *testing.T) {
	path, truth := generate(t, t.TempDir(), "a.pcap", capgen.Config{Datagrams: 5000, Seed: 2, Pcap: true})
	want, err := Files(context.Background(), []string{path}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, interval := range []time.Duration{0, time.Microsecond} { // a flush now and then changes nothing
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		src, err := pcapgo.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		r := capture.FromSource(src, int(src.LinkType()), capture.Options{Name: path})
		got, err := Read(context.Background(), path, r, Options{Interval: interval})
		f.Close()
		if err != nil || got.Packets != truth.Packets {
			t.Fatalf("%d packets of %d, %v", got.Packets, truth.Packets, err)
		}
		got.Files, want.Files = nil, nil
		if !reflect.DeepEqual(got, want) {
			t.Errorf("every %v: the report is another than that of the file", interval)
		}
	}
}

// A live source blocks until it is closed.
type live struct {
	packets chan []byte
	closed  chan struct{}
}

func (l *live) ZeroCopyReadPacketData() ([]byte, gopacket.CaptureInfo, error) {
	select {
	case p := <-l.packets:
		return p, gopacket.CaptureInfo{Timestamp: time.Now(), CaptureLength: len(p), Length: len(p)}, nil
	case <-l.closed:
		return nil, gopacket.CaptureInfo{}, io.EOF
	}
}

// TestLive: what comes from a source that then is silent is handed over all the
// same, and closing the source ends reading, without a goroutine left.
func TestLive(t *testing.T) {
	path, _ := generate(t, t.TempDir(), "a.pcapng", capgen.Config{Datagrams: 200, Seed: 2})
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	file, err := capture.NewReader(f, capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	src := &live{make(chan []byte), make(chan struct{})}
	ctx, cancel := context.WithCancel(context.Background())
	context.AfterFunc(ctx, func() { close(src.closed) })
	records := make(chan struct{}, 10000)
	done := make(chan *report.Report)
	go func() {
		r, err := Read(ctx, "live", capture.FromSource(src, capture.LinkEthernet, capture.Options{}), Options{
			Interval: time.Millisecond, Record: func(string, *record.Record) { records <- struct{}{} },
		})
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	n := 0
	for file.Next() {
		if file.Packet().LinkType == capture.LinkEthernet {
			src.packets <- append([]byte(nil), file.Packet().Data...)
			n++
		}
	}
	for i := range n { // long before there is a whole batch
		select {
		case <-records:
		case <-time.After(20 * time.Second):
			t.Fatalf("%d of %d packets are handed over", i, n)
		}
	}
	cancel()
	if r := <-done; r.Packets != int64(n) || n == 0 {
		t.Errorf("%d packets of %d", r.Packets, n)
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}
