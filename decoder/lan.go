package decoder

// LAN discovery of the Unreal engines (protocol/unreallan/SPEC.md#text-form and protocol/unreallan/SPEC.md#binary-beacon): a text
// beacon up to UT2003, and the binary beacon of UT3 and UDK in lanbeacon.go.

// Text beacon. Words are separated by single blanks, without NUL or newline:
//
//	REPORTQUERY -> product queryport
//	REPORT      -> product gameport computer title beaconname players/max
//
// A title may hold blanks, so that three words are counted from the front and
// two from the back. A delimiter belongs to the field that it stands before.
var (
	lanRequest = [...]FieldDef{
		{Key: "unreal-lan.request", Name: "Command", Kind: KindConst, Source: "protocol/unreallan/SPEC.md#text-form", Doc: "REPORTQUERY asks for the query port, REPORT for a line about the server."},
	}
	lanProduct = FieldDef{Key: "unreal-lan.reply.product", Name: "Product", Kind: KindText, Role: RoleGame, Source: "protocol/unreallan/SPEC.md#text-form",
		Doc: "The game: ut, unreal, DeusEx, dnf."}
	lanQueryPort = FieldDef{Key: "unreal-lan.reply.query_port", Name: "Query port", Kind: KindDecimal, Role: RoleQueryPort, AtMost: 65535, Source: "protocol/unreallan/SPEC.md#text-form",
		Doc: "UDP port that answers queries. the UT99 query document calls it the game port in one place; its own example shows the query port."}
	lanReport = [...]FieldDef{
		{Key: "unreal-lan.reply.game_port", Name: "Game port", Kind: KindDecimal, Role: RoleGamePort, AtMost: 65535, Source: "protocol/unreallan/SPEC.md#text-form",
			Doc: "UDP port that players connect to."},
		{Key: "unreal-lan.reply.computer", Name: "Computer name", Kind: KindText, Source: "protocol/unreallan/SPEC.md#text-form", Doc: "Name of the machine, not of the server."},
		{Key: "unreal-lan.reply.title", Name: "Map title", Kind: KindText, Role: RoleMapTitle, Source: "protocol/unreallan/SPEC.md#text-form", Doc: "Title of the map, cut at 24 characters; may hold blanks."},
		{Key: "unreal-lan.reply.beacon", Name: "Beacon name", Kind: KindText, Role: RoleGameType, Source: "protocol/unreallan/SPEC.md#text-form",
			Doc: "Short name that the game type gives itself, such as DM."},
		{Key: "unreal-lan.reply.players", Name: "Current players", Kind: KindDecimal, Role: RolePlayers, AtMost: 255, Source: "protocol/unreallan/SPEC.md#text-form"},
		{Key: "unreal-lan.reply.max_players", Name: "Max players", Kind: KindDecimal, Role: RoleMaxPlayers, AtMost: 255, Source: "protocol/unreallan/SPEC.md#text-form"},
	}
)

// Places in lanReport.
const (
	lanReportPort = iota
	lanReportComputer
	lanReportTitle
	lanReportBeacon
	lanReportPlayers
	lanReportMax
)

const (
	lanAskPort   = "REPORTQUERY"
	lanAskReport = "REPORT"
	// lanTitleSize is where servers cut the title, in characters.
	lanTitleSize = 24
)

// lanProducts lists the games that are known to answer.
var lanProducts = [...]string{"ut", "unreal", "DeusEx", "dnf"}

// Messages.
var (
	lanPortRequest   = MessageInfo{Name: "REPORTQUERY request", Protocol: UnrealLAN, Direction: Request, Doc: "Asks the servers on a LAN for their query ports; sent as a broadcast."}
	lanReportRequest = MessageInfo{Name: "REPORT request", Protocol: UnrealLAN, Direction: Request, Doc: "Asks the servers on a LAN for a line about themselves; sent as a broadcast."}
	lanBeaconRequest = MessageInfo{Name: "LAN beacon query request", Protocol: UnrealLAN, Direction: Request, Doc: "Asks the servers of a UT3-like game on a LAN for their settings; sent as a broadcast."}
	lanOtherRequest  = MessageInfo{Name: "request", Protocol: UnrealLAN, Direction: Request, Doc: "A text that is no known request."}
	lanPortReply     = MessageInfo{Name: "REPORTQUERY reply", Protocol: UnrealLAN, Direction: Reply, Doc: "The game and its query port."}
	lanReportReply   = MessageInfo{Name: "REPORT reply", Protocol: UnrealLAN, Direction: Reply, Doc: "One line about the server, made for showing."}
	lanBeaconReply   = MessageInfo{Name: "LAN beacon query reply", Protocol: UnrealLAN, Direction: Reply, Doc: "Address, places, settings and properties of a server."}
)

