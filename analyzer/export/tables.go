package export

// The types of the rows of the tables. The tags of their fields are the
// definition of the columns: the names in JSON and in CSV and Parquet, the unit
// of a number, and what it means.

// An Exchange is a row of the table of exchanges: a request with all its
// replies, or unsolicited replies.
type Exchange struct {
	File          string      `json:"file" parquet:"file,dict" doc:"name of the capture"`
	Time          Time        `json:"time" parquet:"time,optional,timestamp(microsecond)" doc:"of the request; of the first reply when it is unsolicited"`
	Protocol      string      `json:"protocol" parquet:"protocol,dict" doc:"name of the protocol"`
	Message       string      `json:"message" parquet:"message,dict" doc:"name of the request; of the reply when it is unsolicited"`
	Outcome       string      `json:"outcome" parquet:"outcome,dict" doc:"answered, incomplete, unanswered, unsolicited (replies without a request) or announced"`
	ClientAddress string      `json:"clientAddress" parquet:"client_address,dict" doc:"address that queries"`
	ClientPort    int32       `json:"clientPort" parquet:"client_port" doc:"its port"`
	ServerAddress string      `json:"serverAddress" parquet:"server_address,dict" doc:"address that is queried"`
	ServerPort    int32       `json:"serverPort" parquet:"server_port" doc:"its port"`
	FirstRTT      *float64    `json:"firstRttMs" parquet:"first_rtt_ms,optional" unit:"ms" doc:"round-trip time from the last attempt before it to the first reply"`
	LastRTT       *float64    `json:"lastRttMs" parquet:"last_rtt_ms,optional" unit:"ms" doc:"the same to the last reply"`
	Replies       int64       `json:"replies" parquet:"replies" unit:"datagrams" doc:"replies, duplicates included"`
	Retries       int64       `json:"retries" parquet:"retries" unit:"datagrams" doc:"the same request sent again before an answer"`
	Missing       int64       `json:"missing" parquet:"missing" unit:"datagrams" doc:"parts of the reply that did not arrive"`
	Duplicates    int64       `json:"duplicates" parquet:"duplicates" unit:"datagrams" doc:"replies that arrived again"`
	Reordered     int64       `json:"reordered" parquet:"reordered" unit:"datagrams" doc:"replies that arrived before one of a lower number"`
	Request       *int64      `json:"requestPacket" parquet:"request_packet,optional" doc:"number of the packet of the request"`
	RetryPackets  []int64     `json:"retryPackets" parquet:"retry_packets,list" doc:"numbers of the packets of the retries, the first 256"`
	ReplyPackets  []int64     `json:"replyPackets" parquet:"reply_packets,list" doc:"numbers of the packets of the replies, the first 256"`
	Problems      []string    `json:"problems" parquet:"problems,list" doc:"codes of the problems in its datagrams, each once"`
	Packet        int64       `json:"packet" parquet:"packet" doc:"number of the packet that began it: of the request; of the first reply when it is unsolicited or answers a broadcast"`
	ExchangeID    string      `json:"exchangeId" parquet:"exchange_id" doc:"file#packet: names the exchange in all tables"`
	ServerID      string      `json:"serverId" parquet:"server_id,dict" doc:"address:port: names the server in all tables"`
	TimeNS        Nanoseconds `json:"timeNs" parquet:"time_ns,optional" unit:"ns" doc:"time as nanoseconds since 1970-01-01 UTC, exact"`
	RequestBytes  int64       `json:"requestBytes" parquet:"request_bytes" unit:"bytes" doc:"from the client to the server, on the wire"`
	ReplyBytes    int64       `json:"replyBytes" parquet:"reply_bytes" unit:"bytes" doc:"from the server to the client, on the wire"`
}

