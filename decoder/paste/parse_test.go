package paste

import (
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder/paste/gz"
)

func TestPositionsPointAtTheBytes(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []Position
	}{
		{"plain hex", "# \u00e9\n79 00\n  0x02", []Position{{2, 1, 2}, {2, 4, 2}, {3, 3, 4}}},
		{"together", "790002", []Position{{1, 1, 2}, {1, 3, 2}, {1, 5, 2}}},
		{"quoted", "> 79\n> 00\n", []Position{{1, 3, 2}, {2, 3, 2}}},
		{"xxd", "00000000: 7900 02                                  y..\n", []Position{{1, 11, 2}, {1, 13, 2}, {1, 16, 2}}},
		{"hexdump", "0000000 0079 0002                              \n0000003\n",
			[]Position{{1, 11, 2}, {1, 9, 2}, {1, 16, 2}}},
		{"od -tc", "0000000   y  \\0 200\n0000003\n", []Position{{1, 11, 1}, {1, 14, 2}, {1, 17, 3}}},
		{"escapes", `"\x79A\0"`, []Position{{1, 2, 4}, {1, 6, 1}, {1, 7, 2}}},
		{"list", "{0x79, 0}", []Position{{1, 2, 4}, {1, 8, 1}}},
		{"base64", "eQAC", []Position{{1, 1, 2}, {1, 2, 2}, {1, 3, 2}}},
		{"text", "\\a\u00e9\\", []Position{{1, 1, 1}, {1, 2, 1}, {1, 3, 1}, {1, 4, 1}}},
		{"after UTF-8", "\u201c\u00e9\u201d: {0x79}", []Position{{1, 7, 4}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := map[string]Format{"base64": Base64, "text": PacketText, "after UTF-8": NumberList,
				"escapes": EscapedString}[c.name]
			res, err := Parse([]byte(c.text), Options{Positions: true, Format: f})
			if err != nil {
				t.Fatal(err)
			}
			var got []Position
			for _, d := range res.Datagrams[len(res.Datagrams)-1:] {
				got = append(got, d.Positions...)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("%s (-want +got):\n%s", res.Format, d)
			}
		})
	}
	res, err := Parse([]byte("79"), Options{})
	if err != nil || res.Datagrams[0].Positions != nil {
		t.Errorf("positions without asking: %v, %v", res, err)
	}
}

// TestNamedFormatOfBlanks: where all bytes are blanks, the format that is named says in which base the offsets are.
func TestNamedFormatOfBlanks(t *testing.T) {
	for _, f := range []Format{OdChars, HexdumpChars} {
		for n := 1; n < 34; n++ {
			b := bytes.Repeat([]byte(" "), n)
			if res, err := Parse(Dump(nil, f, b), Options{Format: f}); err != nil || !bytes.Equal(res.Datagrams[0].Data, b) {
				t.Errorf("%s: %d blanks: %v, %v", f, n, res, err)
			}
		}
	}
}

// TestNamedTextIsAllRead: a mark of base64 or backquotes in text that is said to be the packet are a part of it.
func TestNamedTextIsAllRead(t *testing.T) {
	for _, text := range []string{" 0000 0 ;base64,00000000", "`80 00 00 00 00 00 00`"} {
		b := []byte(text)
		if res, err := Parse(Dump(nil, EscapedText, b), Options{Format: EscapedText}); err != nil ||
			!bytes.Equal(res.Datagrams[0].Data, b) {
			t.Errorf("%q: %v, %v", text, res, err)
		}
	}
}

func TestGzip(t *testing.T) {
	zip := Options{Gunzip: gz.Gunzip}
	packed := gzipped(t, []byte("79 00 00 00 02\n"))
	res, err := Parse(packed, zip)
	if err != nil || !bytes.Equal(res.Datagrams[0].Data, []byte{0x79, 0, 0, 0, 2}) ||
		!strings.HasPrefix(res.Why, "gzip-compressed") {
		t.Errorf("%+v, %v", res, err)
	}
	if res, err = Parse(gzipped(t, []byte{0x80, 0, 0, 0, 1, 7}), zip); err != nil || res.Format != Raw {
		t.Errorf("a packet itself: %+v, %v", res, err)
	}
	bomb := gzipped(t, make([]byte, 1<<20))
	if _, err = Parse(bomb, Options{Gunzip: gz.Gunzip, MaxBytes: 1 << 16}); err == nil ||
		!strings.Contains(err.Error(), "at most 65536 bytes") {
		t.Errorf("larger than allowed: %v", err)
	}
	if _, err = Parse(packed[:len(packed)-6], zip); err == nil || !strings.Contains(err.Error(), "does not decompress") {
		t.Errorf("cut off: %v", err)
	}
	if _, err = gz.Gunzip(bomb, 1<<16); !errors.Is(err, gz.ErrTooLarge) {
		t.Errorf("Gunzip: %v", err)
	}
	if plain, err := gz.Gunzip(bomb, 1<<20); err != nil || len(plain) != 1<<20 {
		t.Errorf("Gunzip of exactly what is allowed: %d, %v", len(plain), err)
	}
}

