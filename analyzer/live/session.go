package live

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

// A Session is what happened between this program and one server: what was
// sent, what came back and when, and what it means together.
type Session struct {
	Target Target
	Addr   netip.AddrPort // query address; of the last place tried when none answered
	Plan   *ask.Plan      // how it was asked; nil when no place answered
	Start  time.Time
	End    time.Time

	Status    *decoder.Status // what the server says; nil for nothing
	Servers   []ask.Listed    // of a master: its list
	Exchanges []*Exchange     // in the order of the requests
	Datagrams []*Datagram     // sent and received, in order of time, whatever their verdict
	Dropped   int             // datagrams over the limits, which are not in Datagrams
	Tried     []Trial         // places that were tried to find the query port
	Err       error           // nil when everything that was asked for came; a *Error for what the server did

	bytes int // of Datagrams
	held  int // reserved in the Client's budget
}

// Protocol returns the protocol by which the server was asked first.
func (s *Session) Protocol() decoder.Protocol {
	if s.Plan == nil {
		return decoder.Unknown
	}
	return s.Plan.Protocol
}

// RTT returns the shortest round trip of a request that was sent only once,
// or else of any; -1 without an answer. What was sent twice may have been
// answered the first time.
func (s *Session) RTT() time.Duration {
	best, again := time.Duration(-1), time.Duration(-1)
	for _, x := range s.Exchanges {
		to := &best
		if len(x.Sent) > 1 {
			to = &again
		}
		if x.FirstRTT >= 0 && (*to < 0 || x.FirstRTT < *to) {
			*to = x.FirstRTT
		}
	}
	if best < 0 {
		return again
	}
	return best
}

// Messages returns the messages that the Status is made of.
func (s *Session) Messages() []*decoder.Message {
	var ms []*decoder.Message
	for _, x := range s.Exchanges {
		for _, d := range x.Chosen {
			ms = append(ms, d.Decode())
		}
	}
	return ms
}

// An Exchange is a request with its answer.
type Exchange struct {
	Protocol decoder.Protocol
	Message  string // name of the request
	Outcome  report.Outcome
	Sent     []*Datagram   // every time that it was sent
	Replies  []*Datagram   // accepted, in the order in which they came
	Chosen   []*Datagram   // those that the Status is made of
	FirstRTT time.Duration // from the last time that it was sent before, to the first reply; -1 for none
	LastRTT  time.Duration // the same to the last reply
	Missing  int           // parts that are known to have not come
}

// A Trial is a place where a server was looked for.
type Trial struct {
	Addr     netip.AddrPort
	Plan     *ask.Plan
	Why      string // how the port follows from the one that is known
	Attempts int
	RTT      time.Duration // to the first answer, -1 for none
	Answer   string        // what came: the name of a message, "" for nothing
	Fits     bool          // it is an answer of this plan

	better   *ask.Plan // one that suits what answered better, nil for none
	requests []*probe  // that were sent there
}

type probe struct {
	sent    *Datagram
	id      [4]byte // that the request was made with
	answers []*Datagram
}

func (x *Exchange) took(d time.Duration) {
	if x.LastRTT = d; x.FirstRTT < 0 {
		x.FirstRTT = d
	}
}

func (s *Session) keep(c *Client, d *Datagram) bool {
	if len(s.Datagrams) >= c.opts.MaxDatagrams || s.bytes+len(d.Data) > c.opts.MaxBytes {
		s.Dropped++
		return false
	}
	s.bytes += len(d.Data)
	s.Datagrams = append(s.Datagrams, d)
	return true
}

type asking struct {
	*Session
	client *Client
	ctx    context.Context
	open   func(*pool, netip.AddrPort) (*mailbox, error) // for the first datagram
	box    *mailbox                                      // nil before it
	waited time.Duration                                 // for answers that did not come
	sent   []*Datagram                                   // requests

	streams  []*stream
	arrivals chan *Datagram // of all streams
	talking  sync.WaitGroup
}

// begin begins a query, on a socket on which no late answer is to be expected.
func (c *Client) begin(ctx context.Context, s *Session) *asking {
	return &asking{Session: s, client: c, ctx: ctx, open: (*pool).open}
}

// resume is begin on the socket that asked the same address last.
func (c *Client) resume(ctx context.Context, s *Session) *asking {
	return &asking{Session: s, client: c, ctx: ctx, open: (*pool).reopen}
}

func (c *Client) pool(addr netip.AddrPort) *pool {
	if addr.Addr().Is6() {
		return &c.pools[1]
	}
	return &c.pools[0]
}

func (q *asking) end() {
	q.hangUp()
	if q.box == nil {
		return
	}
	q.box.close()
	q.drain()
	q.Dropped += q.box.lost()
}

func (q *asking) in() chan *Datagram {
	if q.box == nil {
		return nil
	}
	return q.box.in
}

// drain shows what came too late for anybody to wait for it.
func (q *asking) drain() {
	for {
		select {
		case d := <-q.in():
			q.taken(d)
			if d.Verdict == Accepted {
				d.Verdict = Late
			}
			q.show(d)
		default:
			return
		}
	}
}

