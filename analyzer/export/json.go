package export

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"fragscope/analyzer/report"
)

// JSON writes r as one JSON object, indented. r must be settled. a may be nil.
// One server is in memory at a time.
func JSON(w io.Writer, r *report.Report, a *Activity) error {
	out := bufio.NewWriterSize(w, 1<<16)
	d := reflect.ValueOf(NewSummary(r, a, len(r.Clients))).Elem()
	sep := "{\n"
	for i := range d.NumField() {
		name, omit, _ := strings.Cut(d.Type().Field(i).Tag.Get("json"), ",")
		if omit != "" && d.Field(i).IsZero() {
			continue
		}
		out.WriteString(sep + " \"" + name + "\": ")
		sep = ",\n"
		var err error
		if name == "servers" {
			err = writeServers(out, r)
		} else {
			err = writeIndented(out, " ", d.Field(i).Interface())
		}
		if err != nil {
			return err
		}
	}
	out.WriteString("\n}\n")
	return out.Flush()
}

func writeServers(out *bufio.Writer, r *report.Report) error {
	sep := "[\n  "
	for _, s := range servers(r) {
		out.WriteString(sep)
		sep = ",\n  "
		if err := writeIndented(out, "  ", NewServer(r, s)); err != nil {
			return err
		}
	}
	if len(r.Servers) == 0 {
		out.WriteString("[]")
	} else {
		out.WriteString("\n ]")
	}
	return nil
}

// writeIndented writes v, all lines but the first behind indent.
func writeIndented(out *bufio.Writer, indent string, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent(indent, " ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := out.Write(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
	return err
}

// NewSummary makes the Document of r, which must be settled, without its
// servers and with the busiest clients, at most so many. a may be nil.
func NewSummary(r *report.Report, a *Activity, most int) *Document {
	d := &Document{
		Schema: Schema, Files: []report.File{}, Packets: r.Packets, Bytes: r.Bytes, First: Time(r.First), Last: Time(r.Last),
		Queries:   r.Game,
		Protocols: []DocProtocol{}, Messages: []DocMessage{}, Servers: []DocServer{}, Clients: []DocClient{},
		Problems:    []DocProblem{},
		Reflections: append([]report.Reflection{}, r.Reflections...), PortGuesses: PortGuesses(r),
		Elsewhere:   OtherAddresses(r),
		Discoveries: append([]report.Discovery{}, r.Discoveries...), Masters: append([]report.Stream{}, r.Streams...),
		Other:     []DocOther{},
		Fragments: r.Fragments, Unassembled: r.Unassembled, Copies: DocCopies{r.Copies, r.Unproven},
		Dropped: DocDropped{r.DroppedFlows, r.DroppedServers, r.DroppedClients, r.DroppedFindings}, Activity: a.document(),
	}
	for _, f := range r.Files {
		f.Name, f.Problems = Text(f.Name), FileProblems(&f)
		d.Files = append(d.Files, f)
	}
	for _, p := range r.ProtocolList() {
		t := r.Protocols[p]
		d.Protocols = append(d.Protocols, DocProtocol{
			Protocol: p.String(), Exchanges: outcomes(t.Exchanges[:]), Requests: t.Requests, Replies: t.Replies,
			Retries: t.Retries,
			Missing: t.Missing, Duplicates: t.Duplicates, Reordered: t.Reordered, FirstRTT: rtt(&t.FirstRTT, true),
			LastRTT: rtt(&t.LastRTT, true),
		})
	}
	for k, c := range r.Messages {
		d.Messages = append(d.Messages, DocMessage{k.Protocol.String(), k.Message, c})
	}
	slices.SortFunc(d.Messages, func(a, b DocMessage) int {
		return strings.Compare(a.Protocol+"\x00"+a.Message, b.Protocol+"\x00"+b.Message)
	})
	busiest := BusyClients(r)
	for _, a := range busiest[:min(most, len(busiest))] {
		c := r.Clients[a]
		d.Clients = append(d.Clients, DocClient{
			Address: address(a), First: Time(c.First), Last: Time(c.Last), Exchanges: outcomes(c.Exchanges[:]),
			Requests: c.Requests,
			Replies:  c.Replies, RequestBytes: c.RequestBytes, ReplyBytes: c.ReplyBytes, Servers: c.Servers,
			RTT: rtt(&c.RTT, false),
		})
	}
	d.findings(r)
	return d
}

// FileProblems returns the problems of f, whose texts do nothing anywhere.
func FileProblems(f *report.File) []report.FileProblem {
	all := append([]report.FileProblem{}, f.Problems...)
	for i := range all {
		all[i].Message = Text(all[i].Message)
	}
	return all
}

// NewServer makes the Document of s, a server of r, which must be settled.
func NewServer(r *report.Report, s *report.Server) DocServer {
	d := DocServer{
		Server: ServerRow(r, s), Rules: map[string][]DocRun{}, People: playersOf(r, s), Events: []Event{}, Dropped: s.Dropped,
		History: DocHistory{
			Name: runs(&s.Name), Map: runs(&s.Map), GameType: runs(&s.GameType), Version: runs(&s.Version),
			Players:    runs(&s.Players),
			MaxPlayers: runs(&s.MaxPlayers), GamePort: runs(&s.GamePort), Password: runs(&s.Password),
		},
	}
	for _, key := range slices.Sorted(maps.Keys(s.Rules)) { // two keys may look the same once they are escaped
		d.Rules[Text(key)] = append(d.Rules[Text(key)], runs(s.Rules[key])...)
	}
	for _, e := range s.Events() {
		d.Events = append(d.Events, eventRow(r, s, &e))
	}
	return d
}

func (d *Document) findings(r *report.Report) {
	for _, p := range WorstProblems(r) {
		message, advice := p.Info.General()
		x := DocProblem{
			Code: p.Info.Code, Severity: p.Info.Severity.String(), Count: p.Count,
			Message: message, Advice: advice, Examples: []report.PacketRef{},
		}
		for _, e := range p.Examples {
			x.Examples = append(x.Examples, report.PacketRef{File: Text(e.File), Number: e.Number})
		}
		d.Problems = append(d.Problems, x)
	}
	for _, what := range slices.Sorted(maps.Keys(r.Other)) {
		d.Other = append(d.Other, DocOther{what, r.Other[what]})
	}
}

func outcomes(n []int64) DocOutcomes {
	return DocOutcomes{n[report.Answered], n[report.Incomplete], n[report.Unanswered], n[report.Unsolicited],
		n[report.Announced]}
}

func rtt(h *report.Histogram, buckets bool) DocRTT {
	if h.Count == 0 {
		return DocRTT{}
	}
	d := DocRTT{
		Count: h.Count, Min: Milliseconds(h.Min), Mean: Milliseconds(h.Mean()), P50: Milliseconds(h.Percentile(50)),
		P90: Milliseconds(h.Percentile(90)), P99: Milliseconds(h.Percentile(99)), Max: Milliseconds(h.Max),
	}
	if buckets {
		for middle, count := range h.Buckets {
			d.Bucket = append(d.Bucket, DocBin{float64(middle) / 1e6, count})
		}
	}
	return d
}

func runs[T comparable](l *report.Timeline[T]) []DocRun {
	out := make([]DocRun, 0, len(l.Runs))
	for _, r := range l.Runs {
		var v any = r.Value
		if s, ok := v.(string); ok {
			v = Text(s)
		}
		out = append(out, DocRun{Time(r.From), Time(r.To), v, r.Packet})
	}
	return out
}
