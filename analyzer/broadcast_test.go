package analyzer

import (
	"bytes"
	"net/netip"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// An address is a broadcast where the link, the address itself or the mask of
// the interface says so; without that it is a host, whatever it ends in.
func TestBroadcast(t *testing.T) {
	info := ask(t, decoder.Query{Protocol: "unreal2"})
	tests := []struct {
		name     string
		link     int
		to       string
		mac      bool // the frame is sent to all
		networks []string
		want     bool
	}{
		{"host ending in .255", capture.LinkEthernet, "198.51.101.255", false, nil, false},
		{"host ending in .255 of a wider network", capture.LinkEthernet, "198.51.101.255", false, []string{"198.51.100.5/22"},
			false},
		{"broadcast of a wider network", capture.LinkEthernet, "198.51.103.255", false, []string{"198.51.100.5/22"}, true},
		{"broadcast of a small network", capture.LinkRaw, "198.51.100.7", false,
			[]string{"2001:db8::1/64", "198.51.100.5/29"}, true},
		{"host of a network of two", capture.LinkRaw, "198.51.100.7", false, []string{"198.51.100.6/31"}, false},
		{"frame to all", capture.LinkEthernet, "198.51.101.255", true, nil, true},
		{"frame to all, another last byte", capture.LinkEthernet, "198.51.101.63", true, nil, true},
		{"limited", capture.LinkRaw, "255.255.255.255", false, nil, true},
		{"loopback", capture.LinkNull, "127.255.255.255", false, nil, true},
		{"loopback host", capture.LinkNull, "127.0.0.255", false, nil, false},
		{"multicast", capture.LinkRaw, "239.1.2.3", false, nil, true},
		{"IPv6 multicast", capture.LinkRaw, "ff02::1", false, nil, true},
		{"IPv6 host", capture.LinkEthernet, "2001:db8::ff", false, nil, false},
		{"cooked, to this machine", capture.LinkSLL, "198.51.101.255", false, nil, false},
		{"cooked, to all", capture.LinkSLL, "198.51.101.255", true, nil, true},
		{"cooked 2, to this machine", capture.LinkSLL2, "198.51.101.255", false, nil, false},
		{"cooked 2, to all", capture.LinkSLL2, "198.51.101.255", true, nil, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			src, dst := netip.MustParseAddrPort("192.0.2.10:5000"), netip.AddrPortFrom(netip.MustParseAddr(test.to), 7778)
			if dst.Addr().Is6() {
				src = netip.MustParseAddrPort("[2001:db8::10]:5000")
			}
			h := capture.Header{Link: test.link, Src: src, Dst: dst}
			if test.mac {
				h.DstMAC = capture.BroadcastMAC
			}
			frame, err := h.AppendUDP(nil, info)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case test.mac && test.link == capture.LinkSLL:
				frame[1] = 1
			case test.mac && test.link == capture.LinkSLL2:
				frame[10] = 1
			}
			f := capture.Interface{LinkType: test.link}
			for _, n := range test.networks {
				f.Networks = append(f.Networks, netip.MustParsePrefix(n))
			}
			// Through a file, which carries the masks.
			var file bytes.Buffer
			w, err := capture.NewNgWriter(&file, capture.Section{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err = w.AddInterface(f); err != nil {
				t.Fatal(err)
			}
			for i := range 10 {
				err = w.WritePacket(&capture.Packet{HasTime: true, Time: int64(i+1) * 1e10, Data: frame})
				if err != nil {
					t.Fatal(err)
				}
			}
			r := analyzeFile(t, file.Bytes())
			if got := len(r.Discoveries) > 0; got != test.want {
				t.Errorf("taken for a broadcast: %v", got)
			}
			if sv := r.Servers[dst]; !test.want && (sv == nil || sv.Requests != 10) {
				t.Errorf("the server: %+v, want 10 requests", sv)
			}
		})
	}
}

// analyzeFile analyzes a capture, with parts as well, which must not differ.
func analyzeFile(t *testing.T, file []byte) *report.Report {
	t.Helper()
	reader, err := capture.NewReader(bytes.NewReader(file), capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, p := New(record.Options{}), NewPart(record.Options{}, 2)
	for reader.Next() {
		packet := record.FromCapture(reader.Packet())
		a.Add(&packet)
		p.Add(&packet)
	}
	if err := reader.Err(); err != nil {
		t.Fatal(err)
	}
	r := a.Finish()
	r.Settle()
	b := p.Finish(nil)
	m, err := ReadPartHeader(b)
	if err != nil {
		t.Fatal(err)
	}
	sum := report.NewReport()
	for i := range m.Sections {
		matcher := NewMatcher(record.Options{}, i, len(m.Sections))
		if err := matcher.Add(m.Now, m.All.Of(b), m.Sections[i].Of(b)); err != nil {
			t.Fatal(err)
		}
		sum.Merge(matcher.Finish())
	}
	sum.Settle()
	if len(sum.Discoveries) != len(r.Discoveries) || len(sum.Servers) != len(r.Servers) {
		t.Errorf("parts find %d broadcasts and %d servers, a single pass %d and %d", len(sum.Discoveries), len(sum.Servers),
			len(r.Discoveries), len(r.Servers))
	}
	return r
}
