package state

import (
	"bytes"
	"context"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/filter"
	"fragscope/decoder/ksy"
	"fragscope/samples/capgen"
	"fragscope/samples/captures"

	"github.com/klauspost/compress/zstd"
)

func addr(s string) netip.AddrPort { return netip.MustParseAddrPort(s) }

// TestCapture reads a capture while another goroutine looks at it, and holds
// what can be had again to what a reader gives, plain and compressed.
func TestCapture(t *testing.T) {
	var b bytes.Buffer
	truth, err := capgen.Write(&b, capgen.Config{Datagrams: 12_000, Seed: 9, Other: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"plain.pcapng": b.Bytes(), "packed.pcapng.zst": z.EncodeAll(b.Bytes(),
		nil)} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := OpenCapture(path)
		if err != nil {
			t.Fatal(err)
		}
		done := make(chan error, 1)
		go func() { done <- c.Load(context.Background(), func(float64) {}) }()
		for !c.Loaded() {
			if n := c.Len(); n > 0 {
				for _, i := range []int{0, n / 2, n - 1} {
					if r, ok := c.Row(i); !ok || r.Number != int64(i+1) {
						t.Fatalf("%s: row %d of %d: %+v", name, i, n, r)
					}
				}
			}
		}
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if int64(c.Len()) != truth.Packets || len(c.Remarks()) > 0 || c.Analysis().ExchangeCount() == 0 ||
			c.Analysis().Report() == nil {
			t.Errorf("%s: %d packets of %d, %d exchanges, remarks %v", name, c.Len(), truth.Packets,
				c.Analysis().ExchangeCount(), c.Remarks())
		}
		same(t, name, c, b.Bytes())
		filtering(t, c)
		c.Close()
		if _, err := c.Datagram(0); err == nil {
			t.Errorf("%s: bytes come out of a closed capture", name)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "fragscope-capture-*")); len(left) > 0 {
		t.Errorf("unpacked captures are left: %v", left)
	}
}

func same(t *testing.T, name string, c *Capture, content []byte) {
	t.Helper()
	r, err := capture.NewReader(bytes.NewReader(content), capture.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i := 0; r.Next(); i++ {
		p := r.Packet()
		d, err := c.Datagram(i)
		if err != nil || !bytes.Equal(d.Data, p.Data) || d.Length != p.OrigLen || d.Link != p.Link ||
			d.Time.UnixNano() != p.Time {
			t.Fatalf("%s: packet %d is %+v, %v", name, i+1, d, err)
		}
		if i%97 == 0 {
			row, ok := c.Row(i)
			m, err := c.Message(i)
			if err != nil || !ok || m.Info.Protocol() != row.Protocol || m.Protocol() != "" && m.Info.Name != row.Title {
				t.Fatalf("%s: packet %d is listed as %+v and is %s", name, i+1, row, m.Info.Name)
			}
		}
	}
}

func filtering(t *testing.T, c *Capture) {
	t.Helper()
	f := compiled(t, `protocol == "gamespy1" and size > 100`)
	v, err := c.Filter(context.Background(), f, func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for i := range c.Len() {
		r, _ := c.Row(i)
		if r.Protocol.String() == "gamespy1" && r.Length > 100 {
			if v.Analysis().Find(i) != want {
				t.Fatalf("packet %d stands at %d, expected %d", i, v.Analysis().Find(i), want)
			}
			want++
		} else if v.Analysis().Find(i) != -1 {
			t.Fatalf("packet %d (%+v) passes", i, r)
		}
	}
	if v.Len() != want || want == 0 {
		t.Errorf("%d packets pass, expected %d", v.Len(), want)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if v, err := c.Filter(ctx, f, func(float64) {}); v != nil || err != nil {
		t.Error("a filter that was stopped has a result")
	}
}

func compiled(t *testing.T, expression string) *filter.Filter {
	t.Helper()
	f, err := filter.Compile(expression)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestDescribe: the packets of an open capture are listed by the layouts that describe them since, and filtered by
// their names.
func TestDescribe(t *testing.T) {
	t.Cleanup(func() { Describe(nil) })
	path := filepath.Join(t.TempDir(), "capture.pcapng")
	const name = "scan-with-other-traffic.pcapng"
	data, err := captures.Files.ReadFile(name)
	if err == nil {
		err = os.WriteFile(path, data, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
	c, err := OpenCapture(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	if err := c.Load(t.Context(), func(float64) {}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.CompileFilter("mine.all"); err == nil {
		t.Error("a key of no layout is a name")
	}
	set, _, err := ksy.ParseAll(nil, []byte("meta: {id: mine}\nseq: [{id: all, size-eos: true}]\n"))
	if err != nil {
		t.Fatal(err)
	}
	unknown := Unknown(c, 1000)
	Describe(set.Layouts())
	if err := c.Describe(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, i := range unknown {
		if r, _ := c.Row(i); r.Protocol != "mine" {
			t.Errorf("packet %d is of %s", i+1, r.Protocol)
		}
	}
	f, err := c.CompileFilter("protocol == mine and mine.all")
	if err != nil {
		t.Fatal(err)
	}
	v, err := c.Filter(t.Context(), f, func(float64) {})
	if err != nil || v.Len() != len(unknown) || len(unknown) == 0 || !slices.Equal(Unknown(c, 1000), unknown) {
		t.Errorf("%v, %d packets of %d", err, v.Len(), len(unknown))
	}
}
