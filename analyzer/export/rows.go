package export

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strconv"

	"fragscope/analyzer/report"
)

// ExchangeRow returns the row of x.
func ExchangeRow(file string, x *report.Exchange) Exchange {
	return exchangeRow(Text(file), x, &names{})
}

// exchangeRow returns the row of x, of a capture with the text file.
func exchangeRow(file string, x *report.Exchange, n *names) Exchange {
	server := n.server(x.Server)
	known := &struct { // what may be null, in one piece
		first, last float64
		request     int64
	}{float64(x.FirstRTT) / 1e6, float64(x.LastRTT) / 1e6, x.Request}
	row := Exchange{
		File: file, Time: Time(x.Time), Protocol: x.Protocol.String(), Message: x.Message, Outcome: x.Outcome.String(),
		ClientAddress: n.client(x.Client.Addr()), ClientPort: int32(x.Client.Port()),
		ServerAddress: server.address, ServerPort: int32(x.Server.Port()),
		Replies: x.Count, Retries: int64(len(x.Retries)), Missing: int64(x.Missing), Duplicates: int64(x.Duplicates),
		Reordered:    int64(x.Reordered),
		RetryPackets: x.Retries, ReplyPackets: x.Replies, Problems: x.Problems,
		Packet: x.ID, ServerID: server.id, TimeNS: Nanoseconds(x.Time), RequestBytes: x.RequestBytes,
		ReplyBytes: x.ReplyBytes,
	}
	if x.FirstRTT >= 0 {
		row.FirstRTT = &known.first
	}
	if x.LastRTT >= 0 {
		row.LastRTT = &known.last
	}
	if x.Request != 0 {
		row.Request = &known.request
	}
	row.ExchangeID = exchangeID(row.File, x.ID)
	if row.RetryPackets == nil {
		row.RetryPackets = []int64{}
	}
	if row.ReplyPackets == nil {
		row.ReplyPackets = []int64{}
	}
	if row.Problems == nil {
		row.Problems = []string{}
	}
	return row
}

// exchangeID names an exchange in all tables.
func exchangeID(file string, packet int64) string {
	return string(strconv.AppendInt(append(append(make([]byte, 0, len(file)+21), file...), '#'), packet, 10))
}

func fileName(r *report.Report, place int32) string {
	if place < 0 || int(place) >= len(r.Files) {
		return ""
	}
	return Text(r.Files[place].Name)
}

func packetNumber(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}

func servers(r *report.Report) []*report.Server {
	return slices.SortedFunc(maps.Values(r.Servers), func(a, b *report.Server) int { return a.Addr.Compare(b.Addr) })
}

func last[T comparable](l *report.Timeline[T]) *T {
	if v, ok := l.Last(); ok {
		return &v
	}
	return nil
}

func lastText(l *report.Timeline[string]) *string {
	v := last(l)
	if v != nil {
		*v = Text(*v)
	}
	return v
}

func most(l *report.Timeline[int64]) *int64 {
	if len(l.Runs) == 0 {
		return nil
	}
	m := l.Runs[0].Value
	for _, run := range l.Runs {
		m = max(m, run.Value)
	}
	return &m
}

// ServerRow returns the row of s, a server of r.
func ServerRow(r *report.Report, s *report.Server) Server {
	row := Server{
		Protocols: []string{}, Name: lastText(&s.Name), Map: lastText(&s.Map),
		GameType: lastText(&s.GameType), Version: lastText(&s.Version), GamePort: last(&s.GamePort),
		Players:  last(&s.Players),
		MostSeen: most(&s.Players), MaxPlayers: last(&s.MaxPlayers), Password: last(&s.Password),
		Answered: s.Exchanges[report.Answered], Incomplete: s.Exchanges[report.Incomplete],
		Unanswered: s.Exchanges[report.Unanswered], Unsolicited: s.Exchanges[report.Unsolicited],
		Announced: s.Exchanges[report.Announced],
		Requests:  s.Requests, Replies: s.Replies, Retries: s.Retries,
		File: fileName(r, s.File), Packet: s.Packet, TimeNS: Nanoseconds(s.First), ServerID: address(s.Addr),
		ServerAddress: address(s.Addr.Addr()), ServerPort: int32(s.Addr.Port()), FirstSeen: Time(s.First),
		LastSeen:     Time(s.Last),
		RequestBytes: s.RequestBytes, ReplyBytes: s.ReplyBytes,
		RTT50: percentile(&s.RTT, s.RTT.Count, 50), RTT90: percentile(&s.RTT, s.RTT.Count, 90),
		RTT99: percentile(&s.RTT, s.RTT.Count, 99),
	}
	for _, p := range s.Protocols {
		row.Protocols = append(row.Protocols, p.String())
	}
	return row
}

