// Package record writes what a client sent and received as a capture.
package record

import (
	"fmt"
	"io"
	"net/netip"
	"slices"
	"sync"

	"fragscope/analyzer/annotate"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/live"
	"fragscope/analyzer/record"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A Recorder writes datagrams as a capture: pcapng, with Ethernet, IP, UDP and
// TCP headers around them, right checksums, and for each a comment that says
// what it means and what became of it. [Recorder.Record] is made to be an
// the Tap of [live.Options].
type Recorder struct {
	mu      sync.Mutex
	w       *capture.NgWriter
	frame   []byte
	id      uint32
	streams map[stream]*streamState
	note    annotate.Annotator
	err     error
	count   int64

	broadcasts []netip.Addr // of the networks of this machine
}

type stream struct{ client, server netip.AddrPort }

type streamState struct{ next [2]uint32 } // sequence numbers of client and server

// New writes the head of a capture to w. What is recorded goes there
// at once.
func New(w io.Writer) (*Recorder, error) {
	ng, err := capture.NewNgWriter(w, capture.Section{Application: "fragscope",
		Comment: "Recorded by sockets: link, IP and TCP headers are made to fit."})
	if err != nil {
		return nil, err
	}
	if _, err := ng.AddInterface(capture.Interface{LinkType: capture.LinkEthernet, Name: "sockets"}); err != nil {
		return nil, err
	}
	broadcasts, _ := live.Broadcasts() // without them a directed broadcast looks like a host
	return &Recorder{w: ng, broadcasts: broadcasts, streams: map[stream]*streamState{}}, nil
}

// Err returns the first error of writing. After one nothing more is written.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// Count returns the number of packets written.
func (r *Recorder) Count() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.count
}

// Record writes d. A TCP connection begins with a sent Datagram without bytes,
// and ends with the next one without bytes.
func (r *Recorder) Record(d *live.Datagram) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err != nil {
		return
	}
	if d.TCP {
		r.segment(d)
		return
	}
	h := r.header(d.Src, d.Dst)
	payload := d.Data
	if len(payload) > mostPayload {
		payload = payload[:mostPayload]
	}
	r.frame, r.err = h.AppendUDP(r.frame[:0], payload)
	r.write(d, true)
}

const mostPayload = 65507

func (r *Recorder) header(src, dst netip.AddrPort) capture.Header {
	r.id++
	src, dst = plainAddr(src), plainAddr(dst)
	if src.Addr().Is4() != dst.Addr().Is4() { // the local address is not known
		src = netip.AddrPortFrom(netip.IPv6Unspecified(), src.Port())
		if dst.Addr().Is4() {
			src = netip.AddrPortFrom(netip.IPv4Unspecified(), src.Port())
		}
	}
	h := capture.Header{Link: capture.LinkEthernet, Src: src, Dst: dst, ID: r.id}
	if slices.Contains(r.broadcasts, dst.Addr()) {
		h.DstMAC = capture.BroadcastMAC
	}
	return h
}

// plainAddr returns a without zone and without IPv4 in IPv6.
func plainAddr(a netip.AddrPort) netip.AddrPort {
	return netip.AddrPortFrom(a.Addr().Unmap().WithZone(""), a.Port())
}

const segmentSize = 1440

func (r *Recorder) segment(d *live.Datagram) {
	k, side := stream{d.Src, d.Dst}, 0
	if !d.Sent {
		k, side = stream{d.Dst, d.Src}, 1
	}
	s := r.streams[k]
	if s == nil {
		s = &streamState{next: [2]uint32{1000, 5000}}
		r.streams[k] = s
		r.tcp(d, s, 0, capture.SYN, nil)
		r.tcp(d, s, 1, capture.SYN|capture.ACK, nil)
		r.tcp(d, s, 0, capture.ACK, nil)
		if len(d.Data) == 0 {
			return
		}
	}
	if len(d.Data) == 0 {
		r.tcp(d, s, side, capture.FIN|capture.ACK, nil)
		r.tcp(d, s, 1-side, capture.FIN|capture.ACK, nil)
		r.tcp(d, s, side, capture.ACK, nil)
		delete(r.streams, k)
		return
	}
	for p := d.Data; len(p) > 0; {
		n := min(len(p), segmentSize)
		flags := capture.ACK
		if n == len(p) {
			flags |= capture.PSH
		}
		r.tcp(d, s, side, flags, p[:n])
		p = p[n:]
	}
}

// tcp writes one segment from the client (side 0) or the server (1).
func (r *Recorder) tcp(d *live.Datagram, s *streamState, side int, flags uint8, payload []byte) {
	src, dst := d.Src, d.Dst
	if (side == 0) != d.Sent {
		src, dst = dst, src
	}
	h := r.header(src, dst)
	h.Flags, h.Seq = flags, s.next[side]
	if flags&capture.ACK != 0 {
		h.Ack = s.next[1-side]
	}
	s.next[side] += uint32(len(payload))
	if flags&(capture.SYN|capture.FIN) != 0 {
		s.next[side]++
	}
	if r.err == nil {
		r.frame, r.err = h.AppendTCP(r.frame[:0], payload)
	}
	r.write(d, len(payload) > 0)
}

func (r *Recorder) write(d *live.Datagram, comment bool) {
	if r.err != nil {
		return
	}
	flags := uint32(1) // inbound
	if d.Sent {
		flags = 2
	}
	p := capture.Packet{Time: d.Time.UnixNano(), HasTime: true, Data: r.frame, Flags: flags}
	if comment {
		if text := r.comment(d, p.Time); text != "" {
			p.Comments = [][]byte{[]byte(text)}
		}
	}
	if r.err = r.w.WritePacket(&p); r.err == nil {
		r.count++
	}
}

func (r *Recorder) comment(d *live.Datagram, at int64) string {
	text := r.note.Comment(&record.Packet{Time: at, Link: wire.LinkEthernet, Data: r.frame})
	if m := d.Decode(); text == "" && m != nil && m.Protocol() != decoder.Unknown {
		text = m.Protocol().String() + " " + m.Info.Name // what was sent is known, even where its bytes prove little
	}
	switch d.Verdict {
	case live.Sent, live.Accepted, live.Heard:
		return text
	}
	verdict := fmt.Sprintf("does not count: %s", d.Verdict)
	if d.Verdict == live.Damaged {
		verdict = "damaged: only counts when no better one comes"
	}
	if text == "" {
		return verdict
	}
	return verdict + "\n" + text
}
