package promise

import (
	"encoding/hex"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
	"fragscope/samples"
)

// changedSeeds is how many changed copies of each seed a fuzz target begins with.
const changedSeeds = 40

// Unhex returns the bytes that hexadecimal digits write, spaces aside.
func Unhex(t testing.TB, s string) []byte {
	t.Helper()
	p, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// NULs returns texts with a NUL after each.
func NULs(texts ...string) string { return strings.Join(texts, "\x00") + "\x00" }

// Decode decodes a datagram and checks what holds for all of them.
func Decode(t testing.TB, p []byte) *wire.Message {
	t.Helper()
	m := decoder.Decode(p, wire.Options{})
	Message(t, m)
	Truncation(t, m, wire.Options{})
	return m
}

// Anything decodes p as one protocol and by recognition, and checks what holds
// for every message, for halves of it and for several together.
func Anything(t testing.TB, as wire.ProtocolID, p []byte) {
	t.Helper()
	for _, o := range []wire.Options{{}, {Protocol: as, From: wire.Reply}, {Protocol: as, From: wire.Request}} {
		m := decoder.Decode(p, o)
		Message(t, m)
		if len(p) <= 512 && m.Protocol() == as {
			Truncation(t, m, o)
		}
		decoder.StatusOf(m)
		n := decoder.Decode(p[:len(p)/2], o)
		decoder.StatusOf(m, n, m)
		Message(t, m)
		Message(t, n)
	}
}

// ProblemCodes returns the codes of the problems of m.
func ProblemCodes(ms ...*wire.Message) []string {
	list := []string{}
	for _, m := range ms {
		for i := range m.Problems {
			list = append(list, m.Problems[i].Info.Code)
		}
	}
	return list
}

// Packets returns the datagrams of every sample, by the sample's name.
func Packets(t testing.TB) map[string][][]byte {
	t.Helper()
	all := map[string][][]byte{}
	for _, s := range samples.List() {
		all[s.Name] = s.Datagrams()
	}
	if len(all) == 0 {
		t.Fatal("no samples")
	}
	return all
}

// Rows shows the players or teams of a status, one per line.
func Rows(s *wire.Status) (players, teams []string) {
	for _, p := range s.PlayerList {
		players = append(players, "id "+Number(p.ID)+" "+Text(p.Name)+" score "+Number(p.Score)+" ping "+Number(p.Ping)+
			" team "+Number(p.Team)+extra(p.Extra))
	}
	for _, t := range s.Teams {
		teams = append(teams, Text(t.Name)+" score "+Number(t.Score)+extra(t.Extra))
	}
	return players, teams
}

// Number shows a number that may be missing.
func Number(n wire.Opt[int64]) string {
	if !n.Known {
		return "-"
	}
	return strconv.FormatInt(n.Value, 10)
}

// Text shows a text that may be missing.
func Text(s wire.Opt[string]) string {
	if !s.Known {
		return "-"
	}
	return s.Value
}

func extra(rules []wire.Rule) string {
	s := ""
	for _, r := range rules {
		s += " " + r.Key + "=" + r.Value
	}
	return s
}

// Pairs shows the pairs of m as "key=value"; a value of several fields, such as
// a query id, with dots between.
func Pairs(m *wire.Message) string {
	var all []string
	for i := range m.Fields {
		if m.Fields[i].Kind != wire.KindGroup || m.Fields[i].Def.Role != wire.RoleRule {
			continue
		}
		pair, sep := m.Name(i), "="
		for j, end := i+1, m.Next(i); j < end; j++ {
			if f := &m.Fields[j]; f.Leaf() && f.Def.Role != wire.RoleKey && f.Kind != wire.KindPadding {
				pair += sep + m.Text(j)
				sep = "."
			}
		}
		all = append(all, pair)
	}
	return strings.Join(all, " ")
}

// Fuzz decodes anything as one protocol, from its samples and more seeds on, and
// checks what holds for every message.
func Fuzz(f *testing.F, as wire.ProtocolID, prefix string, more ...string) {
	for _, name := range Names(f, prefix) {
		for _, p := range Hex(f, name) {
			Add(f, p)
		}
	}
	for _, p := range more {
		Add(f, []byte(p))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		if len(p) > 2048 {
			return
		}
		m := decoder.Decode(p, wire.Options{Protocol: as})
		Message(t, m)
		Encode(t, m)
		Truncation(t, m, wire.Options{})
		decoder.StatusOf(m.Clone())
	})
}

// Add gives f the datagram p and others that are p with some bytes changed, left out or
// repeated, each before the same more arguments. They are the same ones in each run: what
// passes without fuzzing has tried them too.
func Add(f *testing.F, p []byte, more ...any) {
	add := func(p []byte) { f.Add(append([]any{p}, more...)...) }
	add(p)
	if len(p) == 0 {
		return
	}
	r := rand.New(rand.NewPCG(uint64(len(p)), uint64(p[0])))
	for range changedSeeds {
		q := slices.Clone(p)
		for range 1 + r.IntN(4) {
			at := r.IntN(len(q))
			n := min(1+r.IntN(4), len(q)-at)
			switch r.IntN(5) {
			case 0:
				q[at] = byte(r.Uint32())
			case 1:
				q[at] ^= 1 << r.IntN(8)
			case 2:
				q = slices.Insert(q, at, slices.Clone(q[at:at+n])...)
			case 3:
				q = slices.Insert(q, at, []byte{0, '\r', '\n', '\\', 0xff}[r.IntN(5)])
			case 4:
				if len(q) > n {
					q = slices.Delete(q, at, at+n)
				}
			}
		}
		add(q)
	}
}

// Allocates fails the test when a Decoder that is used again allocates for a
// sample whose name begins with prefix.
func Allocates(t *testing.T, prefix string) {
	t.Helper()
	for _, name := range Names(t, prefix) {
		p := Hex(t, name)[0]
		var d decoder.Decoder
		d.Decode(p)
		if n := testing.AllocsPerRun(10, func() { d.Decode(p) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// Benchmark measures the decoding of p in a Decoder that is used again.
func Benchmark(b *testing.B, p []byte) {
	b.Helper()
	var d decoder.Decoder
	m := d.Decode(p)
	if len(m.Problems) > 0 {
		b.Fatal(Dump(m))
	}
	fields := len(m.Fields)
	b.ReportAllocs()
	b.SetBytes(int64(len(p)))
	for b.Loop() {
		d.Decode(p)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(fields), "ns/field")
	b.ReportMetric(float64(fields), "fields")
}

// Query returns the description of a request, with an example of each detail
// that has one: some requests are empty without them.
func Query(t testing.TB, p wire.ProtocolID, message string) *ask.Query {
	t.Helper()
	q := &ask.Query{Protocol: p, Message: message}
	for _, s := range decoder.Settings(p) {
		if s.Example == "" {
			continue
		}
		if err := s.Set(q, s.Example); err != nil {
			t.Fatalf("%v, %s: %v", p, s.Name, err)
		}
	}
	return q
}
