package decoder

// The text half of the master servers (protocol/unrealmaster/SPEC.md#text-masters). The master sends a
// challenge, the client its answer and then the question for the list; the
// list comes as text, or as six bytes a server.

// A server in the list. The text may be cut anywhere by TCP.
var (
	masterServer = [...]FieldDef{
		{Key: "unreal-master.server", Name: "Server", Kind: KindGroup, Role: RoleServerEntry, Source: "protocol/unrealmaster/SPEC.md#text-masters"},
		{Key: "unreal-master.server.key", Name: "Key", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/unrealmaster/SPEC.md#text-masters"},
		{Key: "unreal-master.server.address", Name: "Address", Kind: KindText, Role: RoleServerHost, Source: "protocol/unrealmaster/SPEC.md#text-masters"},
		{Key: "unreal-master.server.port", Name: "Query port", Kind: KindDecimal, Role: RoleQueryPort, AtMost: 65535, Source: "protocol/unrealmaster/SPEC.md#text-masters",
			Doc: "The port that answers queries, not the one that players connect to. The colon in front is no part of it."},
	}
	masterCompact = [...]FieldDef{
		{Key: "unreal-master.compact", Name: "Server", Kind: KindGroup, Role: RoleServerEntry, Source: "protocol/unrealmaster/SPEC.md#text-masters",
			Doc: "Six bytes, sent to clients that ask for list\\cmp."},
		{Key: "unreal-master.compact.address", Name: "Address", Kind: KindIPv4, Role: RoleServerHost, Source: "protocol/unrealmaster/SPEC.md#text-masters"},
		{Key: "unreal-master.compact.port", Name: "Query port", Kind: KindU16BE, Role: RoleQueryPort, Source: "protocol/unrealmaster/SPEC.md#text-masters",
			Doc: "The port that answers queries, most significant byte first."},
	}
)

// Messages.
var (
	masterLogin        = MessageInfo{Name: "login", Protocol: UnrealMaster, Direction: Request, Doc: "The client names its game and answers the challenge."}
	masterListRequest  = MessageInfo{Name: "server list request", Protocol: UnrealMaster, Direction: Request, Doc: "Asks for the servers of a game, as text or in six bytes each."}
	masterBothRequest  = MessageInfo{Name: "login and server list request", Protocol: UnrealMaster, Direction: Request, Doc: "The client names its game, answers the challenge and asks for the servers."}
	masterOtherRequest = MessageInfo{Name: "request", Protocol: UnrealMaster, Direction: Request, Doc: "Pairs that a client sends to a master."}
	masterChallenge    = MessageInfo{Name: "secure challenge", Protocol: UnrealMaster, Direction: Reply, Doc: "The master's first words: a challenge for the client to answer."}
	masterListReply    = MessageInfo{Name: "server list reply", Protocol: UnrealMaster, Direction: Reply, Doc: "Addresses and query ports as text."}
	masterCompactReply = MessageInfo{Name: "compact server list reply", Protocol: UnrealMaster, Direction: Reply, Doc: "Addresses and query ports in six bytes each."}
	masterOtherReply   = MessageInfo{Name: "reply", Protocol: UnrealMaster, Direction: Reply, Doc: "Pairs that a master sends."}
)

var problemServerAddress = ProblemInfo{
	Code: "master-address", Severity: SeverityWarning,
	Message: "{text} is no address and port.",
	Advice:  "An entry is written as 192.0.2.1:7778; the text is cut or damaged here.",
	Source:  "protocol/unrealmaster/SPEC.md#text-masters",
}

// recogniseMasterText knows the conversation by its first words; on a TCP
// connection by less than in a paste.
func recogniseMasterText(p []byte, opts *Options) (Direction, Confidence) {
	protocol, dir, c := masterWords(p, opts)
	switch {
	case protocol == UnrealMaster:
		return dir, c
	case compactList(p):
		return Reply, Possible
	case !opts.Stream && opts.Protocol != UnrealMaster:
		return DirectionUnknown, Unlikely
	case hasKey(p, "ip"): // the middle of a list
		return Reply, Possible
	}
	if len(p) == 0 || p[0] != '\\' {
		return DirectionUnknown, Unlikely
	}
	switch string(firstKey(p)) {
	case "gamename", "validate", "location", "queryid":
		return Request, Possible
	case "basic", "secure", "final", "error":
		return Reply, Possible
	}
	return DirectionUnknown, Unlikely
}

// finalText ends every list.
const finalText = "\\final\\"

// compactList reports whether p is a whole list of six bytes a server.
func compactList(p []byte) bool {
	n := len(p) - len(finalText)
	if n < 6 || n%6 != 0 || string(p[n:]) != finalText || !compactStart(p) {
		return false
	}
	for i := 0; i < n; i += 6 {
		if p[i] == 0 || p[i] >= 240 || p[i+4]|p[i+5] == 0 {
			return false
		}
	}
	return true
}

// compactStart reports whether b begins as a list of six bytes a server:
// text begins with a backslash and a letter, or, where TCP cut it, with what an
// entry is made of.
func compactStart(b []byte) bool {
	if len(b) > 1 && b[0] == '\\' && (b[1] >= 'a' && b[1] <= 'z' || b[1] == '\\') {
		return false
	}
	for i := 0; i < len(b) && i < 4; i++ {
		if c := b[i]; (c < '0' || c > ':') && c != '.' && c != 'i' && c != 'p' && c != '\\' {
			return true
		}
	}
	return false
}

// seenKeys say which of the keys that tell messages apart were seen.
type seenKeys uint16

const (
	seenSecure seenKeys = 1 << iota
	seenValidate
	seenGame
	seenList
	seenServer
	seenFinal
	seenHeartbeat
	seenQueryID
	seenBasic
)

// conversationKey returns which of them key is, 0 for others.
func conversationKey(key []byte) seenKeys {
	return findWord(key).seen
}

// masterText reads pairs until the text ends: one message or several.
func (r *reader) masterText(dir Direction) {
	whole := r.rest()
	if dir == Reply && compactStart(whole) {
		r.say(&masterCompactReply)
		r.masterCompactList()
		return
	}
	s := pairs{r: r, d: &backslashDefs}
	seen := s.conversation()
	switch list := seen&seenList != 0; {
	case dir != Reply && list && seen&seenValidate != 0:
		r.say(&masterBothRequest)
	case dir != Reply && list:
		r.say(&masterListRequest)
	case dir != Reply && seen&(seenValidate|seenGame) != 0:
		r.say(&masterLogin)
	case dir != Reply:
		r.say(&masterOtherRequest)
	case seen&seenServer != 0, seen == seenFinal:
		r.say(&masterListReply)
	case seen&seenSecure != 0:
		r.say(&masterChallenge)
	default:
		r.say(&masterOtherReply)
	}
	s.sayReading(whole)
}

// sayReading says when the bytes alone would fit another protocol as well.
func (s *pairs) sayReading(whole []byte) {
	r := s.r
	if r.opts.Protocol != Unknown {
		return
	}
	if _, _, _, shared := backslashReading(whole, r.opts); shared {
		r.problem(&problemSecureReading, len(r.data)-len(whole), len(whole), 0, 0)
	}
}

// conversation reads the pairs that masters, clients and servers exchange
// with each other, and returns which it saw.
func (s *pairs) conversation() (seen seenKeys) {
	r := s.r
	s.start()
	servers := 0
	for s.more() {
		key, g := s.key()
		end := s.valueEnd()
		var value []byte
		if end >= 0 {
			value = r.data[r.pos+1 : end]
		}
		d := s.d.value
		what := conversationKey(key)
		seen |= what
		switch what {
		case seenServer:
			s.are(g, &masterServer[0], &masterServer[1])
			r.fields[g].Value = uint64(servers)
			servers++
		case seenFinal:
			s.are(g, &gamespy1Final[0], &gamespy1Final[1])
			d = &gamespy1Final[2]
		case seenQueryID:
			s.are(g, &gamespy1QueryID[0], &gamespy1QueryID[1])
		case seenSecure:
			s.challenge = value
		case seenGame:
			s.gamename = value
		}
		switch {
		case end < 0:
			s.noValue()
		case what == seenServer:
			s.server(end)
		case what == seenQueryID:
			s.queryID()
		case what == seenHeartbeat:
			port := &heartbeatLayout[0]
			if n, _ := trimBreak(value, 0, len(value)); string(value[:n]) == "0" {
				port = &heartbeatLayout[1]
			}
			s.number(port, r.pos, end)
		case what == seenValidate:
			s.validate(&gamespy1Validate)
		case what&(seenBasic|seenList|seenFinal) != 0:
			s.plain(d, value, end)
		default:
			s.value(d, end)
		}
		s.done(g)
	}
	return seen
}

// plain reads a value that is empty as a rule. Where the next key stands in
// its place, a backslash is missing.
func (s *pairs) plain(d *FieldDef, value []byte, end int) {
	n, _ := trimBreak(value, 0, len(value))
	if conversationKey(value[:n])&(seenSecure|seenGame|seenList|seenQueryID|seenValidate) != 0 {
		s.r.problem(&problemMissingBackslash, s.r.pos, 1+n, 0, 0)
		return
	}
	s.value(d, end)
}

// server reads address:port up to end.
func (s *pairs) server(end int) {
	r := s.r
	from := r.pos + 1
	colon := from
	for colon < end && r.data[colon] != ':' {
		colon++
	}
	good := colon > from && colon < end
	dots := 0
	for _, c := range r.data[from:colon] {
		good = good && (c >= '0' && c <= '9' || c == '.')
		if c == '.' {
			dots++
		}
	}
	if colon == end {
		s.value(&masterServer[2], end)
		r.problem(&problemServerAddress, from, end-from, 0, 0)
		return
	}
	f := r.add(&masterServer[2], KindText, colon-r.pos, 0)
	f.Lead = 1
	if n, _ := trimBreak(r.data, from, colon); n < colon {
		f.Marks |= MarkAmbiguous // without the colon the break would end the text
	}
	r.checkText(f)
	textEnd, _ := trimBreak(r.data, colon+1, end)
	if _, ok := parseDecimal(r.data[colon+1 : textEnd]); !ok || !good || dots != 3 {
		r.problem(&problemServerAddress, from, end-from, 0, 0)
	}
	s.number(&masterServer[3], colon, end)
}

// masterCompactList reads six bytes a server until the mark of the end.
func (r *reader) masterCompactList() {
	for n := 0; r.more(); n++ {
		if mark := finalText[:len(finalText)-1]; r.left() >= len(mark) && string(r.rest()[:len(mark)]) == mark {
			s := pairs{r: r, d: &backslashDefs}
			s.conversation()
			return
		}
		g := r.begin(&masterCompact[0], n)
		r.read(masterCompact[1:])
		r.done(g)
	}
}

// masterTopic matches the question for the list with the list.
func masterTopic(m *Message) Topic {
	switch m.Info {
	case &masterBothRequest:
		return Topic{Subjects: 1, Proof: true}
	case &masterListRequest, &masterListReply, &masterCompactReply:
		return Topic{Subjects: 1}
	}
	return Topic{Subjects: 2, Proof: m.Info == &masterChallenge || m.Info == &masterLogin}
}

// masterQuery builds what a client sends to a master.
func masterQuery(dst []byte, q *Query) ([]byte, error) {
	game, challenge := q.Game, q.Text
	if game == "" {
		game = "ut"
	}
	if challenge == "" {
		challenge = wookie
	}
	if hasBackslash(game) {
		return dst, QueryError("a game name holds no backslash")
	}
	login := q.Message == masterLogin.Name || q.Message == "" || q.Message == masterBothRequest.Name
	if !login && q.Message != masterListRequest.Name {
		return dst, errNoSuchRequest
	}
	if login {
		answer, ok := Validate(challenge, game)
		if !ok {
			return dst, QueryError("the key of " + game + " is not known, or the challenge is too long")
		}
		dst = appendStrings(dst, `\gamename\`, game, `\location\0\validate\`, answer, finalText)
	}
	if q.Message == masterLogin.Name {
		return dst, nil
	}
	list := `\list\`
	if q.Compact {
		list = `\list\cmp`
	}
	return appendStrings(dst, list, `\gamename\`, game, finalText), nil
}
