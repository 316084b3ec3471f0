package unreallan

import (
	"fragscope/decoder/ask"
	"fragscope/decoder/wire"
)

const ID = "unreal-lan"

// LAN discovery of the Unreal engines (protocol/unreallan/SPEC.md#text-form and
// protocol/unreallan/SPEC.md#binary-beacon): a text beacon up to UT2003, and the binary beacon of UT3 and UDK in
// lanbeacon.go.

// Text beacon. Words are separated by single spaces, without NUL or newline:
//
//	REPORTQUERY -> product queryport
//	REPORT      -> product gameport computer title beaconname players/max
//
// A title may hold spaces, so three words are counted from the start and two
// from the end. A delimiter belongs to the field that it precedes.
var (
	lanRequest = [...]wire.FieldDef{
		{Key: "request", Name: "Command", Kind: wire.KindConst,
			Doc: "REPORTQUERY asks for the query port, REPORT for a line about the server."},
	}
	lanProduct = wire.FieldDef{Key: "reply.product", Name: "Product", Kind: wire.KindText, Role: wire.RoleGame,
		Doc: "The game: ut, unreal, DeusEx, dnf."}
	lanQueryPort = wire.FieldDef{Key: "reply.query_port", Name: "Query port", Kind: wire.KindDecimal,
		Role: wire.RoleQueryPort, AtMost: 65535,
		Doc: "UDP port that answers queries. the UT99 query document calls it the game port in one place; its own example " +
			"shows the query port."}
	lanReport = [...]wire.FieldDef{
		{Key: "reply.game_port", Name: "Game port", Kind: wire.KindDecimal, Role: wire.RoleGamePort, AtMost: 65535,
			Doc: "UDP port that players connect to."},
		{Key: "reply.computer", Name: "Computer name", Kind: wire.KindText, Doc: "Name of the machine, not of the server."},
		{Key: "reply.title", Name: "Map title", Kind: wire.KindText, Role: wire.RoleMapTitle,
			Doc: "Title of the map, cut at 24 characters; may contain spaces."},
		{Key: "reply.beacon", Name: "Beacon name", Kind: wire.KindText, Role: wire.RoleGameType,
			Doc: "Short name that the game type gives itself, such as DM."},
		{Key: "reply.players", Name: "Current players", Kind: wire.KindDecimal, Role: wire.RolePlayers, AtMost: 255},
		{Key: "reply.max_players", Name: "Max players", Kind: wire.KindDecimal, Role: wire.RoleMaxPlayers, AtMost: 255},
	}
)

// Places in serveReport.
const (
	reportPort = iota
	reportComputer
	reportTitle
	reportBeacon
	reportPlayers
	reportMax
)

const (
	askPort   = "REPORTQUERY"
	askReport = "REPORT"
	// titleSize is where servers cut the title, in characters.
	titleSize = 24
)

// products lists the games that are known to answer.
var products = [...]string{"ut", "unreal", "DeusEx", "dnf"}

var (
	portRequest = wire.NewRequest("REPORTQUERY request",
		"Asks the servers on a LAN for their query ports; sent as a broadcast.")
	reportRequest = wire.NewRequest("REPORT request",
		"Asks the servers on a LAN for a line about themselves; sent as a broadcast.")
	beaconRequest = wire.NewRequest("LAN beacon query request",
		"Asks the servers of a UT3-like game on a LAN for their settings; sent as a broadcast.")
	otherRequest   = wire.NewRequest("request", "A text that is no known request.")
	portReply      = wire.NewReply("REPORTQUERY reply", "The game and its query port.")
	reportReply    = wire.NewReply("REPORT reply", "One line about the server, made for showing.")
	lanBeaconReply = wire.NewReply("LAN beacon query reply", "Address, places, settings and properties of a server.")
)

