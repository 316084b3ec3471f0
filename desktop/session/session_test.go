package session

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fragscope/analyzer/atomicfile"
	"fragscope/desktop/state"
	_ "fragscope/samples/seeded" // the same inputs in each run

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestLinkRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		datagrams := rapid.SliceOfN(rapid.SliceOfN(rapid.Byte(), 1, 200), 1, 5).Draw(t, "datagrams")
		l := &Link{Datagrams: datagrams, Current: rapid.IntRange(0, len(datagrams)-1).Draw(t, "current")}
		n := len(datagrams[l.Current])
		l.Selected.End = rapid.IntRange(1, n).Draw(t, "end")
		l.Selected.Start = rapid.IntRange(0, l.Selected.End-1).Draw(t, "start")
		l.Protocol = rapid.SampledFrom([]string{"", "unreal2"}).Draw(t, "protocol")
		l.From = rapid.SampledFrom([]string{"", "reply"}).Draw(t, "from")
		u, err := l.URL("https://example.org/inspector/?a=b#old")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(u, "https://example.org/inspector/?a=b#d=") {
			t.Fatalf("the address is %s", u)
		}
		back, err := ReadLink("  " + u + "\n")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(l, back); diff != "" {
			t.Fatal(diff)
		}
	})
}

// pageLink is what the page's own code makes of the bytes 78 00 00 00 00, of
// which the last is selected.
const pageLink = "https://example.org/#d=E2ZgYKhWylGyijaN1VEqVrKKNtExja2tYAACAA"

func TestReadLinkOfThePage(t *testing.T) {
	l, err := ReadLink(pageLink)
	want := &Link{Datagrams: [][]byte{{0x78, 0, 0, 0, 0}}, Selected: state.Range{Start: 4, End: 5}}
	if diff := cmp.Diff(want, l); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// TestLinksOfThePage: links have the form that the page's test reads and writes, of
// the same file.
func TestLinksOfThePage(t *testing.T) {
	text, err := os.ReadFile("../../wasm/inspector/web/test/links.json")
	if err != nil {
		t.Fatal(err)
	}
	var links []struct {
		Name                   string
		Head                   json.RawMessage
		Body                   string
		Datagrams              []string
		Current                int
		Selected               []int
		Protocol, From, Format string
	}
	if err := json.Unmarshal(text, &links); err != nil || len(links) == 0 {
		t.Fatal(err)
	}
	for _, c := range links {
		var head bytes.Buffer
		if err := json.Compact(&head, c.Head); err != nil {
			t.Fatal(err)
		}
		body, err := hex.DecodeString(c.Body)
		if err != nil {
			t.Fatal(err)
		}
		var packed bytes.Buffer
		w, _ := flate.NewWriter(&packed, 9)
		w.Write(binary.LittleEndian.AppendUint32(nil, uint32(head.Len())))
		w.Write(head.Bytes())
		w.Write(body)
		w.Close()
		l, err := ReadLink("https://example.org/#d=" + base64.RawURLEncoding.EncodeToString(packed.Bytes()))
		want := &Link{Current: c.Current, Protocol: c.Protocol, From: c.From, Format: c.Format}
		if len(c.Selected) == 2 {
			want.Selected = state.Range{Start: c.Selected[0], End: c.Selected[1]}
		}
		if bytes.Contains(head.Bytes(), []byte(`"l":`)) {
			for _, d := range c.Datagrams {
				b, _ := hex.DecodeString(d)
				want.Datagrams = append(want.Datagrams, b)
			}
		} else {
			want.Text = string(body)
		}
		if diff := cmp.Diff(want, l); diff != "" || err != nil {
			t.Fatalf("%s: %v\n%s", c.Name, err, diff)
		}
		u, err := l.URL("https://example.org/")
		if err != nil {
			t.Fatal(err)
		}
		b, _ := base64.RawURLEncoding.DecodeString(strings.Split(u, "#d=")[1])
		all, err := io.ReadAll(flate.NewReader(bytes.NewReader(b)))
		n := binary.LittleEndian.Uint32(all)
		var a, x any
		if json.Unmarshal(head.Bytes(), &a); err != nil || json.Unmarshal(all[4:4+n], &x) != nil || !cmp.Equal(a, x) ||
			!bytes.Equal(all[4+n:], body) {
			t.Errorf("%s: the desktop writes %s, %x", c.Name, all[4:4+n], all[4+n:])
		}
	}
}

func TestReadLinkTakesAnything(t *testing.T) {
	for _, c := range []string{"", "#", "#d=", "#d=!!!", "https://example.org/", "#d=AAAA", "#x=1", "78 00 00 # comment",
		"#d=Y2Rg"} {
		if l, err := ReadLink(c); err == nil {
			t.Errorf("%q was read as %+v", c, l)
		}
	}
	l, err := ReadLink("https://example.org/#hex=78+00%2000")
	if err != nil || l.Text != "78 00 00" {
		t.Errorf("got %+v, %v", l, err)
	}
	if _, err := (&Link{}).URL("javascript:alert(1)"); err == nil {
		t.Error("that is no page")
	}
}

func FuzzReadLink(f *testing.F) {
	u, err := (&Link{Datagrams: [][]byte{{1, 2, 3}}}).URL("http://h/")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(u)
	f.Add(pageLink)
	f.Add("#hex=00%2011")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ReadLink(text)
		if err != nil {
			return
		}
		if len(l.Datagrams) > 0 && (l.Current >= len(l.Datagrams) || l.Selected.End > len(l.Datagrams[l.Current])) {
			t.Errorf("%+v points outside itself", l)
		}
	})
}

func TestSaveSaysWhatIsWrong(t *testing.T) {
	record := func(w io.Writer, list []state.Datagram) error {
		_, err := w.Write(bytes.Repeat([]byte{1}, 100_000))
		return err
	}
	one := []state.Datagram{{Data: []byte{1}}}
	full := func(io.Writer, []state.Datagram) error {
		return &atomicfile.Error{Name: "a.pcapng", Err: syscall.ENOSPC, Advice: "free some space"}
	}
	path := filepath.Join(t.TempDir(), "a.pcapng")
	if err := Save(path, one, full, Options{}); err == nil || !strings.Contains(err.Error(), "free some space") {
		t.Errorf("a full disk: %v", err)
	}
	if err := Save(path, nil, record, Options{}); err == nil {
		t.Error("nothing was saved without a word")
	}
	broken := errors.New("broken")
	if err := Save(path, one, func(io.Writer, []state.Datagram) error { return broken }, Options{}); !errors.Is(err,
		broken) {
		t.Error(err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("half a file was left")
	}
	if err := Save(path, one, record, Options{}); err != nil {
		t.Error(err)
	}
}
