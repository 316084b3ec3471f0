package render

import (
	"cmp"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"math/bits"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/edit"
	"fragscope/decoder/paste"
)

// Every change of one byte, every byte put in, every byte left out and every
// cut of every sample: 12 million packets.
//
// Each of them is decoded, by a new Decoder and by one that is reused, which
// have to agree; its leaves have to tile it; encoded again it is the same; its
// status is gathered, and it and a copy have to be one reply; its JSON has to
// be valid and plain; its plain hex, and xxd's line with the mutation, are read
// back. The memory and the output of all this stay within the constants of
// doc.go.
//
// All formats, with what they say compared to the fields, and the whole of
// xxd's dump are made only of the first packet of each shape: the sequence of
// fields and problems, whatever their offsets and values.
//
// FRAGSCOPE_MUTATIONS=all makes all of them, which takes an hour or more (set
// -timeout; -run TestMutations/NAME takes a part of the samples); =1 those
// with the values that are most telling, a twelfth of them; without it a few
// hundred are made, the same ones every time.
func TestMutations(t *testing.T) {
	if testing.Short() {
		t.Skip("measures memory, which the run without -short does")
	}
	stride := 20011 // a prime: all kinds come up
	mode := os.Getenv("FRAGSCOPE_MUTATIONS")
	if mode == "1" || mode == "all" {
		stride = 1
	}
	// Memory is counted for the whole process, and exactly only when all stops:
	// one processor makes that cheap.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	packets := everyPacket(t)
	names := []string{}
	for name := range packets {
		if strings.Contains(name, ".hex") {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { // the short ones first: most samples are done soon
		return cmp.Or(cmp.Compare(len(packets[a]), len(packets[b])), cmp.Compare(a, b))
	})
	c := mutationCheck{seed: maphash.MakeSeed(), shapes: map[uint64]bool{}}
	end, limited := t.Deadline()
	same := map[string]bool{}
	next := 0 // the number of the next mutation of the packet that is tried
	for _, name := range names {
		p := packets[name]
		if same[string(p)] {
			continue
		}
		same[string(p)] = true
		all := (len(p) + 1) * mutationsAt
		t.Run(name, func(t *testing.T) {
			c.valid = map[uint64]bool{}
			for n := next; n < all; n += stride {
				q, ok := mutate(c.packet[:0], p, n)
				if c.packet = q; !ok || mode == "1" && !telling(p, n) {
					continue
				}
				c.name = func() string { return name + ", " + mutationName(n) }
				if c.check(t, q, n/mutationsAt); t.Failed() {
					t.Fatalf("%s:\n% x", mutationName(n), q)
				}
				c.count++
				if limited && time.Until(end) < 10*time.Second {
					t.Fatalf("there was no time for more than %d of %d: give more with -timeout", n, all)
				}
			}
		})
		for next < all {
			next += stride
		}
		next -= all
	}
	t.Logf("%d mutations of %d packets, %d shapes\n%s", c.count, len(same), len(c.shapes), c.table())
}

// mutationsAt is how many ways there are to change a packet at one place: to
// every value, every value put in, the byte left out, a cut.
const mutationsAt = 256 + 256 + 1 + 1

// mutate appends mutation n of p to dst. It is false for one that is p, or that
// is also made at the place before.
func mutate(dst, p []byte, n int) ([]byte, bool) {
	at, kind := n/mutationsAt, n%mutationsAt
	dst = append(dst, p[:at]...)
	before, end := -1, at == len(p)
	if at > 0 {
		before = int(p[at-1])
	}
	switch {
	case kind < 256:
		if end || int(p[at]) == kind {
			return dst, false
		}
		dst = append(dst, byte(kind))
		return append(dst, p[at+1:]...), true
	case kind < 512:
		dst = append(dst, byte(kind))
		return append(dst, p[at:]...), before != kind-256
	case kind == 512:
		if end || int(p[at]) == before {
			return dst, false
		}
		return append(dst, p[at+1:]...), true
	}
	return dst, !end
}

// telling reports whether mutation n of p puts a value in its place that means
// something to a protocol, or is next to the one that is there.
func telling(p []byte, n int) bool {
	at, kind := n/mutationsAt, n%mutationsAt
	v := byte(kind)
	if kind >= 512 || strings.IndexByte("\x00\x01\xff\n\t ,;:=_/\\09A", v) >= 0 {
		return true
	}
	if at == len(p) {
		return false
	}
	old := p[at]
	return v == old || v == old+1 || v == old-1 || kind < 256 && bits.OnesCount8(v^old) == 1
}

func mutationName(n int) string {
	at, kind := n/mutationsAt, n%mutationsAt
	switch {
	case kind < 256:
		return fmt.Sprintf("0x%02x instead of the byte at %d", kind, at)
	case kind < 512:
		return fmt.Sprintf("0x%02x put in at %d", kind-256, at)
	case kind == 512:
		return fmt.Sprintf("without the byte at %d", at)
	}
	return fmt.Sprintf("cut to %d bytes", at)
}

// A mutationCheck checks one packet after the other, and knows the worst.
type mutationCheck struct {
	name   func() string // of the packet
	count  int
	packet []byte
	reused decoder.Decoder
	seed   maphash.Seed
	shapes map[uint64]bool // that were rendered
	valid  map[uint64]bool // objects of JSON that were found valid
	text   []byte
	rest   []byte
	tolls  []*toll
}

// A toll is the worst that a step costs.
type toll struct {
	step string
	runs int
	time worst
	size worst // bytes of memory or output
	part worst // per mille of what doc.go allows
}

type worst struct {
	value, packet int // packet: its bytes
	name          string
}

func (w *worst) raise(c *mutationCheck, value, packet int) {
	if value > w.value {
		*w = worst{value, packet, c.name()}
	}
}

func (c *mutationCheck) toll(step string) *toll {
	for _, l := range c.tolls {
		if l.step == step {
			return l
		}
	}
	c.tolls = append(c.tolls, &toll{step: step})
	return c.tolls[len(c.tolls)-1]
}

// timed takes the time of f. One that is worse than all before is taken again:
// the machine has other things to do, which is no property of a packet.
func (c *mutationCheck) timed(step string, packet int, f func()) *toll {
	l := c.toll(step)
	l.runs++
	start := time.Now()
	f()
	c.took(l, time.Since(start), packet, f)
	return l
}

// weighed does the same and counts the memory of f, for which factor is what
// doc.go allows.
func (c *mutationCheck) weighed(t testing.TB, step string, packet, factor int, f func()) {
	l := c.toll(step)
	l.runs++
	var took time.Duration
	memory := allocated(func() {
		start := time.Now()
		f()
		took = time.Since(start)
	})
	c.within(t, l, memory, factor, packet)
	c.took(l, took, packet, f)
}

func (c *mutationCheck) took(l *toll, took time.Duration, packet int, f func()) {
	for again := 0; took > time.Duration(l.time.value) && again < 8; again++ {
		start := time.Now()
		f()
		took = min(took, time.Since(start))
	}
	l.time.raise(c, int(took), packet)
}

// within fails the test when a step takes more bytes than factor allows.
func (c *mutationCheck) within(t testing.TB, l *toll, got, factor, packet int) {
	limit := base + factor*packet
	if got > limit {
		t.Errorf("%s takes %d bytes, more than %d", l.step, got, limit)
	}
	l.size.raise(c, got, packet)
	l.part.raise(c, got*1000/limit, packet)
}

// check fails the test unless everything that is made of p keeps its promises.
// at is where it was changed.
func (c *mutationCheck) check(t testing.TB, p []byte, at int) {
	var m *decoder.Message
	c.weighed(t, "decode", len(p), memoryFactor, func() { m = decoder.Decode(p, decoder.Options{}) })
	again := c.reused.Decode(p)
	if m.Info != again.Info || !slices.Equal(m.Fields, again.Fields) || !slices.Equal(m.Problems, again.Problems) {
		t.Error("a Decoder that is reused says something else")
	}
	checkTiles(t, m)
	if string(edit.Encode(m)) != string(p) {
		t.Error("encoded again it is another packet")
	}
	var r *Report
	c.weighed(t, "status", len(p), gatherFactor, func() { r = NewReport([]*decoder.Message{m}) })
	c.formats(t, r, JSON)
	c.checkJSON(t)
	c.timed("assemble with a copy", len(p), func() {
		if sets := decoder.Assemble([]*decoder.Message{m, again}); m.Info.Direction != decoder.Request && len(sets) != 1 {
			t.Errorf("a datagram and its copy are %d replies", len(sets))
		}
	})
	c.readBack(t, paste.PlainHex, p)
	row := min(at, max(len(p)-1, 0)) &^ 15
	c.readBack(t, paste.XXD, p[row:min(row+16, len(p))])
	if s := c.shape(m); !c.shapes[s] {
		c.shapes[s] = true
		c.formats(t, r, Table, Tree, Markdown, NDJSON, CSV)
		checkAll(t, r)
		c.readBack(t, paste.XXD, p)
	}
}

// checkTiles fails the test unless the leaves of m cover its bytes exactly.
func checkTiles(t testing.TB, m *decoder.Message) {
	at := 0
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Leaf() {
			if int(f.Offset) != at {
				t.Errorf("field %d begins at %d, the one before ends at %d", i, f.Offset, at)
			}
			at = f.End()
		}
	}
	if at != len(m.Data) {
		t.Errorf("the fields end at %d of %d", at, len(m.Data))
	}
}