func each[T any](r *report.Report, rows func(*report.Server) []T) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, s := range servers(r) {
			for _, row := range rows(s) {
				if !yield(row) {
					return
				}
			}
		}
	}
}

// Servers yields the rows of the servers of r.
func Servers(r *report.Report) iter.Seq[Server] {
	return each(r, func(s *report.Server) []Server { return []Server{ServerRow(r, s)} })
}

// Players yields the rows of the players of r.
func Players(r *report.Report) iter.Seq[Player] {
	return each(r, func(s *report.Server) []Player { return playersOf(r, s) })
}

func playersOf(r *report.Report, s *report.Server) []Player {
	rows := []Player{}
	for _, name := range slices.Sorted(maps.Keys(s.People)) {
		p := s.People[name]
		for _, span := range p.Spans {
			score, best := during(&p.Scores, span)
			team, _ := during(&p.Team, span)
			rows = append(rows, Player{
				ServerAddress: address(s.Addr.Addr()), ServerPort: int32(s.Addr.Port()), Name: Text(name),
				Packet: span.Packet, Score: score, Best: best, Team: team,
				File: fileName(r, span.File), TimeNS: Nanoseconds(span.From), ServerID: address(s.Addr),
				FirstSeen: Time(span.From), LastSeen: Time(span.To),
			})
		}
	}
	return rows
}

func during(l *report.Timeline[int64], s report.Span) (end, best *int64) {
	for i := range l.Runs {
		run := &l.Runs[i]
		if run.From > s.To || run.To < s.From {
			continue
		}
		if best == nil || run.Value > *best {
			best = &run.Value
		}
		end = &run.Value
	}
	return end, best
}

// Rules yields the rows of the rules of r.
func Rules(r *report.Report) iter.Seq[Rule] {
	return each(r, func(s *report.Server) (rows []Rule) {
		for _, key := range slices.Sorted(maps.Keys(s.Rules)) {
			for _, run := range s.Rules[key].Runs {
				rows = append(rows, Rule{
					ServerAddress: address(s.Addr.Addr()), ServerPort: int32(s.Addr.Port()), Key: Text(key), Value: Text(run.Value),
					Packet: run.Packet,
					File:   fileName(r, run.File), TimeNS: Nanoseconds(run.From), ServerID: address(s.Addr),
					FirstSeen: Time(run.From), LastSeen: Time(run.To),
				})
			}
		}
		return rows
	})
}

type serverEvent struct {
	server *report.Server
	report.Event
}

func events(r *report.Report) []serverEvent {
	var all []serverEvent
	for _, s := range servers(r) {
		for _, e := range s.Events() {
			all = append(all, serverEvent{s, e})
		}
	}
	slices.SortStableFunc(all, func(a, b serverEvent) int { return cmp.Compare(a.Time, b.Time) })
	return all
}

// Events yields the rows of the events of r.
func Events(r *report.Report) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for _, e := range events(r) {
			if !yield(eventRow(r, e.server, &e.Event)) {
				return
			}
		}
	}
}

func eventRow(r *report.Report, s *report.Server, e *report.Event) Event {
	row := Event{
		ServerAddress: address(s.Addr.Addr()), ServerPort: int32(s.Addr.Port()), Time: Time(e.Time),
		Packet: packetNumber(e.Packet), Kind: string(e.Kind),
		File: fileName(r, e.File), TimeNS: Nanoseconds(e.Time), ServerID: address(s.Addr),
	}
	if e.Who != "" {
		who := Text(e.Who)
		row.Who = &who
	}
	if e.Kind != report.EventJoin && e.Kind != report.EventLeave {
		was, is := Text(e.Old), Text(e.New)
		row.Old, row.New = &was, &is
	}
	return row
}
