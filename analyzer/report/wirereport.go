package report

import (
	"errors"
	"sync"

	"fragscope/decoder"
	"fragscope/decoder/explain"
	"fragscope/decoder/wire/protocol"
)

// reportVersion changes with the layout of an encoded report.
const reportVersion = 4

// AppendReport appends r as bytes that [DecodeReport] makes a Report of, on
// this or another machine with the same version of this package. r must not
// be settled: it may be added to others.
func AppendReport(dst []byte, r *Report) []byte {
	w := &wire{b: append(dst, reportVersion)}
	w.report(r)
	return w.b
}

// DecodeReport reads what [AppendReport] wrote. The error says that b is
// something else, or of another version.
func DecodeReport(b []byte) (*Report, error) {
	if len(b) == 0 || b[0] != reportVersion {
		return nil, errors.New("no report of this version: found other bytes")
	}
	w := &wire{b: b[1:], read: true}
	r := NewReport()
	w.report(r)
	if w.bad || len(w.b) > 0 {
		return nil, errors.New("a damaged report: its bytes end early or are invalid")
	}
	return r, nil
}

func (w *wire) report(r *Report) {
	list(w, &r.Files, (*wire).file)
	num(w, &r.Packets)
	num(w, &r.Bytes)
	num(w, &r.First)
	num(w, &r.Last)
	num(w, &r.Game)
	table(w, &r.Messages, (*wire).messageKey, (*wire).count)
	table(w, &r.Protocols, (*wire).protocol, pointed((*wire).totals))
	table(w, &r.Servers, (*wire).addrPort, pointed((*wire).server))
	table(w, &r.Clients, (*wire).addr, pointed((*wire).client))
	table(w, &r.Problems, (*wire).text, pointed((*wire).problem))
	table(w, &r.Other, (*wire).text, (*wire).count)
	list(w, &r.Reflections, (*wire).reflection)
	list(w, &r.Discoveries, (*wire).discovery)
	list(w, &r.Streams, (*wire).stream)
	num(w, &r.DroppedFlows)
	num(w, &r.DroppedServers)
	num(w, &r.DroppedClients)
	num(w, &r.DroppedFindings)
	w.count(&r.Fragments)
	num(w, &r.Unassembled)
}

func (w *wire) file(f *File) {
	w.text(&f.Name)
	w.text(&f.Format)
	num(w, &f.Packets)
	num(w, &f.Bytes)
	num(w, &f.Skipped)
	w.flag(&f.Stopped)
	list(w, &f.Problems, func(w *wire, p *FileProblem) {
		w.text(&p.Code)
		num(w, &p.Offset)
		num(w, &p.Packet)
		w.text(&p.Message)
	})
}

// protocol writes the name: the numbers of protocols may change.
func (w *wire) protocol(p *decoder.Protocol) {
	name := p.String()
	w.text(&name)
	if w.read {
		var ok bool
		if *p, ok = protocol.ByName(name); !ok {
			w.fail()
		}
	}
}

func (w *wire) messageKey(k *MessageKey) {
	w.protocol(&k.Protocol)
	w.text(&k.Message)
}

func (w *wire) count(c *Count) {
	num(w, &c.Packets)
	num(w, &c.Bytes)
}

func (w *wire) counts(c *Counts) {
	for i := range c.Exchanges {
		num(w, &c.Exchanges[i])
	}
	num(w, &c.Requests)
	num(w, &c.Replies)
	num(w, &c.Retries)
	num(w, &c.Missing)
	num(w, &c.Duplicates)
	num(w, &c.Reordered)
	num(w, &c.BytesIn)
	num(w, &c.BytesOut)
}

func (w *wire) totals(t *Totals) {
	w.counts(&t.Counts)
	w.histogram(&t.FirstRTT)
	w.histogram(&t.LastRTT)
}

