package export

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fragscope/decoder"
)

func (s *screen) problems() {
	all := problems(s.r)
	if len(all) == 0 {
		return
	}
	s.heading("Problems", "fragscope explain CODE tells more")
	for i, p := range all {
		if i == s.o.Top {
			s.line("  … and " + many(int64(len(all)-i), "kind more", "kinds more"))
			break
		}
		color := ""
		switch p.Info.Severity {
		case decoder.SeverityWarning:
			color = yellow
		case decoder.SeverityError:
			color = red
		}
		where := make([]string, 0, len(p.Examples))
		file := ""
		for _, e := range p.Examples {
			number := grouped(e.Number)
			if len(s.r.Files) > 1 && e.File != file {
				number = Text(e.File) + " " + number
				file = e.File
			}
			where = append(where, number)
		}
		packets := "packet "
		if len(where) > 1 {
			packets = "packets "
		}
		text := packets + strings.Join(where, ", ")
		if p.Count > int64(len(p.Examples)) {
			text += ", …"
		}
		s.b.WriteString("  " + s.colored(color, p.Info.Severity.String()+" "+p.Info.Code) + "  " + many(p.Count, "time", "times"))
		s.b.WriteString(s.colored(dim, cut("  "+text, s.o.Width-30-len(p.Info.Code))) + "\n")
		s.paragraph(6, "", general(p.Info.Message)+" "+general(p.Info.Advice))
	}
}

func (s *screen) findings() {
	r := s.r
	guesses := portGuesses(r)
	if len(r.Reflections)+len(r.Discoveries)+len(r.Streams)+len(guesses) == 0 {
		return
	}
	s.heading("Findings", "")
	for i, f := range r.Reflections {
		if i == s.o.Top {
			s.line("  … and " + many(int64(len(r.Reflections)-i), "flood more", "floods more"))
			break
		}
		s.paragraph(2, red, "Flood: "+many(f.Replies, "reply", "replies")+" ("+size(f.Bytes)+") "+arrow(f.Server, f.Client)+" in "+duration(f.Last-f.First)+
			", from packet "+grouped(f.Packet)+" on, that nobody asked for: somebody may be sending requests in the name of "+address(f.Client.Addr())+".")
	}
	for i, d := range r.Discoveries {
		if i == s.o.Top {
			s.line("  … and " + many(int64(len(r.Discoveries)-i), "search more", "searches more"))
			break
		}
		s.paragraph(2, "", "LAN search: "+endpoint(d.Client)+" asked everybody ("+d.Message+", packet "+grouped(d.Packet)+"); "+many(d.Answers, "server answered", "servers answered")+".")
	}
	for i, c := range r.Streams {
		if i == s.o.Top {
			s.line("  … and " + many(int64(len(r.Streams)-i), "conversation more", "conversations more"))
			break
		}
		text := "Master server: " + arrow(c.Client, c.Server) + ", " + many(c.Packets, "packet", "packets") + " from " + grouped(c.Packet) + " on: " + strings.Join(c.Messages, ", ")
		if c.Entries > 0 {
			text += "; " + many(c.Entries, "server listed", "servers listed")
		}
		if c.Gaps > 0 {
			text += "; " + size(c.Gaps) + " missing in the capture"
		}
		s.paragraph(2, "", text+".")
	}
	for i, g := range guesses {
		if i == s.o.Top {
			s.line("  … and " + many(int64(len(guesses)-i), "host more", "hosts more"))
			break
		}
		s.paragraph(2, "", "Ports tried: "+g.Host+" answered on "+ports(g.Answered)+" and was silent on "+ports(g.Silent)+".")
	}
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

// other says what else there is: all of it when there is nothing else to say.
func (s *screen) other() {
	r := s.r
	if len(r.Other) == 0 {
		return
	}
	kinds := slices.SortedFunc(maps.Keys(r.Other), func(a, b string) int {
		return cmp.Or(cmp.Compare(r.Other[b].Packets, r.Other[a].Packets), strings.Compare(a, b))
	})
	if r.Game > 0 {
		var text []string
		for i, k := range kinds {
			if i == 6 {
				text = append(text, "…")
				break
			}
			text = append(text, k+" "+grouped(r.Other[k].Packets))
		}
		s.heading("Other packets", "")
		s.paragraph(2, "", strings.Join(text, ", "))
		return
	}
	t := table{indent: 2, gap: 2, columns: []column{{title: "Seems to be"}, {title: "packets", right: true}, {title: "bytes", right: true}}}
	for i, k := range kinds {
		if i == 2*s.o.Top {
			break
		}
		t.add(k, grouped(r.Other[k].Packets), size(r.Other[k].Bytes))
	}
	s.heading("What there is", s.shown(len(kinds), "most frequent"))
	s.table(&t)
}

// limits says what was let go, and what could not be put together.
func (s *screen) limits() {
	r := s.r
	var lines []string
	if r.DroppedFlows > 0 {
		lines = append(lines, many(r.DroppedFlows, "conversation was", "conversations were")+" let go before the end because there were too many at a time; --max-flows sets how many are kept.")
	}
	if r.DroppedServers > 0 {
		lines = append(lines, many(r.DroppedServers, "server was", "servers were")+" let go because there were too many; --max-servers sets how many are kept.")
	}
	if r.DroppedClients > 0 {
		lines = append(lines, many(r.DroppedClients, "exchange is", "exchanges are")+" of clients that were too many to be listed.")
	}
	if r.Unassembled > 0 {
		lines = append(lines, many(r.Unassembled, "datagram", "datagrams")+" in fragments could not be put together: parts are missing.")
	}
	if len(lines) == 0 {
		return
	}
	s.heading("Limits", "")
	for _, l := range lines {
		s.paragraph(2, yellow, l)
	}
}
