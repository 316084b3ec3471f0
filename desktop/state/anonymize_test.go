package state

import (
	"bytes"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fragscope/decoder"
	"fragscope/samples"
	"fragscope/samples/captures"
)

func TestPseudonymsAreUnique(t *testing.T) {
	h := NewAnonymizer()
	seen := map[netip.Addr]bool{}
	for i := range 200_000 {
		a := netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})
		to := h.addr(a)
		if seen[to] || h.addr(a) != to {
			t.Fatalf("address %d becomes %s, which is another's", i, to)
		}
		seen[to] = true
		if i == 749 && to != netip.MustParseAddr("203.0.113.250") || i == 750 && to != netip.MustParseAddr("198.18.0.0") {
			t.Errorf("address %d becomes %s", i, to)
		}
	}
	for i := range 70_000 {
		to := h.addr(netip.AddrFrom16([16]byte{0xfe, 0x80, 13: byte(i >> 16), 14: byte(i >> 8), 15: byte(i)}))
		if seen[to] || !netip.MustParsePrefix("2001:db8::/32").Contains(to) {
			t.Fatalf("IPv6 address %d becomes %s", i, to)
		}
		seen[to] = true
	}
	for _, stays := range []string{"0.0.0.0", "255.255.255.255", "224.0.0.1", "::", "ff02::1"} {
		if a := netip.MustParseAddr(stays); h.addr(a) != a {
			t.Errorf("%s says whose it is", a)
		}
	}
	if a := h.addr(netip.MustParseAddr("::ffff:10.0.0.1")); a != h.addr(netip.MustParseAddr("10.0.0.1")) {
		t.Errorf("the mapped form becomes %s", a)
	}
}

func TestHideText(t *testing.T) {
	HideAddresses(true)
	defer HideAddresses(false)
	HideHost("play.example.org")
	for text, want := range map[string]string{
		"to 10.1.2.3:7778, then 10.1.2.30.":          "to 10.1.x.x:7778, then 10.1.x.x.",
		"no answer from [2001:470:1::5]:80":          "no answer from [2001:…]:80",
		"fe80::1%eth0 and ::1":                       "fe80:…%eth0 and :…",
		"build 1.2.3.4.5, 3.1, 12:30:45, 999.1.2.3":  "build 1.2.3.4.5, 3.1, 12:30:45, 999.1.2.3",
		"Play.Example.ORG:7778 and replay.example.o": "xxxx.xxxxxxx.xxx:7778 and replay.example.o",
		"0.0.0.0 a::b std::vector":                   "0.0.0.0 a:… std::vector",
		"x10.1.2.3y 010.001.2.3":                     "x10.1.x.xy 10.1.x.x",
	} {
		if got := HideText(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
	HideAddresses(false)
	if HideText("10.1.2.3") != "10.1.2.3" {
		t.Error("shown addresses are hidden")
	}
}

// TestHiderLeavesNothing hides all addresses of every sample and every captured
// packet: none is left, as bytes or in a text, and what was understood still is.
func TestHiderLeavesNothing(t *testing.T) {
	var list []Datagram
	for _, s := range samples.List() {
		for _, d := range s.Datagrams() {
			list = append(list, Datagram{Data: d})
		}
	}
	dir := t.TempDir()
	for _, name := range captures.Names() {
		b, err := captures.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := OpenCapture(path)
		if err != nil {
			continue // of a format that is no capture's
		}
		if err := c.Load(t.Context(), func(float64) {}); err != nil {
			t.Logf("%s: %v", name, err)
		}
		for i := range min(c.Len(), 300) {
			if d, err := c.Datagram(i); err == nil {
				list = append(list, d)
			}
		}
		c.Close()
	}
	secret := netip.MustParseAddr("172.31.77.99")
	list = append(list,
		Datagram{Data: []byte("\x01\x02 no sense " + string(secret.AsSlice()) + "\x63\x4d\x1f\xac" + secret.String()),
			Src: netip.AddrPortFrom(secret, 1), Link: decoder.LinkNone},
		Datagram{Data: wideText("server at " + secret.String() + ":7778"), Link: decoder.LinkNone},
	)
	h := NewAnonymizer()
	hidden := h.Datagrams(list)
	if len(h.addrs) < 50 {
		t.Fatalf("only %d addresses among %d datagrams", len(h.addrs), len(list))
	}
	for i := range list {
		was, is := list[i].Decode(), hidden[i].Decode()
		if len(hidden[i].Data) != len(list[i].Data) {
			t.Fatalf("datagram %d: %d bytes became %d", i, len(list[i].Data), len(hidden[i].Data))
		}
		if was.Frame.Link != is.Frame.Link || was.Payload != is.Payload {
			t.Errorf("datagram %d: the frame became another: %s, now %s: % X", i, was.Info.Name, is.Info.Name, hidden[i].Data)
		}
		for k := range is.Fields {
			if a, ok := addressIn(is, k); ok && tells(a.Unmap()) {
				if _, known := h.addrs[a.Unmap()]; known && !isPseudonym(h, a.Unmap()) {
					t.Errorf("datagram %d: %s has %s", i, is.Key(k), a)
				}
			}
		}
		eachAddress(hidden[i].Data[min(is.Payload, len(is.Data)):], func(start, end int, a netip.Addr) {
			t.Errorf("datagram %d: the text has %s", i, a)
		})
		for _, p := range is.Problems {
			if p.Info.Code == checksumWrong && !hasProblem(was, checksumWrong) {
				t.Errorf("datagram %d: %s", i, is.Message(&p))
			}
		}
	}
	last := append(bytes.Clone(hidden[len(list)-2].Data), hidden[len(list)-1].Data...)
	if b := secret.As4(); bytes.Contains(last, b[:]) || bytes.Contains(last, []byte{b[3], b[2], b[1], b[0]}) ||
		bytes.Contains(last, []byte("77.99")) || bytes.Contains(last, wideText("77.9")) {
		t.Errorf("%q", last)
	}
}

func isPseudonym(h *Anonymizer, a netip.Addr) bool {
	for _, to := range h.addrs {
		if to == a {
			return true
		}
	}
	return false
}

func hasProblem(m *decoder.Message, code string) bool {
	for _, p := range m.Problems {
		if p.Info.Code == code {
			return true
		}
	}
	return false
}

func wideText(s string) []byte {
	var b []byte
	for _, c := range []byte(s) {
		b = append(b, c, 0)
	}
	return b
}

// TestHidingIsLinear hides in text that is made to look like addresses.
func TestHidingIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time, which the run without -short does")
	}
	for _, unit := range []string{"1.", "1.1.1.1.", "a:", ":", "ffff:", "1.2.3.4 ", "255", "::1 ", "1.1.1.1:"} {
		took := func(n int) time.Duration {
			d := Datagram{Data: []byte(strings.Repeat(unit, n/len(unit))), Link: decoder.LinkNone}
			m := &decoder.Message{Info: d.Decode().Info, Data: d.Data}
			best := time.Hour
			for range 3 {
				start := time.Now()
				NewAnonymizer().bytes(&d, m)
				best = min(best, time.Since(start))
			}
			return best
		}
		small, large := took(1<<18), took(1<<21)
		if large > 40*small+200*time.Millisecond {
			t.Errorf("%q: %s for 256 kB, %s for 2 MB", unit, small, large)
		}
	}
}
