package filter

import (
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/explain"
	"fragscope/decoder/wire"
)

// A Name is something that an expression can use.
type Name struct {
	Name  string   // as a column or function is called
	Doc   string   // what it is
	Unit  string   // of a number
	About Subjects // that have it

	other  []string // other names that it goes by
	kind   kind
	get    func(s *scope, v *value) bool           // its value; false for unknown
	each   func(s *scope, yield func(*value) bool) // its values, of a name that may have several
	holds  func(s *scope) bool                     // of a condition
	values func() []string                         // worth suggesting
}

// Names returns what an expression about some subjects can use: names, then
// functions.
func Names(about Subjects) []Name {
	return slices.DeleteFunc(slices.Concat(names, functions), func(n Name) bool { return n.About&about == 0 })
}

// Values returns what n can be compared with, as far as that is a list.
func (n *Name) Values() []string {
	if n.values == nil {
		return nil
	}
	return n.values()
}

func text(of func(s *scope) string) func(*scope, *value) bool {
	return func(s *scope, v *value) bool { v.text = of(s); return v.text != "" }
}

func integer(of func(s *scope) int64) func(*scope, *value) bool {
	return func(s *scope, v *value) bool { v.number = whole(of(s)); return true }
}

func port(of func(s *scope) netip.AddrPort) func(*scope, *value) bool {
	return func(s *scope, v *value) bool { a := of(s); v.number = whole(int64(a.Port())); return a.Port() != 0 }
}

func address(of func(s *scope) netip.AddrPort) func(*scope, *value) bool {
	return func(s *scope, v *value) bool { v.address = of(s); return v.address.IsValid() }
}

func said(of func(st *decoder.Status) wire.Opt[string]) func(*scope, *value) bool {
	return func(s *scope, v *value) bool { o := of(s.says()); v.text = o.Value; return o.Known }
}

func counted(of func(st *decoder.Status) wire.Opt[int64]) func(*scope, *value) bool {
	return func(s *scope, v *value) bool { o := of(s.says()); v.number = whole(o.Value); return o.Known }
}

func exchanged(of func(x *report.Exchange) int64) func(*scope, *value) bool {
	return func(s *scope, v *value) bool {
		x := s.of()
		if x != nil {
			v.number = whole(of(x))
		}
		return x != nil
	}
}

func millis(of func(x *report.Exchange) int64) func(*scope, *value) bool {
	return func(s *scope, v *value) bool {
		x := s.of()
		if x == nil || of(x) < 0 {
			return false
		}
		v.number = broken(float64(of(x)) / 1e6)
		return true
	}
}

func numbered(of func(x *report.Exchange) []int64) func(*scope, func(*value) bool) {
	return func(s *scope, yield func(*value) bool) {
		x := s.of()
		for i := 0; x != nil && i < len(of(x)); i++ {
			if !yield(&value{number: whole(of(x)[i])}) {
				return
			}
		}
	}
}

func transported(of func(h *Header) [2]int64) func(*scope, func(*value) bool) {
	return func(s *scope, yield func(*value) bool) {
		for _, n := range of(s.Header) {
			if n > 0 && !yield(&value{number: whole(n)}) {
				return
			}
		}
	}
}

// ports returns the ports of what a protocol carries, "" for any.
func ports(transport string) func(h *Header) [2]int64 {
	return func(h *Header) [2]int64 {
		if transport != "" && h.Transport != transport {
			return [2]int64{}
		}
		return [2]int64{int64(h.Src.Port()), int64(h.Dst.Port())}
	}
}

func ends(s *scope, yield func(*value) bool) {
	for _, a := range [...]netip.AddrPort{s.Src, s.Dst} {
		if a.IsValid() && !yield(&value{address: a}) {
			return
		}
	}
}

const replies = Packets | Servers // that say what a server says of itself