func (q *asking) show(d *Datagram) {
	if q.Target.Foreign && !d.Sent && d.Verdict == Accepted {
		q.client.guard.answered(d.Src.Addr())
	}
	if !d.Sent && d.Message == nil { // not admitted to be decoded: only its bytes are kept
		n := fixedCost + len(d.Data)
		if !q.client.memory.take(q.held, n) {
			d.Verdict = OverLimit
			q.Dropped++
			q.client.tap(d)
			return
		}
		q.held += n
	}
	if !q.keep(q.client, d) && !d.Sent {
		d.Verdict = OverLimit
	}
	q.client.tap(d)
}

// send takes a datagram, or the connection of a protocol that is spoken over TCP.
func (q *asking) send(p []byte, addr netip.AddrPort, protocol decoder.Protocol) (*Datagram, error) {
	if q.client.overTCP(protocol) {
		return q.write(p, addr, protocol, query.ClientOf(protocol, q.client.opts.Clients).Size)
	}
	if err := q.mayAsk(addr); err != nil {
		return nil, err
	}
	if q.box == nil {
		var err error
		if q.box, err = q.open(q.client.pool(addr), addr); err != nil {
			return nil, err
		}
	}
	if !q.box.ask(addr) {
		return nil, &Error{Kind: Busy, Addr: addr}
	}
	d := &Datagram{
		Time: time.Now(), Dst: addr, Sent: true, Data: p, Protocol: protocol, Verdict: Sent, Protocols: q.client.own,
		Src: netip.AddrPortFrom(q.client.local.towards(addr.Addr()), q.box.socket.port),
	}
	d.Message = d.Decode()
	if _, err := q.box.socket.conn.WriteToUDPAddrPort(p, addr); err != nil {
		return nil, &Error{Kind: CannotSend, Addr: addr, cause: err}
	}
	q.sent = append(q.sent, d)
	q.show(d)
	return d, nil
}

func (q *asking) mayAsk(addr netip.AddrPort) error {
	if err := q.client.pace.wait(q.ctx); err != nil {
		return err
	}
	if q.Target.Foreign && !q.client.guard.allows(addr.Addr()) {
		return &Error{Kind: Unasked, Addr: addr,
			Problem: "a master listed it, and its host did not answer " + strconv.Itoa(maxUnanswered) + " datagrams"}
	}
	return nil
}

func (c *Client) overTCP(p decoder.Protocol) bool {
	if own := query.ClientOf(p, c.opts.Clients).Protocol; own != nil {
		return own.Stream
	}
	return decoder.Descriptor(p).Stream
}

// receive returns nil when nothing came by then.
func (q *asking) receive(until time.Time) (*Datagram, error) {
	t := time.NewTimer(time.Until(until))
	defer t.Stop()
	for {
		var d *Datagram
		var over error
		late := false
		select {
		case d = <-q.in():
			q.taken(d)
		case d = <-q.arrivals:
			d = q.arrived(d)
		case <-t.C:
			late = true
		case <-q.ctx.Done():
			late, over = true, context.Cause(q.ctx)
		}
		if late {
			select { // both may have been ready
			case d = <-q.in():
				q.taken(d)
			default:
				return nil, over
			}
		}
		if d == nil {
			continue
		}
		if d.Verdict == Accepted && q.echoes(d) {
			d.Verdict = Echo
		}
		return d, nil
	}
}

func (q *asking) taken(d *Datagram) { q.box.taken(d) }

// echoes reports whether d is a request of this query sent back, perhaps with
// more after it. A reply that repeats its request by design reads as a whole
// reply; what is damaged after its request proves nothing. A connection is an echo's
// from its first bytes on, or it is none.
func (q *asking) echoes(d *Datagram) bool {
	if d.TCP {
		c := q.latest(d.Src, d.Protocol)
		return c != nil && d.turn == nil && c.size != nil && c.echoes(d.Data)
	}
	for _, r := range q.sent {
		if r.Dst != d.Src || r.TCP || len(r.Data) == 0 || !bytes.HasPrefix(d.Data, r.Data) {
			continue
		}
		for _, p := range [...]decoder.Protocol{r.Protocol, decoder.Unknown} {
			m := decoder.Decode(d.Data, decoder.Options{Protocol: p, Link: decoder.LinkNone, SrcPort: d.Src.Port(),
				Protocols: d.Protocols})
			reply := m.Info.Direction == decoder.Reply && m.Confidence > wire.Unlikely
			if reply && query.Damage(m) == "" {
				return false
			}
		}
		return true
	}
	return false
}

// An echo is a reply too: some protocols answer so.
func (q *asking) reply(until time.Time, asked decoder.Protocol) (*Datagram, error) {
	for {
		d, err := q.receive(until)
		if d == nil || err != nil {
			return nil, err
		}
		if d.turn != nil {
			if d.turn.err == nil {
				continue
			}
			if !errors.Is(d.turn.err, io.EOF) {
				return nil, d.turn.err
			}
			return nil, nil
		}
		if d.Verdict != Accepted && d.Verdict != Echo {
			q.show(d)
			continue
		}
		if !q.admit(d) {
			return nil, q.tooMuch()
		}
		d.Message = reading(d, asked)
		d.Protocol = d.Message.Protocol()
		q.decoded(d)
		q.show(d)
		return d, nil
	}
}

func (s *Session) tooMuch() error {
	return &Error{Kind: TooMuch, Addr: s.Addr, Datagrams: len(s.Datagrams) + s.Dropped}
}

// What found no room to wait for a busy program is lost, as on the way, unless it is a flood.
func (q *asking) full() bool {
	return q.Dropped > 0 || q.box != nil && q.box.lost() > q.client.opts.MaxDatagrams
}
