package paste

import (
	"bytes"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
)

// maxMemory is how many bytes Walk may have in use for each byte of a text, without the text itself. Where a text is
// one long datagram most of it is the datagram, which grows.
const maxMemory = 8

// peak is the most that do has in use beside what was there, as the collections say that run all the time.
func peak(do func()) (most uint64) {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	runtime.GC()
	metrics.Read(sample)
	before := sample[0].Value.Uint64()
	done := make(chan struct{})
	go func() {
		do()
		close(done)
	}()
	for {
		metrics.Read(sample)
		most = max(most, sample[0].Value.Uint64())
		select {
		case <-done:
			return most - min(most, before)
		default:
			runtime.Gosched()
		}
	}
}

// TestMemory: reading takes memory in proportion to the text, whatever it is.
func TestMemory(t *testing.T) {
	const size = 1 << 20
	texts := map[string][]byte{}
	for _, f := range Formats() {
		if f.Writable() {
			texts[f.String()] = megabyte(f)
		}
	}
	for _, part := range []string{
		"\n", "00\n", "00 \n\n", "0,", "0x80,", "[1,2,3,4],", "\"a\",", "\"\\x80\",", "{\"data\":\"79000000\"}\n",
		"{\"payload\":[1,2,3,4]},", "<79 00 00 00 00>\n",
		"he says 80 00 00 00 01 and\n", "<field name=\"data\" value=\"79000000\"/>", "- 121\n",
		"recv(3, \"\\0\\1\\2\\3\", 4) = 4\n", "00000000: 6161  aa\n", "AAAA\n", "\u00e9", "> ", "`79000000`\n",
	} {
		texts["many "+part] = bytes.Repeat([]byte(part), size/len(part))
	}
	texts["an object"] = append([]byte("{\"a\":"), bytes.Repeat([]byte("{\"data\":\"79000000\",\"a\":"), size/23)...)
	texts["a list"] = append([]byte("[{\"a\":["), bytes.Repeat([]byte("\"79000000ff\","), size/13)...)
	for name, text := range texts {
		// A collection counts what comes while it runs as in use, and runs longer beside others: each
		// try says too much or the truth.
		times := math.Inf(1)
		for try := 0; try < 3 && times > maxMemory; try++ {
			times = min(times, float64(peak(func() { Walk(text, Options{}, nil) }))/float64(len(text)))
		}
		if times > maxMemory {
			t.Errorf("%.40q: %.1f bytes in use for a byte of text, at most %d", name, times, maxMemory)
		}
	}
}
