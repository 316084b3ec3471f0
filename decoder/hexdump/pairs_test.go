package hexdump_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"fragscope/decoder"
	"fragscope/decoder/hexdump"
	"fragscope/decoder/paste"
)

// samePairs reads text with WalkPairs and, where that reads it, with Walk, and fails unless both say the same.
func samePairs(t interface {
	Helper()
	Fatalf(string, ...any)
}, text []byte) bool {
	t.Helper()
	read := func(walk func([]byte, hexdump.Options, func(*hexdump.Datagram)) (*hexdump.Result, error)) (*hexdump.Result, error) {
		var all []hexdump.Datagram
		res, err := walk(text, hexdump.Options{Positions: true, Judge: paste.Judge(decoder.Options{})}, func(d *hexdump.Datagram) {
			keep := *d
			keep.Data = append([]byte(nil), d.Data...)
			all = append(all, keep)
		})
		if err == nil {
			res.Datagrams = all
			res.Others = nil // WalkPairs looks for none
		}
		return res, err
	}
	got, err := read(hexdump.WalkPairs)
	if err != nil {
		return false
	}
	want, err := read(hexdump.Walk)
	if err != nil {
		t.Fatalf("%q: WalkPairs reads %d datagrams, Walk says %v", text, got.Count, err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%q:\nWalkPairs %+v\nWalk      %+v", text, got, want)
	}
	return true
}

// TestWalkPairs has what WalkPairs reads and what it leaves to Walk.
func TestWalkPairs(t *testing.T) {
	for text, reads := range map[string]bool{
		"80 00 00 00 00": true,
		"# info request, 5 bytes\n80 00 00 00 00\n\nfe fd 09\n": true,
		"# 7 bytes\n80 00 00 00 00\n":                           true, // a note says that there are 5
		"8000000000":                                            false,
		"80 00 00 00 0":                                         false,
		"80 00 00 00 00 ":                                       false,
		"80  00":                                                false,
		"92 98 97 92":                                           false, // decimal, perhaps
		"92 98 97 92 0a":                                        true,
		"#1400\n00\n":                                           false, // more other numbers than bytes: Walk says that it may be no packet
		"0x80, 0x00":                                            false,
		"00000000: 8000 0000 00":                                false,
		`\status\`:                                              false,
		"# \\status\\\n80 00":                                   false,
		"":                                                      false,
		"# nothing":                                             false,
		"80 00\r\n":                                             false,
		"eAAAAAA=":                                              false,
	} {
		if got := samePairs(t, []byte(text)); got != reads {
			t.Errorf("%q: read %v, want %v", text, got, reads)
		}
	}
	_, err := hexdump.WalkPairs([]byte("80 00 00\n00000000: 80"), hexdump.Options{}, nil)
	if want := "line 2, column 1: found text that has to be recognised, expected pairs of hex digits with one space between them: read it with the whole decoder"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if _, err := hexdump.WalkPairs([]byte("80 00"), hexdump.Options{Format: hexdump.Base64}, nil); err == nil {
		t.Error("pairs are read as base64")
	}
}

// TestWalkPairsSamples says that nearly every sample is read without recognising, as the page's first program has to. The
// others are a few digits that can be decimal and are no whole message, or have escapes in their comments.
func TestWalkPairsSamples(t *testing.T) {
	files, _ := filepath.Glob("../../samples/*.hex")
	var left []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if name := filepath.Base(f); !samePairs(t, text) {
			left = append(left, name)
		}
	}
	t.Logf("%d of %d are left to Walk: %s", len(left), len(files), left)
	if len(files) < 100 || len(left)*20 > len(files) || slices.Contains(left, "ut2004-info-reply.hex") {
		t.Errorf("%d of %d samples are left to Walk: %s", len(left), len(files), left)
	}
}

// pairsText draws lines of pairs, of comments and of what looks like them.
func pairsText(t *rapid.T) []byte {
	var text []byte
	for range rapid.IntRange(1, 12).Draw(t, "lines") {
		switch rapid.IntRange(0, 5).Draw(t, "line") {
		case 0:
			text = append(text, '#')
			words := []string{"packet", "datagram", "frame", "1400", "bytes", "0000", "80", "00:", ",", "\\info\\", "Kee\\n", "\"!!\"", "\\x80", ":", "from", "->", ">", "(", "'", "GET", "a", "1", "2", "==", ".", "sent", "----", "[0]", "sample.", "uint8", "0x80", "//"}
			for range rapid.IntRange(0, 6).Draw(t, "words") {
				if rapid.Bool().Draw(t, "space") {
					text = append(text, ' ')
				}
				text = append(text, rapid.SampledFrom(words).Draw(t, "word")...)
			}
		case 1:
		default:
			digits := rapid.SampledFrom([]string{"01", "0123456789", "0123456789abcdef", "0123456789ABCDEF"}).Draw(t, "digits")
			for i := range rapid.IntRange(1, 20).Draw(t, "pairs") {
				if i > 0 {
					text = append(text, ' ')
				}
				text = append(text, digits[rapid.IntRange(0, len(digits)-1).Draw(t, "d")], digits[rapid.IntRange(0, len(digits)-1).Draw(t, "d")])
			}
		}
		text = append(text, '\n')
	}
	return text
}

// TestWalkPairsAsWalk draws texts.
func TestWalkPairsAsWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { samePairs(t, pairsText(t)) })
}

func FuzzWalkPairs(f *testing.F) {
	f.Add([]byte("# a comment\n80 00 00 00 00\n\nfe fd 09"))
	f.Add([]byte("00 01 02 03\n10 11 12 13\n20 21 22 23\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) < 4096 {
			samePairs(t, text)
		}
	})
}
