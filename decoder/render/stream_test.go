package render

import (
	"bytes"
	"fmt"
	"runtime"
	"testing"

	"fragscope/decoder"
)

// What a Stream writes of datagrams that it can hold is what Append writes.
func TestStreamLikeAppend(t *testing.T) {
	var datagrams [][]byte
	for n := range 300 {
		datagrams = append(datagrams, fmt.Appendf(nil, `\hostname\a\player_%d\x\queryid\7.%d`, n, 300-n))
	}
	for _, count := range []int{0, 1, 2, 300} {
		for f := Table; f < formatCount; f++ {
			var ms []*decoder.Message
			var got []byte
			s := Stream{Printer: Printer{Format: f}, Write: func(p []byte) { got = append(got, p...) }}
			var d decoder.Decoder
			for _, p := range datagrams[:count] {
				ms = append(ms, decoder.Decode(p, decoder.Options{}))
				s.Datagram(d.Decode(p))
			}
			s.End()
			if want := Append(nil, f, NewReport(ms), Options{}); string(got) != string(want) {
				t.Errorf("%d datagrams as %v: a stream says\n%.300s\nwant\n%.300s", count, f, got, want)
			}
		}
	}
}

// Memory does not grow with the number of datagrams; the first that is not
// held back says that it is not part of the status, and is the only one.
func TestStreamMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	p := []byte("\x80\x00\x00\x00\x01\x02a\x00\x02b\x00")
	limits, pieces, most := 0, 0, uint64(0)
	s := Stream{Printer: Printer{Format: JSON}}
	s.Write = func(buf []byte) {
		limits += bytes.Count(buf, []byte(`"status-limit"`))
		if pieces++; pieces%5000 == 0 {
			var m runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&m)
			most = max(most, m.HeapAlloc)
		}
	}
	var d decoder.Decoder
	for range 200_000 {
		s.Datagram(d.Decode(p))
	}
	s.End()
	if limits != 1 || pieces < 200_000 {
		t.Errorf("%d of %d pieces of output say that the status ends", limits, pieces)
	}
	if most > 4*StreamHeld {
		t.Errorf("%d MB of memory are in use", most>>20)
	}
}

// A wrong answer to a challenge is said of datagrams that are shown together, of
// those behind the limit, and of the packets of a capture.
func TestStreamChallenges(t *testing.T) {
	for _, alone := range []bool{false, true} {
		for _, between := range []int{0, 2 * StreamHeld / 65000} {
			s := Stream{Printer: Printer{Format: NDJSON}, Alone: alone, Write: func([]byte) {}}
			var d decoder.Decoder
			s.Datagram(d.Decode([]byte(`\basic\\secure\QWERTY`)))
			other := make([]byte, 65000)
			for range between {
				s.Datagram(d.Decode(other))
			}
			got := false
			s.Write = func(last []byte) {
				got = got || bytes.Contains(last, []byte("validate-wrong"))
			}
			s.Datagram(d.Decode([]byte(`\validate\AAAAAAAA`)))
			s.End()
			if !got {
				t.Errorf("alone %v, %d datagrams between: nothing is said about a wrong answer", alone, between)
			}
		}
	}
}

// The rows of one long datagram are written as they are made: no piece of the
// output grows with it, in any format, and the pieces are what Append makes.
func TestStreamRows(t *testing.T) {
	p := append([]byte("\x80\x00\x00\x00\x01"), bytes.Repeat([]byte("\x02a\x00\x02b\x00"), 20_000)...)
	m := decoder.Decode(p, decoder.Options{})
	for f := Table; f < formatCount; f++ {
		var got []byte
		longest := 0
		s := Stream{Printer: Printer{Format: f}, Write: func(p []byte) {
			got = append(got, p...)
			longest = max(longest, len(p))
		}}
		s.Datagram(m)
		s.End()
		if want := Append(nil, f, NewReport([]*decoder.Message{m}), Options{}); !bytes.Equal(got, want) {
			t.Errorf("%v: a stream differs from Append", f)
		}
		if longest > 2*rowsSize || len(got) < 20*rowsSize {
			t.Errorf("%v: %d bytes are written, %d of them at once", f, len(got), longest)
		}
	}
}
