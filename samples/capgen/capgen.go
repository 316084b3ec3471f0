// Package capgen writes captures of made-up query traffic, the same bytes for
// the same [Config] every time: the benchmark for speed, and for false
// detection of queries.
//
// Servers of all protocols, whose maps change and whose players come and go,
// are queried by clients. Requests and replies get lost, arrive twice and out
// of order; some servers are behind VLAN tags, on IPv6, on a cooked or a raw
// interface, or on a path so narrow that their replies are fragmented. A
// [Truth] says what was written, so that a test can hold an analysis to it.
package capgen

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"fragscope/analyzer/capture"
	"fragscope/decoder"
)

// A Config says what to write. The zero value of each field is the default;
// a negative share means none.
type Config struct {
	Bytes     int64   // of packets after which to stop, instead of Datagrams; none
	Datagrams int     // UDP datagrams to write, including those of Other; a few more, so that no exchange is cut; 1000
	Seed      uint64  // of everything
	Pcap      bool    // pcap instead of pcapng: one interface, Ethernet
	Servers   int     // 200
	Clients   int     // 300
	Gap       int64   // mean time between two exchanges, ns; 6 ms
	Loss      float64 // share of datagrams that never arrive; 0.01
	Duplicate float64 // share of datagrams that arrive twice; 0.003
	Reorder   float64 // share of reply datagrams that arrive after the next; 0.005
	Other     float64 // share of datagrams that are not queries, from 0 to 1; none
	// share of exchanges in protocols that only the decoder's own replies are there for (Source, Quake, San Andreas …),
	// from 0 to 1; none
	Families float64
	// share of exchanges that are datagrams made to take memory, from 0 to 1; none. A Truth does not contain their
	// protocols
	Hostile    float64
	Masters    float64 // conversations with a master over TCP, as a share of all exchanges; 0.001
	Reflected  int     // unsolicited info replies sent to one address, in one flood
	Plain      bool    // only Ethernet and IPv4, nothing fragmented
	NoComments bool    // leave out the comments that some packets get in pcapng
}

// Start is the time of the first packet, ns since 1970.
const Start = 1_767_225_600 * 1e9 // 2026-01-01

// A Truth says what was written.
type Truth struct {
	Datagrams     int64                      // UDP datagrams
	Packets       int64                      // packets: datagrams, or their fragments, and segments
	Fragmented    int64                      // datagrams sent in fragments
	Bytes         int64                      // of all packets
	Protocols     map[decoder.Protocol]int64 // datagrams of each protocol; Unknown for other traffic
	Requests      int64                      // requests, including those that never arrive
	Replies       int64                      // replies
	Exchanges     int64                      // queries, retries not counted
	Unanswered    int64                      // queries without any answer
	Retries       int64                      // queries sent again
	LostParts     int64                      // reply datagrams that never arrived although others of the reply did
	Duplicates    int64                      // datagrams that arrived twice
	Reordered     int64                      // reply datagrams that arrived after the next
	Reflected     int64                      // unsolicited replies
	Conversations int64                      // with masters, over TCP
	Segments      int64                      // of these, including retransmissions
	Resent        int64                      // segments retransmitted
	Start, End    int64                      // times of the first and the last packet, ns
}

// Write writes a capture.
func Write(w io.Writer, c Config) (Truth, error) {
	g, err := newGenerator(w, c)
	if err != nil {
		return Truth{}, err
	}
	if err := g.run(); err != nil {
		return g.truth, err
	}
	return g.truth, g.out.Flush()
}

type generator struct {
	c        Config
	rnd      *rand.Rand
	out      *bufio.Writer
	write    func(*capture.Packet) error
	truth    Truth
	servers  []*server
	clients  []*client
	families []family // of Config.Families
	now      int64
	pending  events
	order    int64 // of events, so that equal times keep it
	waiting  int64 // datagrams among the events
	free     []*event
	packet   capture.Packet
	scratch  []byte
	ipID     uint16
}

