package browse

import (
	"net/netip"
	"slices"
	"strings"
	"sync"

	"fragscope/analyzer/report"
)

// exchanges keeps exchanges in some 45 bytes each, in the order in which they ended.
type exchanges struct {
	all    records
	base   int64 // time of the first: that of others is kept as the distance
	room   []byte
	of     []uint32 // 1 + the exchange of a packet, as far as somebody asked
	placed int      // exchanges that are in of
	hosts  hosts
	words  []string // names of messages and codes of problems
	number map[string]uint64
	lately [64]struct { // the same, where one look finds what was met lately
		word   string
		number uint64
	}
}

const (
	flagCounted = 1 << iota // it lists all of its replies
	flagOneRTT              // the last reply came as soon as the first
	flagPlain               // no retries, and nothing is wrong with it
	flagReply               // it has the number of its first reply
	flagBits    = iota
)

type head struct {
	flags          byte
	outcome        report.Outcome
	client, server uint32 // numbers of hosts
	from, to       uint16 // their ports
	time           int64
	first          int64 // round trip to the first reply, nanoseconds, -1 for none
}

func (s *exchanges) add(list []*report.Exchange) {
	for _, x := range list {
		if s.all.len() == 0 {
			s.base = x.Time
		}
		flags := byte(x.Outcome) << flagBits
		if x.Count == int64(len(x.Replies)) {
			flags |= flagCounted
		}
		if x.LastRTT == x.FirstRTT {
			flags |= flagOneRTT
		}
		if len(x.Retries)|x.Missing|x.Duplicates|x.Reordered|len(x.Problems) == 0 {
			flags |= flagPlain
		}
		if x.ID != x.Request {
			flags |= flagReply
		}
		b := append(s.room[:0], flags)
		b = appendEnd(b, s.hosts.number(hostOf(x.Client.Addr())), x.Client.Port())
		b = appendEnd(b, s.hosts.number(hostOf(x.Server.Addr())), x.Server.Port())
		b = appendSigned(b, x.Time-s.base)
		b = appendSigned(b, x.FirstRTT)
		b = appendSigned(b, x.Request)
		b = appendNumbers(b, x.Replies, x.Request)
		if flags&flagPlain == 0 {
			b = appendNumbers(b, x.Retries, x.Request)
			b = appendUnsigned(b, uint64(len(x.Problems)))
			for _, p := range x.Problems {
				b = appendUnsigned(b, s.word(p))
			}
			for _, n := range [...]int{x.Missing, x.Duplicates, x.Reordered} {
				b = appendSigned(b, int64(n))
			}
		}
		if flags&flagCounted == 0 {
			b = appendSigned(b, x.Count)
		}
		if flags&flagOneRTT == 0 {
			b = appendSigned(b, x.LastRTT-x.FirstRTT)
		}
		b = appendUnsigned(b, s.word(x.Protocol.String()))
		b = appendUnsigned(b, s.word(x.Message))
		b = appendSigned(b, x.RequestBytes)
		b = appendSigned(b, x.ReplyBytes)
		s.all.add(b)
		s.room = b
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

func (s *exchanges) head(i int) (h head, r varints) {
	r = s.all.get(i)
	h.flags = r.byte()
	h.outcome = report.Outcome(h.flags >> flagBits)
	h.client, h.from = r.end()
	h.server, h.to = r.end()
	h.time = s.base + r.signed()
	h.first = r.signed()
	return h, r
}

func (s *exchanges) get(i int) *report.Exchange {
	h, r := s.head(i)
	x := &report.Exchange{Client: s.hosts.addr(h.client, h.from), Server: s.hosts.addr(h.server, h.to), Outcome: h.outcome,
		Time: h.time, FirstRTT: h.first}
	x.Request = r.signed()
	x.Replies = r.numbers(x.Request)
	if x.ID = x.Request; h.flags&flagReply != 0 && len(x.Replies) > 0 {
		x.ID = x.Replies[0]
	}
	if h.flags&flagPlain == 0 {
		x.Retries = r.numbers(x.Request)
		for range r.unsigned() {
			x.Problems = append(x.Problems, s.words[r.unsigned()])
		}
		x.Missing, x.Duplicates, x.Reordered = int(r.signed()), int(r.signed()), int(r.signed())
	}
	x.Count, x.LastRTT = int64(len(x.Replies)), x.FirstRTT
	if h.flags&flagCounted == 0 {
		x.Count = r.signed()
	}
	if h.flags&flagOneRTT == 0 {
		x.LastRTT += r.signed()
	}
	_ = x.Protocol.UnmarshalText([]byte(s.words[r.unsigned()])) // any text is a name
	x.Message = s.words[r.unsigned()]
	x.RequestBytes, x.ReplyBytes = r.signed(), r.signed()
	return x
}

// exchangeOf returns -1 for none.
func (s *exchanges) exchangeOf(n, packets int) int {
	for ; s.placed < s.all.len(); s.placed++ {
		h, r := s.head(s.placed)
		list := []int64{r.signed()}
		list = append(list, r.numbers(list[0])...)
		if h.flags&flagPlain == 0 {
			list = append(list, r.numbers(list[0])...)
		}
		for _, number := range list {
			if number <= 0 || number > int64(packets) {
				continue
			}
			if int(number) > len(s.of) {
				s.of = append(s.of, make([]uint32, int(number)-len(s.of))...)
			}
			s.of[number-1] = uint32(s.placed) + 1
		}
	}
	if n < 0 || n >= len(s.of) {
		return -1
	}
	return int(s.of[n]) - 1
}

// An ExchangeQuery picks and sorts exchanges.
type ExchangeQuery struct {
	From    int    `json:"from"`
	Count   int    `json:"count"`
	Server  string `json:"server"`  // only those of this server, host:port; "" for all
	Client  string `json:"client"`  // only those of this client, a host; "" for all
	Outcome string `json:"outcome"` // only those with this outcome; "" for all
	Sort    string `json:"sort"`    // name of a column, see exchangeKeys; "" for the order in which they ended
	Down    bool   `json:"down"`    // the greatest first
}

func exchangeKeys(s *exchanges) map[string]func(i int, h *head) int64 {
	hosts := sync.OnceValue(s.hosts.ranks)
	words := sync.OnceValue(func() []uint64 { return ranks(s.words, strings.Compare) })
	return map[string]func(i int, h *head) int64{
		"time":     func(_ int, h *head) int64 { return h.time },
		"rtt":      func(_ int, h *head) int64 { return h.first },
		"outcome":  func(_ int, h *head) int64 { return int64(h.outcome) },
		"client":   func(_ int, h *head) int64 { return int64(hosts()[h.client]<<16 | uint64(h.from)) },
		"server":   func(_ int, h *head) int64 { return int64(hosts()[h.server]<<16 | uint64(h.to)) },
		"packet":   func(i int, _ *head) int64 { return s.packet(i) },
		"replies":  func(i int, _ *head) int64 { return s.get(i).Count },
		"protocol": func(i int, _ *head) int64 { return int64(words()[s.number[s.get(i).Protocol.String()]]) },
		"message":  func(i int, _ *head) int64 { return int64(words()[s.number[s.get(i).Message]]) },
	}
}

// packet returns the number of the packet that began exchange i.
func (s *exchanges) packet(i int) int64 {
	_, r := s.head(i)
	if request := r.signed(); request > 0 { // most have one: the rest is not unpacked
		return request
	}
	return s.get(i).Packet()
}

// Order returns the exchanges of v in the order of a column, the greatest first
// when down.
func (v *View) Order(by string, down bool) []uint32 {
	v.c.mu.Lock()
	defer v.c.mu.Unlock()
	picked := v.pick(ExchangeQuery{Sort: by, Down: down})
	if v.list != nil {
		for k, i := range picked {
			place, _ := slices.BinarySearch(v.picked, i)
			picked[k] = uint32(place)
		}
	}
	return picked
}

func (v *View) pick(q ExchangeQuery) []uint32 {
	return visible(v, v.c.whole.exchanges.pick(q), func(i uint32) bool {
		_, yes := slices.BinarySearch(v.picked, i)
		return yes
	})
}

func (s *exchanges) pick(q ExchangeQuery) []uint32 {
	server, client := s.where(q.Server), s.where(q.Client)
	all, key := &keys{with: make([]keyed, 0, s.all.len())}, exchangeKeys(s)[q.Sort]
	for i := range s.all.len() {
		h, _ := s.head(i)
		if !server.is(h.server, h.to) || !client.is(h.client, h.from) || q.Outcome != "" && h.outcome.String() != q.Outcome {
			continue
		}
		k := uint64(0)
		if key != nil {
			k = uint64(key(i, &h)) ^ signBit
		}
		all.add(k, uint32(i), q.Down && key != nil)
	}
	return all.sorted(func(i uint32) uint32 { return i })
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
