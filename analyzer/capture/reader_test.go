package capture

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
	"github.com/pierrec/lz4/v4"
)

func open(t testing.TB, b []byte) *Reader {
	t.Helper()
	r, err := NewReader(bytes.NewReader(b), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

func TestCompositions(t *testing.T) {
	f := frames(t, 12)
	for name, c := range compositions(t) {
		r := open(t, c.data)
		got := readAll(t, r)
		if len(got) != c.packets {
			t.Errorf("%s: %d packets, want %d", name, len(got), c.packets)
		}
		for _, p := range r.Problems() {
			t.Errorf("%s: %v", name, p)
		}
		for i, p := range got {
			if !bytes.Equal(p.Data, f[i%len(f)]) || p.OrigLen != len(p.Data) || p.LinkType != LinkEthernet {
				t.Errorf("%s: packet %d is not what was written: %+v", name, i+1, p)
			}
			if at := int(p.DataAt); !bytes.Equal(c.data[at:at+len(p.Data)], p.Data) {
				t.Errorf("%s: packet %d is said to begin at %d", name, i+1, at)
			}
			if p.HasTime && p.Time/1e9 != int64(first+i%len(f)) {
				t.Errorf("%s: packet %d has time %d", name, i+1, p.Time)
			}
		}
	}
}

func TestTimes(t *testing.T) {
	all := compositions(t)
	for name, want := range map[string]int64{
		"pcap-micro-little":    first*1e9 + 250_000_000,
		"pcap-micro-big":       first*1e9 + 250_000_000,
		"pcap-nano-little":     first*1e9 + 250_000,
		"pcap-nano-big":        first*1e9 + 250_000,
		"pcap-modified-little": first*1e9 + 7000,
	} {
		if got := readAll(t, open(t, all[name].data))[0].Time; got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}

// A source that begins in the middle of a file continues its numbers and times.
func TestBefore(t *testing.T) {
	c := (&composer{order: binary.LittleEndian}).section(nil)
	c.iface(LinkEthernet, 0, nil).block(blockSimple, func(c *composer) { c.u32(60).bytes(make([]byte, 60)) })
	data := c.b
	r, err := NewReader(bytes.NewReader(data), Options{Before: 7, Time: first * 1e9})
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Packet(); !r.Next() || p.Number != 8 || p.HasTime || p.Time != first*1e9 {
		t.Errorf("%+v", p)
	}
}

func TestNgDetails(t *testing.T) {
	all := compositions(t)
	r := open(t, all["pcapng-two-sections"].data)
	got := readAll(t, r)
	if diff := cmp.Diff([]string{"one", "another"}, got[1].Comments); diff != "" {
		t.Error(diff)
	}
	if got[0].Comments != nil || got[2].HasTime || !got[3].HasTime {
		t.Errorf("%+v\n%+v\n%+v", got[0], got[2], got[3])
	}
	if got[2].Time != got[1].Time { // a simple packet has the time of the packet before
		t.Errorf("time %d, want %d", got[2].Time, got[1].Time)
	}
	if got[1].Interface != 1 || got[13].Interface != 3 || got[12].Interface != 2 {
		t.Error("the interfaces of the second section are not numbered on")
	}
	ifs := r.Interfaces()
	if len(ifs) != 4 || ifs[1].Name != "lan0" || ifs[1].SnapLen != 96 || ifs[1].Dropped != 5 || ifs[3].Dropped != 5 ||
		ifs[3].Section != 2 {
		t.Errorf("%+v", ifs)
	}
	s := r.Sections()
	if len(s) != 2 || s[0].Comment != "composed" || s[0].Application != "a test" || s[0].BigEndian || !s[1].BigEndian {
		t.Errorf("%+v", s)
	}
	if n := r.Names(); len(n) != 4 || n[0].Name != "play.example" || n[1].Addr.String() != "198.51.100.7" {
		t.Errorf("%+v", n)
	}
	if st := r.Stats(); st.Packets != 24 || st.Passed != 6 || st.Dropped != 10 || st.Problems != 0 || st.Skipped != 0 {
		t.Errorf("%+v", st)
	}
	if r.Format() != "pcapng" {
		t.Error(r.Format())
	}
}

// However the bytes come in, what is read is the same.
func TestChunks(t *testing.T) {
	for name, c := range compositions(t) {
		want := readAll(t, open(t, c.data))
		for kind, src := range map[string]io.Reader{
			"one byte": iotest.OneByteReader(bytes.NewReader(c.data)),
			"half":     iotest.HalfReader(bytes.NewReader(c.data)),
			"data+EOF": iotest.DataErrReader(bytes.NewReader(c.data)),
		} {
			r, err := NewReader(src, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, readAll(t, r)); diff != "" {
				t.Errorf("%s, %s: %s", name, kind, diff)
			}
		}
	}
}

// packers are the compressions that can be written here.
var packers = map[string]func(io.Writer) io.WriteCloser{
	"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
	"lz4":  func(w io.Writer) io.WriteCloser { return lz4.NewWriter(w) },
	"zstd": func(w io.Writer) io.WriteCloser {
		z, err := zstd.NewWriter(w, zstd.WithZeroFrames(true), zstd.WithEncoderConcurrency(1))
		if err != nil {
			panic(err) // never: the options are sound
		}
		return z
	},
}

// pack compresses b with one of packers.
func pack(t testing.TB, name string, b []byte) []byte {
	var out bytes.Buffer
	w := packers[name](&out)
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPacking(t *testing.T) {
	c := compositions(t)["pcapng-little"]
	for name := range packers {
		packed := pack(t, name, c.data)
		plain := open(t, packed)
		if got := readAll(t, plain); len(got) != c.packets || len(plain.Problems()) != 0 ||
			plain.Format() != "pcapng, "+name {
			t.Errorf("%s: %d packets, format %q, %v", name, len(got), plain.Format(), plain.Problems())
		}
		var unpacked bytes.Buffer
		r, err := NewReader(bytes.NewReader(packed), Options{Unpacked: &unpacked})
		if err != nil {
			t.Fatal(err)
		}
		readAll(t, r)
		r.Close()
		if !bytes.Equal(unpacked.Bytes(), c.data) {
			t.Errorf("%s: %d unpacked bytes were handed over, want %d", name, unpacked.Len(), len(c.data))
		}
		for n := range packed {
			r, err := NewReader(bytes.NewReader(packed[:n]), Options{})
			if err != nil {
				continue
			}
			got := readAll(t, r)
			if n < len(packed)-16 && len(r.Problems()) == 0 {
				t.Errorf("%s cut at %d of %d: %d packets and no problem", name, n, len(packed), len(got))
			}
			r.Close()
		}
		// The second of two members goes on where the first ends.
		twice := append(append([]byte(nil), packed...), packed...)
		if got := readAll(t, open(t, twice)); len(got) != 2*c.packets {
			t.Errorf("%s twice: %d packets", name, len(got))
		}
		again := bytes.NewReader(pack(t, "gzip", packed))
		if _, err := NewReader(again, Options{}); err == nil || !strings.Contains(err.Error(), "compressed twice") {
			t.Errorf("%s inside gzip: %v", name, err)
		}
	}
}

func TestBzip2(t *testing.T) {
	bzip2, err := exec.LookPath("bzip2")
	if err != nil {
		t.Log("no bzip2 at hand")
		return
	}
	c := compositions(t)["pcap-nano-big"]
	cmd := exec.Command(bzip2, "-c")
	cmd.Stdin = bytes.NewReader(c.data)
	packed, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	r := open(t, packed)
	if got := readAll(t, r); len(got) != c.packets || r.Format() != "pcap, nanoseconds, big endian, bzip2" {
		t.Errorf("%d packets, format %q", len(got), r.Format())
	}
}

// Every packet that ends before the cut is kept, and the cut is told unless it
// falls between two packets.
func TestCutAtEveryByte(t *testing.T) {
	for name, c := range compositions(t) {
		whole := open(t, c.data)
		want := readAll(t, whole)
		ends := make([]int, len(want)) // of the packets
		for i, p := range want {
			switch {
			case strings.HasPrefix(name, "pcapng"):
				ends[i] = int(p.Offset) + int(blockLength(c.data[p.Offset:]))
			case name == "snoop": // without the padding
				ends[i] = int(p.DataAt) + len(p.Data)
			case i+1 < len(want):
				ends[i] = int(want[i+1].Offset)
			default:
				ends[i] = len(c.data)
			}
		}
		for n := range c.data {
			r, err := NewReader(bytes.NewReader(c.data[:n]), Options{})
			if err != nil {
				if name == "snoop" && n < len(snoopMagic) {
					continue // nothing shows yet what it is
				}
				if n >= 28 || !strings.Contains(err.Error(), "cut") && !strings.Contains(err.Error(), "empty") &&
					!strings.Contains(err.Error(), "less than") {
					t.Errorf("%s cut at %d: %v", name, n, err)
				}
				continue
			}
			got := 0
			for ; r.Next(); got++ {
				p := r.Packet()
				if got == len(want) {
					t.Fatalf("%s cut at %d: more packets than there are", name, n)
				}
				if w := &want[got]; !bytes.Equal(p.Data, w.Data) || p.Time != w.Time || p.Offset != w.Offset ||
					p.Number != w.Number || p.Interface != w.Interface {
					t.Fatalf("%s cut at %d: packet %d is %+v, want %+v", name, n, got+1, p, w)
				}
			}
			if keep, _ := slices.BinarySearch(ends, n+1); got != keep || r.Err() != nil {
				t.Fatalf("%s cut at %d: %d packets, want %d; %v", name, n, got, keep, r.Err())
			}
			for _, p := range r.Problems() {
				if p.Code != CodeCut && p.Code != CodeEmpty || p.Offset > int64(n) {
					t.Errorf("%s cut at %d: %v", name, n, p)
				}
			}
			if strings.HasPrefix(name, "pcap-") && !slices.Contains(ends, n) && n != pcapHeader && len(r.Problems()) == 0 {
				t.Errorf("%s cut at %d: no problem is told", name, n)
			}
			r.Close()
		}
	}
}

// blockLength returns the length of a block in whichever byte order makes it short.
func blockLength(b []byte) uint32 {
	n := le.Uint32(b[4:])
	if n > 1<<16 {
		return n>>24 | n>>8&0xff00 | n<<8&0xff0000 | n<<24
	}
	return n
}

func TestNotACapture(t *testing.T) {
	gz := func(s string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		if _, err := w.Write([]byte(s)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	for _, c := range []struct{ data, want string }{
		{"", "the file is empty"},
		{"\n", "1 bytes are less"},
		{"\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 60), "an ELF program"},
		{"80 00 00 00 00 6c 1e 00 00\n", "text: paste it to fragscope decode"},
		{"PK\x03\x04aaaa", "unzip it"},
		{"\xfd7zXZ\x00", "unxz"},
		{"\x0a\x0d\x0d\x0a" + strings.Repeat("\x01", 40), "neither byte order"},
		{"\xd4\xc3\xb2\xa1\x02\x00", "header is cut"},
		{"\x01\x02\x03\x04\x05", "begins with 01 02 03 04"},
		{gz("hello world"), "(inside gzip) but text"},
		{gz(""), "empty (inside gzip)"},
		{"\x1f\x8b\x08", "the gzip header is damaged"},
	} {
		_, err := NewReader(strings.NewReader(c.data), Options{Name: "x.pcap"})
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "x.pcap: ") {
			t.Errorf("%.20q: %v, want %q", c.data, err, c.want)
		}
	}
}

// A failure to read is an error, not a cut.
func TestReadFails(t *testing.T) {
	broken := errors.New("the disk is gone")
	for name, c := range compositions(t) {
		r, err := NewReader(io.MultiReader(bytes.NewReader(c.data[:len(c.data)-20]), iotest.ErrReader(broken)),
			Options{Name: "a"})
		if err != nil {
			t.Fatal(err)
		}
		for r.Next() {
		}
		if !errors.Is(r.Err(), broken) || len(r.Problems()) != 0 {
			t.Errorf("%s: %v, %v", name, r.Err(), r.Problems())
		}
	}
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	f := frames(t, 3)
	for _, kind := range []string{"pcap", "pcapng"} {
		var b bytes.Buffer
		write(t, &b, kind, 4000, f)
		r := open(t, b.Bytes())
		for range 100 {
			r.Next()
		}
		if n := testing.AllocsPerRun(3000, func() { r.Next() }); n != 0 {
			t.Errorf("%s: %v allocations a packet", kind, n)
		}
	}
}

// write writes n packets that cycle through f, a millisecond apart.
func write(t testing.TB, w io.Writer, kind string, n int, f [][]byte) {
	t.Helper()
	var put func(*Packet) error
	if kind == "pcap" {
		p, err := NewPcapWriter(w, LinkEthernet, true)
		if err != nil {
			t.Fatal(err)
		}
		put = p.WritePacket
	} else {
		p, err := NewNgWriter(w, Section{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.AddInterface(Interface{LinkType: LinkEthernet}); err != nil {
			t.Fatal(err)
		}
		put = p.WritePacket
	}
	for i := range n {
		if err := put(&Packet{Time: first*1e9 + int64(i)*1e6, HasTime: true, Data: f[i%len(f)]}); err != nil {
			t.Fatal(err)
		}
	}
}

// tool runs one of Wireshark's programs on a capture; ok is false where they
// are not installed.
func tool(t *testing.T, name string, capture []byte, args ...string) (out string, ok bool) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Logf("no %s at hand", name)
		return "", false
	}
	file := filepath.Join(t.TempDir(), "capture")
	if err := os.WriteFile(file, capture, 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "FILE", file)
	}
	b, err := exec.Command(name, args...).Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, b)
	}
	return string(b), true
}
