package scan

import (
	"context"
	"io"
	"net/netip"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
	"fragscope/decoder"

	"github.com/google/gopacket"
)

// A quietSource has one packet, then nothing until it is closed.
type quietSource struct {
	frame  []byte
	closed chan struct{}
}

func (s *quietSource) ZeroCopyReadPacketData() ([]byte, gopacket.CaptureInfo, error) {
	if s.frame == nil {
		<-s.closed
		return nil, gopacket.CaptureInfo{}, io.EOF
	}
	b := s.frame
	s.frame = nil
	// Its clock is another than that of the test.
	return b, gopacket.CaptureInfo{Timestamp: time.Unix(1_700_000_000, 0), CaptureLength: len(b), Length: len(b)}, nil
}

// Time passes on a link that went quiet: a request that nothing answered ends,
// and what was queried is no server.
func TestQuietLink(t *testing.T) {
	query, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "unreal2"})
	if err != nil {
		t.Fatal(err)
	}
	h := capture.Header{Link: capture.LinkEthernet, Src: netip.MustParseAddrPort("192.0.2.10:5000"),
		Dst: netip.MustParseAddrPort("198.51.100.7:7778")}
	frame, err := h.AppendUDP(nil, query)
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{2, 1} {
		synctest.Test(t, func(t *testing.T) {
			var ended atomic.Int64
			o := Options{Interval: 500 * time.Millisecond, Exchanges: func(_ string, x []*report.Exchange) {
				ended.Add(int64(len(x)))
			}}
			o.Analyzer.Workers = workers
			source := &quietSource{frame: frame, closed: make(chan struct{})}
			done := make(chan *report.Report)
			go func() {
				report, err := Read(context.Background(), "live", capture.FromSource(source, capture.LinkEthernet,
					capture.Options{}), o)
				if err != nil {
					t.Error(err)
				}
				done <- report
			}()
			time.Sleep(4 * time.Second)
			synctest.Wait()
			if n := ended.Load(); n != 0 {
				t.Errorf("%d workers: %d exchanges ended while an answer may still come", workers, n)
			}
			time.Sleep(4 * time.Second)
			synctest.Wait()
			if n := ended.Load(); n != 1 {
				t.Errorf("%d workers: %d exchanges ended on a quiet link", workers, n)
			}
			close(source.closed)
			r := <-done
			if n, text := r.Answering(), export.ServersText(r); n != 0 || text != "0 servers, 1 address that did not answer" {
				t.Errorf("%d servers: %s", n, text)
			}
		})
	}
}
