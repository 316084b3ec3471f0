package render

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/hostile"
	"fragscope/decoder/paste"
)

// The constants of doc.go: for a datagram of n bytes no more than base + n
// times the factor.
const (
	base           = 8 << 10
	jsonFactor     = 400 // also NDJSON
	csvFactor      = 250
	markdownFactor = 250
	pageFactor     = 400 // table and tree, on a page of 100 columns
	statusFactor   = 100 // each format
	memoryFactor   = 500 // Decode, all that is asked for until the Message is there
	gatherFactor   = 400 // Assemble and StatusOf, in the same way
)

// formatFactors are those of a datagram, with colours and in full.
var formatFactors = [...]int{Table: pageFactor, Tree: pageFactor, Markdown: markdownFactor, JSON: jsonFactor,
	NDJSON: jsonFactor, CSV: csvFactor}

// checkAmplification fails the test where a datagram costs more than the
// constants say.
func checkAmplification(t testing.TB, name string, p []byte, o decoder.Options) {
	t.Helper()
	within := func(what string, got, factor int) {
		if limit := base + factor*len(p); got > limit {
			t.Errorf("%s, %d bytes: %s takes %d bytes, more than %d", name, len(p), what, got, limit)
		}
	}
	var m *decoder.Message
	within("decoding", allocated(func() { m = decoder.Decode(p, o) }), memoryFactor)
	var r *Report
	within("the status", allocated(func() { r = NewReport([]*decoder.Message{m}) }), gatherFactor)
	for f, factor := range formatFactors {
		w := Printer{Format: Format(f), Options: Options{Full: true, Color: true}, Total: 1}
		within(Format(f).String(), len(w.Datagram(nil, m)), factor)
		within("the status as "+Format(f).String(), len(w.End(nil, r.Statuses()...)), statusFactor)
	}
}

// allocated returns how many bytes of memory f asks for.
func allocated(f func()) int {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int(after.TotalAlloc - before.TotalAlloc)
}

func caseOptions(c *hostile.Case) decoder.Options {
	if c.Protocol == "" {
		return decoder.Options{}
	}
	o := decoder.Options{From: decoder.Reply}
	o.Protocol, _ = decoder.ProtocolByName(c.Protocol)
	if c.Request {
		o.From = decoder.Request
	}
	return o
}

// Whatever a datagram holds, what is made of it is within a constant times its
// bytes: the worst that each protocol allows, every sample, and every input
// that fuzzing found.
func TestAmplification(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	for _, c := range hostile.All(2000) {
		checkAmplification(t, c.Name, c.Data, caseOptions(&c))
	}
	// At full size those that come nearest to a constant, or once did not keep it.
	for _, c := range hostile.All(hostile.MaxPayload) {
		switch c.Name {
		case "unreal2/empty-rules", "gamespy1/short-pairs", "gamespy1/quoted", "gamespy2/long-name-filled-c1",
			"gamespy2/names-control",
			"gamespy3/long-name-c1", "gamespy3/values", "master/flags":
			checkAmplification(t, c.Name, c.Data, caseOptions(&c))
		}
	}
	for name, p := range everyPacket(t) {
		checkAmplification(t, name, p, decoder.Options{})
	}
}

// The parts of a reply together, too.
func TestAmplificationOfParts(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	n := 0
	var ms []*decoder.Message
	for _, p := range hostile.GameSpy3Parts(8000) {
		n += len(p)
		ms = append(ms, decoder.Decode(p, decoder.Options{}))
	}
	var r *Report
	if got := allocated(func() { r = NewReport(ms) }); got > base+gatherFactor*n {
		t.Errorf("a status of %d bytes takes %d bytes", n, got)
	}
	for f := Table; f < formatCount; f++ {
		p := Printer{Format: f}
		if got := len(p.End(nil, r.Statuses()...)); got > base+statusFactor*n {
			t.Errorf("a status of %d bytes takes %d bytes as %v", n, got, f)
		}
	}
}

// everyPacket returns the datagrams of all samples, and what the fuzzing of
// the decoder has kept.
func everyPacket(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	samples, _ := filepath.Glob("../../samples/*.hex")
	for _, f := range samples {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := paste.Parse(text, paste.Options{})
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		for i, d := range parsed.Datagrams {
			all[filepath.Base(f)+" "+strconv.Itoa(i)] = d.Data
		}
	}
	if len(all) == 0 {
		t.Fatal("no samples")
	}
	corpora, _ := filepath.Glob("../testdata/fuzz/*/*")
	for _, f := range corpora {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if s, ok := strings.CutPrefix(line, "[]byte("); ok {
				if p, err := strconv.Unquote(strings.TrimSuffix(s, ")")); err == nil {
					all[filepath.Base(f)+" "+strconv.Itoa(i)] = []byte(p)
				}
			}
		}
	}
	return all
}
