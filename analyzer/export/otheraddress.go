package export

import (
	"cmp"
	"net/netip"
	"slices"

	"fragscope/analyzer/report"
	"fragscope/decoder"
)

// answerWithin is how long after the last request to a server a reply may answer it, in nanoseconds.
const answerWithin = 5_000_000_000

// otherAddresses returns the servers that never answered where they were queried, each with
// those addresses, never queried, from which its replies came, the first of them first: other
// ports of its host, or one other host. Which server they are of is certain where the client
// queried no other silent one: at that host, or from that port.
func otherAddresses(r *report.Report) map[*report.Server][]*report.Server {
	type query struct {
		protocol decoder.Protocol
		client   netip.AddrPort
		host     netip.Addr
	}
	queries := func(s *report.Server, each func(atHost, fromPort query)) {
		for _, p := range s.Protocols {
			for _, c := range s.Clients {
				each(query{p, netip.AddrPortFrom(c.Addr(), 0), s.Addr.Addr()}, query{protocol: p, client: c})
			}
		}
	}
	silent := map[query]*report.Server{} // nil for several
	for _, s := range r.Servers {
		if s.Requests > 0 && s.Replies == 0 {
			queries(s, func(atHost, fromPort query) {
				for _, q := range [...]query{atHost, fromPort} {
					if _, several := silent[q]; several {
						silent[q] = nil
					} else {
						silent[q] = s
					}
				}
			})
		}
	}
	found := map[*report.Server][]*report.Server{}
	for _, from := range r.Servers {
		var of []*report.Server
		if from.Requests == 0 {
			queries(from, func(atHost, fromPort query) {
				s := cmp.Or(silent[atHost], silent[fromPort])
				if s != nil && from.Last >= s.First && from.First <= s.Last+answerWithin && !slices.Contains(of, s) {
					of = append(of, s)
				}
			})
		}
		if len(of) == 1 {
			found[of[0]] = append(found[of[0]], from)
		}
	}
	for s, all := range found {
		if len(all) > 1 {
			all = slices.DeleteFunc(all, func(from *report.Server) bool { return from.Addr.Addr() != s.Addr.Addr() })
		}
		slices.SortFunc(all, func(a, b *report.Server) int {
			return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Packet, b.Packet), a.Addr.Compare(b.Addr))
		})
		if found[s] = all; len(all) == 0 {
			delete(found, s)
		}
	}
	return found
}

// OtherAddresses finds the servers whose replies came from another address than was queried.
func OtherAddresses(r *report.Report) []DocElsewhere {
	list := []DocElsewhere{}
	for s, all := range otherAddresses(r) {
		d := DocElsewhere{Asked: s.Addr, Answered: all[0].Addr, Addresses: int64(len(all)), Requests: s.Requests,
			Packet: s.Packet}
		for _, from := range all {
			d.Replies += from.Replies
		}
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b DocElsewhere) int { return a.Asked.Compare(b.Asked) })
	return list
}

func (d *DocElsewhere) line() string {
	from := address(d.Answered)
	if d.Addresses > 1 {
		from += " and " + Many(d.Addresses-1, "other port", "other ports")
	}
	return "Answered from another address: queried " + address(d.Asked) + ", answered from " + from + " (" +
		Many(d.Requests, "request", "requests") + ", " + Many(d.Replies, "reply", "replies") + ", from packet " +
		Grouped(d.Packet) + " on): address translation, or a server that answers from a second socket."
}
