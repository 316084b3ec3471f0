package live

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"

	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/query"
)

// TestChallengedAgain: a server that answers a data request with another
// challenge, as after a restart, is asked again with it, without a wait and
// without a retry; one that does so for ever gets no more than three tries.
func TestChallengedAgain(t *testing.T) {
	for _, c := range []struct {
		name       string
		challenges int32 // of data requests, before one is answered
		answered   bool
	}{{"once", 1, true}, {"three times", 3, true}, {"for ever", 1 << 30, false}} {
		t.Run(c.name, func(t *testing.T) {
			conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			var data atomic.Int32 // data requests
			go func() {
				buf := make([]byte, 1500)
				valid := int32(77)
				for {
					n, from, err := conn.ReadFromUDPAddrPort(buf)
					if err != nil {
						return
					}
					m := decoder.Decode(buf[:n], decoder.Options{From: decoder.Request, Link: decoder.LinkNone})
					if buf[2] == 0 && data.Add(1) <= c.challenges {
						valid = 100 + data.Load()
						conn.WriteToUDPAddrPort(fmt.Appendf(append([]byte{9}, buf[3:7]...), "%d\x00", valid), from)
						continue
					}
					replies, _ := decoder.AppendReplies(nil, m, &answer.Answer{Status: crowd(3, 3), Challenge: valid})
					for _, r := range replies {
						conn.WriteToUDPAddrPort(r, from)
					}
				}
			}()
			client := New(Options{Timeout: 200 * time.Millisecond, Retries: 1})
			defer client.Close()
			at := conn.LocalAddr().(*net.UDPAddr).AddrPort()
			s := client.Query(context.Background(), TargetAt(netip.AddrPortFrom(at.Addr().Unmap(), at.Port()),
				query.PlanOf("gamespy3")))
			if !c.answered {
				if s.Err == nil || data.Load() > 5 { // three challenged anew, and the retry
					t.Fatalf("%v after %d requests", s.Err, data.Load())
				}
				return
			}
			if s.Err != nil || s.Status == nil || len(s.Status.PlayerList) != 3 {
				t.Fatalf("%v: %+v", s.Err, s.Status)
			}
			x := s.Exchanges[1]
			if x.Outcome != report.Answered || len(x.Sent) != int(c.challenges)+1 || len(x.Replies) != int(c.challenges)+
				len(x.Chosen) || x.Replies[0].Verdict != Challenge {
				t.Errorf("%v: %d sent, %d replies, %d chosen", x.Outcome, len(x.Sent), len(x.Replies), len(x.Chosen))
			}
		})
	}
}