// TestClosingOffsetsInTheMiddle: after an offset that closes a dump and cuts bytes off, there are fewer of them than
// the line before holds; a * and another closing offset count from what is left.
func TestClosingOffsetsInTheMiddle(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"0000000 0706050403020100\n0000005\n*\n0000012\n", "00010203040001020304"},
		{"0000020 0706050403020100\n0000021\n0000013\n", "00"},
	} {
		res, err := Parse([]byte(c.text), Options{Format: OdHex8})
		if err != nil || hex.EncodeToString(res.Datagrams[0].Data) != c.want {
			t.Errorf("%q: %+v, %v, want %s", c.text, res, err, c.want)
		}
	}
}

// TestPositionOfTheBlankThatAWrapTook: it is where the line before ends, also when that is indented.
func TestPositionOfTheBlankThatAWrapTook(t *testing.T) {
	res, err := Parse([]byte("\\hostname\\a longer first line than these\n   \\maptitle\\Phobos\n  Moon"),
		Options{Positions: true})
	if err != nil {
		t.Fatal(err)
	}
	d := res.Datagrams[0]
	if at := bytes.Index(d.Data, []byte(" Moon")); at < 0 || d.Positions[at] != (Position{2, 20, 1}) {
		t.Errorf("%q: %+v", d.Data, d.Positions)
	}
}

// TestForcedNumbersAreAllRead: a format that the caller names reads every group of a line or says what is wrong with
// one.
func TestForcedNumbersAreAllRead(t *testing.T) {
	text := []byte("00000000: 6162 6364 3031 3233 6162 6364 3031 3233 abcd0123abcd0123\n00000010: 6162 6364 abcd\n")
	if res, err := Parse(text, Options{Format: OdDecimal2}); err == nil {
		t.Errorf("left out the last group: %+v", res)
	}
	text = []byte("00000000  01 02 03 04 05 06 07 08  09 0a 0b 0c 0d 0e 0f 10  |................|\n00000010  " +
		"11                                                |.|\n00000011\n")
	if res, err := Parse(text, Options{Format: XXDLittle}); err != nil || len(res.Datagrams[0].Data) != 17 {
		t.Errorf("left out the second half of a line: %+v, %v", res, err)
	}
}

// TestRepetitionIsBounded: many * may not make a small paste large in memory.
func TestRepetitionIsBounded(t *testing.T) {
	one := "00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|\n*\n0000fff0\n"
	text := []byte(strings.Repeat(one, 2000))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Parse(text, Options{})
	runtime.ReadMemStats(&after)
	if err == nil || !strings.Contains(err.Error(), "'*' that stands for") {
		t.Errorf("%v", err)
	}
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 64<<20 {
		t.Errorf("%d bytes allocated for %d", grown, len(text))
	}
	res, err := Parse([]byte(one), Options{})
	if err != nil || len(res.Datagrams[0].Data) != 0xfff0 {
		t.Errorf("one: %v", err)
	}
}

func TestNotesAreBounded(t *testing.T) {
	text := strings.Repeat("00000000: 6162 6364                                xxxx\n\n", 500)
	res, err := Parse([]byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	last := res.Notes[len(res.Notes)-1]
	if len(res.Notes) != maxNotes+1 || !strings.Contains(last.Text, "1900 more") {
		t.Errorf("%d notes, the last %+v", len(res.Notes), last)
	}
}

func TestAmbiguousGroupsAreSaid(t *testing.T) {
	text := []byte("00000000: 80010203 04050607                    ........\n")
	res, err := Parse(text, Options{})
	if err != nil || res.Format != XXD || len(res.Notes) != 1 ||
		!strings.Contains(res.Notes[0].Text, "little-endian (xxd -e)") {
		t.Errorf("%+v, %v", res, err)
	}
	res, err = Parse(text, Options{Format: XXDLittle})
	if err != nil || !bytes.Equal(res.Datagrams[0].Data, []byte{3, 2, 1, 0x80, 7, 6, 5, 4}) || len(res.Notes) != 0 {
		t.Errorf("%+v, %v", res, err)
	}
}

func TestFormatsHaveNamesAndDescriptions(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Formats() {
		name, about := f.String(), f.Describe()
		if name == "" || seen[name] || len(about) < 20 || !strings.HasSuffix(about, ".") {
			t.Errorf("%d: %q, %q", f, name, about)
		}
		seen[name] = true
		if back, ok := FormatByName(name); !ok || back != f {
			t.Errorf("FormatByName(%q) = %v, %v", name, back, ok)
		}
	}
	if len(seen) != int(formatEnd)-1 || FormatUnknown.String() != "unknown" || Format(200).String() != "unknown" ||
		Format(200).Writable() {
		t.Errorf("%d formats", len(seen))
	}
	if _, ok := FormatByName("unknown"); ok {
		t.Error("unknown is no format to ask for")
	}
	if _, err := Parse([]byte("79"), Options{Format: 200}); err == nil {
		t.Error("a format that does not exist was accepted")
	}
}

// TestRealReplies reads the replies of real servers that lie beside the repository, where they do.
func TestRealReplies(t *testing.T) {
	files, err := filepath.Glob("../../../shared/captures/*.hex")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Log("no captures beside the repository; nothing to compare")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		res, err := Parse(text, Options{})
		if err != nil || res.Format != PlainHex || len(res.Notes) != 0 ||
			len(res.Datagrams) != bytes.Count(text, []byte("# datagram")) {
			t.Errorf("%s: %+v, %v", filepath.Base(file), res, err)
		}
	}
}

func gzipped(t *testing.T, b []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(b); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