var (
	problemLANPort = wire.Warning("lan-port", "Expected a port; found {text}.",
		"The second word of a beacon is a port number; this text may be no beacon.")
	problemLANSplit = wire.ProblemInfo{Code: "lan-title-or-beacon", Severity: wire.SeverityNote,
		Message: "Two words are between the computer name and the counts; the first is taken for the map title, the " +
			"second for the beacon name.",
		Advice: "A server that sends no beacon name, so five items instead of six, and a title of two words would " +
			"look the same.",
		Story: "A REPORT reply is built from six items: product, game port, computer name, map title, beacon name of " +
			"the game type, and players/maximum. the UT99 query document counts the two in the middle as \"name of " +
			"the map and game mode\" and as \"the map name\". Only the places from both ends tell the items apart."}
	problemLANWords = wire.Note("lan-word-missing", "The line has fewer words than the six that a server sends.",
		"What is there is read from the front and from the back; map title or beacon name are missing.")
	problemLANCounts = wire.Warning("lan-counts-missing", "The line does not end in players/maximum.",
		"It is cut, or comes from a program that only imitates a server; the words after the computer name are shown "+
			"as the title.")
	problemLANTitle = wire.Note("lan-title-long", "The map title has {a} characters; servers cut it at {b}.",
		"A mod writes more, or the words are not divided as they were meant.")
)

var matching = wire.Matching{Echoes: []*wire.FieldDef{&beaconHeader[4]}, Topics: []wire.Topic{
	{Messages: []*wire.MessageInfo{&portRequest, &portReply}, Several: true},
	{Messages: []*wire.MessageInfo{&reportRequest, &reportReply}, Several: true},
	{Messages: []*wire.MessageInfo{&beaconRequest, &otherRequest, &lanBeaconReply}, Several: true},
}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Unreal LAN discovery", Recognise: Recognise, Begins: func(c byte) bool {
		return wire.BeginsLetter(c) || c < 0x20
	}, Decode: decodeLAN,
	Status:   Status,
	Matching: &matching,
	Doc: "How clients find servers on a local network: broadcast words and one-line answers up to UT2003, a binary " +
		"beacon since UT3.",
	Ports: []wire.Port{
		{Number: 8777, Name: "UT99 and Unreal"}, {Number: 8778, Name: "UT99"}, {Number: 8779, Name: "UT99"},
		{Number: 8780, Name: "UT99"},
		{Number: 8781, Name: "UT99"}, {Number: 8782, Name: "UT99"}, {Number: 8783, Name: "UT99"},
		{Number: 8784, Name: "UT99"},
		{Number: 8785, Name: "UT99"}, {Number: 8786, Name: "UT99"},
		{Number: BeaconPort, Name: "UT3 and UDK"},
	},
})

var docs = wire.Define(wire.Docs{
	Spec: "protocol/unreallan/SPEC.md",
	Messages: []*wire.MessageInfo{
		&portRequest, &reportRequest, &beaconRequest, &otherRequest, &portReply, &reportReply, &lanBeaconReply,
	},
	Sections: []wire.Section{
		{Prefix: "unreal-lan", Source: "#text-form", Layouts: []wire.Layout{lanRequest[:]}},
		{Prefix: "unreal-lan", Source: "#text-form", Fields: []*wire.FieldDef{&lanProduct, &lanQueryPort},
			Layouts: []wire.Layout{lanReport[:]}},
		{Prefix: "unreal-lan.beacon", Source: "#binary-beacon", Layouts: []wire.Layout{beaconHeader[:]}},
		{Prefix: "unreal-lan.beacon", Source: "#binary-beacon", Fields: []*wire.FieldDef{&beaconNonce},
			Layouts: []wire.Layout{beaconServer[:], beaconFlags[:]}},
		{Prefix: "unreal-lan.beacon", Source: "#binary-beacon", Fields: []*wire.FieldDef{&beaconFlag9},
			Layouts: []wire.Layout{beaconOwner[:], beaconSettings[:], beaconProperties[:]}},
		{Prefix: "unreal-lan.beacon", Source: "#binary-beacon", Fields: []*wire.FieldDef{&beaconAdvertise},
			Layouts: []wire.Layout{beaconValues[:]}},
		{Source: "#text-form", Problems: []*wire.ProblemInfo{&problemLANPort}},
		{Source: "#text-form, protocol/unreallan/SPEC.md#errors-in-descriptions",
			Problems: []*wire.ProblemInfo{&problemLANSplit}},
		{Source: "#text-form", Problems: []*wire.ProblemInfo{&problemLANWords, &problemLANCounts, &problemLANTitle}},
		{Source: "#binary-beacon", Problems: []*wire.ProblemInfo{&problemBeaconVersion, &problemBeaconFlags,
			&problemBeaconType}},
	},
})