// Problems.
var (
	problemLANPort = ProblemInfo{
		Code: "lan-port", Severity: SeverityWarning,
		Message: "{text} stands where the port should be.",
		Advice:  "The second word of a beacon is a port number; this text may be no beacon.",
		Source:  "protocol/unreallan/SPEC.md#text-form",
	}
	problemLANSplit = ProblemInfo{
		Code: "lan-title-or-beacon", Severity: SeverityNote,
		Message: "Two words stand between the computer name and the counts; the first is taken for the map title, the second for the beacon name.",
		Advice:  "A server that sends no beacon name, so five items instead of six, and a title of two words would look the same.",
		Story: "A REPORT reply is built from six items: product, game port, computer name, map title, beacon name of the game type, and players/maximum. " +
			"the UT99 query document counts the two in the middle as \"name of the map and game mode\" and as \"the map name\". Only the places from both ends tell the items apart.",
		Source: "protocol/unreallan/SPEC.md#text-form, protocol/unreallan/SPEC.md#errors-in-descriptions",
	}
	problemLANWords = ProblemInfo{
		Code: "lan-word-missing", Severity: SeverityNote,
		Message: "The line has fewer words than the six that a server sends.",
		Advice:  "What is there is read from the front and from the back; map title or beacon name are missing.",
		Source:  "protocol/unreallan/SPEC.md#text-form",
	}
	problemLANCounts = ProblemInfo{
		Code: "lan-counts-missing", Severity: SeverityWarning,
		Message: "The line does not end in players/maximum.",
		Advice:  "It is cut, or comes from a program that only imitates a server; the words after the computer name are shown as the title.",
		Source:  "protocol/unreallan/SPEC.md#text-form",
	}
	problemLANTitle = ProblemInfo{
		Code: "lan-title-long", Severity: SeverityNote,
		Message: "The map title has {a} characters; servers cut it at {b}.",
		Advice:  "A mod writes more, or the words are not divided as they were meant.",
		Source:  "protocol/unreallan/SPEC.md#text-form",
	}
)

var lanProtocol = protocol{
	id: UnrealLAN, title: "Unreal LAN discovery", recognise: recogniseLAN, begins: func(c byte) bool { return beginsLetter(c) || c < 0x20 }, decode: decodeLAN,
	doc: "How clients find servers on a local network: broadcast words and one-line answers up to UT2003, a binary beacon since UT3.",
	ports: []Port{
		{Number: 8777, Name: "UT99 and Unreal"}, {Number: 8778, Name: "UT99"}, {Number: 8779, Name: "UT99"}, {Number: 8780, Name: "UT99"},
		{Number: 8781, Name: "UT99"}, {Number: 8782, Name: "UT99"}, {Number: 8783, Name: "UT99"}, {Number: 8784, Name: "UT99"},
		{Number: 8785, Name: "UT99"}, {Number: 8786, Name: "UT99"},
		{Number: lanBeaconPort, Name: "UT3 and UDK"},
	},
}

func lanDocs() protocolDocs {
	return protocolDocs{
		messages: []*MessageInfo{
			&lanPortRequest, &lanReportRequest, &lanBeaconRequest, &lanOtherRequest, &lanPortReply, &lanReportReply, &lanBeaconReply,
		},
		problems: []*ProblemInfo{
			&problemLANPort, &problemLANSplit, &problemLANWords, &problemLANCounts, &problemLANTitle, &problemBeaconVersion, &problemBeaconFlags, &problemBeaconType,
		},
		layouts: []layout{
			lanRequest[:], {lanProduct, lanQueryPort}, lanReport[:], beaconHeader[:], beaconServer[:], beaconFlags[:], {beaconFlag9}, beaconOwner[:],
			beaconSettings[:], beaconProperties[:], beaconValues[:],
		},
	}
}

