package analyzer

import (
	"bytes"
	"fmt"
	"net/netip"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
	"fragscope/decoder"
	"fragscope/samples/capgen"
	"fragscope/samples/captures"
)

// TestLook holds what Look sees to the report: every packet once, in order
// with one worker, and with the same idea of what is a query.
func TestLook(t *testing.T) {
	var file bytes.Buffer
	truth, err := capgen.Write(&file, capgen.Config{Datagrams: 5000, Seed: 3, Other: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	r, err := capture.NewReader(&file, capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var seen, messages, foreign int64
	a := New(record.Options{Workers: 1, Look: func() record.Look {
		return func(m *decoder.Message, p *record.Packet, seems string) {
			if seen++; p.Number != seen {
				t.Fatalf("packet %d came at place %d", p.Number, seen)
			}
			switch {
			case m == nil:
				foreign++
			case len(m.Data) != len(p.Data):
				t.Fatalf("packet %d has %d bytes, %d were decoded", p.Number, len(p.Data), len(m.Data))
			case seems == "" && !m.Frame.FragMore && m.Frame.FragOffset == 0:
				messages++
			}
		}
	}})
	for r.Next() {
		p := r.Packet()
		a.Add(&record.Packet{Time: p.Time, Number: p.Number, Link: p.Link, Foreign: p.Number%1000 == 0, Data: p.Data,
			Length: p.OrigLen})
	}
	report := a.Finish()
	if seen != truth.Packets || foreign != truth.Packets/1000 {
		t.Errorf("%d packets and %d of an unknown link were seen, want %d and %d", seen, foreign, truth.Packets,
			truth.Packets/1000)
	}
	// The report also counts what was put together of fragments and segments.
	if messages == 0 || messages > report.Game || messages < report.Game*9/10 {
		t.Errorf("%d messages were seen, the report counts %d", messages, report.Game)
	}
}

// A packet is decoded and filtered once: what is noted of it then is handed over
// with the packet as it was captured, in the order of the packets.
func TestNoted(t *testing.T) {
	data, err := captures.Files.ReadFile("ut2004-multi-packet.pcapng")
	if err != nil {
		t.Fatal(err)
	}
	var want []capture.Packet // the capture, many times
	for len(want) < 3000 {
		r, err := capture.NewReader(bytes.NewReader(data), capture.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for r.Next() {
			p := *r.Packet()
			p.Number, p.Data, p.Comments = int64(len(want)+1), bytes.Clone(p.Data), [][]byte{[]byte("a comment")}
			want = append(want, p)
		}
	}
	for _, workers := range []int{1, 4} {
		var filtered atomic.Int64
		var got []capture.Packet
		a := New(record.Options{
			Workers: workers,
			Keep: func() func(*decoder.Message, *record.Packet) bool {
				return func(_ *decoder.Message, p *record.Packet) bool {
					filtered.Add(1)
					return p.Number%3 != 0
				}
			},
			Look: func() record.Look {
				return func(m *decoder.Message, p *record.Packet, _ string) {
					if !p.LeftOut {
						p.Note = fmt.Appendf(p.Note, "%d %d", p.Number, len(m.Fields))
					}
				}
			},
			Noted: func(p *capture.Packet, note []byte) {
				if m := decoder.Decode(p.Data, decoder.Options{Link: p.Link}); string(note) != fmt.Sprintf("%d %d", p.Number,
					len(m.Fields)) {
					t.Errorf("noted of packet %d: %s", p.Number, note)
				}
				q := *p
				q.Data, q.Comments = bytes.Clone(p.Data), [][]byte{bytes.Clone(p.Comments[0])}
				got = append(got, q)
			},
		})
		var p capture.Packet // used for one after the other, as a reader does
		for i := range want {
			p = want[i]
			p.Comments = [][]byte{bytes.Clone(want[i].Comments[0])}
			packet := record.FromCapture(&p)
			a.Add(&packet)
			p.Comments[0][0] = 'X'
		}
		a.Finish()
		var left []capture.Packet
		for _, p := range want {
			if p.Number%3 != 0 {
				left = append(left, p)
			}
		}
		if diff := cmp.Diff(left, got, cmpopts.EquateComparable(netip.Prefix{})); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
		if n := filtered.Load(); n != int64(len(want)) {
			t.Errorf("%d workers: %d packets were filtered %d times", workers, len(want), n)
		}
	}
}