// shape returns a hash of what m consists of.
func (c *mutationCheck) shape(m *decoder.Message) uint64 {
	var h maphash.Hash
	h.SetSeed(c.seed)
	maphash.WriteComparable(&h, m.Info)
	for i := range m.Fields {
		f := &m.Fields[i]
		maphash.WriteComparable(&h, f.Def)
		h.WriteByte(byte(f.Kind))
		h.WriteByte(f.Depth)
		h.WriteByte(byte(f.Flags))
	}
	for i := range m.Problems {
		maphash.WriteComparable(&h, m.Problems[i].Info)
	}
	return h.Sum64()
}

// formats makes r, of one datagram, in some formats; the last is left in c.text.
func (c *mutationCheck) formats(t testing.TB, r *Report, list ...Format) {
	m := r.Datagrams[0]
	for _, f := range list {
		var whole, status int
		l := c.timed(f.String(), len(m.Data), func() {
			w := Printer{Format: f, Options: Options{Full: true, Color: true}, Total: 1}
			c.text = w.Datagram(w.Begin(c.text[:0]), m)
			whole = len(c.text)
			c.text = w.End(c.text, r.Statuses()...)
			status = len(c.text) - whole
		})
		c.within(t, l, whole, formatFactors[f], len(m.Data))
		c.within(t, c.toll("status as "+f.String()), status, statusFactor, len(m.Data))
	}
}

