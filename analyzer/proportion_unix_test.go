//go:build unix

package analyzer_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/netip"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"

	"fragscope/analyzer"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/analyzer/live/serverlist"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
	"fragscope/decoder/explain"
	"fragscope/decoder/wire"
	"fragscope/samples"
	"fragscope/samples/captures"
)

// The longest input of these tests has maxInput bytes, the shortest an eighth of
// that.
const (
	maxInput = 400_000
	// maxExponent is that of the time by the length of the input: doubled input
	// takes at most 2.2 times as long.
	maxExponent = 1.15
	maxRounds   = 15
)

// processorTime returns how long f occupied processors, in seconds, whatever else
// the machine did at the time; with or without the collection of garbage meanwhile.
func processorTime(collect bool, f func()) float64 {
	now := func() float64 {
		var u syscall.Rusage
		_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // its arguments are valid
		return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
	}
	runtime.GC()
	if !collect {
		defer debug.SetGCPercent(debug.SetGCPercent(-1))
	}
	start := now()
	f()
	return now() - start
}

// inProportion measures do for inputs of 50 and 400 kB, the short one eight times,
// and fails where the best of several measurements of the long one is too long. It
// then measures 100 and 200 kB too, to see whether the time grows. Garbage of a long input
// is collected, that of short ones is too little to be: what is too long with the
// collection is measured without it.
func inProportion(t *testing.T, name string, prepare func(n int) (do func())) {
	t.Helper()
	best := func(i int, collect bool) func() float64 { // of inputs of 50 kB << i
		do, best := prepare(maxInput>>(3-i)), math.Inf(1)
		return func() float64 {
			best = min(best, processorTime(collect, func() {
				for range 8 >> i {
					do()
				}
			}))
			return best
		}
	}
	for _, collect := range []bool{true, false} {
		short, long := best(0, collect), best(3, collect)
		for range maxRounds {
			// Below a millisecond in all there is nothing to measure.
			if a, b := max(short(), 1e-3), max(long(), 1e-3); 1+math.Log2(b/a)/3 <= maxExponent {
				return
			}
		}
	}
	var ms [4]float64
	for range 3 { // what grows does each time
		for i := range ms {
			time := best(i, false)
			ms[i] = max(min(time(), time(), time()), 1e-3) * 1e3
		}
		// What is read in another way from some length on is a step, of one doubling alone.
		grows := 0
		for i := range 3 {
			if 1+math.Log2(ms[i+1]/ms[i]) > maxExponent {
				grows++
			}
		}
		if grows <= 1 {
			return
		}
	}
	t.Errorf("%s: 400 kB take %.1f ms in pieces of 50 kB, %.1f of 100, %.1f of 200, %.1f in one", name, ms[0], ms[1],
		ms[2], ms[3])
}

// repeated returns n bytes of unit after head.
func repeated(head, unit string, n int) []byte {
	return []byte(head + strings.Repeat(unit, max(1, (n-len(head))/len(unit))))
}

// analyzeAll adds packets to an analyzer and writes the report in each way that
// shows all of it.
func analyzeAll(packets []record.Packet) {
	a := analyzer.New(record.Options{Workers: 1, Exchanges: func([]*report.Exchange) {}})
	for i := range packets {
		a.Add(&packets[i])
	}
	show(a.Finish())
}

func show(r *report.Report) {
	r.Settle()
	_ = export.JSON(io.Discard, r, nil) // io.Discard takes everything
	_ = export.Screen(io.Discard, r, export.ScreenOptions{})
}

// readCapture analyzes a capture and shows the report.
func readCapture(t *testing.T, b []byte) {
	r, err := capture.NewReader(bytes.NewReader(b), capture.Options{})
	if err != nil {
		t.Error(err)
		return
	}
	report, err := scan.Read(context.Background(), "", r, scan.Options{Analyzer: record.Options{Workers: 1}})
	if err != nil && report == nil {
		t.Error(err)
		return
	}
	show(report)
}

// samplePayloads returns the datagrams of all samples.
func samplePayloads() (all [][]byte) {
	for _, s := range samples.List() {
		for _, p := range s.Datagrams() {
			if len(p) > 0 {
				all = append(all, p)
			}
		}
	}
	return all
}

