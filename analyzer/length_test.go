package analyzer_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"net/netip"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
)

// A capture may claim any length on the wire, up to 32 bits of it: what is
// summed up of lengths that no network carries are the captured bytes.
func TestLongestLength(t *testing.T) {
	query, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "gamespy1"})
	if err != nil {
		t.Fatal(err)
	}
	h := capture.Header{Link: capture.LinkEthernet, Src: netip.MustParseAddrPort("192.0.2.1:4000"),
		Dst: netip.MustParseAddrPort("198.51.100.2:7778"), Seq: 1}
	message, err := h.AppendUDP(nil, query)
	if err != nil {
		t.Fatal(err)
	}
	other, err := h.AppendUDP(nil, []byte{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	h.Flags = capture.PSH
	h.Dst = netip.MustParseAddrPort("198.51.100.2:28900")
	tcp, err := h.AppendTCP(nil, query)
	if err != nil {
		t.Fatal(err)
	}
	h.ID = 9
	fragments, err := h.Fragments(make([]byte, 2000), 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"pcap", "pcapng"} {
		var b bytes.Buffer
		var put func(*capture.Packet) error
		if kind == "pcap" {
			w, err := capture.NewPcapWriter(&b, capture.LinkEthernet, true)
			if err != nil {
				t.Fatal(err)
			}
			put = w.WritePacket
		} else {
			w, err := capture.NewNgWriter(&b, capture.Section{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.AddInterface(capture.Interface{LinkType: capture.LinkEthernet}); err != nil {
				t.Fatal(err)
			}
			put = w.WritePacket
		}
		frames := [][]byte{message, other, tcp, fragments[0], message[:30], tcp[:60]}
		for i, f := range frames {
			if err := put(&capture.Packet{Time: 1_700_000_000e9 + int64(i)*1e6, HasTime: true, Data: f,
				OrigLen: 0x7fffffff}); err != nil {
				t.Fatal(err)
			}
		}
		data := b.Bytes() // every length of 0x7fffffff becomes one of 0xffffffff
		data = bytes.ReplaceAll(data, binary.LittleEndian.AppendUint32(nil, 0x7fffffff),
			binary.LittleEndian.AppendUint32(nil, math.MaxUint32))
		src, err := capture.NewReader(bytes.NewReader(data), capture.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var requestBytes int64
		report, err := scan.Read(context.Background(), kind, src,
			scan.Options{Analyzer: record.Options{Exchanges: func(all []*report.Exchange) {
				for _, x := range all {
					requestBytes += x.RequestBytes
				}
			}}})
		if err != nil {
			t.Fatal(err)
		}
		check := func(what string, got int64, frames ...[]byte) {
			t.Helper()
			if want := int64(len(bytes.Join(frames, nil))); got != want {
				t.Errorf("%s, %s: %d bytes in %d packets, want %d", kind, what, got, len(frames), want)
			}
		}
		check("all", report.Bytes, frames...)
		var messages, others int64
		for _, c := range report.Messages {
			messages += c.Bytes
		}
		for _, c := range report.Other {
			others += c.Bytes
		}
		check("messages", messages, message)
		check("others", others, other, message[:30]) // segments are counted by their conversation
		check("fragments", report.Fragments.Bytes, fragments[0])
		for _, c := range report.Streams {
			if c.Gaps < 0 || c.Gaps > 1<<20 {
				t.Errorf("%s: %d bytes are missing of a segment", kind, c.Gaps)
			}
		}

		// What was read can be written again.
		src, err = capture.NewReader(bytes.NewReader(data), capture.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var copied bytes.Buffer
		n, err := capture.Annotate(&copied, src, 1, func() capture.Comment {
			return func(dst []byte, p *capture.Packet) []byte { return append(dst, "noted"...) }
		})
		if err != nil || n != int64(len(frames)) {
			t.Errorf("%s: %d packets copied, %v", kind, n, err)
		}
	}
}