// recogniseLAN knows the two words, lines that begin with a product and a
// port, and the header of the binary beacon (wire/SPEC.md#identification, rows 9 and 10).
func recogniseLAN(p []byte, _ *Options) (Direction, Confidence) {
	if dir, c := recogniseBeacon(p); c != Unlikely {
		return dir, c
	}
	line := lanLine(p)
	whole := len(line) == len(p)
	switch string(line) {
	case lanAskPort, lanAskReport:
		if whole {
			return Request, Certain
		}
		return Request, Possible
	}
	if n := len(line); n < len(lanAskPort) && string(line) == lanAskPort[:n] {
		if n > 3 { // cut
			return Request, Possible
		}
		return Request, Unlikely
	}
	n := lanWord(line, 0)
	if n == 0 || n > 20 || n == len(line) || !plainASCII(line) || !letter(line[0]) {
		return Reply, Unlikely
	}
	end := lanWord(line, n+1)
	port, ok := parseDecimal(line[n+1 : end])
	if !ok || port == 0 || port > 65535 {
		return Reply, Unlikely
	}
	for _, product := range lanProducts {
		if equalFold(line[:n], product) {
			_, counts := lanCounts(line, end)
			if whole && (end == len(line) || counts) {
				return Reply, Likely
			}
			return Reply, Possible
		}
	}
	for _, c := range line[:n] {
		if !letter(c) && (c < '0' || c > '9') && c != '_' && c != '-' {
			return Reply, Unlikely
		}
	}
	if _, counts := lanCounts(line, end); whole && (end == len(line) || counts) {
		return Reply, Possible
	}
	return Reply, Unlikely
}

// lanLine returns p without the line end or NUL that a program may add.
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

// lanCounts reports whether line ends in players/maximum after the offset
// from, and where the blank before them stands.
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
	_, ok = parseDecimal(line[i:slash])
	_, ok2 := parseDecimal(line[slash+1:])
	return i - 1, ok && ok2
}

func letter(c byte) bool { return lower(c) >= 'a' && lower(c) <= 'z' }

// digits records a number in ASCII digits that ends at the offset end, between
// lead and trail bytes of delimiter. Leading zeros cannot be told from its value.
func (r *reader) digits(d *FieldDef, lead, end, trail int) {
	b := r.data[r.pos+lead : end]
	v, _ := parseDecimal(b)
	f := r.add(d, KindDecimal, end+trail-r.pos, v)
	f.Lead, f.Trail = uint8(lead), uint8(trail)
	if len(b) > 1 && b[0] == '0' {
		f.Marks |= MarkRaw
	}
	r.check(d, v)
}

// word records text that ends at the offset end, behind lead bytes of
// delimiter. A line end within the line would be no part of it if the datagram
// ended there.
func (r *reader) word(d *FieldDef, lead, end int) {
	f := r.add(d, KindText, end-r.pos, 0)
	f.Lead = uint8(lead)
	if b := r.data[f.Offset:end]; len(lanLine(b)) < len(b) {
		f.Marks |= MarkAmbiguous
	}
	r.checkText(f)
}

func decodeLAN(r *reader, dir Direction) {
	if r.isBeacon() {
		r.beacon(dir)
		return
	}
	if dir == Request {
		r.lanRequest()
		return
	}
	r.lanReply()
}

func (r *reader) lanRequest() {
	switch line := lanLine(r.rest()); {
	case string(line) == lanAskPort:
		r.say(&lanPortRequest)
		r.constant(&lanRequest[0], lanAskPort)
	case string(line) == lanAskReport:
		r.say(&lanReportRequest)
		r.constant(&lanRequest[0], lanAskReport)
	default:
		r.say(&lanOtherRequest)
		if n := len(line); n < len(lanAskPort) && string(line) == lanAskPort[:n] {
			r.cut(&lanRequest[0], len(lanAskPort))
			return
		}
		r.unknown()
	}
}

