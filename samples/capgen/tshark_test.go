package capgen

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/decoder/frame"
	"fragscope/decoder/wire"
	"fragscope/samples/captures"
)

var (
	tsharkFrames = flag.Int("frames", 2000, "how many frames TestTsharkAgrees makes")
	tsharkSeed   = flag.Uint64("frameseed", 1, "what TestTsharkAgrees makes them from")
)

// compare holds what tshark and the decoder make of frames against each other.
func compare(t *testing.T, frames []madeFrame) {
	t.Helper()
	fields := parseSameFields()
	theirs := tshark(t, writeFrames(t, frames), fields)
	if len(theirs) != len(frames) {
		t.Fatalf("tshark reads %d frames of %d", len(theirs), len(frames))
	}
	r := newFieldReader(fields)
	compared, wrong, partly := make([]int, len(fields)), make([]int, len(fields)), map[string]int{}
	frameErrors := 0
	for n, got := range frames {
		link, _ := frame.LinkFromPcap(got.link)
		ours, m := r.read(link, got.data)
		why := lessSaid(m, theirs[n][len(fields)])
		if partly[why]++; why == notCompared {
			continue
		}
		var differ []string
		for i, f := range fields {
			their, our := f.normal(m, why, theirs[n][i], ours[i])
			if slices.Equal(their, our) || why != "" && within(their, our) {
				compared[i] += len(their)
				continue
			}
			wrong[i]++
			differ = append(differ, fmt.Sprintf("%s: tshark %q, ours %q", f.theirs, their, our))
		}
		if differ != nil {
			if frameErrors++; frameErrors <= 20 {
				t.Errorf("%s, frame %d, %s, %s, %s:\n%s\n%x", got.from, n, link, m.Info.Name, why,
					strings.Join(differ[:min(len(differ), 4)], "\n"), got.data)
			}
		}
	}
	for i, f := range fields {
		if wrong[i] > 0 {
			t.Errorf("%s: %d frames", f.theirs, wrong[i])
		}
		if compared[i] == 0 && *tsharkFrames >= 1000 {
			t.Errorf("%s: no frame has it: the comparison compares too little", f.theirs)
		}
	}
	for _, why := range slices.Sorted(maps.Keys(partly)) {
		t.Logf("%6d frames: %s", partly[why], cmp.Or(why, "everything is the same"))
	}
	if partly[""] < len(frames)/2 {
		t.Errorf("only %d frames of %d are compared in full", partly[""], len(frames))
	}
}

const (
	malformed   = "tshark finds the frame malformed and stops"
	notCompared = "not compared: tshark reads mobility, HIP and Shim6 headers as messages of their own"
)

// lessSaid is the reason why one side may leave out what the other says of a
// frame, "" for none. What both say has to be the same all the same.
func lessSaid(m *decoder.Message, gaveUp []string) string {
	if len(gaveUp) > 0 {
		return malformed
	}
	for i := range m.Problems {
		switch code := m.Problems[i].Info.Code; code {
		case "ip-version-differs", "ip-header-short", "ip-length-short", "tcp-header-short":
			return code + ": tshark stops here, the decoder goes on as its advice says"
		case "option-length":
			return code + ": tshark leaves out the option or what follows it"
		case "udp-length-differs":
			if length := m.Problems[i].A; length < 8 {
				return code + ": tshark stops here"
			}
		}
	}
	for i := range m.Fields {
		switch f := &m.Fields[i]; m.Key(i) {
		case "frame.loopback.family":
			if f.Value == 10 || f.Value == 23 {
				return "a family of Linux or Windows: tshark does not know it"
			}
			if f.Def.Symbols.Lookup(f.Value) == nil {
				return "a family that nobody uses: tshark guesses"
			}
		case "frame.ipv4.option.kind":
			if f.Def.Symbols.Lookup(f.Value) == nil {
				return "an unknown IPv4 option: tshark leaves it out"
			}
		case "frame.ipv6.next", "frame.ipv6.extension.next":
			switch f.Value {
			case 135, 139, 140, 61, 62: // the last two are from drafts
				return notCompared
			}
		case "frame.icmp.rest":
			if m.Frame.Quoted && f.Value != 0 {
				return "an ICMP error that says how much it quotes (RFC 4884): only tshark reads it"
			}
		}
	}
	switch f := &m.Frame; {
	case m.Info.Name == "cut frame":
		return "a header is cut: tshark leaves out the header, or what is left of it"
	case f.Quoted && (f.IPProto == wire.ProtoTCP || f.Cut):
		return "a quoted packet: tshark may show the first bytes of its transport header only"
	case f.IPVersion != 0 && f.FragOffset == 0 && (f.IPProto == 4 || f.IPProto == 41):
		return "a tunnel: only tshark looks inside"
	case f.IPVersion == 4 && slices.Contains([]uint8{0, 43, 44, 51, 60, 135, 139, 140}, f.IPProto):
		return "an extension header of IPv6 behind IPv4: only tshark reads it"
	case m.Info.Name == "frame of another protocol" && (f.IPProto == wire.ProtoICMP || f.IPProto == wire.ProtoICMPv6):
		return "a quoted ICMP message, or one of the other version of IP: only tshark reads it"
	}
	return ""
}

// within reports whether the shorter list is in the longer, in its order.
func within(a, b []string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	for _, v := range b {
		if len(a) > 0 && a[0] == v {
			a = a[1:]
		}
	}
	return len(a) == 0
}

func (f *sameField) unordered() bool { return len(f.theirs) > 1 || len(f.ours) > 1 }