// The time that a capture takes is in proportion to its length: samples one after
// the other, cut ones, and what is damaged in each block.
func TestCapturesInProportion(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time, which the run without -short does")
	}
	const pcap = "\xd4\xc3\xb2\xa1\x02\x00\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\x00\x00\x01\x00\x00\x00"
	const section = "\x0a\x0d\x0d\x0a\x1c\x00\x00\x00\x4d\x3c\x2b\x1a\x01\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\x1c\x00\x00\x00"
	const description = "\x01\x00\x00\x00\x14\x00\x00\x00\x01\x00\x00\x00\xff\xff\x00\x00\x14\x00\x00\x00"
	inputs := map[string][2]string{ // head, and what is repeated
		"pcap, zeros":               {pcap, "\x00"},
		"pcap, packets of no bytes": {pcap, "\x00\x00\x00\x65\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"},
		"pcap, headers again":       {pcap, pcap},
		"pcap, lengths too large":   {pcap, "\x00\x00\x00\x65\x00\x00\x00\x00\xff\xff\xff\x0f\xff\xff\xff\x0f"},
		"pcapng, sections":          {section, section},
		"pcapng, interfaces":        {section, description},
		"pcapng, zeros":             {section + description, "\x00\x00\x00\x00"},
		"pcapng, lengths too large": {section + description, "\x06\x00\x00\x00\xf0\xff\xff\x0f"},
		"pcapng, closing length wrong": {section + description,
			"\x06\x00\x00\x00\x20\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x21\x00\x00\x00"},
		"pcapng, interfaces undeclared": {section,
			"\x06\x00\x00\x00\x20\x00\x00\x00\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x20\x00\x00\x00"},
		"pcapng, starts of sections": {section, "\x0a\x0d\x0d\x0a"},
	}
	for _, name := range captures.Names() {
		b, err := captures.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		inputs[name] = [2]string{"", string(b)}
		inputs[name+", cut"] = [2]string{"", string(b[:len(b)*3/4+1])}
	}
	for name, in := range inputs {
		inProportion(t, name, func(n int) func() {
			b := repeated(in[0], in[1], n)
			return func() {
				readCapture(t, b)
			}
		})
	}
}

// The same datagram again and again: of one server to one client, to many clients,
// and of many servers.
func TestDatagramsInProportion(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time, which the run without -short does")
	}
	seen := map[string]bool{}
	for _, s := range samples.List() {
		for _, p := range s.Datagrams() {
			m := decoder.Decode(p, decoder.Options{})
			if kind := fmt.Sprint(m.Protocol(), m.Info.Direction); seen[kind] || m.Info.Direction == decoder.DirectionUnknown ||
				len(p) > 3000 {
				continue
			} else {
				seen[kind] = true
			}
			request := m.Info.Direction == decoder.Request
			inProportion(t, s.Name, func(n int) func() {
				var packets []record.Packet
				for i := range n / (42 + len(p)) {
					client := netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, 2, 1}), 5000)
					server := netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, 100, 1}), 7778)
					switch k := byte(i / 3 >> 8); i % 3 {
					case 1:
						client = netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, k, byte(i / 3)}), uint16(5000+i))
					case 2:
						server = netip.AddrPortFrom(netip.AddrFrom4([4]byte{198, 51, k, byte(i / 3)}), 7778)
					}
					if !request {
						client, server = server, client
					}
					packets = append(packets, record.Packet{Time: 1_700_000_000e9 + int64(i)*1e6, Number: int64(i + 1),
						Link: decoder.LinkNone, Src: client, Dst: server, Data: p})
				}
				return func() { analyzeAll(packets) }
			})
		}
	}
	if len(seen) < 30 {
		t.Errorf("only %d kinds of datagram", len(seen))
	}
}

