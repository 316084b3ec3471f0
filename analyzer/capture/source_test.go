package capture

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/gopacket"
	"github.com/google/gopacket/pcapgo"
)

// TestFromSource: packets of pcapgo's readers are those of our own.
func TestFromSource(t *testing.T) {
	for name, c := range compositions(t) {
		var src gopacket.ZeroCopyPacketDataSource
		var err error
		switch {
		case strings.HasPrefix(name, "pcap-m") && !strings.Contains(name, "modified"), strings.HasPrefix(name, "pcap-n"):
			src, err = pcapgo.NewReader(bytes.NewReader(c.data))
		case name == "snoop":
			src, err = pcapgo.NewSnoopReader(bytes.NewReader(c.data))
		default:
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		r := FromSource(src, LinkEthernet, Options{Name: name})
		got := readAll(t, r)
		want := readAll(t, open(t, c.data))
		same := slices.EqualFunc(got, want, func(a, b copied) bool {
			return bytes.Equal(a.Data, b.Data) && a.Time == b.Time && a.HasTime == b.HasTime && a.OrigLen == b.OrigLen &&
				a.Link == b.Link && a.LinkType == b.LinkType && a.Interface == b.Interface
		})
		if !same || len(got) == 0 || len(r.Problems()) > 0 || r.Stats().Packets != int64(c.packets) {
			t.Errorf("%s: %d packets from pcapgo, %d of ours; %v", name, len(got), len(want), r.Problems())
		}
	}
}

// A steps source gives what its functions return, in turn.
type steps []func() ([]byte, gopacket.CaptureInfo, error)

func (s *steps) ZeroCopyReadPacketData() ([]byte, gopacket.CaptureInfo, error) {
	if len(*s) == 0 {
		return nil, gopacket.CaptureInfo{}, io.EOF
	}
	do := (*s)[0]
	*s = (*s)[1:]
	return do()
}

func (s *steps) Counts() (received, dropped uint64) { return 40, 7 }

func packetStep(data []byte, info gopacket.CaptureInfo) func() ([]byte, gopacket.CaptureInfo, error) {
	return func() ([]byte, gopacket.CaptureInfo, error) { return data, info, nil }
}

// TestHostileSource: whatever a source says, a packet is as long as its bytes,
// has a time that exists or none, and a panic or error ends reading with what
// was wrong.
func TestHostileSource(t *testing.T) {
	broken := errors.New("the interface is gone")
	now := time.Unix(first, 5)
	good := packetStep([]byte("good"), gopacket.CaptureInfo{Timestamp: now, CaptureLength: 4, Length: 4})
	for name, test := range map[string]struct {
		steps    steps
		packets  int
		fails    string
		problems []Code
	}{
		"end":     {steps{good, good}, 2, "", nil},
		"nothing": {nil, 0, "", []Code{CodeEmpty}},
		"error": {steps{good, func() ([]byte, gopacket.CaptureInfo, error) {
			return nil, gopacket.CaptureInfo{},
				broken
		}, good}, 1, "live: after packet 1: the interface is gone", nil},
		"panic": {steps{good, func() ([]byte, gopacket.CaptureInfo, error) { panic("index out of range") }}, 1,
			"the source of the packets failed: index out of range", nil},
		"negative length": {
			steps{packetStep([]byte("abc"), gopacket.CaptureInfo{Timestamp: now, CaptureLength: -1, Length: -9,
				InterfaceIndex: -7})}, 1, "", nil},
		"no time": {steps{packetStep([]byte("abc"), gopacket.CaptureInfo{})}, 1, "", nil},
		"far future": {
			steps{packetStep([]byte("abc"), gopacket.CaptureInfo{Timestamp: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)})}, 1,
			"", []Code{CodeTime}},
		"far past": {
			steps{packetStep([]byte("abc"), gopacket.CaptureInfo{Timestamp: time.Date(-9999, 1, 1, 0, 0, 0, 0, time.UTC)})}, 1,
			"", []Code{CodeTime}},
		"long": {steps{packetStep(make([]byte, 1<<20), gopacket.CaptureInfo{Timestamp: now})}, 1, "", []Code{CodeOddRecord}},
	} {
		r := FromSource(&test.steps, LinkEthernet, Options{Name: "live"})
		n := 0
		for ; r.Next(); n++ {
			p := r.Packet()
			if p.OrigLen < len(p.Data) || len(p.Data) > MaxPacket || p.Number != int64(n+1) || p.Interface != 0 ||
				p.HasTime && (p.Time != now.UnixNano()) {
				t.Errorf("%s: %+v", name, p)
			}
		}
		var codes []Code
		for _, p := range r.Problems() {
			codes = append(codes, p.Code)
		}
		failed := ""
		if r.Err() != nil {
			failed = r.Err().Error()
		}
		if n != test.packets || !slices.Equal(codes, test.problems) || (failed == "") != (test.fails == "") ||
			!strings.Contains(failed, test.fails) || r.Next() {
			t.Errorf("%s: %d packets, %v, %q", name, n, codes, failed)
		}
		if s := r.Stats(); s.Dropped != 7 || r.Interfaces()[0].Received != 40 {
			t.Errorf("%s: the source dropped 7 of 40: %+v", name, s)
		}
		r.Close()
	}
}

// TestSourceAllocatesNothing for each packet.
func TestSourceAllocatesNothing(t *testing.T) {
	src := &endless{data: frames(t, 1)[0]}
	r := FromSource(src, LinkEthernet, Options{})
	if n := testing.AllocsPerRun(1000, func() { r.Next() }); n != 0 {
		t.Errorf("%v allocations a packet", n)
	}
}

type endless struct{ data []byte }

func (e *endless) ZeroCopyReadPacketData() ([]byte, gopacket.CaptureInfo, error) {
	return e.data, gopacket.CaptureInfo{Timestamp: time.Unix(first, 0), CaptureLength: len(e.data), Length: len(e.data)},
		nil
}
