package flow

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/decoder/wire"

	"github.com/google/gopacket"
	"github.com/google/gopacket/ip4defrag"
	"github.com/google/gopacket/layers"
)

// In whatever order the fragments come, and some of them twice, on every kind
// of link: the packet that comes out is the one that was taken apart.
func TestDefragment(t *testing.T) {
	for _, link := range links {
		for version, e := range ends {
			for seed := range uint64(20) {
				payload := noise(seed, 1200+int(seed)*977)
				h := capture.Header{Link: link, Src: e[0], Dst: e[1], ID: 7}
				if link == capture.LinkEthernet && seed%2 == 1 {
					h.VLANs = []uint16{5, 6}
				}
				fs, err := h.Fragments(payload, 576)
				if err != nil {
					t.Fatal(err)
				}
				r := rand.New(rand.NewPCG(seed, 2))
				fs = append(fs, fs[r.IntN(len(fs))])
				r.Shuffle(len(fs), func(i, j int) { fs[i], fs[j] = fs[j], fs[i] })
				name := fmt.Sprintf("link %d, IPv%d, seed %d", link, 4+2*version, seed)
				d := NewDefragmenter(DefragOptions{})
				var f feeder
				whole := 0
				for _, frame := range fs {
					f.feed(t, link, frame, func(p *capture.Packet, fr *wire.Frame) {
						w := d.Add(p, fr)
						if w == nil {
							return
						}
						whole++
						m := decoder.Decode(w.Packet, decoder.Options{Link: wire.LinkRawIP})
						equal(t, name, m.Data[m.Frame.Payload:m.Frame.End], payload)
						if m.Frame.FragMore || m.Frame.SrcPort != e[0].Port() || m.Frame.DstPort != e[1].Port() || w.Overlap ||
							len(w.Numbers) < len(fs)-1 {
							t.Errorf("%s: %+v, packets %v", name, m.Frame, w.Numbers)
						}
						for _, p := range m.Problems {
							if p.Info.Severity == decoder.SeverityError && int(p.Offset) < m.Payload {
								t.Errorf("%s: %s", name, m.Message(&p))
							}
						}
					})
				}
				if s := d.Stats(); whole != 1 || s.Fragments != int64(len(fs)) || s.Bad != 0 {
					t.Errorf("%s: %d packets, %+v", name, whole, s)
				}
			}
		}
	}
}

// On plain IPv4 fragments gopacket comes to the same.
func TestLikeGopacket(t *testing.T) {
	payload := noise(1, 5000)
	h := capture.Header{Link: capture.LinkRaw, Src: ends[0][0], Dst: ends[0][1], ID: 9}
	fs, err := h.Fragments(payload, 1500)
	if err != nil {
		t.Fatal(err)
	}
	peer, d := ip4defrag.NewIPv4Defragmenter(), NewDefragmenter(DefragOptions{})
	var f feeder
	for _, frame := range fs {
		var ip layers.IPv4
		if err := ip.DecodeFromBytes(frame, gopacket.NilDecodeFeedback); err != nil {
			t.Fatal(err)
		}
		out, err := peer.DefragIPv4WithTimestamp(&ip, time.Unix(1, 0))
		if err != nil {
			t.Fatal(err)
		}
		f.feed(t, capture.LinkRaw, frame, func(p *capture.Packet, fr *wire.Frame) {
			w := d.Add(p, fr)
			if (w == nil) != (out == nil) {
				t.Fatalf("fragment %d: ours %v, gopacket %v", f.number, w, out)
			}
			if w != nil && !bytes.Equal(w.Packet[20:], out.Payload) {
				t.Error("gopacket puts other bytes together")
			}
		})
	}
	if d.Stats().Whole != 1 {
		t.Error("nothing was put together")
	}
}

