package analyzer

import (
	"bytes"
	"encoding/binary"
	"reflect"
	"slices"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
	"fragscope/samples/captures"
)

// elsewhere returns p as another port of the switch, or another interface, has it.
func elsewhere(p record.Packet, routed bool) record.Packet {
	p.Data = bytes.Clone(p.Data)
	if p.Link != wire.LinkEthernet || len(p.Data) < 14 || !routed {
		return p
	}
	p.Data[5], p.Data[11] = p.Data[5]^1, p.Data[11]^1 // MAC addresses
	if p.Data[0] == 0xff {
		p.Data[5] = 0xff // a broadcast is one everywhere
	}
	ip := p.Data[14:]
	switch m := decoder.Decode(p.Data, decoder.Options{Link: p.Link}); {
	case m.Frame.VLANCount > 0 || m.Frame.IPVersion == 0:
	case m.Frame.IPVersion == 4:
		ip[8]-- // the TTL, of which the checksum is
		binary.BigEndian.PutUint16(ip[10:], 0)
	default:
		ip[7]--
	}
	p.Data = slices.Insert(p.Data, 12, 0x81, 0, 0, 77) // a VLAN tag
	if p.Length > 0 {
		p.Length += 4
	}
	return p
}

// doubled returns packets, and each of them once more after a while. A packet and
// the copy of it have numbers that follow each other.
func doubled(packets []record.Packet, after int64, routed bool) (once, twice []record.Packet) {
	for i, p := range packets {
		p.Number = int64(2*i + 1)
		once = append(once, p)
		q := elsewhere(p, routed)
		q.Number++
		q.Time += after
		twice = append(twice, p, q)
	}
	slices.SortStableFunc(twice, func(a, b record.Packet) int {
		return int(min(max(a.Time-b.Time, -1), 1))
	})
	return once, twice
}

// TestDoubledFrames: a capture that has each frame twice, as on a mirror port or
// of two interfaces, has the exchanges, servers, clients, messages and findings of
// the capture that has each once. The copies are counted, and nothing else.
func TestDoubledFrames(t *testing.T) {
	for _, name := range captures.Names() {
		packets := packetsOf(t, name)
		for _, after := range []int64{0, 20_000, 1_000_000} {
			for _, routed := range []bool{false, true} {
				once, twice := doubled(packets, after, routed)
				if after > 0 && outOfOrder(packets) {
					continue // its copies would be put in another order
				}
				want, exchanges := analyze(name, once, 2)
				got, again := analyze(name, twice, 2)
				want.Settle()
				got.Settle()
				if !reflect.DeepEqual(again, exchanges) {
					t.Errorf("%s, %d ns later, routed %v:\n%s", name, after, routed, difference(exchanges, again))
				}
				if got.Copies.Packets != datagrams(packets) {
					t.Errorf("%s, %d ns later, routed %v: %d copies of %d", name, after, routed, got.Copies.Packets,
						datagrams(packets))
				}
				for _, r := range []*report.Report{want, got} {
					r.Files, r.Packets, r.Bytes, r.Last, r.Other = nil, 0, 0, 0, nil
					r.Copies, r.Unproven = report.Count{}, 0
					for i := range r.Streams { // segments are packets; what is sent again is no other message
						r.Streams[i].Packets, r.Streams[i].Last = 0, 0
					}
				}
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %d ns later, routed %v:\n%s", name, after, routed, difference(want, got))
				}
			}
		}
	}
}

// datagrams counts the packets that are a message or a fragment of one.
func datagrams(packets []record.Packet) (n int64) {
	for i := range packets {
		m := decoder.Decode(packets[i].Data, decoder.Options{Link: packets[i].Link})
		f := &m.Frame
		if f.FragMore || f.FragOffset > 0 || f.IPProto == wire.ProtoUDP && m.Info.Direction != decoder.DirectionUnknown {
			n++
		}
	}
	return n
}

func outOfOrder(packets []record.Packet) bool {
	return !slices.IsSortedFunc(packets, func(a, b record.Packet) int { return int(min(max(a.Time-b.Time, -1), 1)) })
}

// What is sent again is no copy: it has another identification, or comes later than
// a copy does. Without an identification a copy is not proven.
func TestSentAgain(t *testing.T) {
	info := ask(t, decoder.Query{Protocol: "unreal2"})
	for _, c := range []struct {
		name             string
		first, second    uint32
		src, dst         string
		after            int64 // ms
		copies, unproven int64
	}{
		{"another identification", 7, 8, client, game, 1, 0, 0},
		{"the same one", 7, 7, client, game, 90, 1, 0},
		{"the same one much later", 7, 7, client, game, 1000, 0, 0},
		{"none", 0, 0, client, game, 2, 1, 1},
		{"none, later", 0, 0, client, game, 20, 0, 0},
		{"IPv6", 7, 8, "[2001:db8::1]:5000", "[2001:db8::2]:7778", 2, 1, 1},
		{"IPv6, later", 7, 7, "[2001:db8::1]:5000", "[2001:db8::2]:7778", 20, 0, 0},
	} {
		s := newScene()
		for i, id := range []uint32{c.first, c.second} {
			s.wait(c.after*int64(i)).send(c.src, c.dst, info)
			p := &s.packets[i]
			h := capture.Header{Link: capture.LinkEthernet, Src: p.Src, Dst: p.Dst, ID: id, TTL: uint8(64 - i)}
			frame, err := h.AppendUDP(nil, info)
			if err != nil {
				t.Fatal(err)
			}
			p.Link, p.Data = wire.LinkEthernet, frame
		}
		r, x := s.report(t)
		if r.Copies.Packets != c.copies || r.Unproven != c.unproven || len(x) != 1 ||
			int64(len(x[0].Retries)) != 1-c.copies || r.Game != 2-c.copies {
			t.Errorf("%s: %d copies, %d not proven, %d packets of queries, exchanges %+v", c.name, r.Copies.Packets,
				r.Unproven, r.Game, x)
		}
	}
}
