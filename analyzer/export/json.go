package export

import (
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"fragscope/analyzer"
)

// Schema names the layout of a [Document]. It changes only when a field is
// taken away or means something else.
const Schema = "fragscope-report/1"

// A Document is a report as JSON shows it.
type Document struct {
	Schema      string         `json:"schema"`
	Files       []DocFile      `json:"files"`
	Packets     int64          `json:"packets"`
	Bytes       int64          `json:"bytes"`        // on the wire
	First       *time.Time     `json:"first"`        // of the first packet
	Last        *time.Time     `json:"last"`         // of the last packet
	Queries     int64          `json:"queryPackets"` // packets of the query protocols
	Protocols   []DocProtocol  `json:"protocols"`
	Messages    []DocMessage   `json:"messages"`
	Servers     []DocServer    `json:"servers"`
	Clients     []DocClient    `json:"clients"`
	Problems    []DocProblem   `json:"problems"`
	Reflections []DocFlood     `json:"reflections"`
	Discoveries []DocDiscovery `json:"discoveries"`
	PortGuesses []DocGuess     `json:"portGuesses"`
	Masters     []DocStream    `json:"masterConversations"`
	Other       []DocOther     `json:"otherTraffic"`
	Fragments   DocCount       `json:"fragments"`          // packets that are parts of datagrams
	Unassembled int64          `json:"unassembled"`        // datagrams of which fragments are missing
	Dropped     DocDropped     `json:"dropped"`            // what limits made the analyzer let go
	Activity    *DocActivity   `json:"activity,omitempty"` // exchanges over time, when they were counted
}

// A DocFile is a capture.
type DocFile struct {
	Name     string           `json:"name"`
	Format   string           `json:"format"`
	Packets  int64            `json:"packets"`
	Bytes    int64            `json:"bytes"`   // of the file, uncompressed
	Skipped  int64            `json:"skipped"` // bytes that made no sense
	Stopped  bool             `json:"stopped"` // reading was stopped before the end
	Problems []DocFileProblem `json:"problems"`
}

// A DocFileProblem is something wrong with a capture.
type DocFileProblem struct {
	Code    string `json:"code"`
	Offset  int64  `json:"offset"`
	Packet  int64  `json:"packet"`
	Message string `json:"message"`
}

// DocOutcomes count exchanges by outcome.
type DocOutcomes struct {
	Answered   int64 `json:"answered"`
	Incomplete int64 `json:"incomplete"`
	Unanswered int64 `json:"unanswered"`
	Unasked    int64 `json:"unasked"`
	Announced  int64 `json:"announced"`
}

// A DocRTT sums up round-trip times in milliseconds.
type DocRTT struct {
	Count  int64    `json:"count"`
	Min    *float64 `json:"minMs"`
	Mean   *float64 `json:"meanMs"`
	P50    *float64 `json:"p50Ms"`
	P90    *float64 `json:"p90Ms"`
	P99    *float64 `json:"p99Ms"`
	Max    *float64 `json:"maxMs"`
	Bucket []DocBin `json:"buckets,omitempty"`
}

// A DocBin counts durations around a middle, within 3 %.
type DocBin struct {
	Middle float64 `json:"middleMs"`
	Count  int64   `json:"count"`
}

// A DocProtocol sums up the exchanges of a protocol.
type DocProtocol struct {
	Protocol   string      `json:"protocol"`
	Exchanges  DocOutcomes `json:"exchanges"`
	Requests   int64       `json:"requests"`
	Replies    int64       `json:"replies"`
	Retries    int64       `json:"retries"`
	Missing    int64       `json:"missing"`
	Duplicates int64       `json:"duplicates"`
	Reordered  int64       `json:"reordered"`
	FirstRTT   DocRTT      `json:"firstRtt"`
	LastRTT    DocRTT      `json:"lastRtt"`
}