// Recognise identifies the two words, lines that begin with a product and a
// port, and the header of the binary beacon (protocol/SPEC.md#identification,
// rows 9 and 10).
func Recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	if dir, c := recogniseBeacon(p); c != wire.Unlikely {
		return dir, c
	}
	line := lanLine(p)
	whole := len(line) == len(p)
	asks := wire.StartsLike(line, askPort) && len(line) <= len(askPort)
	switch n := len(line); {
	case asks && whole && (n == len(askPort) || n == len(askReport)):
		return wire.Request, wire.Certain
	case asks && n > 3: // perhaps cut
		return wire.Request, wire.Possible
	case asks:
		return wire.Request, wire.Unlikely
	}
	const longest = 20
	if len(line) == 0 || !wire.Letter(line[0]) || !wire.PlainASCII(line[:min(len(line), 8)]) {
		return wire.Reply, wire.Unlikely
	}
	n := lanWord(line[:min(len(line), longest+2)], 1)
	if n > longest || n == len(line) || !wire.PlainASCII(line) {
		return wire.Reply, wire.Unlikely
	}
	end := lanWord(line, n+1)
	port, ok := wire.ParseDecimal(line[n+1 : end])
	if !ok || port == 0 || port > 65535 {
		return wire.Reply, wire.Unlikely
	}
	_, fits := lanCounts(line, end)
	fits = whole && (fits || end == len(line))
	for _, product := range products {
		switch {
		case !wire.EqualFold(line[:n], product):
		case fits:
			return wire.Reply, wire.Likely
		default:
			return wire.Reply, wire.Possible
		}
	}
	for _, c := range line[:n] {
		fits = fits && (wire.Alphanumeric(c) || c == '_' || c == '-')
	}
	if fits {
		return wire.Reply, wire.Possible
	}
	return wire.Reply, wire.Unlikely
}

// lanLine returns p without the line end or NUL that some servers append.
func lanLine(p []byte) []byte {
	n := len(p)
	for n > 0 && len(p)-n < 4 && (p[n-1] == 0 || p[n-1] == '\n' || p[n-1] == '\r') {
		n--
	}
	return p[:n]
}

// lanWord returns the end of the word that begins at from.
func lanWord(line []byte, from int) int {
	for from < len(line) && line[from] != ' ' {
		from++
	}
	return from
}

// lanCounts reports whether line ends in players/maximum after the offset from,
// and where the space before them is.
func lanCounts(line []byte, from int) (blank int, ok bool) {
	i, slash := len(line), -1
	for ; i > from && line[i-1] != ' '; i-- {
		if line[i-1] == '/' {
			slash = i - 1
		}
	}
	if i <= from || slash < 0 {
		return 0, false
	}
	_, ok = wire.ParseDecimal(line[i:slash])
	_, ok2 := wire.ParseDecimal(line[slash+1:])
	return i - 1, ok && ok2
}

func decodeLAN(r *wire.Reader, dir wire.Direction) {
	switch {
	case r.Left() > 0 && r.Peek(0) < 0x20: // the text beacon begins with a letter
		beacon(r, dir)
	case dir == wire.Request:
		readRequest(r)
	default:
		readReply(r)
	}
}

func readRequest(r *wire.Reader) {
	switch line := lanLine(r.Rest()); {
	case string(line) == askPort:
		r.SetMessage(&portRequest)
		r.Constant(&lanRequest[0], askPort)
	case string(line) == askReport:
		r.SetMessage(&reportRequest)
		r.Constant(&lanRequest[0], askReport)
	default:
		r.SetMessage(&otherRequest)
		if n := len(line); n < len(askPort) && string(line) == askPort[:n] {
			r.Cut(&lanRequest[0], len(askPort))
			return
		}
		r.Unknown()
	}
}