// A Server is a row of the table of servers: the state that was seen last.
type Server struct {
	Protocols     []string    `json:"protocols" parquet:"protocols,list" doc:"that it was queried with"`
	Name          *string     `json:"name" parquet:"name,optional" doc:"name of the server, seen last"`
	Map           *string     `json:"map" parquet:"map,optional" doc:"map, seen last"`
	GameType      *string     `json:"gameType" parquet:"game_type,optional" doc:"game type, seen last"`
	Version       *string     `json:"version" parquet:"version,optional" doc:"version of the game, seen last"`
	GamePort      *int64      `json:"gamePort" parquet:"game_port,optional" doc:"port that players join"`
	Players       *int64      `json:"players" parquet:"players,optional" unit:"players" doc:"number of players, seen last"`
	MostSeen      *int64      `json:"mostPlayers" parquet:"most_players,optional" unit:"players" doc:"greatest number of players at any time"`
	MaxPlayers    *int64      `json:"maxPlayers" parquet:"max_players,optional" unit:"players" doc:"places for players"`
	Password      *bool       `json:"password" parquet:"password,optional" doc:"whether a password is needed"`
	Answered      int64       `json:"answered" parquet:"answered" unit:"exchanges" doc:"answered in full"`
	Incomplete    int64       `json:"incomplete" parquet:"incomplete" unit:"exchanges" doc:"with missing parts"`
	Unanswered    int64       `json:"unanswered" parquet:"unanswered" unit:"exchanges" doc:"without a reply"`
	Unsolicited   int64       `json:"unsolicited" parquet:"unsolicited" unit:"exchanges" doc:"replies without a request"`
	Announced     int64       `json:"announced" parquet:"announced" unit:"exchanges" doc:"announcements that need no reply"`
	Requests      int64       `json:"requests" parquet:"requests" unit:"datagrams" doc:"received requests, retries included"`
	Replies       int64       `json:"replies" parquet:"replies" unit:"datagrams" doc:"sent replies"`
	Retries       int64       `json:"retries" parquet:"retries" unit:"datagrams" doc:"requests sent again before an answer"`
	RTT50         *float64    `json:"rttP50Ms" parquet:"rtt_p50_ms,optional" unit:"ms" doc:"half of the first replies took at most this long"`
	RTT90         *float64    `json:"rttP90Ms" parquet:"rtt_p90_ms,optional" unit:"ms" doc:"90 % of the first replies took at most this long"`
	RTT99         *float64    `json:"rttP99Ms" parquet:"rtt_p99_ms,optional" unit:"ms" doc:"99 % of the first replies took at most this long"`
	File          string      `json:"file" parquet:"file,dict" doc:"name of the capture with its first packet"`
	Packet        int64       `json:"packet" parquet:"packet" doc:"number of its first packet"`
	TimeNS        Nanoseconds `json:"timeNs" parquet:"time_ns,optional" unit:"ns" doc:"first_seen as nanoseconds since 1970-01-01 UTC, exact"`
	ServerID      string      `json:"serverId" parquet:"server_id" doc:"address:port: names the server in all tables"`
	ServerAddress string      `json:"serverAddress" parquet:"server_address,dict" doc:"address of the server"`
	ServerPort    int32       `json:"serverPort" parquet:"server_port" doc:"port that it answers queries on"`
	FirstSeen     Time        `json:"firstSeen" parquet:"first_seen,optional,timestamp(microsecond)" doc:"of its first packet"`
	LastSeen      Time        `json:"lastSeen" parquet:"last_seen,optional,timestamp(microsecond)" doc:"of its last packet"`
	RequestBytes  int64       `json:"requestBytes" parquet:"request_bytes" unit:"bytes" doc:"from clients to the server, on the wire"`
	ReplyBytes    int64       `json:"replyBytes" parquet:"reply_bytes" unit:"bytes" doc:"from the server to clients, on the wire"`
}

// A Player is a row of the table of players: a stay of one on a server, from
// joining to leaving as far as the lists show it.
type Player struct {
	ServerAddress string      `json:"serverAddress" parquet:"server_address,dict" doc:"address of the server"`
	ServerPort    int32       `json:"serverPort" parquet:"server_port" doc:"port that it answers queries on"`
	Name          string      `json:"name" parquet:"name,dict" doc:"name of the player"`
	Packet        int64       `json:"packet" parquet:"packet" doc:"number of the packet that showed the player first"`
	Score         *int64      `json:"score" parquet:"score,optional" doc:"the last in that time"`
	Best          *int64      `json:"bestScore" parquet:"best_score,optional" doc:"the highest in that time"`
	Team          *int64      `json:"team" parquet:"team,optional" doc:"number of the team, the last in that time"`
	File          string      `json:"file" parquet:"file,dict" doc:"name of the capture with that packet"`
	TimeNS        Nanoseconds `json:"timeNs" parquet:"time_ns,optional" unit:"ns" doc:"first_seen as nanoseconds since 1970-01-01 UTC, exact"`
	ServerID      string      `json:"serverId" parquet:"server_id,dict" doc:"address:port: names the server in all tables"`
	FirstSeen     Time        `json:"firstSeen" parquet:"first_seen,optional,timestamp(microsecond)" doc:"of the first list with the player"`
	LastSeen      Time        `json:"lastSeen" parquet:"last_seen,optional,timestamp(microsecond)" doc:"of the last list with the player"`
}

// A Rule is a row of the table of rules: a value that a rule had for a time.
type Rule struct {
	ServerAddress string      `json:"serverAddress" parquet:"server_address,dict" doc:"address of the server"`
	ServerPort    int32       `json:"serverPort" parquet:"server_port" doc:"port that it answers queries on"`
	Key           string      `json:"key" parquet:"key,dict" doc:"name of the rule"`
	Value         string      `json:"value" parquet:"value,dict" doc:"its value; several of one key with \"; \" between"`
	Packet        int64       `json:"packet" parquet:"packet" doc:"number of the packet that showed the value first"`
	File          string      `json:"file" parquet:"file,dict" doc:"name of the capture with that packet"`
	TimeNS        Nanoseconds `json:"timeNs" parquet:"time_ns,optional" unit:"ns" doc:"first_seen as nanoseconds since 1970-01-01 UTC, exact"`
	ServerID      string      `json:"serverId" parquet:"server_id,dict" doc:"address:port: names the server in all tables"`
	FirstSeen     Time        `json:"firstSeen" parquet:"first_seen,optional,timestamp(microsecond)" doc:"of the first reply with the value"`
	LastSeen      Time        `json:"lastSeen" parquet:"last_seen,optional,timestamp(microsecond)" doc:"of the last reply with the value"`
}

