package browse

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"fragscope/samples/capgen"
	"fragscope/samples/captures"

	"github.com/google/go-cmp/cmp"
)

// queue is a number of helpers that answer out of order when they are asked
// to, and now and then not at all.
type queue struct {
	c      *Capture
	data   []byte // of the unpacked file
	random *rand.Rand
	helper Helper
	asked  []job
	given  int
	lost   float64
}

type job struct {
	id    int
	bytes []byte
}

func (q *queue) Give(id int, ask []byte, from, to int64) {
	q.given++
	q.asked = append(q.asked, job{id, append(slices.Clone(ask), q.data[from:to]...)})
}

// Back writes over what it gets: nobody may look at it any more.
func (q *queue) Back(b []byte) {
	for i := range b {
		b[i] = 0xa5
	}
}

func (q *queue) answer(t *testing.T) {
	if len(q.asked) == 0 {
		return
	}
	i := q.random.IntN(len(q.asked))
	j := q.asked[i]
	q.asked = slices.Delete(q.asked, i, i+1)
	if q.random.Float64() < q.lost {
		q.c.Take(j.id, nil)
		return
	}
	b, err := q.helper.Answer(j.bytes)
	if err != nil {
		t.Fatal(err)
	}
	q.c.Take(j.id, slices.Clone(b))
}

func (q *queue) finish(t *testing.T) {
	t.Helper()
	for !q.c.Step(time.Millisecond) {
		if q.c.Waiting() && len(q.asked) == 0 {
			t.Fatal("the capture waits for nothing")
		}
		q.answer(t)
	}
	if err := q.c.Err(); err != nil {
		t.Fatal(err)
	}
}

