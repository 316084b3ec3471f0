package export

import (
	"net/netip"

	"fragscope/analyzer/report"
)

// Schema names the layout of a [Document]. It changes only when a field is
// taken away or means something else.
const Schema = "fragscope-report/1"

// A Document is a report as JSON shows it.
type Document struct {
	Schema      string              `json:"schema"`
	Files       []report.File       `json:"files"`
	Packets     int64               `json:"packets"`
	Bytes       int64               `json:"bytes"`        // on the wire
	First       Time                `json:"first"`        // of the first packet
	Last        Time                `json:"last"`         // of the last packet
	Queries     int64               `json:"queryPackets"` // packets of the query protocols
	Protocols   []DocProtocol       `json:"protocols"`
	Messages    []DocMessage        `json:"messages"`
	Servers     []DocServer         `json:"servers"`
	Clients     []DocClient         `json:"clients"`
	Problems    []DocProblem        `json:"problems"`
	Reflections []report.Reflection `json:"reflections"`
	Discoveries []report.Discovery  `json:"discoveries"`
	PortGuesses []DocGuess          `json:"portGuesses"`
	Elsewhere   []DocElsewhere      `json:"otherAddresses"`
	Masters     []report.Stream     `json:"tcpSessions"`
	Other       []DocOther          `json:"otherTraffic"`
	Fragments   report.Count        `json:"fragments"`          // packets that are parts of datagrams
	Unassembled int64               `json:"unassembled"`        // datagrams of which fragments are missing
	Copies      DocCopies           `json:"copies"`             // packets that are copies of one captured just before
	Dropped     DocDropped          `json:"dropped"`            // what limits made the analyzer let go
	Activity    *DocActivity        `json:"activity,omitempty"` // exchanges over time, when they were counted
}

// DocCopies count packets that are copies of a datagram captured just before,
// as on a mirror port. Nothing else counts them.
type DocCopies struct {
	report.Count
	Unproven int64 `json:"unproven"` // without an IP identification: they may have been sent twice
}

// DocOutcomes count exchanges by outcome.
type DocOutcomes struct {
	Answered    int64 `json:"answered"`
	Incomplete  int64 `json:"incomplete"`
	Unanswered  int64 `json:"unanswered"`
	Unsolicited int64 `json:"unsolicited"`
	Announced   int64 `json:"announced"`
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

// A DocMessage counts a kind of message.
type DocMessage struct {
	Protocol string `json:"protocol"`
	Message  string `json:"message"`
	report.Count
}

// A DocOther counts packets of other traffic.
type DocOther struct {
	What string `json:"what"`
	report.Count
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
	From   Time  `json:"from"`
	To     Time  `json:"to"`
	Value  any   `json:"value"`
	Packet int64 `json:"packet"`
}

// A DocClient is an address that asks.
type DocClient struct {
	Address      string      `json:"address"`
	First        Time        `json:"first"`
	Last         Time        `json:"last"`
	Exchanges    DocOutcomes `json:"exchanges"`
	Requests     int64       `json:"requests"`
	Replies      int64       `json:"replies"`
	RequestBytes int64       `json:"requestBytes"`
	ReplyBytes   int64       `json:"replyBytes"`
	Servers      int64       `json:"conversations"` // with servers, begun
	RTT          DocRTT      `json:"rtt"`
}

// A DocProblem says how often a problem occurred.
type DocProblem struct {
	Code     string             `json:"code"`
	Severity string             `json:"severity"`
	Count    int64              `json:"count"`
	Message  string             `json:"message"` // with … for what differs from packet to packet
	Advice   string             `json:"advice"`
	Examples []report.PacketRef `json:"examples"`
}

// A DocGuess is a host that was asked on several ports, of which some answered.
type DocGuess struct {
	Host     string   `json:"host"`
	Answered []uint16 `json:"answered"`
	Silent   []uint16 `json:"silent"`
	Clients  []string `json:"clients"` // who asked on ports where nothing answered, the first few by address
}

// A DocElsewhere is a server whose replies came from another address than was queried.
type DocElsewhere struct {
	Asked     netip.AddrPort `json:"asked"`
	Answered  netip.AddrPort `json:"answered"`  // where the first reply came from
	Addresses int64          `json:"addresses"` // that replies came from
	Requests  int64          `json:"requests"`
	Replies   int64          `json:"replies"`
	Packet    int64          `json:"packet"` // of the first request
}

// DocDropped counts what limits made the analyzer let go.
type DocDropped struct {
	Flows   int64 `json:"flows"`
	Servers int64 `json:"servers"`
	Clients int64 `json:"clients"`

	Findings int64 `json:"findings,omitempty"` // reflections, discoveries and sessions over TCP
}

// A DocActivity counts exchanges in stretches of time of one width.
type DocActivity struct {
	Width float64      `json:"widthMs"`
	Bins  []DocMoments `json:"bins"`
}

// A DocMoments counts the exchanges that began in one stretch of time.
type DocMoments struct {
	Start Time `json:"start"`
	DocOutcomes
}

// HTMLOptions say what goes into the page.
type HTMLOptions struct {
	Activity *Activity // exchanges over time, nil when they were not counted
	Top      int       // rows of each list, 0 for 100
	Filter   string    // the expression that packets had to meet, "" for none
	Status   string    // what to say in front
}