// DocCount counts packets and their bytes on the wire.
type DocCount struct {
	Packets int64 `json:"packets"`
	Bytes   int64 `json:"bytes"`
}

// A DocMessage counts a kind of message.
type DocMessage struct {
	Protocol string `json:"protocol"`
	Message  string `json:"message"`
	DocCount
}

// A DocOther counts packets of other traffic.
type DocOther struct {
	What string `json:"what"`
	DocCount
}

// A DocServer is a server: its row of the table, and how it changed.
type DocServer struct {
	Server
	History DocHistory          `json:"history"`
	Rules   map[string][]DocRun `json:"rules"`
	People  []Player            `json:"playerStays"`
	Events  []Event             `json:"events"`
	Dropped int                 `json:"droppedDetails"` // rules and players that were too many
}

// A DocHistory holds what a server said over time.
type DocHistory struct {
	Name       []DocRun `json:"name"`
	Map        []DocRun `json:"map"`
	GameType   []DocRun `json:"gameType"`
	Version    []DocRun `json:"version"`
	Players    []DocRun `json:"players"`
	MaxPlayers []DocRun `json:"maxPlayers"`
	GamePort   []DocRun `json:"gamePort"`
	Password   []DocRun `json:"password"`
}

// A DocRun is a stretch of time in which a value was seen unchanged.
type DocRun struct {
	From   time.Time `json:"from"`
	To     time.Time `json:"to"`
	Value  any       `json:"value"`
	Packet int64     `json:"packet"`
}

// A DocClient is an address that asks.
type DocClient struct {
	Address   string      `json:"address"`
	First     time.Time   `json:"first"`
	Last      time.Time   `json:"last"`
	Exchanges DocOutcomes `json:"exchanges"`
	Requests  int64       `json:"requests"`
	Replies   int64       `json:"replies"`
	BytesOut  int64       `json:"bytesOut"`
	BytesIn   int64       `json:"bytesIn"`
	Servers   int64       `json:"conversations"` // with servers, begun
	RTT       DocRTT      `json:"rtt"`
}

// A DocProblem says how often a problem occurred.
type DocProblem struct {
	Code     string      `json:"code"`
	Severity string      `json:"severity"`
	Count    int64       `json:"count"`
	Message  string      `json:"message"` // with … for what differs from packet to packet
	Advice   string      `json:"advice"`
	Examples []DocPacket `json:"examples"`
}

// A DocPacket names a packet.
type DocPacket struct {
	File   string `json:"file"`
	Packet int64  `json:"packet"`
}

// A DocFlood is a stream of replies to an address that never asked.
type DocFlood struct {
	Server  string    `json:"server"`  // one that sent them, the first
	Servers int64     `json:"servers"` // that sent them
	Client  string    `json:"client"`
	Replies int64     `json:"replies"`
	Bytes   int64     `json:"bytes"`
	First   time.Time `json:"first"`
	Last    time.Time `json:"last"`
	Packet  int64     `json:"packet"`
}

// A DocDiscovery is a request to all hosts of a network.
type DocDiscovery struct {
	Client  string    `json:"client"`
	Message string    `json:"message"`
	Time    time.Time `json:"time"`
	Packet  int64     `json:"packet"`
	Answers int64     `json:"answers"`
}

// A DocGuess is a host that was asked on several ports, of which some answered.
type DocGuess struct {
	Host     string   `json:"host"`
	Answered []uint16 `json:"answered"`
	Silent   []uint16 `json:"silent"`
}

// A DocStream is a conversation over TCP with a master server.
type DocStream struct {
	Client   string    `json:"client"`
	Server   string    `json:"server"`
	First    time.Time `json:"first"`
	Last     time.Time `json:"last"`
	Messages []string  `json:"messages"`
	Entries  int64     `json:"entries"`
	Gaps     int64     `json:"gapBytes"`
	Packets  int64     `json:"packets"`
	Packet   int64     `json:"packet"`
}