// helped opens a capture with helpers that get pieces of about size bytes.
func helped(t *testing.T, name string, file, unpacked []byte, size int) *queue {
	t.Helper()
	c, err := Open(name, bytes.NewReader(file), int64(len(file)), Options{Store: &memory{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	c.pieceSize = size
	q := &queue{c: c, data: unpacked, random: rand.New(rand.NewPCG(1, uint64(size)))}
	c.Help(q, 3)
	c.Read()
	return q
}

// everything is all that a page can ask about a capture.
func everything(t *testing.T, c *Capture) map[string]string {
	t.Helper()
	all := map[string]string{"rows": fmt.Sprint(rowsOf(c, 0, 1<<30)), "summary": asJSON(t, c.Summary()),
		"report": asJSON(t, c.Shown().PageReport())}
	for _, format := range [][2]string{
		{"json", ""}, {"html", ""}, {"ndjson", "exchanges"}, {"csv", "exchanges"}, {"ndjson", "servers"}, {"csv", "players"},
		{"csv", "rules"}, {"ndjson", "events"},
	} {
		var b bytes.Buffer
		if err := c.Export(format[0], format[1], &b); err != nil {
			t.Fatal(err)
		}
		finish(t, c)
		all[fmt.Sprint(format)] = b.String()
	}
	return all
}

// With helpers a capture says what it says without, to the byte.
func TestTogether(t *testing.T) {
	files := map[string][]byte{
		"mixed.pcapng": generated(t, capgen.Config{Datagrams: 4000, Seed: 11, Other: 0.2, Masters: 0.02, Reflected: 100}),
		"plain.pcap": generated(t, capgen.Config{Datagrams: 3000, Seed: 12, Pcap: true, Servers: 5, Clients: 3, Loss: 0.05,
			Reorder: 0.05}),
		"sparse.pcap": generated(t, capgen.Config{Datagrams: 2000, Seed: 13, Pcap: true, Gap: 1_000_000_000, Masters: 0.1}),
		"all.pcapng": generated(t, capgen.Config{Datagrams: 3000, Seed: 14, Families: 0.9, Loss: 0.05, Duplicate: 0.02,
			Reorder: 0.05}),
	}
	damaged := slices.Clone(files["mixed.pcapng"])
	for _, at := range []int{len(damaged) / 5, len(damaged) / 2, len(damaged)/2 + 3000} {
		copy(damaged[at:], "this is no block of any kind, only words that stand in the way")
	}
	files["damaged.pcapng"] = damaged[:len(damaged)-7]
	for _, name := range []string{"ut2004-multi-packet.pcapng", "damaged.pcapng", "scan-with-other-traffic.pcapng"} {
		b, err := captures.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files["samples-"+name] = b
	}
	for name, data := range files {
		alone := opened(t, name, data)
		want := everything(t, alone)
		for _, size := range []int{3000, 50_000} {
			q := helped(t, name, data, data, size)
			if size == 3000 {
				q.lost = 0.1
			}
			q.finish(t)
			if len(data) > 2*size && q.given < len(data)/size/3 && name != "samples-damaged.pcapng" {
				t.Errorf("%s: only %d pieces of %d bytes", name, q.given, size)
			}
			got := everything(t, q.c)
			for what, w := range want {
				if got[what] != w {
					t.Errorf("%s in pieces of %d: %s differs:\n%.3000s", name, size, what,
						cmp.Diff(lines([]byte(w)), lines([]byte(got[what]))))
				}
			}
			const expression = `direction == "reply" and size > 100`
			if err := alone.Filter(expression); err != nil {
				t.Fatal(err)
			}
			finish(t, alone)
			if err := q.c.Filter(expression); err != nil {
				t.Fatal(err)
			}
			q.finish(t)
			wantLeft, left := everything(t, alone), everything(t, q.c)
			for what, w := range wantLeft {
				if left[what] != w {
					t.Errorf("%s in pieces of %d, filtered: %s differs:\n%.3000s", name, size, what,
						cmp.Diff(lines([]byte(w)), lines([]byte(left[what]))))
				}
			}
			if err := alone.Filter(""); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// What is compressed is handed out unpacked.
func TestTogetherCompressed(t *testing.T) {
	data := generated(t, capgen.Config{Datagrams: 3000, Seed: 14})
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write(data)
	z.Close()
	want := everything(t, opened(t, "a.pcapng.gz", packed.Bytes()))
	q := helped(t, "a.pcapng.gz", packed.Bytes(), data, 20_000)
	q.finish(t)
	if q.given < 10 {
		t.Errorf("only %d pieces", q.given)
	}
	if diff := cmp.Diff(want, everything(t, q.c)); diff != "" {
		t.Errorf("with helpers (-alone +with):\n%.3000s", diff)
	}
}

// Stopped, a capture keeps what was put together, and can be filtered.
func TestTogetherStopped(t *testing.T) {
	data := generated(t, capgen.Config{Datagrams: 20_000, Seed: 15})
	q := helped(t, "a.pcapng", data, data, 30_000)
	c := q.c
	for c.Progress().All < 3000 && !c.Step(time.Microsecond) {
		if c.Waiting() {
			q.answer(t)
		}
	}
	c.Stop()
	all := c.Progress().All
	if s := c.Summary(); !s.Stopped || s.Whole || s.Packets != all || all < 3000 || all > 10_000 {
		t.Fatalf("%d packets, %+v", all, s)
	}
	if r := c.Shown().PageReport(); r.Packets != int64(all) || r.Queries == 0 {
		t.Errorf("the report counts %d packets of %d, %d of query protocols", r.Packets, all, r.Queries)
	}
	q.asked = nil
	if err := c.Filter("size > 0"); err != nil {
		t.Fatal(err)
	}
	q.finish(t)
	if n := c.Progress().Packets; n != all {
		t.Errorf("a filter for all packets lets %d of %d through", n, all)
	}
}

// What a helper is asked and what it answers may be anything.
func FuzzTogether(f *testing.F) {
	data := generated(f, capgen.Config{Datagrams: 60, Seed: 16})
	var h Helper
	q := queue{data: data, random: rand.New(rand.NewPCG(1, 1))}
	c, err := Open("a.pcapng", bytes.NewReader(data), int64(len(data)), Options{Store: &memory{}})
	if err != nil {
		f.Fatal(err)
	}
	c.pieceSize = 1000
	c.Help(&q, 3)
	c.Read()
	c.Step(time.Second)
	for _, j := range q.asked {
		f.Add(j.bytes)
		if b, err := h.Answer(j.bytes); err == nil {
			f.Add(slices.Clone(b))
		}
	}
	c.Close()
	f.Fuzz(func(t *testing.T, b []byte) {
		var h Helper
		_, _ = h.Answer(b) // an error at most
		q := helped(t, "a.pcapng", data, data, 1000)
		for !q.c.Step(time.Second) {
			for _, j := range q.asked {
				q.c.Take(j.id, b)
			}
			q.asked = nil
		}
		q.c.Shown().PageReport()
		rowsOf(q.c, 0, 1000)
	})
}
