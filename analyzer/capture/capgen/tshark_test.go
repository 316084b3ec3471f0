package capgen

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/decoder"

	"github.com/google/go-cmp/cmp"
)

// tshark and the decoder say the same of every packet: time, addresses, ports,
// lengths, and whether the checksums are right.
func TestTsharkAgrees(t *testing.T) {
	if _, err := exec.LookPath("tshark"); err != nil {
		t.Log("no tshark at hand")
		return
	}
	var b bytes.Buffer
	if _, err := Write(&b, Config{Datagrams: 3000, Seed: 11, Other: 0.2}); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "random.pcapng")
	if err := os.WriteFile(file, spoil(t, b.Bytes()), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"-n", "-r", file, "-o", "ip.defragment:FALSE", "-o", "ipv6.defragment:FALSE", "-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE",
		"-T", "fields", "-E", "separator=/t", "-E", "occurrence=f"}
	for _, f := range []string{"frame.number", "frame.time_epoch", "frame.len", "ip.src", "ipv6.src", "ip.dst", "ipv6.dst", "udp.srcport", "udp.dstport", "udp.length", "ip.checksum.status", "udp.checksum.status"} {
		args = append(args, "-e", f)
	}
	out, err := exec.Command("tshark", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	var theirs []string
	for l := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSuffix(l, "\n"), "\t")
		// One of the two addresses is empty.
		theirs = append(theirs, strings.Join([]string{f[0], f[1], f[2], f[3] + f[4], f[5] + f[6], f[7], f[8], f[9], verdict(f[10]), verdict(f[11])}, " "))
	}
	ours := describe(t, file)
	for _, want := range []string{" bad good", " good bad", " good good", " none good", " good none"} {
		if !strings.Contains(strings.Join(ours, "\n"), want+"\n") {
			t.Errorf("no packet has the checksums%s: the comparison compares too little", want)
		}
	}
	if diff := cmp.Diff(theirs, ours); diff != "" {
		t.Errorf("tshark -, ours +:\n%.4000s", diff)
	}
}

// spoil changes a byte here and there, behind the headers' lengths, so that
// some checksums are wrong.
func spoil(t *testing.T, b []byte) []byte {
	t.Helper()
	r, err := capture.NewReader(bytes.NewReader(b), capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := bytes.Clone(b)
	for r.Next() {
		p := r.Packet()
		at := bytes.Index(b[p.Offset:], p.Data) + int(p.Offset)
		switch p.Number % 40 {
		case 7:
			out[at+len(p.Data)-1] ^= 1 // the payload
		case 8:
			if p.LinkType == capture.LinkEthernet && p.Data[12] == 8 {
				out[at+14+8] ^= 1 // the time to live
			}
		}
	}
	return out
}

// verdict turns tshark's checksum status into ours.
func verdict(status string) string {
	switch status {
	case "0":
		return "bad"
	case "1":
		return "good"
	}
	return "none"
}

// describe says of every packet what tshark is asked for.
func describe(t *testing.T, file string) []string {
	t.Helper()
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := capture.NewReader(bytes.NewReader(b), capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	var d decoder.Decoder
	for r.Next() {
		p := r.Packet()
		d.Options.Link = p.Link
		m := d.Decode(p.Data)
		f := &m.Frame
		ports := "  "
		if f.IPProto == decoder.ProtoUDP && f.FragOffset == 0 {
			length := m.Find("frame.udp.length", 0)
			ports = fmt.Sprint(f.SrcPort, " ", f.DstPort, " ", m.Fields[length].Value)
		}
		ip, udp := "none", "none"
		if f.IPVersion == 4 {
			ip = "good"
		}
		if f.IPProto == decoder.ProtoUDP && f.FragOffset == 0 && !f.FragMore {
			udp = "good"
		}
		for _, q := range m.Problems {
			if q.Info.Code == "checksum-wrong" || q.Info.Code == "checksum-offloaded" {
				switch key := m.Key(at(m, &q)); {
				case strings.Contains(key, "udp"):
					udp = "bad"
				case strings.Contains(key, "ipv4"):
					ip = "bad"
				}
			}
		}
		lines = append(lines, fmt.Sprintf("%d %d.%09d %d %s %s %s %s %s", p.Number, p.Time/1e9, p.Time%1e9, p.OrigLen, f.Src, f.Dst, ports, ip, udp))
	}
	return lines
}

// at returns the field that a problem begins in.
func at(m *decoder.Message, p *decoder.Problem) int {
	best := 0
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Leaf() && f.Offset <= p.Offset && f.End() > int(p.Offset) {
			best = i
		}
	}
	return best
}
