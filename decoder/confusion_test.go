//go:build !js

package decoder_test

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/wire"
	"fragscope/samples/capgen"
	samplecaptures "fragscope/samples/captures"
	_ "fragscope/samples/seeded" // the same inputs in each run
)

// TestConfusion counts what every payload is called by its bytes alone, without
// ports: rows are what it is, columns what it is called, with a question mark
// where the decoder only says that it may be that. The table is
// testdata/confusion.txt; -update writes it anew.
//
// Nothing whole is called by a wrong name, and nothing foreign or random by any,
// unless the message says that it may be something else. What is damaged may be
// called by another name, as a word with one character changed is another word;
// the table says how often.
func TestConfusion(t *testing.T) {
	c := confusion{t: t}
	whole, damaged := c.section("Packets as they were sent", true),
		c.section("Packets that were cut, changed in one byte, or have bytes before them", false)
	add := func(is wire.ProtocolID, p []byte) {
		whole.add(is.String(), p)
		for _, p := range mutants(p) {
			damaged.add(is.String(), p)
		}
	}
	sampled(t, add)
	captured(t, add)
	generated(add)
	corpora(t, c.section("What fuzzing has found, by the protocol that it looked at", false))
	foreign := c.section("Other traffic", true)
	for i, kind := range capgen.Others {
		r := rand.New(rand.NewPCG(7, uint64(i)))
		for range 300 {
			foreign.add(kind, capgen.AppendOther(nil, kind, r))
		}
	}
	for i, s := range strangers {
		r := rand.New(rand.NewPCG(8, uint64(i)))
		for range 1000 {
			foreign.add(s.name, []byte(s.make(r)))
		}
	}
	random(c.section("Random payloads of 1 to 1500 bytes", true))
	c.compare(filepath.Join("testdata", "confusion.txt"))
}

// confusion is the table of TestConfusion.
type confusion struct {
	t        *testing.T
	sections []*section
}

// A section is a part of the table.
type section struct {
	title  string
	strict bool // a wrong name is an error
	t      *testing.T
	d      decoder.Decoder
	rows   []string // in the order in which they came
	counts map[string]map[string]int
}

func (c *confusion) section(title string, strict bool) *section {
	s := &section{title: title, strict: strict, t: c.t, counts: map[string]map[string]int{}}
	s.d.Options.Link = wire.LinkNone
	c.sections = append(c.sections, s)
	return s
}

// add decodes p, which is what is says: the name of a protocol, or of something
// foreign.
func (s *section) add(is string, p []byte) {
	m := s.d.Decode(p)
	called, sure := m.Protocol().String(), m.Confidence >= wire.Likely
	for i := range m.Problems { // the other readings are listed
		sure = sure && m.Problems[i].Info != &wire.ProblemShared && m.Problems[i].Info != &backslash.ProblemSecureReading
	}
	if s.strict && sure && called != is {
		s.t.Errorf("%s is called %s, %s: %q", is, called, m.Info.Name, p[:min(len(p), 200)])
	}
	if !sure && m.Protocol() != wire.UnknownProtocol {
		called += "?"
	}
	row := s.counts[is]
	if row == nil {
		row = map[string]int{}
		s.counts[is] = row
		s.rows = append(s.rows, is)
	}
	row[called]++
}

// compare holds the table to the one in file.
func (c *confusion) compare(file string) {
	var b bytes.Buffer
	b.WriteString("What payloads are called by their bytes alone, in packets; ? where it only may be that. " +
		"TestConfusion writes this.\n")
	for _, s := range c.sections {
		fmt.Fprintf(&b, "\n%s\n", s.title)
		for _, is := range s.rows {
			fmt.Fprintf(&b, "  %-26s", is)
			called := make([]string, 0, len(s.counts[is]))
			for name := range s.counts[is] {
				called = append(called, name)
			}
			slices.SortFunc(called, func(a, b string) int { // what it is first, then the most
				return strings.Compare(b, a)
			})
			slices.SortStableFunc(called, func(a, b string) int { return s.counts[is][b] - s.counts[is][a] })
			for _, name := range called {
				fmt.Fprintf(&b, " %s %d", name, s.counts[is][name])
			}
			b.WriteByte('\n')
		}
	}
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			c.t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		c.t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		c.t.Errorf("%s is not true any more; -update writes it anew:\n%s", file, b.Bytes())
	}
}

