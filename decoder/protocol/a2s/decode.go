package a2s

import (
	"bytes"

	"fragscope/decoder/wire"
)

const (
	single = "\xff\xff\xff\xff" // before a message that is in one datagram
	query  = "Source Engine Query\x00"

	frontlinesWord  = "FLSQ"
	frontlinesMagic = 2 // in the place of the network version
)

// commands are the requests of GoldSource before 2008, in the order of
// goldRequests.
var commands = [...]string{"details", "players", "rules", "ping"}

// Recognise identifies messages by the mark, a type and what that type allows
// (protocol/SPEC.md#identification).
func Recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) < 5 || string(p[:4]) != single {
		if len(p) > 0 && p[0] == masterType {
			return recogniseMaster(p)
		}
		return recogniseSplit(p)
	}
	b := p[5:]
	switch p[4] {
	case 'I':
		// Versions of the engines are small numbers; GoldSource's are 47 and 48.
		if len(b) > 0 && (b[0] < ' ' || b[0] == 47 || b[0] == 48) {
			return wire.Reply, wire.Likely
		}
		return wire.Reply, wire.Possible
	case 'D':
		switch {
		case len(b) < 2 && (len(b) == 0 || b[0] != 0):
			return wire.Reply, wire.Possible
		case len(b) == 1 || len(b) > 1 && (b[0] != 0 || b[1] == 0):
			return wire.Reply, wire.Likely
		}
	case 'E':
		if len(b) < 2 {
			return wire.Reply, wire.Possible
		}
		return wire.Reply, wire.Likely
	case 'A', 'U', 'V':
		dir := wire.Request
		if p[4] == 'A' {
			dir = wire.Reply
		}
		switch {
		case len(b) < 4:
			return dir, wire.Possible
		case zeros(b[4:]):
			return dir, wire.Likely
		}
	case 'F':
		switch {
		case string(p[4:]) == frontlinesWord:
			return wire.Request, wire.Likely
		case len(p) < 4+len(frontlinesWord) && wire.StartsLike(p[4:], frontlinesWord):
			return wire.Request, wire.Possible
		}
	case 'T':
		switch n := min(len(b), len(query)); {
		case !wire.StartsLike(b, query):
		case n == len(query):
			return wire.Request, wire.Certain
		case n > 3:
			return wire.Request, wire.Likely
		default:
			return wire.Request, wire.Possible
		}
	case 'W', 'i':
		if zeros(b) || p[4] == 'W' && len(b) == 4 {
			return wire.Request, wire.Likely
		}
	case 'f':
		if len(b) > 0 && b[0] == '\n' {
			return wire.Reply, wire.Certain
		}
	case 'j':
		if len(b) == 0 || filler(b) {
			return wire.Reply, wire.Likely
		}
	case 'C', 'm':
		if at := bytes.IndexByte(b, 0); at > 0 && address(b[:at]) {
			return wire.Reply, wire.Likely
		} else if at < 0 && address(b) {
			return wire.Reply, wire.Possible
		}
	default:
		for _, c := range commands {
			switch w := p[4:]; {
			case !wire.StartsLike(w, c):
			case len(w) < len(c) || c == "ping" && zeros(w[len(c):]): // others ping too
				return wire.Request, wire.Possible
			case zeros(w[len(c):]):
				return wire.Request, wire.Likely
			}
		}
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// zeros reports whether b is nothing but NULs.
func zeros(b []byte) bool {
	for _, c := range b {
		if c != 0 {
			return false
		}
	}
	return true
}

// filler reports whether b is zeros in ASCII and perhaps NULs.
func filler(b []byte) bool {
	n := 0
	for n < len(b) && b[n] == '0' {
		n++
	}
	return zeros(b[n:])
}

// address reports whether b may be an IP address and a port, or the name that a
// server has for itself.
func address(b []byte) bool {
	for _, c := range b {
		if !wire.Alphanumeric(c) && c != '.' && c != ':' && c != '-' && c != '[' && c != ']' {
			return false
		}
	}
	return true
}

func decode(r *wire.Reader, dir wire.Direction) {
	r.UTF8 = true
	if dir != wire.Reply && r.Peek(0) == masterType {
		readMasterRequest(r)
		return
	}
	t := r.Peek(4)
	if dir == wire.Request || dir == wire.DirectionUnknown && (t >= 'T' && t <= 'W' || t == 'F' || t == 'i' || t == 'd' ||
		t == 'p' || t == 'r') {
		readRequest(r, t)
		return
	}
	if r.Peek(0) == splitMarkBytes[0] {
		readSplit(r)
		return
	}
	r.SetMessage(&infoReply)
	r.Constant(&header[mark], single)
	r.Field(&header[kind])
	if r.Stopped {
		return
	}
	switch t {
	case 'I':
		if r.Peek(0) == frontlinesMagic {
			r.SetMessage(&frontlinesReply)
			readFrontlines(r)
			return
		}
		readInfo(r)
	case 'C':
		r.SetMessage(&oldestReply)
		readOldest(r)
	case 'm':
		r.SetMessage(&goldReply)
		readGold(r)
	case 'D':
		r.SetMessage(&playersReply)
		readPlayers(r)
	case 'E':
		r.SetMessage(&rulesReply)
		readRules(r)
	case 'A':
		r.SetMessage(&challengeReply)
		r.Field(&challenge[0])
	case 'f':
		readMasterReply(r)
	case 'j':
		r.SetMessage(&pingReply)
		if r.More() && r.Data[r.Pos] == '0' {
			r.CString(&pong[0], 0)
		}
	}
	if (t == 'A' || t == 'j') && r.More() && zeros(r.Rest()) {
		r.Add(&header[headerPadding], wire.KindPadding, r.Left(), 0)
	}
}

func readRequest(r *wire.Reader, t byte) {
	r.SetMessage(&infoRequest)
	r.Constant(&request[mark], single)
	if r.Stopped {
		return
	}
	switch t {
	case 'T':
	case 'U':
		r.SetMessage(&playersRequest)
	case 'V':
		r.SetMessage(&rulesRequest)
	case 'W':
		r.SetMessage(&challengeRequest)
	case 'F':
		r.SetMessage(&frontlinesRequest)
		if r.Left() < len(frontlinesWord) {
			r.Cut(&request[requestCommand], len(frontlinesWord))
			return
		}
		r.CheckText(r.Add(&request[requestCommand], wire.KindText, len(frontlinesWord), 0))
		return
	case 'i':
		r.SetMessage(&pingRequest)
	case 'd', 'p', 'r':
		readCommand(r)
		return
	}
	r.Field(&request[kind])
	if t == 'T' {
		r.Constant(&request[requestText], query)
	}
	// A challenge of 0 looks like the first bytes of padding.
	b := r.Rest()
	if t == 'U' || t == 'V' || (t == 'T' || t == 'W') && len(b) > 0 && (len(b) == 4 || !zeros(b)) {
		v := r.Field(&request[requestChallenge])
		if v == 0 && !r.Stopped && (t == 'T' || t == 'W') {
			r.Fields[len(r.Fields)-1].Flags |= wire.FlagAmbiguous // NULs alone are padding
		}
	}
	if r.More() && zeros(r.Rest()) {
		r.Leaf(&request[requestPadding], wire.KindPadding, r.Left(), 0)
	}
}

// readCommand reads a word of GoldSource's.
func readCommand(r *wire.Reader) {
	for i, c := range commands {
		b := r.Rest()
		if len(b) == 0 || !wire.StartsLike(b, c) {
			continue
		}
		r.SetMessage(&goldRequests[i])
		if len(b) < len(c) {
			break
		}
		r.Add(&request[requestCommand], wire.KindText, len(c), 0)
		if r.More() && zeros(r.Rest()) {
			r.Leaf(&request[requestPadding], wire.KindPadding, r.Left(), 0)
		}
		return
	}
	r.Cut(&request[requestCommand], r.Left()+1)
}

// least is the number of bytes of the shortest player: an index, an empty name,
// a score and a time.
const least = 10

func readPlayers(r *wire.Reader) {
	count := int(r.Field(&players[playerCount]))
	n := 0
	for ; n < count && r.More(); n++ {
		readPlayer(r, n)
	}
	switch left := r.Left(); {
	case r.Stopped:
	case n < count:
		r.Problem(&problemPlayersFewer, r.Pos, 0, uint64(count), uint64(n))
	case left > 0 && left == 8*count:
		r.Flags |= wire.FlagAmbiguous
		for i := range count {
			g := r.Begin(&players[shipGroup], i)
			r.Read(players[shipDeaths : shipMoney+1])
			r.Done(g)
		}
	case left >= least:
		r.Problem(&problemPlayersMore, r.Pos, left, uint64(count), 0)
		r.Flags |= wire.FlagAmbiguous
		for ; r.Left() >= least && r.More(); n++ {
			readPlayer(r, n)
		}
	}
	r.Flags &^= wire.FlagAmbiguous
}

func readPlayer(r *wire.Reader, n int) {
	g := r.Begin(&players[playerGroup], n)
	r.Field(&players[playerIndex])
	r.CString(&players[playerName], 0)
	r.Read(players[playerScore : playerDuration+1])
	r.Done(g)
}

// readRuleCount reads the number of rules, whose byte order the rules decide. It
// is ambiguous where fewer rules would have decided otherwise.
func readRuleCount(r *wire.Reader) int {
	def, marks := &rules[ruleCount], wire.FieldFlags(0)
	if b := r.Rest(); len(b) > 2 {
		little, big, listed := int(wire.LE16(b)), int(wire.BE16(b)), bytes.Count(b[2:], []byte{0})/2
		if little != big && big <= listed {
			marks = wire.FlagAmbiguous
		}
		if little != listed && big == listed {
			def = &rules[ruleCountBE]
		}
	}
	n := r.Field(def)
	r.Fields[len(r.Fields)-1].Flags |= marks
	return int(n)
}

func readRules(r *wire.Reader) {
	count := readRuleCount(r)
	n := 0
	var binary modReader
	for ; r.More(); n++ {
		if binary.begins(r.Data[r.Pos]) {
			binary.chunk(r, n)
			continue
		}
		if n == count {
			r.Problem(&problemRulesMore, r.Pos, r.Left(), uint64(count), 0)
		}
		g := r.Begin(&rules[ruleGroup], n)
		r.CString(&rules[ruleKey], 0)
		r.CString(&rules[ruleValue], 0)
		r.Done(g)
	}
	if n < count && !r.Stopped {
		r.Problem(&problemRulesFewer, r.Pos, 0, uint64(count), uint64(n))
	}
}
