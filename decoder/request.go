package decoder

// A Query describes a request to be built. Which of its fields count depends
// on the protocol; the zero value of each is what a plain client sends.
type Query struct {
	Protocol Protocol
	Message  string // name of the request, such as "server info request"; "" for the one that tells most

	Version   uint32   // unreal2: version of the asking program, 0 for 79 hex; unreal-heartbeat: version of the game, 0 to leave it out
	ID        [4]byte  // gamespy2, gamespy3: echoed in the reply
	Challenge *int32   // gamespy3: number from the challenge reply; nil or 0 to leave it out
	Options   *[4]byte // gamespy3: option bytes, nil for FF FF FF 01 in a data request and none in a challenge request
	Sections  uint8    // gamespy2: 1 info, 2 players, 4 teams, 0 for all
	Items     []string // gamespy1: items to ask for at once, such as "basic", "info"; properties as "game_property" with Text; unreal-master: filters of a binary list request, such as "gametype==xDeathMatch"
	Text      string   // gamespy1: text to echo, challenge, property name; unreal-master: challenge, "" for "wookie"
	Game      string   // unreal-master, unreal-heartbeat: gamename, "" for "ut"
	Port      uint16   // unreal-heartbeat: query port
	Compact   bool     // unreal-master: ask for the binary list
	Nonce     [8]byte  // unreal-lan: echoed by UT3

	Flags             uint8 // ugp: 1 server, 2 players, 4 teams, 8 rules; 0 for server, players and rules
	ServerFlags       uint8 // ugp, 0 for 7D hex: all but the extra flags
	ExtraServerFlags  uint8 // ugp, sent when ServerFlags has 02; 0 for 07
	PlayerFlags       uint8 // ugp, 0 for 7F hex: all
	ExtraPlayerFlags  uint8 // ugp, sent when PlayerFlags has 40; 0 for 3F hex: all
	TeamFlags         uint8 // ugp, 0 for 0F hex: all
	RuleFlags         uint8 // ugp, 0 for 07 as LGSL sends
	TeamsBeforePlayer bool  // ugp: order of LUQuery instead of the wiki's
}

// A QueryError says why a request cannot be built.
type QueryError string

func (e QueryError) Error() string { return string(e) }

// Requests returns the names of the requests of p that can be built, as
// Query.Message takes them. Servers send some messages of this direction to
// their masters, and nobody builds those.
func Requests(p Protocol) []string {
	var names []string
	if p >= protocolCount || requestOf[p] == nil {
		return nil
	}
	for _, m := range p.docs().messages {
		if m.Direction != Request || m.Name == "request" {
			continue
		}
		if _, err := requestOf[p](nil, &Query{Protocol: p, Message: m.Name}); err != errNoSuchRequest {
			names = append(names, m.Name)
		}
	}
	return names
}

// requestOf holds what builds the requests of each protocol, nil for those without.
var requestOf = [protocolCount]func(dst []byte, q *Query) ([]byte, error){
	Unreal2: unreal2Query, GameSpy1: gamespy1Query, GameSpy2: gamespy2Query, GameSpy3: gamespy3Query, UGP: ugpQuery,
	UnrealLAN: lanQuery, UnrealMaster: queryMaster, UnrealHeartbeat: heartbeatQuery,
}

// AppendRequest appends the bytes of the request that q describes.
func AppendRequest(dst []byte, q *Query) ([]byte, error) {
	if q.Protocol >= protocolCount || requestOf[q.Protocol] == nil {
		return dst, QueryError("protocol " + q.Protocol.String() + " has no requests")
	}
	b, err := requestOf[q.Protocol](dst, q)
	if err == errNoSuchRequest {
		err = noSuchRequest(q)
	}
	return b, err
}

// errNoSuchRequest is what a protocol says of a Query.Message that it does not
// know; the caller gets noSuchRequest instead.
const errNoSuchRequest = QueryError("no such request")

// noSuchRequest says which requests there are instead.
func noSuchRequest(q *Query) error {
	s := "protocol " + q.Protocol.String() + " has no " + q.Message + "; it has"
	sep := " "
	for _, n := range Requests(q.Protocol) {
		s += sep + n
		sep = ", "
	}
	return QueryError(s)
}
