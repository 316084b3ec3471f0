package browse

import (
	"cmp"
	"encoding/binary"
	"net/netip"
	"slices"

	"fragscope/analyzer"
	"fragscope/decoder"
)

// A head is what exchanges are sorted and picked by.
type head struct {
	time           int64
	first          int64 // round trip to the first reply, nanoseconds, -1 for none
	chunk, at      uint32
	client, server uint32 // numbers of hosts
	from, to       uint16 // their ports
	outcome        analyzer.Outcome
}

// exchanges keeps exchanges in some 80 bytes each, in the order in which they
// ended. The rest of one, behind its head, is a row of varints.
type exchanges struct {
	heads  []head
	chunks [][]byte
	hosts  hosts
	words  []string // names of messages and codes of problems
	number map[string]uint64
	lately [64]struct { // the same, where one look finds what was met lately
		word   string
		number uint64
	}
}

const chunkBytes = 1 << 18

func (s *exchanges) add(list []*analyzer.Exchange) {
	for _, x := range list {
		if n := len(s.chunks); n == 0 || len(s.chunks[n-1]) > chunkBytes-4096 {
			s.chunks = append(s.chunks, make([]byte, 0, chunkBytes))
		}
		last := len(s.chunks) - 1
		b := s.chunks[last]
		s.heads = append(s.heads, head{
			time: x.Time, first: x.FirstRTT, chunk: uint32(last), at: uint32(len(b)),
			client: s.hosts.number(hostOf(x.Client.Addr())), server: s.hosts.number(hostOf(x.Server.Addr())), from: x.Client.Port(), to: x.Server.Port(), outcome: x.Outcome,
		})
		b = appendUnsigned(b, uint64(x.Protocol))
		b = appendUnsigned(b, s.word(x.Message))
		b = appendSigned(b, x.Request)
		b = appendNumbers(b, x.Retries)
		b = appendNumbers(b, x.Replies)
		for _, n := range [...]int64{x.Count, x.LastRTT, int64(x.Missing), int64(x.Duplicates), int64(x.Reordered), x.BytesOut, x.BytesIn} {
			b = appendSigned(b, n)
		}
		b = appendUnsigned(b, uint64(len(x.Problems)))
		for _, p := range x.Problems {
			b = appendUnsigned(b, s.word(p))
		}
		s.chunks[last] = b
	}
}

// word returns the number of a name; there are only those that the decoder knows.
func (s *exchanges) word(w string) uint64 {
	if w == "" {
		return s.find(w)
	}
	e := &s.lately[(len(w)*7+int(w[0])+int(w[len(w)/2])<<2)%len(s.lately)]
	if e.word != w {
		e.word, e.number = w, s.find(w)
	}
	return e.number
}

func (s *exchanges) find(w string) uint64 {
	n, ok := s.number[w]
	if !ok {
		if s.number == nil {
			s.number = map[string]uint64{}
		}
		n = uint64(len(s.words))
		s.words = append(s.words, w)
		s.number[w] = n
	}
	return n
}

// appendNumbers appends how many there are and the step from each to the next.
func appendNumbers(b []byte, list []int64) []byte {
	b = appendUnsigned(b, uint64(len(list)))
	var last int64
	for _, n := range list {
		b = appendSigned(b, n-last)
		last = n
	}
	return b
}

// appendUnsigned is binary.AppendUvarint, without a call for what most are: small.
func appendUnsigned(b []byte, n uint64) []byte {
	if n < 0x80 {
		return append(b, byte(n))
	}
	return binary.AppendUvarint(b, n)
}

func appendSigned(b []byte, n int64) []byte { return appendUnsigned(b, uint64(n<<1)^uint64(n>>63)) }

// A varints reads a row of varints that this package wrote.
type varints struct{ b []byte }

func (r *varints) unsigned() uint64 {
	v, n := binary.Uvarint(r.b)
	r.b = r.b[n:]
	return v
}

func (r *varints) signed() int64 {
	v, n := binary.Varint(r.b)
	r.b = r.b[n:]
	return v
}

func (r *varints) numbers() []int64 {
	n := r.unsigned()
	if n == 0 {
		return nil
	}
	list := make([]int64, n)
	var last int64
	for i := range list {
		last += r.signed()
		list[i] = last
	}
	return list
}

// get returns exchange i.
func (s *exchanges) get(i int) *analyzer.Exchange {
	h := &s.heads[i]
	r := varints{s.chunks[h.chunk][h.at:]}
	x := &analyzer.Exchange{Client: s.hosts.addr(h.client, h.from), Server: s.hosts.addr(h.server, h.to), Outcome: h.outcome, Time: h.time, FirstRTT: h.first}
	x.Protocol = decoder.Protocol(r.unsigned())
	x.Message = s.words[r.unsigned()]
	x.Request = r.signed()
	x.Retries, x.Replies = r.numbers(), r.numbers()
	x.Count, x.LastRTT = r.signed(), r.signed()
	x.Missing, x.Duplicates, x.Reordered = int(r.signed()), int(r.signed()), int(r.signed())
	x.BytesOut, x.BytesIn = r.signed(), r.signed()
	for range r.unsigned() {
		x.Problems = append(x.Problems, s.words[r.unsigned()])
	}
	return x
}

// An ExchangeQuery picks and sorts exchanges.
type ExchangeQuery struct {
	From    int    `json:"from"`
	Count   int    `json:"count"`
	Server  string `json:"server"`  // only those of this server, host:port; "" for all
	Client  string `json:"client"`  // only those of this client, a host; "" for all
	Outcome string `json:"outcome"` // only those with this outcome; "" for all
	Sort    string `json:"sort"`    // "time" or "rtt"; "" for the order in which they ended
	Down    bool   `json:"down"`    // the greatest first
}

// pick returns the places of the exchanges that q is about, in its order.
func (s *exchanges) pick(q ExchangeQuery) []uint32 {
	server, client := s.where(q.Server), s.where(q.Client)
	list := make([]uint32, 0, len(s.heads))
	for i := range s.heads {
		h := &s.heads[i]
		if !server.is(h.server, h.to) || !client.is(h.client, h.from) || q.Outcome != "" && h.outcome.String() != q.Outcome {
			continue
		}
		list = append(list, uint32(i))
	}
	var by func(a, b *head) int
	switch q.Sort {
	case "time":
		by = func(a, b *head) int { return cmp.Compare(a.time, b.time) }
	case "rtt":
		by = func(a, b *head) int { return cmp.Compare(a.first, b.first) }
	default:
		return list
	}
	slices.SortFunc(list, func(a, b uint32) int {
		c := by(&s.heads[a], &s.heads[b])
		if q.Down {
			c = -c
		}
		return cmp.Or(c, cmp.Compare(a, b))
	})
	return list
}

// A place is a host, or a host and a port, as a query names them.
type place struct {
	all     bool
	number  uint32 // of the host, none of all when nobody has it
	port    uint16
	anyPort bool
}

func (p place) is(host uint32, port uint16) bool {
	return p.all || p.number == host && (p.anyPort || p.port == port)
}

// where finds what text names: a host, or a host and a port; "" is everywhere.
func (s *exchanges) where(text string) place {
	p := place{all: text == "", number: ^uint32(0)}
	ip, err := netip.ParseAddr(text)
	if p.anyPort = err == nil; !p.anyPort {
		a, err := netip.ParseAddrPort(text)
		if err != nil {
			return p
		}
		ip, p.port = a.Addr(), a.Port()
	}
	if i := slices.Index(s.hosts.all, hostOf(ip)); i > 0 {
		p.number = uint32(i)
	}
	return p
}
