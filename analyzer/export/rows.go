package export

import (
	"cmp"
	"iter"
	"maps"
	"slices"

	"fragscope/analyzer"
)

// An Exchange is a row of the table of exchanges: a request with all its
// replies, or unsolicited replies.
type Exchange struct {
	File          string   `json:"file" parquet:"file,dict" doc:"name of the capture"`
	Time          Time     `json:"time" parquet:"time,optional,timestamp(microsecond)" doc:"of the request; of the first reply when it is unsolicited"`
	Protocol      string   `json:"protocol" parquet:"protocol,dict" doc:"name of the protocol"`
	Message       string   `json:"message" parquet:"message,dict" doc:"name of the request; of the reply when it is unsolicited"`
	Outcome       string   `json:"outcome" parquet:"outcome,dict" doc:"answered, incomplete, unanswered, unasked (replies without a request) or announced"`
	ClientAddress string   `json:"clientAddress" parquet:"client_address,dict" doc:"address that queries"`
	ClientPort    int32    `json:"clientPort" parquet:"client_port" doc:"its port"`
	ServerAddress string   `json:"serverAddress" parquet:"server_address,dict" doc:"address that is queried"`
	ServerPort    int32    `json:"serverPort" parquet:"server_port" doc:"its port"`
	FirstRTT      *float64 `json:"firstRttMs" parquet:"first_rtt_ms,optional" unit:"ms" doc:"round-trip time from the last attempt before it to the first reply"`
	LastRTT       *float64 `json:"lastRttMs" parquet:"last_rtt_ms,optional" unit:"ms" doc:"the same to the last reply"`
	Replies       int64    `json:"replies" parquet:"replies" unit:"datagrams" doc:"replies, duplicates included"`
	Retries       int64    `json:"retries" parquet:"retries" unit:"datagrams" doc:"the same request sent again before an answer"`
	Missing       int64    `json:"missing" parquet:"missing" unit:"datagrams" doc:"parts of the reply that did not arrive"`
	Duplicates    int64    `json:"duplicates" parquet:"duplicates" unit:"datagrams" doc:"replies that arrived again"`
	Reordered     int64    `json:"reordered" parquet:"reordered" unit:"datagrams" doc:"replies that arrived before one of a lower number"`
	BytesOut      int64    `json:"bytesOut" parquet:"bytes_out" unit:"bytes" doc:"sent by the client, on the wire"`
	BytesIn       int64    `json:"bytesIn" parquet:"bytes_in" unit:"bytes" doc:"sent by the server, on the wire"`
	Request       *int64   `json:"requestPacket" parquet:"request_packet,optional" doc:"number of the packet of the request"`
	RetryPackets  []int64  `json:"retryPackets" parquet:"retry_packets,list" doc:"numbers of the packets of the retries, the first 256"`
	ReplyPackets  []int64  `json:"replyPackets" parquet:"reply_packets,list" doc:"numbers of the packets of the replies, the first 256"`
	Problems      []string `json:"problems" parquet:"problems,list" doc:"codes of the problems in its datagrams, each once"`
}

// A Server is a row of the table of servers: the state that was seen last.
type Server struct {
	Address     string   `json:"address" parquet:"address,dict" doc:"address of the server"`
	Port        int32    `json:"port" parquet:"port" doc:"port that it answers queries on"`
	Protocols   []string `json:"protocols" parquet:"protocols,list" doc:"that it was queried with"`
	Name        *string  `json:"name" parquet:"name,optional" doc:"name of the server, seen last"`
	Map         *string  `json:"map" parquet:"map,optional" doc:"map, seen last"`
	GameType    *string  `json:"gameType" parquet:"game_type,optional" doc:"game type, seen last"`
	Version     *string  `json:"version" parquet:"version,optional" doc:"version of the game, seen last"`
	GamePort    *int64   `json:"gamePort" parquet:"game_port,optional" doc:"port that players join"`
	Players     *int64   `json:"players" parquet:"players,optional" unit:"players" doc:"number of players, seen last"`
	MostSeen    *int64   `json:"mostPlayers" parquet:"most_players,optional" unit:"players" doc:"greatest number of players at any time"`
	MaxPlayers  *int64   `json:"maxPlayers" parquet:"max_players,optional" unit:"players" doc:"places for players"`
	Password    *bool    `json:"password" parquet:"password,optional" doc:"whether a password is needed"`
	First       Time     `json:"first" parquet:"first,optional,timestamp(microsecond)" doc:"of its first packet"`
	Last        Time     `json:"last" parquet:"last,optional,timestamp(microsecond)" doc:"of its last packet"`
	Answered    int64    `json:"answered" parquet:"answered" unit:"exchanges" doc:"answered in full"`
	Incomplete  int64    `json:"incomplete" parquet:"incomplete" unit:"exchanges" doc:"with missing parts"`
	Unanswered  int64    `json:"unanswered" parquet:"unanswered" unit:"exchanges" doc:"without a reply"`
	Unsolicited int64    `json:"unasked" parquet:"unasked" unit:"exchanges" doc:"replies without a request"`
	Announced   int64    `json:"announced" parquet:"announced" unit:"exchanges" doc:"announcements that need no reply"`
	Requests    int64    `json:"requests" parquet:"requests" unit:"datagrams" doc:"received requests, retries included"`
	Replies     int64    `json:"replies" parquet:"replies" unit:"datagrams" doc:"sent replies"`
	Retries     int64    `json:"retries" parquet:"retries" unit:"datagrams" doc:"requests sent again before an answer"`
	BytesIn     int64    `json:"bytesIn" parquet:"bytes_in" unit:"bytes" doc:"received by the server, on the wire"`
	BytesOut    int64    `json:"bytesOut" parquet:"bytes_out" unit:"bytes" doc:"sent by the server, on the wire"`
	RTT50       *float64 `json:"rttP50Ms" parquet:"rtt_p50_ms,optional" unit:"ms" doc:"half of the first replies took at most this long"`
	RTT90       *float64 `json:"rttP90Ms" parquet:"rtt_p90_ms,optional" unit:"ms" doc:"90 % of the first replies took at most this long"`
	RTT99       *float64 `json:"rttP99Ms" parquet:"rtt_p99_ms,optional" unit:"ms" doc:"99 % of the first replies took at most this long"`
}