// TCP segments, however long, in whichever order and however often.
func TestStreamsInProportion(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time, which the run without -short does")
	}
	list := `\basic\\secure\LANTRN` + strings.Repeat(`\ip\192.0.2.77:7778`, maxInput/19) + `\final\`
	for name, order := range map[string]func(i, n int) int{
		"in order":  func(i, _ int) int { return i },
		"backwards": func(i, n int) int { return (n - i) % n }, // after the first
		"every second": func(i, n int) int { // then the others
			if even := (n + 1) / 2; i >= even {
				return 2*(i-even) + 1
			}
			return 2 * i
		},
		"with gaps":  func(i, n int) int { return 2 * i % (n - n%2) }, // twice
		"spread":     func(i, n int) int { return i * 7919 % n },
		"twice":      func(i, n int) int { return i / 2 },
		"all of one": func(_, n int) int { return n / 2 },
	} {
		for _, size := range []int{1, 20, 1000} {
			inProportion(t, fmt.Sprintf("%s, %d bytes", name, size), func(n int) func() {
				h := capture.Header{Link: capture.LinkRaw, Src: netip.MustParseAddrPort("198.51.100.1:28900"),
					Dst: netip.MustParseAddrPort("192.0.2.1:5000"), Flags: capture.ACK}
				count := max(2, n/(40+size))
				var packets []record.Packet
				for i := range count {
					at := order(i, count) * size
					h.Seq = 1000 + uint32(at)
					b, err := h.AppendTCP(nil, []byte(list[at:at+size]))
					if err != nil {
						t.Fatal(err)
					}
					packets = append(packets, record.Packet{Time: 1_700_000_000e9 + int64(i)*1e6, Number: int64(i + 1),
						Link: wire.LinkRawIP, Data: b})
				}
				return func() { analyzeAll(packets) }
			})
		}
	}
}

// Lists of servers, in lines and without a line end.
func TestListsInProportion(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time, which the run without -short does")
	}
	for _, unit := range []string{
		"192.0.2.1:7777\n", "192.0.2.1:7777 ", "192.0.2.1:7777,", "[2001:db8::1]:7777\n", "[2001:db8::1]",
		"game.example:27015 # the old one\n", "a.", "a", "1", "1.", "1:", "::", "[", "]", "[[", "\"", "'\"", "<", "(",
		" ", "\t", "\r", "\n", "\r\n", "#", "# \n", "//", "-", "%", "\x00", "\xff", "é", "\\ip\\192.0.2.1:7777", "\\",
		"192.0.2.1\t7777\t7778\n", "192.0.2.1\t7777\t7778\t", "steam://connect/192.0.2.1:27015/secret\n", "steam://connect/",
		"ut2004://", "http://[",
		"a2s 192.0.2.1:27015 name=\"The Lantern\"\n", "q3s=192.0.2.1", "{\"addr\":\"192.0.2.1:27015\"},",
		"[\"192.0.2.1:27015\"],\n", "<a href=\"steam://connect/192.0.2.1:27015\">", "Москва 192.0.2.1:7777\n",
	} {
		inProportion(t, fmt.Sprintf("%q", unit), func(n int) func() {
			b := repeated("", unit, n)
			return func() {
				l := serverlist.Parse(b)
				_ = l.Err() // it names lines
			}
		})
	}
}

// Filters that search the packet and its texts.
func TestFiltersInProportion(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time, which the run without -short does")
	}
	unit := `\ip\192.0.2.77:7778`
	for _, source := range []string{
		`bytes("5c 5c 66 69 6e 61 6c")`, `bytes("5c 69 70 5c 31 39 32 00")`, `text("nothing of that kind")`,
		`text("ip 192.0.2.7")`, `field("*.pair", "none")`, `field("*a*b*c*d*e*", "*")`,
		`problem("*a*b*c*d*e*")`, `problem("cut") or size > 400`, `message matches "(x+x+)+y"`,
	} {
		f, err := filter.Compile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, head := range []string{"", `\hostname\a`, "\x80\x00\x00\x00\x01"} {
			inProportion(t, fmt.Sprintf("%s of %q", source, head), func(n int) func() {
				b := repeated(head, unit, n)
				m := decoder.Decode(b, decoder.Options{Link: decoder.LinkNone, Stream: true})
				p := &record.Packet{Link: decoder.LinkNone, Data: b, Stream: true}
				match := f.Matcher(context.Background())
				return func() { match.Match(m, p) }
			})
		}
	}
}

// What is searched for among the names that can be explained.
func TestExplainInProportion(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time, which the run without -short does")
	}
	for _, unit := range []string{"a", "unreal2.", ".length", ".0x1", ".", "é", "\x00"} {
		inProportion(t, fmt.Sprintf("%q", unit), func(n int) func() {
			name := string(repeated("", unit, n))
			return func() {
				explain.Explain(name)
				explain.Suggest(name)
			}
		})
	}
}

var randomUnits = flag.Int("units", 12, "how many random units TestRandomUnitsInProportion repeats")

// randomUnit is made of pieces of texts, of punctuation and of lengths.
func randomUnit(r *rand.Rand, texts [][]byte) string {
	const marks = "\"'`{}[]()<>|,;:=.\\/#$%&*+-_!?@^~ \n\t0x\x00\xff\x1b"
	var unit []byte
	for range 1 + r.IntN(4) {
		switch r.IntN(4) {
		case 0:
			for range 1 + r.IntN(3) {
				unit = append(unit, marks[r.IntN(len(marks))])
			}
		case 1:
			unit = binary.LittleEndian.AppendUint32(unit, r.Uint32()>>r.IntN(32))
		default:
			text := texts[r.IntN(len(texts))]
			from := r.IntN(len(text))
			unit = append(unit, text[from:min(len(text), from+1+r.IntN(120))]...)
		}
	}
	return string(unit)
}