// normal evens out what differs on purpose.
func (f *sameField) normal(m *decoder.Message, why string, their, our []string) (_, _ []string) {
	their = slices.DeleteFunc(their, func(v string) bool { return v == "<MISSING>" }) // bytes, but none
	if f.unordered() {
		slices.Sort(their)
		slices.Sort(our)
	}
	both := min(len(their), len(our))
	switch name := f.theirs[0]; {
	case f.part == "status" && (why == malformed || strings.HasPrefix(why, "option-length")):
		our = their // it may take a damaged option for an address that the checksum guards
	case f.part == "status":
		for i := range both {
			switch {
			case their[i] == "2" || our[i] == "2":
				// The decoder checks nothing in a quoted packet or in one that is
				// cut; tshark nothing in some others. Only what both check counts.
				their[i] = our[i]
			case m.Frame.Quoted && their[i] == "3":
				our[i] = "3" // tshark does not say that a quoted datagram has to have one
			}
		}
	case name == "data.data" && (why != "" || m.Info.Name != "IP fragment" || m.Frame.Quoted):
		our = their // tshark shows other payloads there too, what it did not read, and 8 bytes of what is quoted
	case f.part == "payload" && (m.Frame.Quoted || m.Frame.TCPFlags&wire.TCPRst != 0):
		our = their // which has none in what is quoted, and calls that of a reset its cause
	case name == "udp.payload" && both == 1 && m.Frame.End < len(m.Data) && strings.HasPrefix(their[0], our[0]):
		their = our // when UDP says fewer bytes than IP: tshark shows all of them, RFC 768 counts those of UDP
	case name == "ip.len" || name == "ipv6.plen":
		for i := range both {
			if our[i] == "0" { // left to the network card: tshark shows the length that it has
				their[i] = "0"
			}
		}
	case strings.HasPrefix(name, "ipv6.opt.") && (why == malformed || strings.HasPrefix(why, "option-length")):
		our = their // a known option of another length is as long as it should be to tshark, and what follows is elsewhere
	case strings.HasPrefix(name, "ah.") && within(their, our):
		our = their // a header that is too short for them
	case name == "sll.src.eth" && both == 1:
		if a, err := netip.ParseAddr(their[0]); err == nil { // four bytes
			their[0] = hex.EncodeToString(a.AsSlice())
		}
	case strings.HasPrefix(name, "llc.") && m.Info.Name == "802.3 frame" && both == 0:
		our = their // SNAP whose control field is damaged
	case name == "null.family" && m.Frame.IPVersion == 0:
		our = their // a family that nobody uses: which byte order it has is a guess
	case name == "llc.control" && both == 1:
		if n, err := strconv.Atoi(their[0]); err == nil { // the second byte of some is data to the decoder
			their[0] = strconv.Itoa(n & 0xff)
		}
	case name == "tcp.option_kind":
		// Padding behind the end of the options is a row of ends to tshark.
		for n := len(their); n >= 2 && their[n-1] == "0" && their[n-2] == "0"; n-- {
			their = their[:n-1]
		}
	}
	return their, our
}

// writeFrames puts frames of all links into one capture: tshark takes a second to start.
func writeFrames(t *testing.T, frames []madeFrame) string {
	t.Helper()
	var b bytes.Buffer
	w, err := capture.NewNgWriter(&b, capture.Section{})
	if err != nil {
		t.Fatal(err)
	}
	interfaces := map[int]int{}
	for n, f := range frames {
		i, ok := interfaces[f.link]
		if !ok {
			if i, err = w.AddInterface(capture.Interface{LinkType: f.link}); err != nil {
				t.Fatal(err)
			}
			interfaces[f.link] = i
		}
		if err := w.WritePacket(&capture.Packet{Time: int64(n) * 1e6, HasTime: true, Data: f.data, OrigLen: f.whole,
			Interface: i}); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "frames.pcapng")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// framesOf returns the frames of a capture.
func framesOf(t *testing.T, name string, b []byte) (frames []madeFrame) {
	t.Helper()
	r, err := capture.NewReader(bytes.NewReader(b), capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for r.Next() {
		p := r.Packet()
		frames = append(frames, madeFrame{name, p.LinkType, bytes.Clone(p.Data), p.OrigLen})
	}
	return frames
}

// tshark and the decoder say the same of the headers of every frame: those of
// the sample captures, of composed traffic, and of frames of all kinds, sound,
// cut and damaged. The long run is
//
//	go test ./samples/capgen -run TestTsharkAgrees -v -frames 10000 -frameseed 7
func TestTsharkAgrees(t *testing.T) {
	if _, err := exec.LookPath("tshark"); err != nil {
		t.Log("no tshark at hand")
		return
	}
	var frames []madeFrame
	for _, name := range captures.Names() {
		b, err := captures.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		frames = append(frames, framesOf(t, name, b)...)
	}
	t.Log(len(frames), "frames of the sample captures")
	var b bytes.Buffer
	if _, err := Write(&b, Config{Datagrams: 1000, Seed: 11, Other: 0.2}); err != nil {
		t.Fatal(err)
	}
	frames = append(frames, framesOf(t, "composed traffic", b.Bytes())...)
	m := &frameMaker{Rand: rand.New(rand.NewPCG(*tsharkSeed, 0))}
	for range *tsharkFrames {
		frames = append(frames, m.make())
	}
	t.Logf("%d frames from -frameseed %d; %d in all", *tsharkFrames, *tsharkSeed, len(frames))
	compare(t, frames)
}
