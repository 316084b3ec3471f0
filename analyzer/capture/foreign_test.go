package capture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A foreign is a capture with numbers that cannot be, as other programs write
// them: its lengths lead from record to record all the same.
type foreign struct {
	name    string
	data    []byte
	packets int
	sound   bool // nothing is to be said about it
}

// An oddity is what is odd about a record or block.
type oddity struct {
	name  string
	sound bool // not odd enough for a problem
	set   func(i int, h *oddHeader)
}

type oddHeader struct{ sec, frac, captured, length, snap int }

var oddities = []oddity{
	{"nothing", true, func(int, *oddHeader) {}},
	{"a whole second of parts", false, func(_ int, h *oddHeader) { h.frac = 1e6 }},
	{"many parts of a second", false, func(_ int, h *oddHeader) { h.frac = 4_200_000_000 }},
	{"nanoseconds for microseconds", false, func(i int, h *oddHeader) { h.frac = 700_000_000 + i }},
	{"captured more than there was", false, func(_ int, h *oddHeader) { h.length = 1 }},
	{"captured one more than there was", false, func(_ int, h *oddHeader) { h.length-- }},
	{"no length", false, func(_ int, h *oddHeader) { h.length = 0 }},
	{"the greatest length", true, func(_ int, h *oddHeader) { h.length = math.MaxUint32 }},
	{"a snapshot length of 20", false, func(_ int, h *oddHeader) { h.snap = 20 }},
	{"a snapshot length of 4 billion", true, func(_ int, h *oddHeader) { h.snap = math.MaxUint32 }},
	{"times decades apart", true, func(i int, h *oddHeader) {
		h.sec = []int{4_000_000_000, 86400, first, 500_000_000}[i%4]
	}},
	{"times decades apart, odd lengths", false, func(i int, h *oddHeader) {
		h.sec, h.length = []int{4_000_000_000, 86400, first, 500_000_000}[i%4], 7
	}},
	{"no time", true, func(_ int, h *oddHeader) { h.sec, h.frac = 0, 0 }},
	{"no time, odd length", false, func(_ int, h *oddHeader) { h.sec, h.frac, h.length = 0, 0, 3 }},
	{"back in time", true, func(i int, h *oddHeader) { h.sec = first - i*400*86400 }},
	{"all of it", false, func(i int, h *oddHeader) { h.sec, h.frac, h.length, h.snap = i<<24, 3_000_000_000, 2, 9 }},
}

// foreigns makes captures of up to 20 packets of which all, every other, the
// first, the last or the middle one is odd.
func foreigns(t testing.TB) (all []foreign) {
	real := frames(t, 12)
	random := rand.New(rand.NewPCG(1, 2))
	content := func(i int) []byte {
		switch i % 5 {
		case 0:
			return make([]byte, 60+i)
		case 1:
			b := make([]byte, 100+random.IntN(1400))
			for k := range b {
				b[k] = byte(random.Uint32())
			}
			return b
		}
		return real[i%len(real)]
	}
	which := []struct {
		name string
		is   func(i, n int) bool
	}{
		{"all", func(i, n int) bool { return true }},
		{"every 2nd", func(i, n int) bool { return i%2 == 1 }},
		{"first", func(i, n int) bool { return i == 0 }},
		{"last", func(i, n int) bool { return i == n-1 }},
		{"middle", func(i, n int) bool { return i == n/2 }},
	}
	for _, order := range []binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		for _, kind := range []string{"pcap", "pcap, ns", "pcap, modified", "pcapng"} {
			for _, odd := range oddities {
				for _, w := range which {
					for _, n := range []int{1, 2, 3, 10, 17} {
						if w.name != "all" && n != 3 && n != 10 {
							continue
						}
						c := &composer{order: order}
						snap := oddHeader{snap: 65535}
						odd.set(0, &snap)
						magic := map[string]int{"pcap": 0xa1b2c3d4, "pcap, ns": 0xa1b23c4d, "pcap, modified": 0xa1b2cd34}[kind]
						if kind == "pcapng" {
							c.section(nil).iface(LinkEthernet, snap.snap, nil)
						} else {
							c.pcap(magic, snap.snap, LinkEthernet)
						}
						sound, last := true, 0
						for i := range n {
							b := content(i)
							last = len(c.b)
							h := oddHeader{sec: first + i, frac: i, captured: len(b), length: len(b)}
							if w.is(i, n) {
								odd.set(i, &h)
								sound = sound && odd.sound
								if kind == "pcap, ns" && h.frac == 1e6 {
									h.frac = 1e9
								}
							}
							switch kind {
							case "pcap, modified":
								c.u32(h.sec, h.frac, h.captured, h.length, 3).u16(0x800, 0).bytes(b)
							case "pcapng":
								ts := uint64(h.sec)*1e6 + uint64(h.frac)
								c.block(blockPacket, func(c *composer) {
									c.u32(0, int(ts>>32), int(ts&0xffffffff), h.captured, h.length).bytes(b)
								})
							default:
								c.u32(h.sec, h.frac, h.captured, h.length).bytes(b)
							}
						}
						// The times of pcapng and of nanoseconds are never odd, nor is a snapshot length of pcapng.
						if kind == "pcapng" && odd.name != "no length" && !strings.Contains(odd.name, "captured") &&
							!strings.Contains(odd.name, "odd length") && odd.name != "all of it" ||
							kind == "pcap, ns" && odd.name == "nanoseconds for microseconds" {
							sound = true
						}
						if odd.name == "a snapshot length of 20" && kind != "pcapng" {
							sound = false // it is that of the file
						}
						name := fmt.Sprintf("%s, %v, %s: %s of %d", kind, order, odd.name, w.name, n)
						all = append(all, foreign{name, c.b, n, sound})
						if n >= 10 && kind != "pcapng" { // cut in the last packet, and in its header
							all = append(all, foreign{name + ", cut", c.b[:len(c.b)-5], n - 1, false})
							all = append(all, foreign{name + ", cut in a header", c.b[:last+9], n - 1, false})
						}
					}
				}
			}
		}
	}
	return all
}