const (
	ifEthernet = iota
	ifCooked
	ifRaw
)

func newGenerator(w io.Writer, c Config) (*generator, error) {
	def := func(v *float64, to float64) {
		if *v == 0 {
			*v = to
		}
		*v = min(1, max(0, *v))
	}
	def(&c.Loss, 0.01)
	def(&c.Duplicate, 0.003)
	def(&c.Reorder, 0.005)
	def(&c.Other, 0)
	def(&c.Hostile, 0)
	def(&c.Families, 0)
	def(&c.Masters, 0.001)
	defInt := func(v *int, to int) {
		if *v <= 0 {
			*v = to
		}
	}
	defInt(&c.Datagrams, 1000)
	defInt(&c.Servers, 200)
	defInt(&c.Clients, 300)
	if c.Gap <= 0 {
		c.Gap = 6e6
	}
	if c.Servers > 60000 || c.Clients > 60000 {
		return nil, fmt.Errorf("capgen: %d servers and %d clients: there are addresses for 60000 of each", c.Servers,
			c.Clients)
	}
	g := &generator{
		c: c, rnd: rand.New(rand.NewPCG(c.Seed, 0x66726167)), out: bufio.NewWriterSize(w, 1<<20),
		now: Start, truth: Truth{Protocols: map[decoder.Protocol]int64{}},
	}
	if c.Pcap {
		p, err := capture.NewPcapWriter(g.out, capture.LinkEthernet, true)
		if err != nil {
			return nil, err
		}
		g.write = p.WritePacket
	} else if err := g.openNg(); err != nil {
		return nil, err
	}
	if c.Families > 0 {
		g.families = families()
	}
	for i := range c.Clients {
		g.clients = append(g.clients, g.newClient(i))
	}
	for i := range c.Servers {
		g.servers = append(g.servers, g.newServer(i))
	}
	return g, nil
}

func (g *generator) openNg() error {
	n, err := capture.NewNgWriter(g.out, capture.Section{
		Application: "fragscope capgen", Comment: fmt.Sprintf("made-up traffic, seed %d", g.c.Seed),
	})
	if err != nil {
		return err
	}
	for _, f := range []capture.Interface{
		{LinkType: capture.LinkEthernet, Name: "eth0", SnapLen: 65535},
		{LinkType: capture.LinkSLL, Name: "any", SnapLen: 65535},
		{LinkType: capture.LinkRaw, Name: "tun0", SnapLen: 65535},
	} {
		if _, err := n.AddInterface(f); err != nil {
			return err
		}
	}
	g.write = n.WritePacket
	return nil
}

func (g *generator) run() error {
	flood := g.c.Datagrams / 2
	for g.c.Bytes > 0 && g.truth.Bytes < g.c.Bytes || g.c.Bytes <= 0 && g.truth.Datagrams+g.waiting < int64(
		g.c.Datagrams) {
		g.now += int64(g.rnd.ExpFloat64() * float64(g.c.Gap))
		if err := g.emit(g.now); err != nil {
			return err
		}
		switch {
		case g.c.Reflected > 0 && g.truth.Datagrams >= int64(flood):
			g.reflect(g.c.Reflected)
			g.c.Reflected = 0
		case g.share(g.c.Hostile):
			g.hostile()
		case g.share(g.c.Families):
			g.family()
		case g.share(g.c.Masters):
			g.masterTalk()
		case g.rnd.Float64() < g.otherShare():
			g.other()
		default:
			g.exchange()
		}
	}
	return g.emit(math.MaxInt64) // what is still in flight belongs to exchanges that were counted
}

// Exchanges have about meanDatagrams each.
func (g *generator) otherShare() float64 {
	const meanDatagrams = 2.6
	o := g.c.Other
	return o * meanDatagrams / (o*meanDatagrams + 2*(1-o))
}

func (g *generator) share(p float64) bool { return p > 0 && g.rnd.Float64() < p }
