package export

import (
	"cmp"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"fragscope/analyzer/report"
)

// BusyClients returns the clients of r, those that ask most first.
func BusyClients(r *report.Report) []netip.Addr {
	return slices.SortedFunc(maps.Keys(r.Clients), func(a, b netip.Addr) int {
		return cmp.Or(cmp.Compare(r.Clients[b].Requests, r.Clients[a].Requests),
			cmp.Compare(r.Clients[b].Replies, r.Clients[a].Replies), a.Compare(b))
	})
}

// WorstProblems returns the problems of r: the worst first, then the most frequent.
func WorstProblems(r *report.Report) []*report.ProblemCount {
	return slices.SortedFunc(maps.Values(r.Problems), func(a, b *report.ProblemCount) int {
		return cmp.Or(cmp.Compare(b.Info.Severity, a.Info.Severity), cmp.Compare(b.Count, a.Count),
			strings.Compare(a.Info.Code, b.Info.Code))
	})
}

// PortGuesses finds the hosts that were asked on several ports of which only
// some answered: somebody who knows the game port tries where the query port
// may be.
func PortGuesses(r *report.Report) []DocGuess {
	type ports struct {
		answered, silent []uint16
		clients          []netip.Addr
	}
	hosts := map[netip.Addr]*ports{}
	elsewhere := otherAddresses(r)
	for a, s := range r.Servers {
		if s.Requests == 0 || elsewhere[s] != nil {
			continue
		}
		h := hosts[a.Addr()]
		if h == nil {
			h = &ports{}
			hosts[a.Addr()] = h
		}
		if s.Replies > 0 {
			h.answered = append(h.answered, a.Port())
		} else {
			h.silent = append(h.silent, a.Port())
			for _, c := range s.Clients {
				h.clients = append(h.clients, c.Addr())
			}
		}
	}
	guesses := []DocGuess{}
	for _, a := range slices.SortedFunc(maps.Keys(hosts), netip.Addr.Compare) {
		if h := hosts[a]; len(h.answered) > 0 && len(h.silent) > 0 {
			slices.Sort(h.answered)
			slices.Sort(h.silent)
			slices.SortFunc(h.clients, netip.Addr.Compare)
			g := DocGuess{address(a), h.answered, h.silent, []string{}}
			for _, c := range slices.Compact(h.clients) {
				g.Clients = append(g.Clients, address(c))
			}
			guesses = append(guesses, g)
		}
	}
	return guesses
}

// A search is the requests that a client sends to all hosts, one to each of the ports where servers may be.
type search struct {
	report.Discovery // the first, with the answers of all
	times            int64
}

func searches(r *report.Report) []search {
	type who struct {
		client  netip.AddrPort
		message string
	}
	var all []search
	latest := map[who]int{}
	for _, d := range r.Discoveries {
		k := who{d.Client, d.Message}
		if i, ok := latest[k]; ok && d.Time-all[i].Time < 1e9 {
			all[i].times++
			all[i].Answers += d.Answers
			continue
		}
		latest[k] = len(all)
		all = append(all, search{d, 1})
	}
	return all
}
