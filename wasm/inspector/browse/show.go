package browse

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"sort"
	"strings"

	"fragscope/analyzer/export"
	"fragscope/analyzer/filter"
	"fragscope/decoder"
	"fragscope/decoder/explain"
	"fragscope/wasm/inspector/pack"
)

// Rows writes the packets [from, to) of the list: how many, then for each its
// place in the file, when it was (two words), whether that is known, its
// bytes on the wire, protocol, direction, worst severity and 1, and as texts
// where it came from, where it went, and what it is.
func (c *Capture) Rows(w *pack.Writer, from, to int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	to = min(to, c.count())
	from = max(0, min(from, to))
	w.Int(to - from)
	for i := from; i < to; i++ {
		n := c.place(i)
		e := c.index.entry(n)
		k := &c.index.kinds[e.kind]
		w.Int(n)
		w.U64(uint64(e.time))
		w.Bool(e.flags&flagTime != 0)
		w.U32(e.size)
		w.U32(uint32(k.protocol))
		w.U32(uint32(k.direction))
		w.U32(uint32(e.flags & flagWorst))
		w.Append(func(dst []byte) []byte { return c.index.hosts.text(dst, e.src, e.from) })
		w.Append(func(dst []byte) []byte { return c.index.hosts.text(dst, e.dst, e.to) })
		w.Text(k.name)
	}
}

// Packet writes the packet at n of the file: whether there is one, when it was
// (two words), whether that is known, its bytes on the wire, the frame around
// it, its comments and its bytes.
func (c *Capture) Packet(w *pack.Writer, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n < 0 || n >= c.index.ready {
		w.Bool(false)
		w.Text(fmt.Sprintf("there is no packet %d", n+1))
		return
	}
	e := c.index.entry(n)
	b := make([]byte, e.kept)
	if got, err := c.bytes.ReadAt(b, e.at); got < len(b) {
		w.Bool(false)
		w.Text(fmt.Sprintf("packet %d cannot be read again: %v", n+1, err))
		return
	}
	w.Bool(true)
	w.U64(uint64(e.time))
	w.Bool(e.flags&flagTime != 0)
	w.U32(e.size)
	w.Text(e.link.String())
	comments := c.index.comments[int64(n)+1]
	w.Int(len(comments))
	for _, text := range comments {
		lines := strings.Split(text, "\n")
		for i := range lines {
			lines[i] = export.Text(strings.TrimSuffix(lines[i], "\r"))
		}
		w.Text(strings.Join(lines, "\n"))
	}
	w.Packed(b)
}

// Find returns where in the list the packet at n of the file is, -1 when the
// filter leaves it out.
func (c *Capture) Find(n int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shown.list == nil {
		if n < 0 || n >= c.index.ready {
			return -1
		}
		return n
	}
	i := sort.Search(len(c.shown.list), func(i int) bool { return int(c.shown.list[i]) >= n })
	if i < len(c.shown.list) && int(c.shown.list[i]) == n {
		return i
	}
	return -1
}

// A Summary says what was opened and how much of it was read.
type Summary struct {
	Name     string                  `json:"name"`
	Format   string                  `json:"format"`
	Bytes    int64                   `json:"bytes"` // of the file
	Packets  int                     `json:"packets"`
	Matching int                     `json:"matching"` // packets that the filter lets through
	Filter   string                  `json:"filter"`
	Whole    bool                    `json:"whole"`   // all of the file was read, or as much as can be
	Stopped  bool                    `json:"stopped"` // reading was stopped before the end
	Problems []export.DocFileProblem `json:"problems"`
	Messages []MessageCount          `json:"messages"` // of all packets
	Worst    [4]int64                `json:"worst"`    // packets without a problem, with a note, a warning, an error as the worst
}

// A MessageCount counts the packets of a kind.
type MessageCount struct {
	Protocol string `json:"protocol"`
	Message  string `json:"message"`
	Packets  int64  `json:"packets"`
	Bytes    int64  `json:"bytes"`
}

