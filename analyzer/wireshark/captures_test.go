package wireshark

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/decoder/wire"
	"fragscope/samples/capgen"
)

// TestForeign sends what other protocols send, whole and damaged: nothing of it
// is claimed.
func TestForeign(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	var all []payload
	for n := range 5000 {
		p := payload{from: capgen.Others[n%len(capgen.Others)], src: uint16(20000 + n%9000), dst: uint16(45000 + n%7),
			stream: n%5 == 4}
		p.data = capgen.AppendOther(nil, p.from, r)
		if n%3 == 2 {
			p.data = mutate(r, p.data)
		}
		// else read, or a query of UT2004, byte for byte
		if len(p.data) > 0 && p.from != "teamspeak" && (len(p.data) != 5 || p.data[1]|p.data[2]|p.data[3] != 0) {
			all = append(all, p)
		}
	}
	file := filepath.Join(t.TempDir(), "others.pcap")
	writeCapture(t, file, all)
	n := 0
	for got := range tshark(t, file) {
		if p := all[n]; len(got) > 0 {
			t.Errorf("%s is claimed: %x: %v", p.from, p.data, got)
		}
		n++
	}
	if n != len(all) {
		t.Errorf("%d of %d packets", n, len(all))
	}
}

// TestCaptures compares tshark with the decoder on the captures among the
// samples, with what is claimed by default.
func TestCaptures(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../samples/captures/*.pcapng")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "damaged") {
			continue // tshark stops where it is damaged
		}
		var all []*capture.Packet
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		r, err := capture.NewReader(bytes.NewReader(b), capture.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for r.Next() {
			p := *r.Packet()
			p.Data = bytes.Clone(p.Data)
			all = append(all, &p)
		}
		n, claimed := 0, 0
		sent := map[[2]uint32]bool{} // segments; what is sent again tshark leaves out
		for got := range tshark(t, file) {
			want, ok := ofFrame(all[n], sent)
			if ok && len(want) > 0 {
				claimed++
			}
			if diff := compare(got, want); ok && diff != "" {
				t.Errorf("%s, packet %d: %s", filepath.Base(file), n+1, diff)
			}
			n++
		}
		if n != len(all) || claimed == 0 {
			t.Errorf("%s: %d of %d packets, %d claimed", filepath.Base(file), n, len(all), claimed)
		}
	}
}

// ofFrame is what tshark should show of a frame; ok is false where it shows
// something else than the decoder does of one frame: what is assembled from
// fragments, or quoted.
func ofFrame(p *capture.Packet, sent map[[2]uint32]bool) (list []shown, ok bool) {
	m := decoder.Decode(p.Data, wire.Options{Link: p.Link})
	f := m.Frame
	if f.FragMore || f.FragOffset > 0 || f.Quoted {
		return nil, false
	}
	if f.IPProto != wire.ProtoUDP && f.IPProto != wire.ProtoTCP || f.End == m.Payload {
		return nil, true
	}
	if segment := [2]uint32{uint32(f.SrcPort)<<16 | uint32(f.DstPort), f.Seq}; f.IPProto == wire.ProtoTCP {
		if sent[segment] {
			return nil, false
		}
		sent[segment] = true
	}
	opts := wire.Options{Link: wire.LinkNone, SrcPort: f.SrcPort, DstPort: f.DstPort, Stream: f.IPProto == wire.ProtoTCP}
	inner := decoder.Decode(p.Data[m.Payload:f.End], opts)
	if inner.Confidence < wire.Likely {
		return nil, true
	}
	return expected(inner, m.Payload), true
}

// TestLinks looks at what links the messages of a capture, and at what a filter
// and the columns show.
func TestLinks(t *testing.T) {
	t.Parallel()
	file := "../../samples/captures/ut2004-multi-packet.pcapng"
	for _, c := range []struct{ filter, field, want string }{
		{"fragscope.request_in == 2", "frame.number", "3\n"},
		{"frame.number == 2", "fragscope.reply_in", "3\n"},
		{"frame.number == 3", "fragscope.time", "0.041700000\n"},
		{"frame.number == 7", "fragscope.continues", "6\n"},
		{"frame.number == 6", "fragscope.continued_in", "7\n"},
		{`unreal2.info.hostname contains "Harbour"`, "frame.number", "3\n"},
		{`fragscope.conversation contains "Harbour" and frame.number < 8`, "frame.number", "1\n2\n3\n4\n5\n6\n7\n"},
		{`fragscope.server == "Harbour Lights | all night"`, "_ws.col.Info",
			"server info reply: Harbour Lights | all night, DM-Quarry, 40/40 players\n"},
	} {
		if got := runTshark(t, file, "-2", "-Y", c.filter, "-T", "fields", "-e", c.field); got != c.want {
			t.Errorf("%s of %s is %q, expected %q", c.field, c.filter, got, c.want)
		}
	}
}

// TestProfile starts tshark as a user does: what is installed is found, the
// colouring rules are understood, and UT2004's replies are no QUIC.
func TestProfile(t *testing.T) {
	t.Parallel()
	needTshark(t)
	home := t.TempDir()
	if _, err := Install(filepath.Join(home, ".local", "lib", "wireshark", "plugins")); err != nil {
		t.Fatal(err)
	}
	if _, err := InstallProfile(filepath.Join(home, ".config", "wireshark", "profiles")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{}, {"-C", ProfileName, "--color"}} {
		cmd := exec.Command("tshark", append(args, "-n", "-r", "../../samples/captures/ut2004-multi-packet.pcapng")...)
		cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME=")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil || strings.Contains(stderr.String(), "WARNING") || strings.Count(string(out), "unreal2") != 10 {
			t.Errorf("%v: %v\n%s%s", args, err, stderr.String(), out)
		}
	}
}
