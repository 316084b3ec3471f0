package analyzer

import (
	"bytes"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/capture/capgen"
	"fragscope/decoder"
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
	a := New(Options{Workers: 1, Look: func() Look {
		return func(m *decoder.Message, p *Packet, seems string) {
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
		a.Add(&Packet{Time: p.Time, Number: p.Number, Link: p.Link, Foreign: p.Number%1000 == 0, Data: p.Data, Length: p.OrigLen})
	}
	report := a.Finish()
	if seen != truth.Packets || foreign != truth.Packets/1000 {
		t.Errorf("%d packets and %d of an unknown link were seen, want %d and %d", seen, foreign, truth.Packets, truth.Packets/1000)
	}
	// The report also counts what was put together of fragments and segments.
	if messages == 0 || messages > report.Game || messages < report.Game*9/10 {
		t.Errorf("%d messages were seen, the report counts %d", messages, report.Game)
	}
}
