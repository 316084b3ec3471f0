package record

import (
	"bytes"
	"context"
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/emulator"
	"fragscope/analyzer/live"
	"fragscope/decoder"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

// recorded queries servers of every kind, with faults, and a master of each
// kind, and returns the capture of it all and how many datagrams there were.
func recorded(t *testing.T) ([]byte, int) {
	t.Helper()
	var b bytes.Buffer
	r, err := New(&b)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	c := live.New(live.Options{Timeout: 300 * time.Millisecond, Quiet: 150 * time.Millisecond,
		Tap: func(d *live.Datagram) {
			if r.Record(d); !d.TCP {
				n++
			}
		}})
	faults, err := emulator.ParseFaults("truncate=10%,wrong-port=10%,duplicate=10%,huge=5%:9000")
	if err != nil {
		t.Fatal(err)
	}
	games, err := emulator.DemoWith(t.Context(), emulator.Options{Faults: faults, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range games.Servers {
		if !s.TCP {
			c.Query(t.Context(), live.TargetAt(s.Addr(), query.PlanOf(s.Protocol)))
		}
	}
	games.Close()
	if s, err := emulator.Listen(t.Context(), "[::1]:0",
		emulator.Options{Source: emulator.FromStatus("unreal2", &decoder.Status{Name: wire.Some("Arena")})}); err == nil {
		c.Query(t.Context(), live.TargetAt(s.Addr(), query.PlanOf("unreal2")))
		s.Close()
	}
	masters, err := emulator.Demo(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer masters.Close()
	for _, m := range masters.Servers {
		if m.Protocol != "unreal-master" {
			continue
		}
		if s := c.Master(t.Context(), live.Target{Host: m.Addr().Addr().String(), Port: m.Addr().Port()},
			unrealmaster.MasterAsk{}); s.Err != nil {
			t.Error(s.Err)
		}
	}
	c.Close()
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), n
}

// TestRecord reads a recording back: every datagram is in it, in frames whose
// payload is what was sent or came, with a comment.
func TestRecord(t *testing.T) {
	file, want := recorded(t)
	r, err := capture.NewReader(bytes.NewReader(file), capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	udp, tcp, silent, refused := 0, 0, 0, 0
	var d decoder.Decoder
	for r.Next() {
		p := r.Packet()
		d.Options = decoder.Options{Link: p.Link}
		m := d.Decode(p.Data)
		for i := range m.Problems {
			if code := m.Problems[i].Info.Code; strings.Contains(code, "checksum") {
				t.Errorf("packet %d: %s", p.Number, m.Message(&m.Problems[i]))
			}
		}
		switch m.Frame.IPProto {
		case wire.ProtoUDP:
			udp++
			if len(p.Comments) == 0 {
				silent++
				t.Errorf("packet %d has no comment: %s %q, % X", p.Number, m.Protocol(), m.Info.Name, m.PayloadBytes())
			}
			for _, c := range p.Comments {
				if bytes.HasPrefix(c, []byte("does not count")) {
					refused++
				}
			}
		case wire.ProtoTCP:
			tcp++
		}
	}
	if err := r.Err(); err != nil || len(r.Problems()) > 0 {
		t.Errorf("%v, %v", err, r.Problems())
	}
	if udp != want || tcp < 20 || silent > 0 || refused == 0 {
		t.Errorf("%d UDP packets of %d, %d of TCP, %d without a comment, %d that do not count", udp, want, tcp, silent,
			refused)
	}
}

// TestRecordTshark lets tshark, when it is there, read a recording: it takes
// every packet, and every checksum is good.
func TestRecordTshark(t *testing.T) {
	tshark, err := exec.LookPath("tshark")
	if err != nil {
		t.Log("tshark is not installed: nothing to compare with")
		return
	}
	file, _ := recorded(t)
	path := filepath.Join(t.TempDir(), "recorded.pcapng")
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) string {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		out, err := exec.CommandContext(ctx, tshark,
			append([]string{"-n", "-r", path, "-o", "udp.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE", "-o",
				"ip.check_checksum:TRUE"}, args...)...).Output()
		if err != nil {
			t.Fatalf("tshark %v: %v", args, err)
		}
		return string(out)
	}
	all := strings.Count(run("-T", "fields", "-e", "frame.number"), "\n")
	r, err := capture.NewReader(bytes.NewReader(file), capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for r.Next() {
	}
	if int64(all) != r.Stats().Packets {
		t.Errorf("tshark reads %d packets of %d", all, r.Stats().Packets)
	}
	const good = "udp.checksum.status == 1 || tcp.checksum.status == 1"
	if n := strings.Count(run("-Y", good, "-T", "fields", "-e", "frame.number"), "\n"); n != all {
		t.Errorf("%d of %d packets have a good checksum", n, all)
	}
	if bad := run("-Y", "ip.checksum.status == 0 || udp.checksum.status == 0 || tcp.checksum.status == 0 || "+
		"tcp.analysis.flags"); bad != "" {
		t.Errorf("tshark finds fault with:\n%.2000s", bad)
	}
	if comments := strings.Count(run("-Y", "frame.comment", "-T", "fields", "-e", "frame.number"),
		"\n"); comments < all/2 {
		t.Errorf("%d of %d packets have a comment", comments, all)
	}
}

// TestRecordEverything: nothing that can be tapped makes the recorder fail.
func TestRecordEverything(t *testing.T) {
	v4, v6 := netip.MustParseAddrPort("127.0.0.1:1"), netip.MustParseAddrPort("[fe80::1%lo]:2")
	none := netip.AddrPortFrom(netip.IPv4Unspecified(), 3)
	var b bytes.Buffer
	r, err := New(&b)
	if err != nil {
		t.Fatal(err)
	}
	n := int64(0)
	for _, pair := range [][2]netip.AddrPort{{v4, v4}, {v6, v6}, {none, v6}, {v6, none}, {v4, v6}} {
		for _, size := range []int{0, 1, 65507, 65535} {
			r.Record(&live.Datagram{Time: time.Unix(1, 0), Src: pair[0], Dst: pair[1], Data: make([]byte, size),
				Verdict: live.Accepted})
			n++
		}
	}
	if r.Err() != nil || r.Count() != n {
		t.Errorf("%d of %d packets: %v", r.Count(), n, r.Err())
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Logf("no full device here: %v", err)
		return
	}
	defer full.Close()
	if _, err := New(full); err == nil || !strings.Contains(fmt.Sprint(err), "no space") {
		t.Errorf("a full disk: %v", err)
	}
}
