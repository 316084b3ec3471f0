package export

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fragscope/analyzer/report"
	"fragscope/decoder"
)

func (s *screen) problems() {
	all := WorstProblems(s.r)
	if len(all) == 0 {
		return
	}
	s.heading("Problems", "fragscope explain CODE has details")
	for i, p := range all {
		if i == s.o.Top {
			s.line("  … and " + Many(len(all)-i, "more kind", "more kinds"))
			break
		}
		color := ""
		switch p.Info.Severity {
		case decoder.SeverityWarning:
			color = yellow
		case decoder.SeverityError:
			color = red
		}
		text := s.examples(p)
		s.b.WriteString("  " + s.colored(color, p.Info.Severity.String()+" "+p.Info.Code) + "  " + times(p.Count))
		s.b.WriteString(s.colored(dim, Cut("  "+text, s.o.Width-30-len(p.Info.Code))) + "\n")
		message, advice := p.Info.General()
		s.paragraph(6, "", message+" "+advice)
	}
}

func (s *screen) examples(p *report.ProblemCount) string {
	where := make([]string, 0, len(p.Examples))
	file := ""
	for _, e := range p.Examples {
		number := Grouped(e.Number)
		if len(s.r.Files) > 1 && e.File != file {
			number = Text(e.File) + " " + number
			file = e.File
		}
		where = append(where, number)
	}
	text := "packet "
	if len(where) > 1 {
		text = "packets "
	}
	text += strings.Join(where, ", ")
	if p.Count > int64(len(p.Examples)) {
		text += ", …"
	}
	return text
}

// upTo makes a line of each of n findings, as many as a list may have.
func (s *screen) upTo(lines []string, n int, one, more string, line func(i int) string) []string {
	for i := range n {
		if i == s.o.Top {
			return append(lines, "… and "+Many(n-i, one, more)+" more")
		}
		lines = append(lines, line(i))
	}
	return lines
}

func (s *screen) findingLines() []string {
	r := s.r
	lines := s.upTo(nil, len(r.Reflections), "flood", "floods", func(i int) string {
		f := &r.Reflections[i]
		from := address(f.Server)
		if f.Servers > 1 {
			from = Many(f.Servers, "server", "servers") + ", the first " + from + ","
		}
		during := ""
		if f.First != 0 {
			during = " in " + Duration(int64(f.Last-f.First))
		}
		return "Flood: " + Many(f.Replies, "unsolicited reply", "unsolicited replies") + " (" + Size(f.Bytes) + ") from " +
			from + " to " + address(f.Client) + during +
			", from packet " + Grouped(f.Packet) + " on: somebody may be sending requests with the spoofed source address " +
			address(f.Client.Addr()) + "."
	})
	searches := searches(r)
	lines = s.upTo(lines, len(searches), "LAN search", "LAN searches", func(i int) string {
		d := &searches[i]
		return "LAN search: " + address(d.Client) + " broadcast " + times(d.times) + " (" + d.Message + ", from packet " +
			Grouped(d.Packet) + " on); " +
			Many(d.Answers, "server answered", "servers answered") + "."
	})
	lines = s.upTo(lines, len(r.Streams), "session over TCP", "sessions over TCP", func(i int) string {
		c := &r.Streams[i]
		text := "Session over TCP: " + address(c.Client) + " → " + address(c.Server) + ", " + Many(c.Packets, "packet",
			"packets") + " from " + Grouped(c.Packet) + " on: " + strings.Join(c.Messages, ", ")
		if c.Entries > 0 {
			text += "; " + Many(c.Entries, "server entry", "server entries")
		}
		if c.Gaps > 0 {
			text += "; " + Size(c.Gaps) + " missing in the capture"
		}
		return text + "."
	})
	others := OtherAddresses(r)
	lines = s.upTo(lines, len(others), "server that answered from another address",
		"servers that answered from another address", func(i int) string { return others[i].line() })
	guesses := PortGuesses(r)
	return s.upTo(lines, len(guesses), "host with ports tried", "hosts with ports tried", func(i int) string {
		g := &guesses[i]
		text := "Ports tried: " + g.Host + " answered on " + ports(g.Answered) + " and did not answer on " + ports(g.Silent)
		if n := len(g.Clients); n > 4 {
			text += ", queried by " + strings.Join(g.Clients[:4], ", ") + " and others"
		} else if n > 0 {
			text += ", queried by " + strings.Join(g.Clients, ", ")
		}
		return text + "."
	})
}

func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return Grouped(n) + " times"
}

func ports(list []uint16) string {
	text := make([]string, 0, len(list))
	for i, p := range list {
		if i == 8 {
			text = append(text, "…")
			break
		}
		text = append(text, strconv.Itoa(int(p)))
	}
	return strings.Join(text, ", ")
}

func (s *screen) otherKinds() []string {
	return slices.SortedFunc(maps.Keys(s.r.Other), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.r.Other[b].Packets, s.r.Other[a].Packets), strings.Compare(a, b))
	})
}

func (s *screen) otherLines() []string {
	var text []string
	for i, k := range s.otherKinds() {
		if i == 6 {
			text = append(text, "…")
			break
		}
		text = append(text, k+": "+Grouped(s.r.Other[k].Packets))
	}
	if text == nil {
		return nil
	}
	return []string{strings.Join(text, ", ")}
}

// otherTable is all there is to say about a capture without query protocols.
func (s *screen) otherTable() *Table {
	kinds := s.otherKinds()
	if len(kinds) == 0 {
		return nil
	}
	t := &Table{Title: "Other packets", Note: s.shown(len(kinds), "most frequent kinds"), Indent: 2, Columns: []Column{
		{Title: "Seems to be"}, {Title: "packets", Right: true}, {Title: "bytes", Right: true},
	}}
	for _, k := range kinds[:min(len(kinds), s.o.Top)] {
		t.Add(k, Grouped(s.r.Other[k].Packets), Size(s.r.Other[k].Bytes))
	}
	return t
}

func (s *screen) limitLines() []string {
	r, details := s.r, int64(0)
	for _, v := range r.Servers {
		details += int64(v.Dropped + v.Name.Dropped + v.Map.Dropped + v.Players.Dropped + v.MaxPlayers.Dropped)
	}
	var lines []string
	for _, l := range []struct {
		n               int64
		one, more, what string
	}{
		{r.DroppedFlows, "flow was", "flows were",
			"evicted before the end because there were too many concurrently; --max-flows sets how many are kept."},
		{r.DroppedServers, "server was", "servers were",
			"evicted because there were too many; --max-servers sets how many are kept."},
		{r.DroppedClients, "exchange is", "exchanges are", "of clients that were too many to be listed."},
		{r.DroppedFindings, "reflection, discovery or master client is", "reflections, discoveries or master clients are",
			"left out because there were too many."},
		{details, "detail of servers over time (scores, joins, players, rules) was",
			"details of servers over time (scores, joins, players, rules) were",
			"dropped: of what changes very often only a part is kept; --max-details sets how much."},
		{r.Unassembled, "datagram", "datagrams", "in fragments could not be reassembled: parts are missing."},
		{r.Copies.Packets, "packet is a copy", "packets are copies",
			"of one captured just before, as on a mirror port or on two interfaces: no retry, reply or player is counted twice."},
		{r.Unproven, "copy has", "copies have", "no IP identification: that they were not sent twice is not proven."},
	} {
		if l.n > 0 {
			lines = append(lines, Many(l.n, l.one, l.more)+" "+l.what)
		}
	}
	return lines
}