// mutants returns p cut, with a byte changed, and with bytes before it.
func mutants(p []byte) [][]byte {
	h := fnv.New64a()
	h.Write(p)
	r := rand.New(rand.NewPCG(h.Sum64(), 0))
	changed := slices.Clone(p)
	changed[r.IntN(len(p))] ^= byte(1 + r.IntN(255))
	head := slices.Clone(p) // in the bytes that recognition looks at
	head[r.IntN(min(len(p), 12))] ^= byte(1 + r.IntN(255))
	all := [][]byte{changed, head, append(noise(r, 1+r.IntN(4)), p...), append([]byte{p[0]}, p...)}
	if len(p) > 1 {
		all = append(all, p[:1+r.IntN(len(p)-1)], p[:1+r.IntN(min(len(p)-1, 16))])
	}
	return all
}

// sampleProtocols says what the samples are whose names do not begin with their
// protocol's; a sample of several protocols has no place here.
var sampleProtocols = []struct {
	prefix   string
	protocol wire.ProtocolID
}{
	{"unreal-master-", "unreal-master"}, {"ut99-master-", "unreal-master"}, {"unreal227-master-", "unreal-master"},
	{"frame-tcp-master", "unreal-master"},
	{"frame-minecraft-", "minecraft"}, {"frame-samp-", "samp"}, {"frame-", "unreal2"},
	{"cvsoft-", "unreal2"}, {"lgsl-", "unreal2"}, {"killingfloor-", "unreal2"}, {"pariah-", "unreal2"},
	{"xmp-", "unreal2"},
	{"ut2003-status-", "gamespy1"}, {"ut2003-demo-players-", "gamespy1"}, {"ut2004-gamespy-", "gamespy1"},
	{"ut2003-", "unreal2"}, {"ut2004-", "unreal2"},
	{"ut99-heartbeat", "unreal-heartbeat"}, {"ut99-", "gamespy1"}, {"unreal-", "gamespy1"}, {"unreal227-", "gamespy1"},
	{"bf1942-", "gamespy1"}, {"mohaa-", "gamespy1"}, {"swbf2-", "gamespy1"}, {"ut3-", "gamespy3"},
	{"lan-", "unreal-lan"},
	{"serverlist-", "server-list"},
}

func sampleProtocol(name string) wire.ProtocolID {
	for _, p := range decoder.Protocols() {
		if strings.HasPrefix(name, p.String()+"-") && !strings.HasPrefix(name, "unreal-") {
			return p
		}
	}
	for _, s := range sampleProtocols {
		if strings.HasPrefix(name, s.prefix) {
			return s.protocol
		}
	}
	return wire.UnknownProtocol
}

// sampled adds the payloads of the samples.
func sampled(t *testing.T, add func(wire.ProtocolID, []byte)) {
	all := samplePackets(t)
	names := make([]string, 0, len(all))
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if name == "two-servers-replies" {
			continue // each of them is a sample of its own
		}
		is := sampleProtocol(name)
		if is == wire.UnknownProtocol {
			t.Errorf("what is the sample %s? See sampleProtocols", name)
		}
		for _, p := range all[name] {
			if m := decoder.Decode(p, wire.Options{}); m.Frame.Link != wire.LinkNone {
				p = payloadOf(m)
			}
			if p != nil {
				add(is, p)
			}
		}
	}
}

// payloadOf returns what a frame carries from a port to another, nil when that
// is nothing, a fragment or a quotation.
func payloadOf(m *wire.Message) []byte {
	if m.Payload == 0 || m.Payload >= m.Frame.End || m.Frame.SrcPort == 0 {
		return nil
	}
	return m.Data[m.Payload:m.Frame.End]
}