var names = []Name{
	{Name: "protocol", About: everything, Doc: "name of the protocol, such as unreal2; unknown for none",
		values: protocolNames,
		get:    text(func(s *scope) string { return s.Protocol.String() })},
	{Name: "message", About: Packets | Exchanges, Doc: "name of the message, such as player list reply",
		values: messageNames,
		get:    text(func(s *scope) string { return s.Message })},
	{Name: "direction", About: Packets, Doc: "request or reply", values: func() []string {
		return []string{decoder.Request.String(), decoder.Reply.String()}
	}, get: text(func(s *scope) string { return s.Direction.String() })},
	{Name: "transport", About: Packets, Doc: "udp or tcp", values: func() []string { return []string{"udp", "tcp"} },
		get: text(func(s *scope) string { return s.Transport })},
	{Name: "src", About: Packets, Doc: "address that the packet comes from", other: []string{"source", "sourceAddress",
		"ip.src", "ipv6.src"},
		kind: kindAddress, get: address(func(s *scope) netip.AddrPort { return s.Src })},
	{Name: "dst", About: Packets, Doc: "address that the packet goes to",
		other: []string{"destination", "destinationAddress", "ip.dst", "ipv6.dst"},
		kind:  kindAddress, get: address(func(s *scope) netip.AddrPort { return s.Dst })},
	{Name: "srcport", About: Packets, Doc: "port that the packet comes from", other: []string{"sourcePort", "udp.srcport",
		"tcp.srcport"},
		kind: kindNumber, get: port(func(s *scope) netip.AddrPort { return s.Src })},
	{Name: "dstport", About: Packets, Doc: "port that the packet goes to",
		other: []string{"destinationPort", "udp.dstport", "tcp.dstport"},
		kind:  kindNumber, get: port(func(s *scope) netip.AddrPort { return s.Dst })},
	{Name: "server", About: everything, Doc: "address of the server or master, with a port or without",
		other: []string{"serverAddress", "serverId", "address"}, kind: kindAddress,
		get: address(func(s *scope) netip.AddrPort { return s.Header.server() })},
	{Name: "serverport", About: everything, Doc: "port that the server is queried on", kind: kindNumber,
		get: port(func(s *scope) netip.AddrPort { return s.Header.server() })},
	{Name: "client", About: Packets | Exchanges, Doc: "address of the client", other: []string{"clientAddress"},
		kind: kindAddress,
		get:  address(func(s *scope) netip.AddrPort { return s.Header.client() })},
	{Name: "clientport", About: Packets | Exchanges, Doc: "port of the client", kind: kindNumber,
		get: port(func(s *scope) netip.AddrPort { return s.Header.client() })},
	{Name: "size", About: Packets, Doc: "on the wire", Unit: "bytes", other: []string{"length", "frame.len"},
		kind: kindNumber,
		get:  integer(func(s *scope) int64 { return s.Size })},
	{Name: "packet", About: Packets | Exchanges,
		Doc:   "number of the packet in its file, from 1; of the one that began an exchange",
		other: []string{"number", "frame.number"}, kind: kindNumber, get: integer(func(s *scope) int64 { return s.Number })},
	{Name: "time", About: Packets | Exchanges, Doc: "when it was captured, in ISO form",
		other: []string{"timeNs", "frame.time"}, kind: kindTime,
		get: func(s *scope, v *value) bool { v.time = s.Time; return s.HasTime }},
	{Name: "worst", About: Packets, Doc: "severity of the worst problem: note, warning or error", values: severities,
		other: []string{"problem"}, get: text(func(s *scope) string {
			if s.Worst == 0 {
				return ""
			}
			return decoder.Severity(s.Worst - 1).String()
		})},
	{Name: "problems", About: Packets | Exchanges, Doc: "codes of the problems; compared with a number, how many",
		values: problemCodes,
		each: func(s *scope, yield func(*value) bool) {
			s.problems(func(code string) bool { return yield(&value{text: code}) })
		}},

	{Name: "outcome", About: Exchanges,
		Doc: "how the exchange ended: answered, incomplete, unanswered, unsolicited or announced", values: outcomes,
		get: func(s *scope, v *value) bool {
			x := s.of()
			if x != nil {
				v.text = x.Outcome.String()
			}
			return x != nil
		}},
	{Name: "rttMs", About: Exchanges | Servers, Doc: "round-trip time to the first reply", Unit: "ms",
		other: []string{"ping", "rtt", "firstRttMs"},
		kind:  kindNumber, get: func(s *scope, v *value) bool {
			if s.server != nil {
				v.number = broken(float64(s.server.RTT) / float64(time.Millisecond))
				return s.server.RTT >= 0
			}
			return millis(func(x *report.Exchange) int64 { return x.FirstRTT })(s, v)
		}},
	{Name: "lastRttMs", About: Exchanges, Doc: "round-trip time to the last reply", Unit: "ms", kind: kindNumber,
		get: millis(func(x *report.Exchange) int64 { return x.LastRTT })},
	{Name: "replies", About: Exchanges, Doc: "replies, duplicates included", Unit: "datagrams", kind: kindNumber,
		get: exchanged(func(x *report.Exchange) int64 { return x.Count })},
	{Name: "retries", About: Exchanges, Doc: "the same request sent again before an answer", Unit: "datagrams",
		kind: kindNumber,
		get:  exchanged(func(x *report.Exchange) int64 { return int64(len(x.Retries)) })},
	{Name: "missing", About: Exchanges, Doc: "parts of the reply that did not arrive", Unit: "datagrams", kind: kindNumber,
		get: exchanged(func(x *report.Exchange) int64 { return int64(x.Missing) })},
	{Name: "duplicates", About: Exchanges, Doc: "replies that arrived again", Unit: "datagrams", kind: kindNumber,
		get: exchanged(func(x *report.Exchange) int64 { return int64(x.Duplicates) })},
	{Name: "reordered", About: Exchanges, Doc: "replies that arrived before one of a lower number", Unit: "datagrams",
		kind: kindNumber,
		get:  exchanged(func(x *report.Exchange) int64 { return int64(x.Reordered) })},
	{Name: "requestBytes", About: Exchanges, Doc: "from the client to the server, on the wire", Unit: "bytes",
		kind: kindNumber,
		get:  exchanged(func(x *report.Exchange) int64 { return x.RequestBytes })},
	{Name: "replyBytes", About: Exchanges, Doc: "from the server to the client, on the wire", Unit: "bytes",
		kind: kindNumber,
		get:  exchanged(func(x *report.Exchange) int64 { return x.ReplyBytes })},
	{Name: "requestPacket", About: Exchanges, Doc: "number of the packet of the request", kind: kindNumber,
		get: func(s *scope, v *value) bool {
			x := s.of()
			if x != nil {
				v.number = whole(x.Request)
			}
			return x != nil && x.Request != 0
		}},
	{Name: "retryPackets", About: Exchanges, Doc: "numbers of the packets of the retries", kind: kindNumber,
		each: numbered(func(x *report.Exchange) []int64 { return x.Retries })},
	{Name: "replyPackets", About: Exchanges, Doc: "numbers of the packets of the replies", kind: kindNumber,
		each: numbered(func(x *report.Exchange) []int64 { return x.Replies })},

	{Name: "name", About: replies, Doc: "name of the server", get: said(func(st *decoder.Status) wire.Opt[string] {
		return st.Name
	})},
	{Name: "map", About: replies, Doc: "map, by its file name where that is known",
		get: said(func(st *decoder.Status) wire.Opt[string] {
			if !st.Map.Known {
				return st.MapTitle
			}
			return st.Map
		})},
	{Name: "mapTitle", About: replies, Doc: "title of the map", get: said(func(st *decoder.Status) wire.Opt[string] {
		return st.MapTitle
	})},
	{Name: "gametype", About: replies, Doc: "type of game", other: []string{"type"},
		get: said(func(st *decoder.Status) wire.Opt[string] { return st.GameType })},
	{Name: "game", About: replies, Doc: "game, by its own name and for people", other: []string{"gameTitle"},
		each: func(s *scope, yield func(*value) bool) {
			st := s.says()
			for _, o := range [...]wire.Opt[string]{st.Game, st.GameTitle} {
				if o.Known && !yield(&value{text: o.Value}) {
					return
				}
			}
		}},
	{Name: "version", About: replies, Doc: "version of the server",
		get: said(func(st *decoder.Status) wire.Opt[string] { return st.Version })},
	{Name: "players", About: replies, Doc: "players now", kind: kindNumber,
		get: counted(playing)},
	{Name: "maxPlayers", About: replies, Doc: "places for players", other: []string{"max"}, kind: kindNumber,
		get: counted(func(st *decoder.Status) wire.Opt[int64] { return st.MaxPlayers })},
	{Name: "free", About: replies, Doc: "places that are free", kind: kindNumber, get: counted(freePlaces)},
	{Name: "bots", About: replies, Doc: "of the players, those that are bots", kind: kindNumber,
		get: counted(func(st *decoder.Status) wire.Opt[int64] { return st.Bots })},
	{Name: "gamePort", About: replies, Doc: "port that players join", kind: kindNumber,
		get: counted(func(st *decoder.Status) wire.Opt[int64] { return st.GamePort })},
	{Name: "password", About: replies, Doc: "a password is needed", kind: kindCondition,
		get: func(s *scope, v *value) bool {
			p := s.says().Password
			v.number = truth(p.Value)
			return p.Known
		}},
	{Name: "full", About: replies, Doc: "no place is free", kind: kindCondition,
		get: func(s *scope, v *value) bool {
			free := freePlaces(s.says())
			v.number = truth(free.Value == 0)
			return free.Known
		}},
	{Name: "empty", About: replies, Doc: "nobody plays", kind: kindCondition,
		get: func(s *scope, v *value) bool {
			n := playing(s.says())
			v.number = truth(n.Value == 0)
			return n.Known
		}},
	{Name: "answered", About: Servers, Doc: "it answered", kind: kindCondition, other: []string{"up"},
		get: func(s *scope, v *value) bool {
			v.number = truth(s.server.Status != nil && !s.server.Silent)
			return true
		}},
	{Name: "favourite", About: Servers, Doc: "it is a favourite, on the desktop", kind: kindCondition,
		other: []string{"favorite"},
		get:   func(s *scope, v *value) bool { v.number = truth(s.server.Favourite); return true }},

	{Name: "ip.addr", About: everything, Doc: "source or destination, as in Wireshark",
		other: []string{"host", "ipv6.addr"}, kind: kindAddress, each: ends},
	{Name: "port", About: Packets, Doc: "port of source or destination", kind: kindNumber, each: transported(ports(""))},
	{Name: "udp.port", About: Packets, Doc: "port of source or destination over UDP, as in Wireshark", kind: kindNumber,
		each: transported(ports("udp"))},
	{Name: "tcp.port", About: Packets, Doc: "port of source or destination over TCP, as in Wireshark", kind: kindNumber,
		each: transported(ports("tcp"))},
}

