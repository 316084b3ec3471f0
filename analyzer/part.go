package analyzer

import (
	"encoding/binary"
	"errors"
	"slices"
	"sync"

	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// A Part decodes the packets of one stretch of a capture, on whatever machine,
// and hands over what the rest needs: the records of its messages, sorted into
// buckets by server. A [Matcher] then processes one bucket of all parts, in
// order. Since a bucket is what a shard of an [Analyzer] is, an exchange that
// begins in one part and ends in another is matched like any other, and the sum
// of the buckets is the report that a single pass makes, whatever the number of
// parts and buckets.
//
// One thing may differ: a session of a query protocol over TCP, on an unusual port,
// that continues beyond the border of a part, is taken for other traffic from
// there on; not so when the parts are Near.
type Part struct {
	// Near says that the Matcher is on the same machine. Then what is handed
	// over need not be small, and all TCP segments are: what one of them is may
	// depend on what was sent before the part began. It is set before Add.
	Near bool

	opts     record.Options
	worker   *record.Worker
	batch    record.Batch
	report   *report.Report // sums that do not depend on order
	now      int64
	sections []section // one for each bucket, and one for all of them
	tcp      map[connection]bool
}

// NewPart begins a part. Of opts, Keep, Look, From and To count. All parts of a
// capture have the same number of buckets.
func NewPart(opts record.Options, buckets int) *Part {
	return &Part{opts: opts, worker: record.NewWorker(&opts), report: report.NewReport(),
		sections: make([]section, buckets+1), tcp: map[connection]bool{}}
}

// Add takes the next packet. Its number is its place in the whole capture.
func (p *Part) Add(q *record.Packet) {
	if !p.opts.Within(q.Time) {
		return
	}
	b := &p.batch
	b.Add(q)
	p.report.Packet(q.When(), q.Size())
	// In step with the batches of a single pass, so that exchanges are handed
	// out in the same groups.
	if q.Number%record.BatchSize == 0 {
		p.flush()
		// All buckets learn that the batch that ends with this packet is over.
		p.put(len(p.sections)-1, entryTick, &record.Record{Number: q.Number + 1, Time: p.now})
	} else if b.Full() {
		p.flush()
	}
}

func (p *Part) put(i int, kind entryKind, r *record.Record) {
	s := &p.sections[i]
	s.near, s.block = p.Near, max(16<<10, (1<<20)/len(p.sections))
	s.put(kind, r, p.now-r.Time)
}

func (p *Part) flush() {
	b := &p.batch
	p.worker.Batch(b)
	all := len(p.sections) - 1
	for i := range b.Records {
		r := &b.Records[i]
		p.now = max(p.now, r.Time)
		switch {
		case r.Class == record.ClassMessage && (r.Broadcast || r.Topic.Challenge):
			p.put(all, entryMessage, r)
		case r.Class == record.ClassMessage:
			p.put(r.Place(all), entryMessage, r)
		case r.Class == record.ClassFragment:
			p.put(all, entryFrame, r)
		case r.Class == record.ClassTCP && p.Near:
			p.put(0, entryFrame, r)
		case r.Class == record.ClassTCP:
			p.segment(r)
		default:
			countForeign(p.report, r)
		}
	}
	b.Clear()
}

// segment hands r over if its connection may be a session of a query protocol.
// What was sent before the part began is unknown here; of connections that do not
// look like it, and are on no port of a master, only an entry is handed over.
func (p *Part) segment(r *record.Record) {
	key := connectionOf(r)
	if opens(r) {
		delete(p.tcp, key)
	}
	follow, known := p.tcp[key]
	passed := false
	if !known && len(r.Payload) > 0 {
		follow = r.Payload[0] == '\\' || r.Info != nil || masterPort(r.Src.Port) || masterPort(r.Dst.Port)
		if len(p.tcp) >= maxConnections {
			clear(p.tcp)
		}
		p.tcp[key], known, passed = follow, true, !follow
	}
	if passed {
		p.put(0, entryPassed, r)
	}
	if known && !follow {
		countForeign(p.report, r)
	} else {
		p.put(0, entryFrame, r)
	}
}

func masterPort(port uint16) bool { return slices.Contains(masterPorts(), port) }

var masterPorts = sync.OnceValue(func() []uint16 {
	var all []uint16
	for _, p := range decoder.Descriptor("unreal-master").Ports {
		all = append(all, p.Number)
	}
	return all
})

// partMagic begins the bytes of a part. It changes with their layout.
const partMagic = "fsp\x0a"

// PartHeader is the number of bytes at the beginning of a part of so many
// buckets that [ReadPartHeader] needs.
func PartHeader(buckets int) int { return 16 + 4*(buckets+2) }

// Expect tells how many bytes of packets there will be about, so that what a
// part that is Near hands over is written where it has room.
func (p *Part) Expect(bytes int64) {
	if n := int64(len(p.sections) - 1); p.Near {
		for i := range n {
			p.sections[i].room = int(min(max(0, bytes), 1<<26) / n)
		}
	}
}

// Size returns about how many bytes Finish would return now.
func (p *Part) Size() (n int64) {
	for i := range p.sections {
		n += int64(len(p.sections[i].packed) + len(p.sections[i].b))
	}
	return n
}

// Finish returns the part as bytes: magic, number of buckets u32, greatest
// time i64, the lengths of what follows u32 each, all little endian; then the
// sums, the section for all buckets, and those for one each. They are appended
// to dst.
func (p *Part) Finish(dst []byte) []byte {
	p.flush()
	sums := report.AppendReport(nil, p.report)
	n := len(p.sections) - 1
	le := binary.LittleEndian
	var bytes [][]byte
	size := PartHeader(n) + len(sums)
	for i := range p.sections {
		b := p.sections[(n+i)%(n+1)].finish() // that for all comes first
		bytes = append(bytes, b)
		size += len(b)
	}
	out := append(slices.Grow(dst, size), partMagic...)
	out = le.AppendUint32(out, uint32(n))
	out = le.AppendUint64(out, uint64(p.now))
	out = le.AppendUint32(out, uint32(len(sums)))
	for _, b := range bytes {
		out = le.AppendUint32(out, uint32(len(b)))
	}
	out = append(out, sums...)
	for _, b := range bytes {
		out = append(out, b...)
	}
	return out
}

// A PartMap holds the offsets of the sections in the bytes of a part.
type PartMap struct {
	Now      int64 // the greatest time in the part, ns since 1970
	Sums     Bytes
	All      Bytes   // what concerns every bucket
	Sections []Bytes // one per bucket
}

// Bytes are a range of bytes, the last not included.
type Bytes struct{ From, To int64 }

// Of returns the range of b. It must lie in it.
func (r Bytes) Of(b []byte) []byte { return b[r.From:r.To] }

var errPart = errors.New("no part of an analysis, or one of another version")

// ReadPartHeader reads the beginning of a part; [PartHeader] says how many
// bytes are needed.
func ReadPartHeader(b []byte) (*PartMap, error) {
	le := binary.LittleEndian
	if len(b) < 16 || string(b[:4]) != partMagic {
		return nil, errPart
	}
	n := int(le.Uint32(b[4:]))
	if n < 1 || n > 1<<16 || len(b) < PartHeader(n) {
		return nil, errPart
	}
	m := &PartMap{Now: int64(le.Uint64(b[8:]))}
	at := int64(PartHeader(n))
	next := func(i int) Bytes {
		r := Bytes{at, at + int64(le.Uint32(b[16+4*i:]))}
		at = r.To
		return r
	}
	m.Sums, m.All = next(0), next(1)
	for i := range n {
		m.Sections = append(m.Sections, next(i+2))
	}
	return m, nil
}

// A Matcher makes the report of one bucket of a capture from what its parts
// have handed over.
type Matcher struct {
	// Pause is called now and then while a part is added, nil for none: a
	// program with a single thread can do other things in between.
	Pause func()
	// Reuse says that Options.Exchanges keeps nothing of what it is called
	// with: it is reused then. It is set before Add.
	Reuse bool

	steps
	batch *record.Batch
}

// NewMatcher begins bucket i of n. Of opts all but Workers counts.
func NewMatcher(opts record.Options, i, n int) *Matcher {
	return &Matcher{steps: newSteps(opts, 1, i, n), batch: record.NewBatch(1, &opts)}
}

// Add takes the next part: its greatest time, the section for all buckets and
// the one for this one. An error says that they are damaged; the Matcher is
// of no use then.
func (m *Matcher) Add(now int64, all, own []byte) error {
	a, b := readSection(all), readSection(own)
	for n := 1; a.ok || b.ok; n++ {
		if n%4096 == 0 && m.Pause != nil {
			m.Pause()
		}
		s := a
		if !a.ok || b.ok && b.number < a.number {
			s = b
		}
		m.entry(s)
		s.next()
	}
	m.step(now)
	if a.bad || b.bad {
		return errPart
	}
	return nil
}

func (m *Matcher) entry(s *sectionReader) {
	if s.kind == entryTick {
		m.step(s.time)
		m.do(emitting, 0, m.batch, nil)
		return
	}
	r := m.batch.Next()
	if s.record(m.batch, r); s.kind == entryFrame {
		m.collector.worker.Record(m.batch, r)
	}
	if m.batch.Full() {
		m.step(0)
	}
}

func (m *Matcher) step(now int64) {
	b := m.batch
	b.Now, m.reuse = now, m.Reuse
	m.do(collecting, 0, b, nil)
	m.do(matching, 0, b, nil)
	b.Clear()
}

// Finish returns the report of the bucket: to be added to those of the others
// and to the sums of the parts, in any order.
func (m *Matcher) Finish() *report.Report {
	m.step(0)
	m.do(emitting, 0, m.batch, nil) // as after the last batch of a single pass
	return m.finish()
}
