package analyzer

import (
	"bytes"
	"net/netip"
	"reflect"
	"slices"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
	"fragscope/samples/captures"
	_ "fragscope/samples/seeded" // the same inputs in each run

	"pgregory.net/rapid"
)

// packetsOf returns the packets of a sample capture.
func packetsOf(t testing.TB, name string) (all []record.Packet) {
	b, err := captures.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := capture.NewReader(bytes.NewReader(b), capture.Options{Name: name})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for r.Next() {
		p := record.FromCapture(r.Packet())
		p.Data = bytes.Clone(p.Data)
		all = append(all, p)
	}
	return all
}

// A question is a function of messages or packets, and its first answer.
type question struct {
	name   string
	ask    func() any
	answer any
}

// together returns what messages that are read together show. Order is that in
// which they are given.
func together(ms []*wire.Message) any {
	r := decoder.ReadTogether(ms)
	return []any{r, decoder.ByServer(ms), decoder.Assemble(ms), decoder.ReadTogether(ms).Replies, decoder.StatusOf(ms...),
		decoder.ReadTogether(ms).Servers}
}

// alone returns what a message shows by itself.
func alone(m *wire.Message) any {
	return []any{decoder.StatusOf(m), m.MatchKey(), m.Part(), m.Content(), decoder.OutsideStatus(m)}
}

// events returns the events of the servers of a report, by address.
func events(r *report.Report) any {
	all := map[netip.AddrPort][]report.Event{}
	for addr, sv := range r.Servers {
		all[addr] = sv.Events()
	}
	return all
}

// TestAnyOrderAndTwice: of the packets of a capture every function returns the
// same whenever it is called, how often, and whichever others were called before;
// and no message and no report has changed.
func TestAnyOrderAndTwice(t *testing.T) {
	for _, name := range captures.Names() {
		t.Run(name, func(t *testing.T) {
			packets := packetsOf(t, name)
			var ms, snapshots []*wire.Message
			var questions []*question
			put := func(name string, f func() any) { questions = append(questions, &question{name: name, ask: f}) }
			var d decoder.Decoder
			for i := range packets {
				p := &packets[i]
				options := decoder.Options{Link: p.Link}
				m := decoder.Decode(p.Data, options)
				ms, snapshots = append(ms, m), append(snapshots, m.Clone())
				put("decode", func() any {
					d.Options = options
					return d.Decode(p.Data).Clone()
				})
				put("alone", func() any { return alone(m) })
				put("decoded again", func() any { return alone(decoder.Decode(p.Data, options)) })
			}
			backwards := slices.Clone(ms)
			slices.Reverse(backwards)
			put("together", func() any { return together(ms) })
			put("backwards", func() any { return together(backwards) })
			put("half", func() any { return together(ms[len(ms)/2:]) })
			settled, _ := analyze(name, packets, 1)
			settled.Settle()
			encoded := func(r *report.Report) any { // and decoded: the bytes are in any order
				r, err := report.DecodeReport(report.AppendReport(nil, r))
				if err != nil {
					return err
				}
				r.Settle()
				return r
			}
			put("analysis", func() any {
				r, x := analyze(name, packets, 1)
				r.Settle()
				return []any{r, x}
			})
			put("analysis by three", func() any {
				r, x := analyze(name, packets, 3)
				return []any{encoded(r), x}
			})
			put("events", func() any { return events(settled) })
			put("settled again", func() any {
				settled.Settle()
				return encoded(settled)
			})
			put("report", func() any { return encoded(settled) })
			for _, q := range questions {
				q.answer = q.ask()
			}
			rapid.Check(t, func(t *rapid.T) {
				for _, i := range rapid.SliceOfN(rapid.IntRange(0, len(questions)-1), 1, 12).Draw(t, "questions") {
					if q := questions[i]; !reflect.DeepEqual(q.ask(), q.answer) {
						t.Fatalf("%s has another answer than at first:\n%s", q.name, difference(q.answer, q.ask()))
					}
				}
				for i, m := range ms {
					if !reflect.DeepEqual(m.Clone(), snapshots[i]) {
						t.Fatalf("message %d has changed:\n%s", i, difference(snapshots[i], m.Clone()))
					}
				}
			})
		})
	}
}