// DocDropped counts what limits made the analyzer let go.
type DocDropped struct {
	Flows   int64 `json:"flows"`
	Servers int64 `json:"servers"`
	Clients int64 `json:"clients"`
}

// A DocActivity counts exchanges in stretches of time of one width.
type DocActivity struct {
	Width float64      `json:"widthMs"`
	Bins  []DocMoments `json:"bins"`
}

// A DocMoments counts the exchanges that began in one stretch of time.
type DocMoments struct {
	Start time.Time `json:"start"`
	DocOutcomes
}

// JSON writes r as one JSON object, indented. r must be settled. a may be nil.
func JSON(w io.Writer, r *analyzer.Report, a *Activity) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(NewDocument(r, a))
}

// NewDocument makes the Document of r, which must be settled. a may be nil.
func NewDocument(r *analyzer.Report, a *Activity) *Document {
	d := &Document{
		Schema: Schema, Files: []DocFile{}, Packets: r.Packets, Bytes: r.Bytes, Queries: r.Game,
		Protocols: []DocProtocol{}, Messages: []DocMessage{}, Servers: []DocServer{}, Clients: []DocClient{}, Problems: []DocProblem{},
		Reflections: []DocFlood{}, Discoveries: []DocDiscovery{}, PortGuesses: portGuesses(r), Masters: []DocStream{}, Other: []DocOther{},
		Fragments: DocCount(r.Fragments), Unassembled: r.Unassembled,
		Dropped: DocDropped{r.DroppedFlows, r.DroppedServers, r.DroppedClients}, Activity: a.document(),
	}
	if r.First != 0 {
		first, end := moment(r.First), moment(r.Last)
		d.First, d.Last = &first, &end
	}
	for _, f := range r.Files {
		file := DocFile{Name: Text(f.Name), Format: f.Format, Packets: f.Packets, Bytes: f.Bytes, Skipped: f.Skipped, Stopped: f.Stopped, Problems: []DocFileProblem{}}
		for _, p := range f.Problems {
			file.Problems = append(file.Problems, DocFileProblem{p.Code, p.Offset, p.Packet, Text(p.Message)})
		}
		d.Files = append(d.Files, file)
	}
	for _, p := range slices.Sorted(maps.Keys(r.Protocols)) {
		t := r.Protocols[p]
		d.Protocols = append(d.Protocols, DocProtocol{
			Protocol: p.String(), Exchanges: outcomes(t.Exchanges[:]), Requests: t.Requests, Replies: t.Replies, Retries: t.Retries,
			Missing: t.Missing, Duplicates: t.Duplicates, Reordered: t.Reordered, FirstRTT: rtt(&t.FirstRTT, true), LastRTT: rtt(&t.LastRTT, true),
		})
	}
	for k, c := range r.Messages {
		d.Messages = append(d.Messages, DocMessage{k.Protocol.String(), k.Message, DocCount(c)})
	}
	slices.SortFunc(d.Messages, func(a, b DocMessage) int {
		return strings.Compare(a.Protocol+"\x00"+a.Message, b.Protocol+"\x00"+b.Message)
	})
	d.servers(r)
	for _, a := range clients(r) {
		c := r.Clients[a]
		d.Clients = append(d.Clients, DocClient{
			Address: address(a), First: moment(c.First), Last: moment(c.Last), Exchanges: outcomes(c.Exchanges[:]), Requests: c.Requests,
			Replies: c.Replies, BytesOut: c.BytesOut, BytesIn: c.BytesIn, Servers: c.Servers, RTT: rtt(&c.RTT, false),
		})
	}
	d.findings(r)
	return d
}

