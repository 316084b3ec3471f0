package capgen

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"testing"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/flow"
	"fragscope/decoder"
	"fragscope/decoder/wire"

	"github.com/google/go-cmp/cmp"
)

func TestSameSeedSameBytes(t *testing.T) {
	sum := func(seed uint64) string {
		h := sha256.New()
		if _, err := Write(h, Config{Datagrams: 3000, Seed: seed, Other: 0.2}); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%x", h.Sum(nil))
	}
	first := sum(1)
	if sum(1) != first {
		t.Error("the same seed gives different bytes")
	}
	if sum(2) == first {
		t.Error("different seeds give the same bytes")
	}
}

// What is read back, put together and decoded is what the truth says.
func TestTruth(t *testing.T) {
	for _, c := range []Config{
		{Datagrams: 20000, Seed: 1, Masters: 0.005},
		{Datagrams: 5000, Seed: 2, Pcap: true},
		{Datagrams: 5000, Seed: 3, Plain: true, Loss: -1, Duplicate: -1, Reorder: -1},
		{Datagrams: 5000, Seed: 4, Reflected: 500},
	} {
		var b bytes.Buffer
		truth, err := Write(&b, c)
		if err != nil {
			t.Fatal(err)
		}
		got, conversations, unsure := tally(t, b.Bytes())
		if conversations != truth.Conversations {
			t.Errorf("%+v: %d conversations are whole, %d were written", c, conversations, truth.Conversations)
		}
		if diff := cmp.Diff(truth.Protocols, got); diff != "" {
			t.Errorf("%+v: written -, decoded +:\n%s", c, diff)
		}
		for _, u := range unsure {
			t.Errorf("%+v: %s", c, u)
		}
		if truth.Datagrams < int64(c.Datagrams) || truth.Datagrams > int64(c.Datagrams)+60 ||
			truth.Packets < truth.Datagrams {
			t.Errorf("%+v: %+v", c, truth)
		}
		if truth.Requests+truth.Replies+truth.Duplicates+truth.Reflected != truth.Datagrams {
			t.Errorf("%+v: counts do not add up: %+v", c, truth)
		}
		if c.Loss < 0 && (truth.LostParts != 0 || truth.Duplicates != 0 || truth.Reordered != 0 || truth.Fragmented != 0) {
			t.Errorf("%+v: %+v", c, truth)
		}
		if mean := truth.Bytes / truth.Packets; mean < 100 || mean > 260 {
			t.Errorf("%+v: %d bytes a packet", c, mean)
		}
	}
}

// tally reads, defragments and decodes a capture, and counts datagrams by
// protocol, and conversations in which nothing is missing. It also lists what
// the decoder finds wrong.
func tally(t *testing.T, b []byte) (protocols map[decoder.Protocol]int64, conversations int64, unsure []string) {
	t.Helper()
	r, err := capture.NewReader(bytes.NewReader(b), capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[decoder.Protocol]int64{}
	streams := flow.NewStreams(flow.StreamOptions{Done: func(c *flow.Conversation) {
		if c.Opened && c.Closed && c.Missing == 0 && len(c.Turns) >= 3 && c.ServerPort|2 == 28902 {
			conversations++
		}
		for _, turn := range c.Turns {
			opts := decoder.Options{Stream: true, SrcPort: c.ServerPort, DstPort: c.ClientPort}
			if turn.FromClient {
				opts.SrcPort, opts.DstPort = c.ClientPort, c.ServerPort
			}
			m := decoder.Decode(turn.Data, opts)
			if worst, ok := m.Worst(); m.Protocol() != "unreal-master" || ok && worst == decoder.SeverityError {
				unsure = append(unsure, fmt.Sprintf("turn of packet %d: %s %s: %q", turn.Packet, m.Protocol(), m.Info.Name,
					turn.Data))
			}
		}
	}})
	var d decoder.Decoder
	defrag := flow.NewDefragmenter(flow.DefragOptions{})
	for r.Next() {
		p := r.Packet()
		d.Options.Link = p.Link
		m := d.Decode(p.Data)
		if m.Frame.FragMore || m.Frame.FragOffset > 0 {
			w := defrag.Add(p, &m.Frame)
			if w == nil {
				continue
			}
			d.Options.Link = wire.LinkRawIP
			m = d.Decode(w.Packet)
		}
		if m.Frame.IPProto == wire.ProtoTCP {
			streams.Add(p, &m.Frame)
			continue
		}
		proto := m.Protocol()
		if m.Confidence < wire.Likely {
			proto = decoder.Unknown
		}
		got[proto]++
		if worst, ok := m.Worst(); proto != decoder.Unknown && ok && worst >= decoder.SeverityWarning && len(unsure) < 5 {
			unsure = append(unsure, fmt.Sprintf("packet %d, %s: %s\n%q", p.Number, m.Info.Name, m.Message(&m.Problems[0]),
				m.Data[m.Payload:]))
		}
	}
	if len(r.Problems()) > 0 {
		t.Error(r.Problems())
	}
	streams.Flush()
	return got, conversations, unsure
}

func TestOtherShare(t *testing.T) {
	truth, err := Write(io.Discard, Config{Datagrams: 20000, Other: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	if share := float64(truth.Protocols[decoder.Unknown]) / float64(truth.Datagrams); share < 0.4 || share > 0.6 {
		t.Errorf("%.2f of the datagrams are no queries", share)
	}
	truth, err = Write(io.Discard, Config{Datagrams: 2000, Other: 1, Masters: -1})
	if err != nil {
		t.Fatal(err)
	}
	if truth.Protocols[decoder.Unknown] != truth.Datagrams {
		t.Errorf("%+v", truth)
	}
}

func BenchmarkWrite(b *testing.B) {
	for range b.N {
		begin := time.Now()
		truth, err := Write(io.Discard, Config{Datagrams: 1_000_000})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(time.Since(begin).Nanoseconds())/float64(truth.Datagrams), "ns/datagram")
		b.ReportMetric(float64(truth.Bytes)/float64(truth.Packets), "B/packet")
	}
}