// A Player is a row of the table of players: a stay of one on a server, from
// joining to leaving as far as the lists show it.
type Player struct {
	ServerAddress string `json:"serverAddress" parquet:"server_address,dict" doc:"address of the server"`
	ServerPort    int32  `json:"serverPort" parquet:"server_port" doc:"port that it answers queries on"`
	Name          string `json:"name" parquet:"name,dict" doc:"name of the player"`
	From          Time   `json:"from" parquet:"from,optional,timestamp(microsecond)" doc:"of the first list with the player"`
	To            Time   `json:"to" parquet:"to,optional,timestamp(microsecond)" doc:"of the last list with the player"`
	Packet        int64  `json:"packet" parquet:"packet" doc:"number of the packet that showed the player first"`
	Score         *int64 `json:"score" parquet:"score,optional" doc:"the last in that time"`
	Best          *int64 `json:"bestScore" parquet:"best_score,optional" doc:"the highest in that time"`
	Team          *int64 `json:"team" parquet:"team,optional" doc:"number of the team, the last in that time"`
}

// A Rule is a row of the table of rules: a value that a rule had for a time.
type Rule struct {
	ServerAddress string `json:"serverAddress" parquet:"server_address,dict" doc:"address of the server"`
	ServerPort    int32  `json:"serverPort" parquet:"server_port" doc:"port that it answers queries on"`
	Key           string `json:"key" parquet:"key,dict" doc:"name of the rule"`
	Value         string `json:"value" parquet:"value,dict" doc:"its value; several of one key with \"; \" between"`
	From          Time   `json:"from" parquet:"from,optional,timestamp(microsecond)" doc:"of the first reply with the value"`
	To            Time   `json:"to" parquet:"to,optional,timestamp(microsecond)" doc:"of the last reply with the value"`
	Packet        int64  `json:"packet" parquet:"packet" doc:"number of the packet that showed the value first"`
}

// An Event is a row of the table of events: a change that was seen.
type Event struct {
	ServerAddress string  `json:"serverAddress" parquet:"server_address,dict" doc:"address of the server"`
	ServerPort    int32   `json:"serverPort" parquet:"server_port" doc:"port that it answers queries on"`
	Time          Time    `json:"time" parquet:"time,optional,timestamp(microsecond)" doc:"of the first reply that shows the change"`
	Packet        *int64  `json:"packet" parquet:"packet,optional" doc:"number of its packet; null for what a reply shows by leaving it out"`
	Kind          string  `json:"kind" parquet:"kind,dict" doc:"name, map, game-type, version, max-players, password, rule, score, join or leave"`
	Who           *string `json:"who" parquet:"who,optional" doc:"player or rule"`
	Old           *string `json:"old" parquet:"old,optional" doc:"value before"`
	New           *string `json:"new" parquet:"new,optional" doc:"value after"`
}

