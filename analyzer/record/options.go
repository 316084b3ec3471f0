package record

import (
	"cmp"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// Options tell an Analyzer what to do. The zero value is ready to use.
type Options struct {
	Name string // of the capture, in references to packets
	// called with exchanges that are over, in the order in which they began, except that one of more than 15 s comes when
	// it is over; never called concurrently
	Exchanges func([]*report.Exchange)
	// makes, for each goroutine, a function that says whether a packet counts; nil for all
	Keep func() func(*decoder.Message, *Packet) bool
	// makes, for each goroutine, a function that sees every decoded packet; nil for none
	Look func() Look
	// called with what is known of each packet, in their order, when it is matched; with Keep, of the messages that pass;
	// a Part and a Matcher do not call it
	Record func(*Record)
	// called with each packet of which Look has noted something, and that, in their order; all packets are of a capture
	Noted     func(*capture.Packet, []byte)
	Protocols []*wire.Protocol // of the caller's own, beside those that the decoder knows
	Layouts   *wire.Layouts    // describe packets of other traffic, nil for none
	// packets of times before From, or from To on, are skipped; nanoseconds since 1970-01-01 UTC, 0 for no bound
	From, To   int64
	MaxFlows   int // flows kept concurrently, 0 for 200,000
	MaxServers int // servers kept, 0 for 200,000
	MaxClients int // clients kept, 0 for 200,000
	// spans, scores and teams of players kept of all servers together, 0 for 65,536; each server has at least a 256th of
	// them, from 64 to 256; and four times as many values of rules, names and counts
	MaxDetails int
	Memory     int64 // bytes that all of this may take, about, 0 for 512 MiB; those silent longest are evicted first
	Workers    int   // goroutines that decode, 0 for one per processor
}

// A Look sees a packet and what was decoded of it, which holds until it
// returns. m is nil for a packet of an unknown kind of link. seems says what a
// packet seems to be that does not count as a message of a query protocol, ""
// for one that does and for a fragment. With one worker it is called in the
// order of the packets. With [Options].Noted, m has the fields of the headers, and
// Keep is asked about every packet.
type Look func(m *decoder.Message, p *Packet, seems string)

// DefaultMemory is the usual Options.Memory.
const DefaultMemory = 512 << 20

// Within reports whether t lies between From and To.
func (o *Options) Within(t int64) bool {
	return (o.From == 0 || t >= o.From) && (o.To == 0 || t < o.To)
}

// SetLimits sets the limits that are not given.
func SetLimits(o *Options) {
	o.MaxFlows = cmp.Or(o.MaxFlows, 200_000)
	o.MaxServers = cmp.Or(o.MaxServers, 200_000)
	o.MaxClients = cmp.Or(o.MaxClients, 200_000)
	o.MaxDetails = cmp.Or(o.MaxDetails, 1<<16)
	o.Memory = cmp.Or(o.Memory, DefaultMemory)
}

// ShareLimits makes the limits those of one of n shards.
func ShareLimits(o *Options, n int) {
	o.MaxFlows = max(16, o.MaxFlows/n)
	o.MaxServers = max(16, o.MaxServers/n)
	o.MaxClients = max(16, o.MaxClients/n)
	o.Memory = max(1<<20, o.Memory/int64(n))
}
