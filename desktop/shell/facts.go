package shell

import (
	"cmp"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"

	"fragscope/analyzer/export"
	"fragscope/analyzer/servers"
	"fragscope/decoder/view"
	"fragscope/desktop/state"
)

type fact struct{ Name, Value string }

// factsOf returns what is known about s in a few lines of at most so many characters, texts escaped.
func factsOf(s *servers.Server, width int) []fact {
	var list []fact
	add := func(name, value string) {
		if value != "" {
			list = append(list, fact{name, state.Escape(value)})
		}
	}
	if s.Status != nil {
		add("Name", s.Status.Name.Value)
		for _, f := range view.Summarize(s.Status, nil, func(dst, text []byte) []byte { return append(dst, text...) }).Facts {
			value := f.Value[0].Text // without messages, nothing is coloured
			switch {
			case f.Name == "Game":
				value = gameName(s.Game(), value)
			case f.Name == "Query port" && value == "0":
				value = "not given"
			}
			add(f.Name, value)
		}
	}
	if p := s.Ping(); p >= 0 {
		add("Ping", export.Duration(int64(p)))
	}
	if a := s.Last; a != nil {
		add("Queried", a.Time.Format("15:04:05"))
		sent, received := 0, 0
		for i := range a.Session {
			if a.Session[i].Sent {
				sent++
			} else {
				received++
			}
		}
		if a.Dropped {
			add("Datagrams", "not kept, since many servers are watched: query the server again to see its packets, players "+
				"and rules")
		} else {
			add("Datagrams", fmt.Sprintf("%d sent, %d received", sent, received))
		}
		add("Warning", a.Warning)
		if a.Err != nil {
			add("Error", state.Sentence(a.Err.Error()))
		}
		name := "Tried"
		for _, place := range a.Tried {
			for _, line := range export.Wrap(place, width) { // there may be all protocols in it
				add(name, line)
				name = ""
			}
		}
	}
	return list
}

// countOf writes how many players there are of how many, "?" for what is not known.
func countOf(now, most int64) string {
	text := func(n int64) string {
		if n < 0 {
			return "?"
		}
		return strconv.FormatInt(n, 10)
	}
	return text(now) + "/" + text(most)
}

// gameName returns the title of a game with the name that it was reported under.
func gameName(title, reported string) string {
	if title == "" || strings.EqualFold(title, reported) {
		return cmp.Or(title, reported)
	}
	return title + " (" + reported + ")"
}

// hideHost has the host of an address hidden wherever addresses are.
func hideHost(address string) {
	if host, _, err := net.SplitHostPort(address); err == nil {
		address = host
	}
	state.HideHost(strings.Trim(address, "[]"))
}

// masked returns an address for screens that others can see.
func masked(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		host, port = strings.Trim(address, "[]"), ""
	}
	switch a, err := netip.ParseAddr(host); {
	case err == nil && a.Is4():
		host = state.Masked(a)
	case err == nil:
		host = "[" + state.Masked(a) + "]"
	default:
		if _, rest, ok := strings.Cut(host, "."); ok && strings.Contains(rest, ".") {
			host = "…." + rest
		} else {
			host = "…"
		}
	}
	if port != "" {
		host += ":" + port
	}
	return host
}