// ExchangeRow returns the row of x.
func ExchangeRow(file string, x *analyzer.Exchange) Exchange {
	row := Exchange{
		File: Text(file), Time: Time(x.Time), Protocol: x.Protocol.String(), Message: x.Message, Outcome: x.Outcome.String(),
		ClientAddress: address(x.Client.Addr()), ClientPort: int32(x.Client.Port()),
		ServerAddress: address(x.Server.Addr()), ServerPort: int32(x.Server.Port()),
		FirstRTT: milliseconds(x.FirstRTT), LastRTT: milliseconds(x.LastRTT),
		Replies: x.Count, Retries: int64(len(x.Retries)), Missing: int64(x.Missing), Duplicates: int64(x.Duplicates), Reordered: int64(x.Reordered),
		BytesOut: x.BytesOut, BytesIn: x.BytesIn, Request: packetNumber(x.Request),
		RetryPackets: x.Retries, ReplyPackets: x.Replies, Problems: x.Problems,
	}
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

func packetNumber(n int64) *int64 {
	if n == 0 {
		return nil
	}
	return &n
}

// servers returns the servers of r in order of their addresses.
func servers(r *analyzer.Report) []*analyzer.Server {
	return slices.SortedFunc(maps.Values(r.Servers), func(a, b *analyzer.Server) int { return a.Addr.Compare(b.Addr) })
}

func last[T comparable](l *analyzer.Timeline[T]) *T {
	if v, ok := l.Last(); ok {
		return &v
	}
	return nil
}

func lastText(l *analyzer.Timeline[string]) *string {
	v := last(l)
	if v != nil {
		*v = Text(*v)
	}
	return v
}

func most(l *analyzer.Timeline[int64]) *int64 {
	if len(l.Runs) == 0 {
		return nil
	}
	m := l.Runs[0].Value
	for _, run := range l.Runs {
		m = max(m, run.Value)
	}
	return &m
}

// ServerRow returns the row of s.
func ServerRow(s *analyzer.Server) Server {
	row := Server{
		Address: address(s.Addr.Addr()), Port: int32(s.Addr.Port()), Protocols: []string{}, Name: lastText(&s.Name), Map: lastText(&s.Map),
		GameType: lastText(&s.GameType), Version: lastText(&s.Version), GamePort: last(&s.GamePort), Players: last(&s.Players),
		MostSeen: most(&s.Players), MaxPlayers: last(&s.MaxPlayers), Password: last(&s.Password), First: Time(s.First), Last: Time(s.Last),
		Answered: s.Exchanges[analyzer.Answered], Incomplete: s.Exchanges[analyzer.Incomplete],
		Unanswered: s.Exchanges[analyzer.Unanswered], Unsolicited: s.Exchanges[analyzer.Unsolicited], Announced: s.Exchanges[analyzer.Announced],
		Requests: s.Requests, Replies: s.Replies, Retries: s.Retries, BytesIn: s.BytesIn, BytesOut: s.BytesOut,
		RTT50: percentile(&s.RTT, s.RTT.Count, 50), RTT90: percentile(&s.RTT, s.RTT.Count, 90), RTT99: percentile(&s.RTT, s.RTT.Count, 99),
	}
	for _, p := range s.Protocols {
		row.Protocols = append(row.Protocols, p.String())
	}
	return row
}

// each yields the rows that the servers of r have, one server after the other.
func each[T any](r *analyzer.Report, rows func(*analyzer.Server) []T) iter.Seq[T] {
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
func Servers(r *analyzer.Report) iter.Seq[Server] {
	return each(r, func(s *analyzer.Server) []Server { return []Server{ServerRow(s)} })
}

// Players yields the rows of the players of r.
func Players(r *analyzer.Report) iter.Seq[Player] { return each(r, playersOf) }

// playersOf returns the rows of the players of s.
func playersOf(s *analyzer.Server) []Player {
	rows := []Player{}
	for _, name := range slices.Sorted(maps.Keys(s.People)) {
		p := s.People[name]
		for _, span := range p.Spans {
			score, best := during(&p.Scores, span)
			team, _ := during(&p.Team, span)
			rows = append(rows, Player{
				ServerAddress: address(s.Addr.Addr()), ServerPort: int32(s.Addr.Port()), Name: Text(name),
				From: Time(span.From), To: Time(span.To), Packet: span.Packet, Score: score, Best: best, Team: team,
			})
		}
	}
	return rows
}

// during returns the last and the highest value of l in a span.
func during(l *analyzer.Timeline[int64], s analyzer.Span) (end, best *int64) {
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
func Rules(r *analyzer.Report) iter.Seq[Rule] {
	return each(r, func(s *analyzer.Server) (rows []Rule) {
		for _, key := range slices.Sorted(maps.Keys(s.Rules)) {
			for _, run := range s.Rules[key].Runs {
				rows = append(rows, Rule{
					ServerAddress: address(s.Addr.Addr()), ServerPort: int32(s.Addr.Port()), Key: Text(key), Value: Text(run.Value),
					From: Time(run.From), To: Time(run.To), Packet: run.Packet,
				})
			}
		}
		return rows
	})
}

// A serverEvent is an event and where it happened.
type serverEvent struct {
	server *analyzer.Server
	analyzer.Event
}

// events returns all events of r in order of their time.
func events(r *analyzer.Report) []serverEvent {
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
func Events(r *analyzer.Report) iter.Seq[Event] {
	return func(yield func(Event) bool) {
		for _, e := range events(r) {
			if !yield(eventRow(e.server, &e.Event)) {
				return
			}
		}
	}
}

// eventRow returns the row of an event of s.
func eventRow(s *analyzer.Server, e *analyzer.Event) Event {
	row := Event{
		ServerAddress: address(s.Addr.Addr()), ServerPort: int32(s.Addr.Port()), Time: Time(e.Time),
		Packet: packetNumber(e.Packet), Kind: string(e.Kind),
	}
	if e.Who != "" {
		who := Text(e.Who)
		row.Who = &who
	}
	if e.Kind != analyzer.EventJoin && e.Kind != analyzer.EventLeave {
		was, is := Text(e.Old), Text(e.New)
		row.Old, row.New = &was, &is
	}
	return row
}