// readReply reads a line. Only its end distinguishes a report from the answer
// to REPORTQUERY, and the title from what follows it.
func readReply(r *wire.Reader) {
	r.SetMessage(&portReply)
	start := r.Pos
	line := lanLine(r.Rest())
	end := lanWord(line, 0)
	word(r, &lanProduct, 0, start+end)
	if end == len(line) {
		r.Cut(&lanQueryPort, r.Left()+1)
		return
	}
	from := end
	end = lanWord(line, from+1)
	port := &lanQueryPort
	if end < len(line) {
		r.Info, port = &reportReply, &lanReport[reportPort]
		r.Flags |= wire.FlagAmbiguous
	}
	if _, ok := wire.ParseDecimal(line[from+1 : end]); ok {
		r.Digits(port, 1, start+end, 0)
	} else {
		r.Problem(&problemLANPort, r.Pos, end-from, 0, 0)
		word(r, port, 1, start+end)
	}
	if end < len(line) {
		report(r, line, start, end)
	}
	r.Flags &^= wire.FlagAmbiguous
}

// report reads the part of a report after the port; offsets into line begin
// at start in the datagram.
func report(r *wire.Reader, line []byte, start, end int) {
	r.Flags &^= wire.FlagAmbiguous
	end = lanWord(line, end+1)
	word(r, &lanReport[reportComputer], 1, start+end)
	if end == len(line) {
		r.Problem(&problemLANCounts, r.Pos, 0, 0, 0)
		return
	}
	r.Flags |= wire.FlagAmbiguous
	blank, ok := lanCounts(line, end)
	if !ok {
		r.Problem(&problemLANCounts, r.Pos, len(line)-end, 0, 0)
		word(r, &lanReport[reportTitle], 1, start+len(line))
		return
	}
	beacon := blank // the space before the beacon name
	if blank > end {
		for beacon--; beacon > end && line[beacon] != ' '; beacon-- {
		}
	}
	switch {
	case blank <= end:
		r.Problem(&problemLANWords, start, len(line), 0, 0)
	case beacon == end: // one word: there is a title in any case
		r.Problem(&problemLANWords, start, len(line), 0, 0)
		word(r, &lanReport[reportTitle], 1, start+blank)
	default:
		if lanWord(line, end+1) == beacon {
			r.Problem(&problemLANSplit, r.Pos, blank-end, 0, 0)
		}
		if n := beacon - end - 1; n > titleSize {
			r.Problem(&problemLANTitle, r.Pos, beacon-end, uint64(n), titleSize)
		}
		word(r, &lanReport[reportTitle], 1, start+beacon)
		word(r, &lanReport[reportBeacon], 1, start+blank)
	}
	slash := blank + 1
	for line[slash] != '/' {
		slash++
	}
	r.Digits(&lanReport[reportPlayers], 1, start+slash, 0)
	r.Digits(&lanReport[reportMax], 1, start+len(line), 0)
}

func Settings() []ask.Setting { return []ask.Setting{ask.ID("nonce", nonceSize)} }

// AppendRequest builds a request; without a name it is the one with the more
// complete answer.
func AppendRequest(dst []byte, q *ask.Query) ([]byte, error) {
	switch q.Message {
	case portRequest.Name:
		return append(dst, askPort...), nil
	case "", reportRequest.Name:
		return append(dst, askReport...), nil
	case beaconRequest.Name:
		dst = append(dst, beaconVersion, 1) // 1 is assumed to mean Windows
		dst = wire.AppendNumber(dst, wire.KindU32BE, GameUT3)
		dst = wire.AppendNumber(dst, wire.KindU16BE, beaconAsk)
		return append(dst, q.ID[:]...), nil
	}
	return dst, ask.ErrNoSuchRequest
}

// word records text that ends at the offset end, after lead bytes of delimiter.
// A line end within the line would not be part of it if the datagram ended
// there.
func word(r *wire.Reader, d *wire.FieldDef, lead, end int) {
	f := r.Add(d, wire.KindText, end-r.Pos, 0)
	f.Lead = uint8(lead)
	if b := r.Data[f.Offset:end]; len(lanLine(b)) < len(b) {
		f.Flags |= wire.FlagAmbiguous
	}
	r.CheckText(f)
}