// captured adds the payloads of the sample captures that their ports say the
// protocol of.
func captured(t *testing.T, add func(wire.ProtocolID, []byte)) {
	for _, name := range samplecaptures.Names() {
		b, err := samplecaptures.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r, err := capture.NewReader(bytes.NewReader(b), capture.Options{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		for r.Next() {
			p := r.Packet()
			m := decoder.Decode(p.Data, wire.Options{Link: p.Link})
			if m.Protocol() == wire.UnknownProtocol || m.Confidence < wire.Likely {
				continue
			}
			row := decoder.Descriptor(m.Protocol())
			if payload := payloadOf(m); payload != nil && (row.KnowsPort(m.Frame.SrcPort) || row.KnowsPort(m.Frame.DstPort)) {
				add(m.Protocol(), slices.Clone(payload))
			}
		}
		r.Close()
	}
}

// generated adds requests of every kind with random details, and what servers
// of every game in random states answer.
func generated(add func(wire.ProtocolID, []byte)) {
	for _, p := range decoder.Protocols() {
		for n, name := range decoder.Descriptor(p).Requests() {
			for seed := range 40 {
				q := rapid.Custom(func(t *rapid.T) *ask.Query { return anyQuery(t, p, name) }).Example(1000*n + seed)
				b, err := decoder.AppendRequest(nil, q)
				if err != nil || len(b) == 0 {
					continue // a detail is missing, or one that does not fit
				}
				add(p, b)
				m := decoder.Decode(b, wire.Options{Protocol: p, From: wire.Request, Link: wire.LinkNone})
				for _, g := range decoder.Games() {
					if !g.Answers(p) {
						continue
					}
					a := &answer.Answer{Status: rapid.Custom(anyStatus).Example(seed), Game: g, Number: uint32(seed)}
					replies, err := decoder.AppendReplies(nil, m, a)
					if err != nil {
						continue // nothing is said to this
					}
					for _, reply := range replies {
						add(p, reply)
					}
				}
			}
		}
	}
}

// anyQuery makes a request with some of the details that it can have.
func anyQuery(t *rapid.T, p wire.ProtocolID, name string) *ask.Query {
	q := &ask.Query{Protocol: p, Message: name}
	for i := range q.ID {
		q.ID[i] = rapid.Byte().Draw(t, "id")
	}
	g := saying{t, replyLetters}
	for _, s := range decoder.Settings(p) {
		if s.Example == "" && !g.yes("has "+s.Name) {
			continue
		}
		value := s.Example
		switch s.Kind {
		case ask.SettingText, ask.SettingList:
			if s.Example == "" {
				value = g.text(s.Name)
			}
		case ask.SettingNumber:
			if s.Example == "" || g.yes("number") {
				value = strconv.Itoa(rapid.IntRange(0, 65535).Draw(t, s.Name))
			}
		case ask.SettingSwitch:
			value = strconv.FormatBool(g.yes(s.Name))
		}
		if err := s.Set(q, value); err != nil && s.Example != "" {
			_ = s.Set(q, s.Example)
		}
	}
	return q
}

// anyStatus makes a server of which every protocol says what it can.
func anyStatus(t *rapid.T) *wire.Status {
	g := saying{t, replyLetters}
	s := g.base(wire.UnknownProtocol)
	s.Rules = g.rules(wire.Rule{Key: "gamever", Value: "3369"}, wire.Rule{Key: "AdminName", Value: "Lamplighter"})
	for i := range rapid.IntRange(0, 70).Draw(t, "rows") {
		s.PlayerList = append(s.PlayerList, wire.Player{
			ID: wire.Some(int64(i)), Name: g.name("player"), Ping: g.number("ping", 0, 9999),
			Score: g.number("score", -1<<31, 1<<31-1), Team: g.number("team", 0, 3),
		})
	}
	for range rapid.IntRange(0, 4).Draw(t, "teams") {
		s.Teams = append(s.Teams, wire.Team{Name: g.name("team"), Score: g.number("score", 0, 999)})
	}
	if g.yes("password") {
		s.Password = wire.Some(true)
	}
	if g.yes("version") {
		s.Version = wire.Some(g.text("version"))
	}
	return s
}

// corpora adds what the fuzz targets of the protocols have kept.
func corpora(t *testing.T, s *section) {
	files, err := filepath.Glob("protocol/*/testdata/fuzz/*/*")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			quoted, ok := strings.CutPrefix(strings.TrimSpace(line), "[]byte(")
			if p, err := strconv.Unquote(strings.TrimSuffix(quoted, ")")); ok && err == nil && p != "" {
				s.add(strings.Split(file, string(filepath.Separator))[1], []byte(p))
			}
		}
	}
}

// random adds a million payloads. Those that may be a query are nearly all as
// short as one: a byte can be a request of All-Seeing Eye.
func random(s *section) {
	seed := [32]byte{1}
	r := rand.NewChaCha8(seed)
	pool := make([]byte, 1<<20)
	for n := range 1_000_000 {
		if n%10_000 == 0 {
			_, _ = r.Read(pool)
		}
		size := 1 + int(r.Uint64()%1500)
		at := int(r.Uint64() % uint64(len(pool)-size))
		s.add("random", pool[at:at+size])
	}
}