func truth(yes bool) number {
	if yes {
		return whole(1)
	}
	return whole(0)
}

func freePlaces(st *decoder.Status) wire.Opt[int64] {
	n := playing(st)
	if !n.Known || !st.MaxPlayers.Known {
		return wire.Opt[int64]{}
	}
	return wire.Some(max(0, st.MaxPlayers.Value-n.Value))
}

// playing returns what the server counts, or else the length of its list.
func playing(st *decoder.Status) wire.Opt[int64] {
	if !st.Players.Known && st.PlayerList != nil {
		return wire.Some(int64(len(st.PlayerList)))
	}
	return st.Players
}

func protocolNames() (list []string) {
	for _, p := range decoder.Protocols() {
		list = append(list, p.String())
	}
	return append(list, decoder.Unknown.String())
}

func messageNames() (list []string) {
	for _, p := range decoder.Protocols() {
		for _, m := range decoder.Descriptor(p).Docs.Messages {
			if !slices.Contains(list, m.Name) {
				list = append(list, m.Name)
			}
		}
	}
	return list
}

func severities() []string {
	return []string{decoder.SeverityNote.String(), decoder.SeverityWarning.String(), decoder.SeverityError.String()}
}

func problemCodes() (list []string) {
	for _, e := range explain.Explanations() {
		if e.Problem != nil {
			list = append(list, e.Name)
		}
	}
	return list
}

func outcomes() (list []string) {
	for o := range report.Outcomes {
		list = append(list, report.Outcome(o).String())
	}
	return list
}

// folded returns a name without what does not count: case and underscores.
func folded(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

var byName = sync.OnceValue(func() map[string]*Name {
	all := map[string]*Name{}
	for _, list := range [...][]Name{functions, names} {
		for i := range list {
			n := &list[i]
			name, _, call := strings.Cut(n.Name, "(")
			if call {
				name += "("
			}
			all[folded(name)] = n
			for _, other := range n.other {
				all[folded(other)] = n
			}
		}
	}
	return all
})