// lanReply reads a line. Only its end tells a report from the answer to
// REPORTQUERY, and the title from what follows it.
func (r *reader) lanReply() {
	r.say(&lanPortReply)
	start := r.pos
	line := lanLine(r.rest())
	end := lanWord(line, 0)
	r.word(&lanProduct, 0, start+end)
	if end == len(line) {
		r.cut(&lanQueryPort, r.left()+1)
		return
	}
	from := end
	end = lanWord(line, from+1)
	port := &lanQueryPort
	if end < len(line) {
		r.info, port = &lanReportReply, &lanReport[lanReportPort]
		r.marks |= MarkAmbiguous
	}
	if _, ok := parseDecimal(line[from+1 : end]); ok {
		r.digits(port, 1, start+end, 0)
	} else {
		r.problem(&problemLANPort, r.pos, end-from, 0, 0)
		r.word(port, 1, start+end)
	}
	if end < len(line) {
		r.lanReport(line, start, end)
	}
	r.marks &^= MarkAmbiguous
}

// lanReport reads the part of a report after the port; offsets into line begin
// at start in the datagram.
func (r *reader) lanReport(line []byte, start, end int) {
	r.marks &^= MarkAmbiguous
	end = lanWord(line, end+1)
	r.word(&lanReport[lanReportComputer], 1, start+end)
	if end == len(line) {
		r.problem(&problemLANCounts, r.pos, 0, 0, 0)
		return
	}
	r.marks |= MarkAmbiguous
	blank, ok := lanCounts(line, end)
	if !ok {
		r.problem(&problemLANCounts, r.pos, len(line)-end, 0, 0)
		r.word(&lanReport[lanReportTitle], 1, start+len(line))
		return
	}
	beacon := blank // the blank in front of the beacon name
	if blank > end {
		for beacon--; beacon > end && line[beacon] != ' '; beacon-- {
		}
	}
	switch {
	case blank <= end:
		r.problem(&problemLANWords, start, len(line), 0, 0)
	case beacon == end: // one word: there is a title in any case
		r.problem(&problemLANWords, start, len(line), 0, 0)
		r.word(&lanReport[lanReportTitle], 1, start+blank)
	default:
		if lanWord(line, end+1) == beacon {
			r.problem(&problemLANSplit, r.pos, blank-end, 0, 0)
		}
		if n := beacon - end - 1; n > lanTitleSize {
			r.problem(&problemLANTitle, r.pos, beacon-end, uint64(n), lanTitleSize)
		}
		r.word(&lanReport[lanReportTitle], 1, start+beacon)
		r.word(&lanReport[lanReportBeacon], 1, start+blank)
	}
	slash := blank + 1
	for line[slash] != '/' {
		slash++
	}
	r.digits(&lanReport[lanReportPlayers], 1, start+slash, 0)
	r.digits(&lanReport[lanReportMax], 1, start+len(line), 0)
}

// lanTopic keeps the three kinds of question apart.
func lanTopic(m *Message) Topic {
	switch m.Info {
	case &lanPortRequest, &lanPortReply:
		return Topic{Subjects: 1}
	case &lanReportRequest, &lanReportReply:
		return Topic{Subjects: 2}
	}
	t := Topic{Subjects: 4}
	if i := m.Find(beaconNonce.Key, 0); i >= 0 && m.Fields[i].Length == lanNonceSize {
		t.ID, t.HasID = readNumber(KindU64BE, m.Bytes(i)), true
	}
	return t
}

// lanQuery builds a request; without a name it is the one whose answer tells
// more.
func lanQuery(dst []byte, q *Query) ([]byte, error) {
	switch q.Message {
	case lanPortRequest.Name:
		return append(dst, lanAskPort...), nil
	case "", lanReportRequest.Name:
		return append(dst, lanAskReport...), nil
	case lanBeaconRequest.Name:
		dst = append(dst, lanBeaconVersion, 1) // 1 is taken for Windows
		dst = appendNumber(dst, KindU32BE, lanGameUT3)
		dst = appendNumber(dst, KindU16BE, lanBeaconAsk)
		return append(dst, q.Nonce[:]...), nil
	}
	return dst, errNoSuchRequest
}