// An Event is a row of the table of events: a change that was seen.
type Event struct {
	ServerAddress string      `json:"serverAddress" parquet:"server_address,dict" doc:"address of the server"`
	ServerPort    int32       `json:"serverPort" parquet:"server_port" doc:"port that it answers queries on"`
	Time          Time        `json:"time" parquet:"time,optional,timestamp(microsecond)" doc:"of the first reply that shows the change"`
	Packet        *int64      `json:"packet" parquet:"packet,optional" doc:"number of its packet; null for what a reply shows by leaving it out"`
	Kind          string      `json:"kind" parquet:"kind,dict" doc:"name, map, game-type, version, max-players, password, rule, score, join or leave"`
	Who           *string     `json:"who" parquet:"who,optional" doc:"player or rule"`
	Old           *string     `json:"old" parquet:"old,optional" doc:"value before"`
	New           *string     `json:"new" parquet:"new,optional" doc:"value after"`
	File          string      `json:"file" parquet:"file,dict" doc:"name of the capture with the reply"`
	TimeNS        Nanoseconds `json:"timeNs" parquet:"time_ns,optional" unit:"ns" doc:"time as nanoseconds since 1970-01-01 UTC, exact"`
	ServerID      string      `json:"serverId" parquet:"server_id,dict" doc:"address:port: names the server in all tables"`
}

// A Packet is a row of the table of packets.
type Packet struct {
	File               string      `json:"file" parquet:"file,dict" doc:"name of the capture"`
	Packet             int64       `json:"packet" parquet:"packet" doc:"number of the packet, from 1"`
	Time               Time        `json:"time" parquet:"time,optional,timestamp(microsecond)" doc:"when it was captured"`
	TimeNS             Nanoseconds `json:"timeNs" parquet:"time_ns,optional" unit:"ns" doc:"time as nanoseconds since 1970-01-01 UTC, exact"`
	SourceAddress      *string     `json:"sourceAddress" parquet:"source_address,optional,dict" doc:"address that it comes from"`
	SourcePort         *int32      `json:"sourcePort" parquet:"source_port,optional" doc:"its port; null for what has no ports"`
	DestinationAddress *string     `json:"destinationAddress" parquet:"destination_address,optional,dict" doc:"address that it goes to"`
	DestinationPort    *int32      `json:"destinationPort" parquet:"destination_port,optional" doc:"its port; null for what has no ports"`
	Protocol           *string     `json:"protocol" parquet:"protocol,optional,dict" doc:"name of the query protocol; null for other traffic"`
	Message            string      `json:"message" parquet:"message,dict" doc:"name of the message; what other traffic seems to be"`
	Direction          *string     `json:"direction" parquet:"direction,optional,dict" doc:"request or reply; null for other traffic"`
	Length             int64       `json:"length" parquet:"length" unit:"bytes" doc:"on the wire"`
	Worst              *string     `json:"worst" parquet:"worst,optional,dict" doc:"severity of the worst problem: note, warning or error"`
	Problems           []string    `json:"problems" parquet:"problems,list" doc:"codes of its problems, each once"`
	ExchangeID         *string     `json:"exchangeId" parquet:"exchange_id,optional,dict" doc:"of the exchange that it belongs to"`
	ServerID           *string     `json:"serverId" parquet:"server_id,optional,dict" doc:"address:port: names the server in all tables; null for broadcasts and other traffic"`
	ServerAddress      *string     `json:"serverAddress" parquet:"server_address,optional,dict" doc:"address of the server"`
	ServerPort         *int32      `json:"serverPort" parquet:"server_port,optional" doc:"port that it answers queries on"`
}

// A Field is a row of the table of fields: a field of a packet, as decode shows
// it.
type Field struct {
	File       string      `json:"file" parquet:"file,dict" doc:"name of the capture"`
	Packet     int64       `json:"packet" parquet:"packet" doc:"number of the packet"`
	TimeNS     Nanoseconds `json:"timeNs" parquet:"time_ns,optional" unit:"ns" doc:"when it was captured, nanoseconds since 1970-01-01 UTC"`
	ServerID   *string     `json:"serverId" parquet:"server_id,optional,dict" doc:"address:port: names the server in all tables"`
	ExchangeID *string     `json:"exchangeId" parquet:"exchange_id,optional,dict" doc:"of the exchange that the packet belongs to"`
	Key        string      `json:"key" parquet:"key,dict" doc:"key of the field, for fragscope explain"`
	Offset     int64       `json:"offset" parquet:"offset" unit:"bytes" doc:"where it begins in the packet"`
	Length     int64       `json:"length" parquet:"length" unit:"bytes" doc:"how long it is; 0 for a bit or another part of the field before"`
	Kind       string      `json:"kind" parquet:"kind,dict" doc:"group for what holds other fields, text, u8, u32le, ipv4, …"`
	Value      *string     `json:"value" parquet:"value,optional" doc:"value as text, numbers in decimal, other bytes in hexadecimal; null for a group"`
}