// checkJSON fails the test unless c.text is valid and plain JSON. Fields and
// problems, each a line, that were found valid before are left out of what is
// checked: a mutation leaves most as they were.
func (c *mutationCheck) checkJSON(t testing.TB) {
	c.rest = c.rest[:0]
	for line := range strings.Lines(string(c.text)) {
		if object, ok := strings.CutPrefix(line, "   {"); ok {
			end := strings.LastIndexByte(strings.TrimRight(object, "\n,]}"), '"') // of its last text
			end += 1 + strings.IndexByte(object[end:], '}')
			hash := maphash.String(c.seed, object[:end])
			if c.valid[hash] {
				c.rest = append(append(c.rest, "{}"...), object[end:]...)
				continue
			}
			if !json.Valid([]byte("{" + object[:end])) {
				t.Errorf("not JSON: {%s", object[:end])
			}
			c.valid[hash] = true
		}
		c.rest = append(c.rest, line...)
	}
	if !json.Valid(c.rest) {
		t.Errorf("not JSON: %s", c.text)
	}
	checkPlain(t, c.rest, false)
}

// readBack fails the test unless a dump of p is read as p.
func (c *mutationCheck) readBack(t testing.TB, f paste.Format, p []byte) {
	if len(p) == 0 {
		return
	}
	c.timed("dump as "+f.String()+" and read it", len(p), func() {
		c.text = paste.Dump(c.text[:0], f, p)
		back, err := paste.Parse(c.text, paste.Options{Format: f})
		if err != nil || len(back.Datagrams) != 1 || string(back.Datagrams[0].Data) != string(p) {
			t.Errorf("%v is read back in another way: %v", f, err)
		}
	})
}

// table shows the worst of each step.
func (c *mutationCheck) table() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "step\truns\tworst\tof the limit\tpacket\tmutation")
	row := func(l *toll, what, part string, x *worst) {
		if x.value > 0 {
			fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%d bytes\t%s\n", l.step, l.runs, what, part, x.packet, x.name)
		}
	}
	for _, l := range c.tolls {
		row(l, time.Duration(l.time.value).Round(time.Microsecond/10).String(), "", &l.time)
		row(l, fmt.Sprint(l.size.value, " bytes"), "", &l.size)
		row(l, "", fmt.Sprintf("%.1f %%", float64(l.part.value)/10), &l.part)
	}
	w.Flush()
	return b.String()
}