func TestDefragmentDetails(t *testing.T) {
	h := capture.Header{Link: capture.LinkRaw, Src: ends[0][0], Dst: ends[0][1]}
	fragments := func(id uint32, n int) [][]byte {
		h.ID = id
		fs, err := h.Fragments(noise(uint64(id), n), 276)
		if err != nil {
			t.Fatal(err)
		}
		return fs
	}
	var lost []Incomplete
	d := NewDefragmenter(DefragOptions{Timeout: 2e9, Memory: 64 << 10, Lost: func(i *Incomplete) {
		lost = append(lost, *i)
	}})
	var f feeder
	add := func(frame []byte) (w *Whole) {
		f.feed(t, capture.LinkRaw, frame, func(p *capture.Packet, fr *wire.Frame) { w = d.Add(p, fr) })
		return w
	}

	a, b := fragments(1, 600), fragments(2, 600)
	add(a[0])
	add(a[2])
	f.now += 3e9
	add(b[0])
	if len(lost) != 1 || lost[0].ID != 1 || lost[0].Have != 256+(608-512) || lost[0].Want != 608 || lost[0].Evicted ||
		len(lost[0].Numbers) != 2 {
		t.Errorf("after the timeout: %+v", lost)
	}
	if add(b[1]) != nil || add(b[2]) == nil {
		t.Error("a packet behind one that timed out is not put together")
	}

	// The same fragment with other bytes: the first to come counts.
	c := fragments(3, 600)
	evil := bytes.Clone(c[1])
	evil[40] ^= 0xff
	add(c[0])
	add(c[1])
	add(evil)
	if w := add(c[2]); w == nil || !w.Overlap || w.Packet[20+256+20] != c[1][40] {
		t.Errorf("overlap: %+v", w)
	}

	// More than fits: the oldest goes.
	lost = nil
	for i := range 400 {
		add(fragments(uint32(100+i), 600)[0])
		if d.held > d.opts.Memory {
			t.Fatalf("%d bytes are held", d.held)
		}
	}
	if len(lost) == 0 || lost[0].ID != 100 || !lost[0].Evicted {
		t.Errorf("%d were evicted", len(lost))
	}
	waiting := len(d.open)
	lost = nil
	d.Flush()
	if len(lost) != waiting || d.held != 0 || len(d.queue) != 0 {
		t.Errorf("flush: %d lost of %d, %d bytes held", len(lost), waiting, d.held)
	}

	// What cannot be a fragment.
	bad := d.Stats().Bad
	add(a[0][:200])
	if d.Stats().Bad != bad+1 || len(d.open) != 0 {
		t.Error("a cut fragment was taken")
	}
}

// FuzzFlow feeds any frames to both: nothing panics, memory stays bounded.
func FuzzFlow(f *testing.F) {
	for i, e := range ends {
		h := capture.Header{Link: capture.LinkRaw, Src: e[0], Dst: e[1], ID: 3, Flags: capture.ACK, Seq: 5}
		fs, err := h.Fragments(noise(1, 300), 160)
		if err != nil {
			f.Fatal(err)
		}
		s, err := h.AppendTCP(nil, []byte(`\list\\gamename\ut\final\`))
		if err != nil {
			f.Fatal(err)
		}
		var all []byte
		for _, b := range append(fs, s, s) {
			all = append(append(all, byte(len(b)>>8), byte(len(b))), b...)
		}
		f.Add(uint8(i), all)
	}
	f.Fuzz(func(t *testing.T, link uint8, b []byte) {
		const memory = 20000
		d := NewDefragmenter(DefragOptions{Memory: memory, Timeout: 50e6, Lost: func(*Incomplete) {}})
		said := 0
		s := NewStreams(StreamOptions{Connections: 5, Memory: memory, Each: 4000, Waiting: 2000, Idle: 50e6,
			Done: func(c *Conversation) {
				for _, turn := range c.Turns {
					said += len(turn.Data)
				}
			}})
		var f feeder
		for len(b) >= 2 {
			n := min(int(b[0])<<8|int(b[1]), len(b)-2)
			frame := b[2 : 2+n]
			b = b[2+n:]
			f.feed(t, links[int(link)%len(links)], frame, func(p *capture.Packet, fr *wire.Frame) {
				if fr.FragMore || fr.FragOffset > 0 {
					if w := d.Add(p, fr); w != nil && (len(w.Packet) > 1<<16+40 || len(w.Numbers) == 0) {
						t.Fatalf("%+v", w)
					}
				}
				s.Add(p, fr)
			})
			if d.held > memory || s.held > memory || len(s.open) > 5 || d.held < 0 || s.held < 0 {
				t.Fatalf("%d and %d bytes are held, %d connections", d.held, s.held, len(s.open))
			}
		}
		d.Flush()
		s.Flush()
		if d.held != 0 || s.held != 0 || len(d.open) != 0 || len(s.open) != 0 || s.recency.Len() != 0 {
			t.Fatalf("at the end %d and %d bytes are held", d.held, s.held)
		}
	})
}