// Records whose numbers cannot be are packets where their lengths lead from
// one to the next, and a problem says what cannot be; Wireshark's programs read
// as many.
func TestForeignCaptures(t *testing.T) {
	all := foreigns(t)
	dir := t.TempDir()
	var files []string
	for i, c := range all {
		r := open(t, c.data)
		got := readAll(t, r)
		if len(got) != c.packets {
			t.Errorf("%s: %d packets, want %d; %v", c.name, len(got), c.packets, r.Problems())
		}
		if (len(r.Problems()) == 0) != c.sound {
			t.Errorf("%s: problems %v", c.name, r.Problems())
		}
		for _, p := range r.Problems() {
			if p.Code == CodeDamaged && !strings.Contains(c.name, "cut") {
				t.Errorf("%s: %v", c.name, p)
			}
		}
		file := filepath.Join(dir, fmt.Sprint(i))
		if err := os.WriteFile(file, c.data, 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	t.Logf("%d captures", len(all))
	if _, err := exec.LookPath("capinfos"); err != nil {
		t.Log("no capinfos at hand")
		return
	}
	// Its exit status tells of the ones that are cut.
	out, err := exec.Command("capinfos", append([]string{"-T", "-r", "-m", "-c", "-M"}, files...)...).Output()
	says := map[string]string{}
	for l := range strings.Lines(string(out)) {
		file, n, _ := strings.Cut(strings.TrimSpace(l), ",")
		says[file] = n
	}
	refused := 0
	for i, c := range all {
		switch got := says[files[i]]; got {
		case fmt.Sprint(c.packets):
		case "": // it takes some modified pcap for one of another layout
			t.Logf("%s: capinfos cannot open it", c.name)
			refused++
		default:
			t.Errorf("%s: capinfos says %s packets, want %d", c.name, got, c.packets)
		}
	}
	if refused > len(all)/500 {
		t.Errorf("capinfos opens none of %d captures: %v", refused, err)
	}
}

// Damage in a capture whose records are all odd costs no more than what is
// damaged and what follows it: never the packets before.
func TestForeignDamaged(t *testing.T) {
	for _, c := range foreigns(t) {
		if c.packets != 10 || !strings.HasSuffix(c.name, "all of 10") || strings.Contains(c.name, "pcapng") {
			continue
		}
		want := readAll(t, open(t, c.data))
		at := want[5].Offset
		data := append(bytes.Clone(c.data[:at]), bytes.Repeat([]byte{0xff}, 500)...)
		data = append(data, c.data[at:]...)
		r := open(t, data)
		got := readAll(t, r)
		if len(got) < 5 {
			t.Errorf("%s: %d packets of 5 before the damage; %v", c.name, len(got), r.Problems())
			continue
		}
		for i := range 5 {
			if !bytes.Equal(got[i].Data, want[i].Data) {
				t.Errorf("%s: packet %d changed", c.name, i+1)
			}
		}
		if ps := r.Problems(); len(ps) == 0 || r.Stats().Skipped == 0 {
			t.Errorf("%s: %d packets, problems %v", c.name, len(got), ps)
		}
	}
}