func (w *wire) histogram(h *Histogram) {
	var sum Histogram
	if !w.read {
		sum.Merge(h) // a copy with nothing left to be put in order
	}
	num(w, &sum.Count)
	num(w, &sum.Sum)
	num(w, &sum.Min)
	num(w, &sum.Max)
	list(w, &sum.buckets, func(w *wire, b *bucketCount) {
		small(w, &b.bucket)
		small(w, &b.count)
		if b.bucket >= histogramBuckets {
			w.fail()
		}
	})
	if w.read {
		*h = sum
	}
}

func (w *wire) client(c *Client) {
	num(w, &c.First)
	num(w, &c.Last)
	w.counts(&c.Counts)
	num(w, &c.Servers)
	w.histogram(&c.RTT)
}

func (w *wire) server(s *Server) {
	w.addrPort(&s.Addr)
	list(w, &s.Protocols, (*wire).protocol)
	num(w, &s.First)
	num(w, &s.Last)
	w.counts(&s.Counts)
	w.histogram(&s.RTT)
	list(w, &s.Askers, (*wire).addr)
	timeline(w, &s.Name, (*wire).text)
	timeline(w, &s.Map, (*wire).text)
	timeline(w, &s.GameType, (*wire).text)
	timeline(w, &s.Version, (*wire).text)
	timeline(w, &s.Players, num)
	timeline(w, &s.MaxPlayers, num)
	timeline(w, &s.GamePort, num)
	timeline(w, &s.Password, (*wire).flag)
	table(w, &s.Rules, (*wire).text, pointed(func(w *wire, l *Timeline[string]) { timeline(w, l, (*wire).text) }))
	table(w, &s.People, (*wire).text, pointed((*wire).person))
	list(w, &s.Lists, (*wire).span)
	num(w, &s.Dropped)
}

func timeline[T comparable](w *wire, l *Timeline[T], value func(*wire, *T)) {
	list(w, &l.Runs, func(w *wire, r *Run[T]) {
		num(w, &r.From)
		length := r.To - r.From
		num(w, &length)
		r.To = r.From + length
		value(w, &r.Value)
		num(w, &r.Packet)
	})
	num(w, &l.Dropped)
}

func (w *wire) person(p *Person) {
	list(w, &p.Spans, (*wire).span)
	timeline(w, &p.Scores, num)
	timeline(w, &p.Team, num)
}

func (w *wire) span(s *Span) {
	num(w, &s.From)
	length := s.To - s.From
	num(w, &length)
	s.To = s.From + length
	num(w, &s.Packet)
}

// problemsByCode finds the definition of a problem.
var problemsByCode = sync.OnceValue(func() map[string]*decoder.ProblemInfo {
	all := map[string]*decoder.ProblemInfo{}
	for _, e := range explain.Explanations() {
		if e.Problem != nil {
			all[e.Problem.Code] = e.Problem
		}
	}
	return all
})

func (w *wire) problem(c *ProblemCount) {
	code := ""
	if !w.read {
		code = c.Info.Code
	}
	w.text(&code)
	if w.read {
		if c.Info = problemsByCode()[code]; c.Info == nil {
			w.fail()
		}
	}
	num(w, &c.Count)
	list(w, &c.Examples, func(w *wire, r *PacketRef) {
		w.text(&r.File)
		num(w, &r.Number)
	})
}

func (w *wire) reflection(r *Reflection) {
	w.addrPort(&r.Client)
	w.addrPort(&r.Server)
	num(w, &r.Servers)
	num(w, &r.Replies)
	num(w, &r.Bytes)
	num(w, &r.First)
	num(w, &r.Last)
	num(w, &r.Packet)
}

func (w *wire) discovery(d *Discovery) {
	w.addrPort(&d.Client)
	w.text(&d.Message)
	num(w, &d.Time)
	num(w, &d.Packet)
	num(w, &d.Answers)
}

func (w *wire) stream(s *Stream) {
	w.addrPort(&s.Client)
	w.addrPort(&s.Server)
	num(w, &s.First)
	num(w, &s.Last)
	list(w, &s.Messages, (*wire).text)
	num(w, &s.Entries)
	num(w, &s.Gaps)
	num(w, &s.Packets)
	num(w, &s.Packet)
}