// TestRandomUnitsInProportion: reading captures, streams, lists and filters takes time in
// proportion to their length, for random units repeated on one line and on many.
func TestRandomUnitsInProportion(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time, which the run without -short does")
	}
	r := rand.New(rand.NewPCG(7, uint64(*randomUnits)))
	datagrams := samplePayloads()
	var files [][]byte
	for _, name := range captures.Names() {
		b, err := captures.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, b)
	}
	words := [][]byte{
		[]byte("192.0.2.1:7777 [2001:db8::1]:7778 game.example:27015 # old\n// new\nsteam://connect/192.0.2.1:27015/x\n"),
		[]byte("a2s 192.0.2.1:27015 name=\"The Lantern\" players=3\n{\"addr\":\"192.0.2.1:27015\",\"name\":\"Москва " +
			"1\"},<a href=\"unreal://\">"),
		[]byte(
			`unreal2.info.players > 20 and not (a2s.info.map contains "de_" or ip.addr == 192.0.2.0/24) && rtt >= 5ms || time < "2026-01-02"`),
		[]byte(`field("*.name", "x") or bytes("5c 69") and text("a") in {1, 2, "three"} udp.port == 7777..7778 !tcp`),
	}
	search, err := filter.Compile(
		`text("nothing of that kind") or bytes("5c 5c 66 69 6e 61 6c") or field("*.n*e", "*x*y*")`)
	if err != nil {
		t.Fatal(err)
	}
	for range *randomUnits {
		unit, text := randomUnit(r, slices.Concat(files, datagrams)), randomUnit(r, words)
		stream, head := randomUnit(r, datagrams), datagrams[r.IntN(len(datagrams))]
		for _, head := range files[:2] {
			inProportion(t, fmt.Sprintf("capture, %q", unit), func(n int) func() {
				b := repeated(string(head), unit, n)
				return func() { readCapture(t, b) }
			})
		}
		for _, text := range []string{strings.ReplaceAll(text, "\n", " "), strings.TrimRight(text, "\n") + "\n"} {
			inProportion(t, fmt.Sprintf("list, %q", text), func(n int) func() {
				b := repeated("", text, n)
				return func() { _ = serverlist.Parse(b).Err() } // it names lines
			})
			inProportion(t, fmt.Sprintf("filter, %q", text), func(n int) func() {
				b := string(repeated("", text, n))
				return func() { _, _ = filter.Compile(b) } // most are wrong
			})
		}
		inProportion(t, fmt.Sprintf("search, %q after %q", stream, head), func(n int) func() {
			b := repeated(string(head), stream, n)
			p := &record.Packet{Link: decoder.LinkNone, Data: b, Stream: true}
			match := search.Matcher(context.Background())
			return func() { match.Match(decoder.Decode(b, decoder.Options{Link: decoder.LinkNone, Stream: true}), p) }
		})
	}
}