// servers adds the servers and what was seen of them over time.
func (d *Document) servers(r *analyzer.Report) {
	stays := map[string][]Player{}
	key := func(address string, port int32) string { return address + " " + grouped(int64(port)) }
	for p := range Players(r) {
		k := key(p.ServerAddress, p.ServerPort)
		stays[k] = append(stays[k], p)
	}
	changes := map[string][]Event{}
	for e := range Events(r) {
		k := key(e.ServerAddress, e.ServerPort)
		changes[k] = append(changes[k], e)
	}
	for _, s := range servers(r) {
		row := ServerRow(s)
		k := key(row.Address, row.Port)
		x := DocServer{Server: row, Rules: map[string][]DocRun{}, People: stays[k], Events: changes[k], Dropped: s.Dropped, History: DocHistory{
			Name: runs(&s.Name), Map: runs(&s.Map), GameType: runs(&s.GameType), Version: runs(&s.Version), Players: runs(&s.Players),
			MaxPlayers: runs(&s.MaxPlayers), GamePort: runs(&s.GamePort), Password: runs(&s.Password),
		}}
		for name, l := range s.Rules {
			x.Rules[Text(name)] = append(x.Rules[Text(name)], runs(l)...)
		}
		if x.People == nil {
			x.People = []Player{}
		}
		if x.Events == nil {
			x.Events = []Event{}
		}
		d.Servers = append(d.Servers, x)
	}
}

// findings adds what was noticed.
func (d *Document) findings(r *analyzer.Report) {
	for _, p := range problems(r) {
		x := DocProblem{
			Code: p.Info.Code, Severity: p.Info.Severity.String(), Count: p.Count,
			Message: general(p.Info.Message), Advice: general(p.Info.Advice), Examples: []DocPacket{},
		}
		for _, e := range p.Examples {
			x.Examples = append(x.Examples, DocPacket{Text(e.File), e.Number})
		}
		d.Problems = append(d.Problems, x)
	}
	for _, f := range r.Reflections {
		d.Reflections = append(d.Reflections, DocFlood{endpoint(f.Server), f.Servers, endpoint(f.Client), f.Replies, f.Bytes, moment(f.First), moment(f.Last), f.Packet})
	}
	for _, x := range r.Discoveries {
		d.Discoveries = append(d.Discoveries, DocDiscovery{endpoint(x.Client), x.Message, moment(x.Time), x.Packet, x.Answers})
	}
	for _, s := range r.Streams {
		d.Masters = append(d.Masters, DocStream{
			endpoint(s.Client), endpoint(s.Server), moment(s.First), moment(s.Last), append([]string{}, s.Messages...), s.Entries, s.Gaps, s.Packets, s.Packet,
		})
	}
	for _, what := range slices.Sorted(maps.Keys(r.Other)) {
		d.Other = append(d.Other, DocOther{what, DocCount(r.Other[what])})
	}
}

func outcomes(n []int64) DocOutcomes {
	return DocOutcomes{n[analyzer.Answered], n[analyzer.Incomplete], n[analyzer.Unanswered], n[analyzer.Unasked], n[analyzer.Announced]}
}

func rtt(h *analyzer.Histogram, buckets bool) DocRTT {
	if h.Count == 0 {
		return DocRTT{}
	}
	d := DocRTT{
		Count: h.Count, Min: milliseconds(h.Min), Mean: milliseconds(h.Mean()), P50: milliseconds(h.Percentile(50)),
		P90: milliseconds(h.Percentile(90)), P99: milliseconds(h.Percentile(99)), Max: milliseconds(h.Max),
	}
	if buckets {
		for middle, count := range h.Buckets {
			d.Bucket = append(d.Bucket, DocBin{float64(middle) / 1e6, count})
		}
	}
	return d
}

func runs[T comparable](l *analyzer.Timeline[T]) []DocRun {
	out := make([]DocRun, 0, len(l.Runs))
	for _, r := range l.Runs {
		var v any = r.Value
		if s, ok := v.(string); ok {
			v = Text(s)
		}
		out = append(out, DocRun{moment(r.From), moment(r.To), v, r.Packet})
	}
	return out
}
