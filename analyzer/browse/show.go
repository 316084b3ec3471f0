package browse

import (
	"fmt"
	"net/netip"
	"slices"

	"fragscope/analyzer/export"
	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// A Row is a packet as a list shows it.
type Row struct {
	Index     int   // in the file, from 0
	Time      int64 // nanoseconds since 1970-01-01 UTC
	HasTime   bool  // the file says when it was
	Length    int   // bytes on the wire
	Src, Dst  netip.AddrPort
	Protocol  decoder.Protocol
	Direction decoder.Direction
	Title     string
	Worst     int // severity of the worst problem, NoProblem for none
}

// NoProblem is the Worst of a row without problems.
const NoProblem = -1

// Row returns row i of the list. ok is false when there is none.
func (v *View) Row(i int) (r Row, ok bool) {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	if i < 0 || i >= v.len() {
		return Row{}, false
	}
	return v.row(v.at(i)), true
}

func (v *View) row(n int) Row {
	x := &v.c.index
	e := x.entry(n)
	k := &x.kinds[e.kind]
	return Row{
		Index: n, Time: e.time, HasTime: e.flags&flagTime != 0, Length: int(e.size), Src: x.hosts.addr(e.src, e.from),
		Dst:      x.hosts.addr(e.dst, e.to),
		Protocol: k.protocol, Direction: k.direction, Title: k.name, Worst: int(e.flags&flagWorst) - 1,
	}
}

// A Packet is a packet as the file has it.
type Packet struct {
	Time     int64 // nanoseconds since 1970-01-01 UTC
	HasTime  bool  // the file says when it was
	Length   int   // bytes on the wire
	Link     decoder.Link
	Comments []string
	Data     []byte
}

// Packet returns the packet at n of the file.
func (c *Capture) Packet(n int) (Packet, error) {
	c.mu.Lock()
	if n < 0 || n >= c.index.ready {
		c.mu.Unlock()
		return Packet{}, fmt.Errorf("there is no packet %d", n+1)
	}
	e, src := *c.index.entry(n), c.bytes
	p := Packet{Time: e.time, HasTime: e.flags&flagTime != 0, Length: int(e.size), Link: e.link,
		Comments: c.index.comments[int64(n)+1], Data: make([]byte, e.kept)}
	c.mu.Unlock()
	if got, err := src.ReadAt(p.Data, e.at); got < len(p.Data) {
		return Packet{}, fmt.Errorf("packet %d cannot be read again: %w", n+1, err)
	}
	return p, nil
}

// Together returns the packet at n of the file with those of its exchange in the
// same kind of frame, in order, and where among them it is. It is always there;
// of the others there are no more than fit into most bytes.
func (c *Capture) Together(n, most int) (list []Packet, at int, err error) {
	own, err := c.Packet(n)
	if err != nil {
		return nil, 0, err
	}
	var numbers []int64
	if x := c.Whole().Exchange(c.Whole().ExchangeOf(n)); x != nil {
		numbers = x.Packets()
	}
	at = -1
	for _, number := range numbers {
		p := own
		if number == int64(n)+1 {
			at = len(list)
		} else if p, err = c.Packet(int(number) - 1); err != nil || p.Link != own.Link {
			continue
		} else if most -= len(p.Data); most < 0 {
			break
		}
		list = append(list, p)
	}
	if at < 0 {
		return []Packet{own}, 0, nil
	}
	return list, at, nil
}

// A Summary says what was opened and how much of it was read.
type Summary struct {
	Name     string               `json:"name"`
	Format   string               `json:"format"`
	Bytes    int64                `json:"bytes"` // of the file
	Packets  int                  `json:"packets"`
	Matching int                  `json:"matching"` // packets that the filter lets through
	Filter   string               `json:"filter"`
	Whole    bool                 `json:"whole"`   // all of the file was read, or as much as can be
	Stopped  bool                 `json:"stopped"` // reading was stopped before the end
	Problems []report.FileProblem `json:"problems"`
	Messages []export.DocMessage  `json:"messages"` // of all packets
	Unknown  int                  `json:"unknown"`  // datagrams over UDP that no protocol recognises
	// packets without a problem, with a note, a warning, an error as the worst
	Worst [4]int64 `json:"worst"`
}

// Summary says what was opened and how much of it was read.
func (c *Capture) Summary() *Summary {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := &Summary{Name: export.Text(c.name), Format: c.format, Bytes: c.size, Packets: c.index.ready,
		Matching: c.shown.len(), Worst: c.index.worst, Unknown: c.index.unknown,
		Problems: []report.FileProblem{}, Messages: []export.DocMessage{}}
	if c.shown.filter != nil {
		s.Filter = c.shown.filter.String()
	}
	if r := c.whole.report; r != nil {
		s.Whole = !r.Files[0].Stopped
		s.Stopped = r.Files[0].Stopped
		s.Problems = export.FileProblems(&r.Files[0])
	}
	for i := range c.index.kinds {
		k := &c.index.kinds[i]
		if k.count.Packets == 0 {
			continue // a layout describes its packets otherwise now
		}
		m := export.DocMessage{Message: k.name, Count: k.count}
		if k.protocol != decoder.Unknown {
			m.Protocol = k.protocol.String()
		}
		s.Messages = append(s.Messages, m)
	}
	slices.SortStableFunc(s.Messages, func(a, b export.DocMessage) int { return int(b.Packets - a.Packets) })
	return s
}

// mostClients bounds the clients in a report for the page; an export has all.
const mostClients = 200

// A PageReport is the report of what is shown, but for its servers, with the
// curves of the plots.
type PageReport struct {
	*export.Document
	ServerCount int            `json:"serverCount"`
	ClientCount int            `json:"clientCount"`
	Statistics  *Statistics    `json:"statistics"`
	Players     []export.Curve `json:"playerCurves"`
	RTT         []export.Curve `json:"rttCurves"`
	Exchanges   []export.Curve `json:"exchangeCurves"`
}

// PageReport returns the report of what is shown, nil while the file is read.
func (v *View) PageReport() *PageReport {
	r := v.Report()
	if r == nil {
		return nil
	}
	p := &PageReport{Document: export.NewSummary(r, &v.c.whole.activity, mostClients), ServerCount: len(r.Servers),
		ClientCount: len(r.Clients)}
	p.Players, p.RTT, p.Exchanges = v.Curves()
	p.Statistics = v.Statistics(hostPort)
	return p
}

func hostPort(a netip.AddrPort) string {
	if a.Port() == 0 {
		return a.Addr().String()
	}
	return a.String()
}

// Server returns the history of the server at an address and port, nil where
// there is none.
func (v *View) Server(address string) *export.DocServer {
	a, err := netip.ParseAddrPort(address)
	r := v.Report()
	if err != nil || r == nil || r.Servers[a] == nil {
		return nil
	}
	d := export.NewServer(r, r.Servers[a])
	return &d
}