// Summary appends a Summary as JSON.
func (c *Capture) Summary(dst []byte) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := Summary{Name: export.Text(c.name), Format: c.format, Bytes: c.size, Packets: c.index.ready, Matching: c.count(), Worst: c.index.worst, Problems: []export.DocFileProblem{}, Messages: []MessageCount{}}
	if c.shown.filter != nil {
		s.Filter = c.shown.filter.String()
	}
	if r := c.whole.report; r != nil {
		s.Whole = !r.Files[0].Stopped
		s.Stopped = r.Files[0].Stopped
		for _, p := range r.Files[0].Problems {
			s.Problems = append(s.Problems, export.DocFileProblem{Code: p.Code, Offset: p.Offset, Packet: p.Packet, Message: export.Text(p.Message)})
		}
	}
	for i := range c.index.kinds {
		k := &c.index.kinds[i]
		m := MessageCount{Message: k.name, Packets: k.count, Bytes: k.bytes}
		if k.protocol != decoder.Unknown {
			m.Protocol = k.protocol.String()
		}
		s.Messages = append(s.Messages, m)
	}
	slices.SortStableFunc(s.Messages, func(a, b MessageCount) int { return int(b.Packets - a.Packets) })
	return appendJSON(dst, &s)
}

// mostClients bounds the clients in a report for the page; an export has all.
const mostClients = 200

// A PageReport is the report of what is shown, but for its servers, with the
// curves of the plots.
type PageReport struct {
	*export.Document
	ServerCount int            `json:"serverCount"`
	ClientCount int            `json:"clientCount"`
	Players     []export.Curve `json:"playerCurves"`
	RTT         []export.Curve `json:"rttCurves"`
	Exchanges   []export.Curve `json:"exchangeCurves"`
}

// Report appends a PageReport as JSON, null while the file is read.
func (c *Capture) Report(dst []byte) []byte {
	v := c.shown
	if v.report == nil {
		return append(dst, "null"...)
	}
	p := PageReport{Document: export.NewSummary(v.report, &v.activity, mostClients), ServerCount: len(v.report.Servers), ClientCount: len(v.report.Clients)}
	p.Players, p.RTT, p.Exchanges = export.Curves(v.report, &v.activity)
	return appendJSON(dst, &p)
}

// Server appends the history of the server at an address and port as JSON,
// null for one that there is none of.
func (c *Capture) Server(dst []byte, address string) []byte {
	a, err := netip.ParseAddrPort(address)
	if err != nil || c.shown.report == nil || c.shown.report.Servers[a] == nil {
		return append(dst, "null"...)
	}
	d := export.NewServer(c.shown.report.Servers[a])
	return appendJSON(dst, &d)
}

// Protocols appends the names of the protocols as JSON, each at the place of
// its number.
func Protocols(dst []byte) []byte {
	var names []string
	for _, p := range decoder.Protocols() {
		for len(names) <= int(p) {
			names = append(names, decoder.Unknown.String())
		}
		names[p] = p.String()
	}
	return appendJSON(dst, names)
}

// An Offer is a name that a filter can use, with values worth suggesting.
type Offer struct {
	Name   string   `json:"name"`
	Doc    string   `json:"doc"`
	Values []string `json:"values"`
}

// Names appends what a filter can use as JSON: names, then functions.
func Names(dst []byte) []byte {
	offers := []Offer{}
	for _, list := range [][]filter.Name{filter.Names, filter.Functions} {
		for _, n := range list {
			offers = append(offers, Offer{n.Name, n.Doc, values(n.Name)})
		}
	}
	return appendJSON(dst, offers)
}

// values returns what a name can be compared with.
func values(name string) []string {
	list := []string{}
	switch name {
	case "protocol":
		for _, p := range decoder.Protocols() {
			list = append(list, p.String())
		}
	case "message":
		for _, p := range decoder.Protocols() {
			for _, m := range decoder.MessagesOf(p) {
				if !slices.Contains(list, m.Name) {
					list = append(list, m.Name)
				}
			}
		}
	case "direction":
		list = append(list, decoder.Request.String(), decoder.Reply.String())
	case "worst":
		list = append(list, decoder.SeverityNote.String(), decoder.SeverityWarning.String(), decoder.SeverityError.String())
	case `problem("CODE")`:
		for _, e := range explain.Explanations() {
			if e.Problem != nil {
				list = append(list, e.Name)
			}
		}
	}
	return list
}

// FilterError writes what is wrong with a filter: the sentence, and the place
// in the expression, in letters from 0, -1 for none.
func FilterError(w *pack.Writer, err error) {
	if e, ok := errors.AsType[*filter.Error](err); ok {
		w.Text(e.Sentence())
		w.Int(e.Column - 1)
		return
	}
	w.Text(err.Error())
	w.Int(-1)
}

func appendJSON(dst []byte, v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		return append(dst, "null"...)
	}
	return append(dst, b...)
}
