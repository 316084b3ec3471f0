package decoder_test

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol"
	"fragscope/decoder/wire"
)

var (
	checkMessage    = promise.Message
	checkTruncation = promise.Truncation
	checkEncode     = promise.Encode
	dump            = promise.Dump
	codes           = promise.Codes
	leaves          = promise.Leaves
)

func checkSamples(t *testing.T, prefix string, want protocol.ID, least wire.Confidence) {
	t.Helper()
	promise.Samples(t, prefix, want, least)
}

// captures returns the datagrams of the real captures, by file name, where
// they are at hand.
func captures(t testing.TB) map[string][][]byte {
	files, err := filepath.Glob("../../shared/captures/*.hex")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Log("no captures at hand")
	}
	all := map[string][][]byte{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(f), ".hex")
		for _, block := range strings.Split(string(text), "\n\n") {
			var digits strings.Builder
			for _, l := range strings.Split(block, "\n") {
				if !strings.HasPrefix(l, "#") {
					digits.WriteString(strings.ReplaceAll(l, " ", ""))
				}
			}
			p, err := hex.DecodeString(digits.String())
			if err != nil {
				t.Fatal(err)
			}
			if len(p) > 0 {
				all[name] = append(all[name], p)
			}
		}
	}
	return all
}

func TestCaptures(t *testing.T) {
	for name, datagrams := range captures(t) {
		for i, p := range datagrams {
			m := decoder.Decode(p, wire.Options{})
			checkMessage(t, m)
			checkTruncation(t, m, wire.Options{})
			if worst, _ := m.Worst(); worst == wire.SeverityError {
				t.Errorf("%s, datagram %d:\n%s", name, i+1, dump(m))
			}
		}
	}
}

// sampleHex returns the datagrams of samples/NAME.hex.
func sampleHex(t testing.TB, name string) [][]byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "samples", name+".hex"))
	if err != nil {
		t.Fatal(err)
	}
	var all [][]byte
	for _, block := range strings.Split(string(text), "\n\n") {
		var digits strings.Builder
		for _, l := range strings.Split(block, "\n") {
			if !strings.HasPrefix(l, "#") {
				digits.WriteString(strings.ReplaceAll(l, " ", ""))
			}
		}
		p, err := hex.DecodeString(digits.String())
		if err != nil {
			t.Fatal(err)
		}
		if len(p) > 0 {
			all = append(all, p)
		}
	}
	return all
}

// sampleNames returns the names of the samples that begin with prefix.
func sampleNames(t testing.TB, prefix string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "samples", prefix+"*.hex"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no samples %s*: %v", prefix, err)
	}
	for i, f := range files {
		files[i] = strings.TrimSuffix(filepath.Base(f), ".hex")
	}
	return files
}
