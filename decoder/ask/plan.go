package ask

import (
	"fragscope/decoder/enum"
	"fragscope/decoder/wire"
)

// Parts are what a server can be queried for.
type Parts uint8

// The parts of a server's status.
const (
	PartInfo Parts = 1 << iota
	PartRules
	PartPlayers
	PartTeams
)

var partNames = [...]string{"info", "rules", "players", "teams"}

// PartNames returns the names of the parts.
func PartNames() []string { return partNames[:] }

func (p Parts) String() string                   { return enum.SetString(partNames[:], p) }
func (p Parts) MarshalText() ([]byte, error)     { return enum.MarshalSet(partNames[:], p) }
func (p *Parts) UnmarshalText(text []byte) error { return enum.UnmarshalSet(partNames[:], p, text) }

// An Ask says what to query a server for. The zero value requests what a server
// browser shows: info, rules and players, in the usual requests.
type Ask struct {
	Parts    Parts   // 0 for the usual ones
	Combined bool    // join requests where the protocol can, such as several items of GameSpy 1
	Host     string  // name or address of the server as the user wrote it; "" for unknown
	Address  [4]byte // of the server, where its protocol wants that in requests; zero for unknown
	Port     uint16  // that is queried
	Details  []any   // of the requests, of one or several protocols, such as *gamespy1.Query; nil for the usual ones
}

// Wants reports whether a part is requested; usual says whether it is by
// default.
func (a *Ask) Wants(p Parts, usual bool) bool {
	if a.Parts == 0 {
		return usual
	}
	return a.Parts&p != 0
}

// A Plan is a way to query a server.
type Plan struct {
	Name     string          // as a user names it: that of the protocol, or of the game when it takes two
	Title    string          // one line about it
	Protocol wire.ProtocolID // of its first step
	Steps    []Step
	Probes   []string                    // requests that show whether a server is there; the first is broadcast
	Refine   func(m *wire.Message) *Plan // a better plan for the server that sent m, nil for none
}

// An End says how the end of an answer is recognised.
type End uint8

const (
	EndsAtOnce   End = iota // one datagram is all of it
	EndsNumbered            // its datagrams are numbered and the last one says so
	EndsQuiet               // nothing marks it: it is over when nothing more arrives
)

var endNames = [...]string{"at-once", "numbered", "quiet"}

func (e End) String() string                   { return enum.String(endNames[:], e) }
func (e End) MarshalText() ([]byte, error)     { return enum.Marshal(endNames[:], e) }
func (e *End) UnmarshalText(text []byte) error { return enum.Unmarshal(endNames[:], e, text) }

// A Step is one request and its answer.
type Step struct {
	Protocol wire.ProtocolID
	Message  string // name of the request
	Parts    Parts  // what it requests

	// Enabled reports whether the step is wanted; nil for always.
	Enabled func(a *Ask, p Parts) bool
	// After is the number of the step that must be over before, from 1; 0 for none.
	StartAfter int
	// Needs is the number of the step, from 1, without whose answer this one is
	// skipped, unless that one is not wanted; 0 for none.
	DependsOn int
	// SkipIf reports that what the steps so far got makes this one pointless: it is
	// skipped; nil for never.
	SkipIf func(got []*wire.Message) bool

	// Instead is the number of the step, from 1, that this one stands in for where
	// that one got no answer; 0 for none.
	Instead int

	Optional bool  // sent once: a server may not know the request
	Ends     End   // how the end of the answer is recognised
	Offsets  []int // ports that may answer, from the game port; nil for the port that is queried

	// Prepare completes the request. before is the challenge that it was answered
	// with, or the first answer that counts to the step before, or nil.
	Prepare func(q *Query, a *Ask, before *wire.Message)
	// IsChallenge reports that m is no answer but a challenge: the request is sent again,
	// and Prepare puts into it what proves the sender's address.
	IsChallenge func(m *wire.Message) bool
	// Nothing reports that no answer is to be expected, so that silence counts as
	// the answer.
	Nothing func(before *wire.Message) bool
	// InOrder sorts datagrams that arrived out of order, as far as they show it; for
	// EndsQuiet.
	InOrder func(got []*wire.Message) []*wire.Message
	// NoEndMark says that some servers never mark the last datagram; for EndsNumbered.
	NoEndMark bool
	// Enough reports whether what arrived is likely complete.
	Enough func(got []*wire.Message, before *wire.Message) bool
}

// A Broadcast is a broadcast request.
type Broadcast struct {
	Protocol wire.ProtocolID
	Message  string
	Ports    []uint16
	// Found returns where the sender of m is queried, port 0 for nowhere.
	Found func(m *wire.Message, from uint16) (plan *Plan, port uint16)
	Query wire.ProtocolID // in which it is queried where Found returns no plan
}

// A Place is a port and the plan by which a server there can be queried.
type Place struct {
	Plan *Plan
	Port uint16
	Why  string // how the port follows from the one that is known
}

// A PlaceOffset is an offset from a known port that may be for players or for
// queries.
type PlaceOffset struct {
	Plan   *Plan
	Offset int
}

// A PlaceNumber is a query port that does not follow from the game port, for
// the game port that it goes with.
type PlaceNumber struct {
	Plan       *Plan
	Game, Port uint16
}

// A PlaceTable holds the usual ports.
type PlaceTable struct {
	Offsets []PlaceOffset // the likeliest first
	Numbers []PlaceNumber
	First   []Place         // when only the host is known: what is tried first
	Common  wire.ProtocolID // then all ports of this one
	Order   []*Plan         // then the first port of each of these, then the second, and so on
	Last    []Place         // last, whatever port is known
}
