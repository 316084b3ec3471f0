package unrealmaster

import "fragscope/decoder/wire"

// The binary session with the masters of UT2003, UT2004 and Unreal II XMP over
// TCP port 28902 (protocol/unrealmaster/SPEC.md#binary-masters). Little endian;
// strings as in protocol/SPEC.md#unreal-strings. Every message is its length in
// four bytes, then its body. One segment may hold several messages and one
// message may need several segments.

const (
	EpicPort = 28902
	// EpicMaxBody bounds the length of a message: it is far above any real one.
	EpicMaxBody = 1 << 16
)

var (
	epicMessage = wire.FieldDef{Key: "message", Name: "Message", Kind: wire.KindGroup,
		Doc: "A message that is like none that is known."}
	epicLength = wire.FieldDef{Key: "length", Name: "Length", Kind: wire.KindU32LE, Role: wire.RoleLength,
		Doc: "Bytes of the message after these four."}
	epicBody = wire.FieldDef{Key: "body", Name: "Unknown body", Kind: wire.KindUnknown}
	epicRest = wire.FieldDef{Key: "rest", Name: "Rest of the message", Kind: wire.KindUnknown}
)

// Login (protocol/unrealmaster/SPEC.md#login). The master sends a number as
// challenge, the client proves its CD key, the master says yes or no.
var (
	epicChallengeGroup = wire.FieldDef{Key: "challenge", Name: "Challenge message", Kind: wire.KindGroup}
	epicChallenge      = wire.FieldDef{Key: "challenge.number", Name: "Challenge", Kind: wire.KindText,
		Doc: "A decimal number as text; the client answers with its digest."}

	epicLoginGroup = wire.FieldDef{Key: "login", Name: "Login message", Kind: wire.KindGroup}
	epicLogin      = [...]wire.FieldDef{
		{Key: "login.cdkey", Name: "CD key digest", Kind: wire.KindText, Doc: "MD5 of the CD key, 32 hexadecimal digits."},
		{Key: "login.response", Name: "Challenge response", Kind: wire.KindText,
			Doc: "MD5 of the CD key and the challenge, 32 hexadecimal digits."},
		{Key: "login.kind", Name: "Program", Kind: wire.KindText,
			Doc: "CLIENT or SERVER of UT2003, UT2K4CLIENT or UT2K4SERVER."},
		{Key: "login.version", Name: "Version", Kind: wire.KindU32LE, Symbols: &epicVersions, Doc: "Version of the game."},
	}
	epicLoginMatch = wire.FieldDef{Key: "login.match", Name: "Match ID", Kind: wire.KindU32LE, Doc: "Servers only."}
	epicLoginOS    = [...]wire.FieldDef{
		{Key: "login.os", Name: "Operating system", Kind: wire.KindU8},
		{Key: "login.language", Name: "Language", Kind: wire.KindText, Doc: "Such as int, for international."},
	}
	epicLoginMachine = [...]wire.FieldDef{
		{Key: "login.gpu_device", Name: "Graphics device", Kind: wire.KindU32LE},
		{Key: "login.gpu_vendor", Name: "Graphics vendor", Kind: wire.KindU32LE},
		{Key: "login.cpu_speed", Name: "Processor speed", Kind: wire.KindU32LE, Doc: "Megahertz."},
		{Key: "login.cpu", Name: "Processor", Kind: wire.KindU8},
	}
	epicLoginUTAN = wire.FieldDef{Key: "login.ignore_utan", Name: "Ignore UTAN bans", Kind: wire.KindU8,
		Symbols: &wire.YesNo}

	epicAnswerGroup = wire.FieldDef{Key: "answer", Name: "Login answer message", Kind: wire.KindGroup}
	epicAnswer      = [...]wire.FieldDef{
		{Key: "answer.word", Name: "Answer", Kind: wire.KindText,
			Doc: "APPROVED, DENIED, UPGRADE, or MSLIST for a list of other masters."},
		{Key: "answer.number", Name: "Number", Kind: wire.KindU32LE,
			Doc: "UT2004 clients get 3; what it means is not known."},
		{Key: "answer.min_version", Name: "Least version", Kind: wire.KindU32LE, Doc: "Older programs have to be upgraded."},
		{Key: "answer.masters", Name: "Other masters", Kind: wire.KindUnknown},
	}

	epicHashGroup = wire.FieldDef{Key: "hash", Name: "Package digest message", Kind: wire.KindGroup}
	epicHash      = wire.Layout{
		{Key: "hash.digest", Name: "Package digest", Kind: wire.KindText, Doc: "32 hexadecimal digits; zeros are accepted."},
	}

	epicVerifiedGroup = wire.FieldDef{Key: "verified", Name: "Verification message", Kind: wire.KindGroup}
	epicVerified      = wire.FieldDef{Key: "verified.word", Name: "Answer", Kind: wire.KindText, Doc: "VERIFIED."}
)

var (
	epicVersions = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 2225, Name: "UT2003"},
		{Value: 2226, Name: "Unreal II XMP"}, {Value: 3369, Name: "UT2004"}}}
)

// EpicVersion2004 is the least version whose login has the fields of UT2004.
const EpicVersion2004 = 3000

// epicDigest is the number of digits of a digest, and with the NUL its length byte.
const epicDigest = 32

// A epicKind is a kind of message. Nothing in the stream names it: it is
// determined from the direction, the length and the first bytes.
type epicKind uint8

const (
	epicUnknown epicKind = iota
	epicIsLogin
	epicIsHash
	epicIsListRequest
	epicIsNewsRequest
	epicIsCommunity
	epicIsUplink
	epicIsState
	epicIsStats
	epicIsRevision
	epicIsChallenge
	epicIsAnswer
	epicIsVerified
	epicIsNews
	epicIsCount
	epicIsEntry
	epicIsBeat
	epicIsPorts
	epicIsPortsUT2003
	epicIsMatch
	epicIsPackages
	epicKindCount
)

// epicKinds says how each kind is shown and read: as plain fields, or by a
// function of its own.
var epicKinds = [epicKindCount]struct {
	group *wire.FieldDef
	info  *wire.MessageInfo // nil for the other messages of its direction
	body  *wire.Layout      // nil for none
	read  func(*wire.Reader)
}{
	epicUnknown:       {&epicMessage, nil, nil, epicUnknownBody},
	epicIsLogin:       {&epicLoginGroup, &epicLoginRequest, nil, readLogin},
	epicIsHash:        {&epicHashGroup, &epicHashRequest, &epicHash, nil},
	epicIsListRequest: {&epicListGroup, &epicListRequest, nil, readListRequest},
	epicIsNewsRequest: {&epicNewsAskGroup, &epicNewsRequest, &epicCommandAlone, nil},
	epicIsCommunity:   {&epicCommunityGroup, &epicCommunityRequest, &epicCommandAlone, nil},
	epicIsUplink:      {&epicUplinkGroup, &epicUplinkRequest, &epicUplink, nil},
	epicIsState:       {&epicStateGroup, &epicStateRequest, nil, epicState},
	epicIsStats:       {&epicStatsGroup, &epicStatsRequest, &epicStats, nil},
	epicIsRevision:    {&epicRevisionGroup, &epicRevisionRequest, &epicRevision, nil},
	epicIsChallenge:   {&epicChallengeGroup, &epicChallengeReply, nil, epicTextBody},
	epicIsAnswer:      {&epicAnswerGroup, &epicAnswerReply, nil, epicTextBody},
	epicIsVerified:    {&epicVerifiedGroup, &epicVerifiedReply, nil, epicTextBody},
	epicIsNews:        {&epicNewsGroup, &epicNewsReply, nil, epicTextBody},
	epicIsCount:       {&epicCountGroup, &epicListReply, &epicCount, nil},
	epicIsEntry:       {&epicServer, &epicListReply, nil, epicEntry},
	epicIsBeat:        {&epicBeatGroup, &epicBeatReply, &epicBeat, nil},
	epicIsPorts:       {&epicPortsGroup, &epicPortsReply, &epicPorts, nil},
	epicIsPortsUT2003: {&epicPortsGroup, &epicPortsReply, &epicPorts2003, nil},
	epicIsMatch:       {&epicMatchGroup, &epicMatchReply, &epicMatch, nil},
	epicIsPackages:    {&epicPackagesGroup, &epicPackagesReply, nil, epicPackages},
}

// decodeMasterBinary reads the messages of a segment, which is named after the
// first.
func decodeMasterBinary(r *wire.Reader, dir wire.Direction) {
	if r.SetMessage(&epicOtherRequest); dir == wire.Reply {
		r.SetMessage(&epicOtherReply)
	}
	if dir != wire.Reply && isBeatAnswer(r.Rest(), r.Opts) {
		r.SetMessage(&EpicBeatRequest)
		r.Flags |= wire.FlagAmbiguous
		r.Read(epicUDP[:])
		r.Flags &^= wire.FlagAmbiguous
		return
	}
	listing := false
	servers := 0
	for n := 0; r.More(); n++ {
		kind, doubt := epicNext(r, dir, listing)
		k := &epicKinds[kind]
		if n == 0 && k.info != nil {
			r.Info = k.info
		}
		ordinal := n
		if kind == epicIsEntry {
			ordinal = servers
			servers++
		}
		listing = listing || kind == epicIsCount
		g := r.Begin(k.group, ordinal)
		epicOne(r, kind, doubt)
		r.Done(g)
	}
}

// epicNext returns the kind of the next message. doubt says that bytes which
// may be cut off decide it.
func epicNext(r *wire.Reader, dir wire.Direction, listing bool) (kind epicKind, doubt bool) {
	b := r.Rest()
	if len(b) <= 4 {
		return epicUnknown, false
	}
	length := int(min(wire.ReadNumber(wire.KindU32LE, b), EpicMaxBody+1))
	b = b[4:min(len(b), 4+length)]
	switch {
	case len(b) == 0 || length > EpicMaxBody:
		return epicUnknown, false
	case dir != wire.Reply:
		return epicToKind(b, length), false
	case listing && length >= epicLeastEntry:
		return epicIsEntry, false
	}
	return epicFromKind(b, length)
}

// epicOne reads one message: its length, then its body, which ends where the
// length says. Whatever goes wrong within it, the next message is found.
func epicOne(r *wire.Reader, kind epicKind, doubt bool) {
	length := r.Field(&epicLength)
	switch {
	case r.Stopped:
		return
	case length > EpicMaxBody:
		// The bytes may as well be a datagram that begins like this.
		r.Fields[len(r.Fields)-1].Flags |= wire.FlagAmbiguous
		r.Problem(&problemMasterLength, r.Pos-4, 4, length, EpicMaxBody)
		r.Stopped = true
		return
	case length == 0:
		r.Problem(&problemMasterEmpty, r.Pos-4, 4, 0, 0)
		return
	}
	end, marks := r.End, r.Flags
	have := r.Left()
	cut := have < int(length)
	if !cut {
		r.End = r.Pos + int(length)
	}
	if doubt {
		r.Flags |= wire.FlagAmbiguous
	}
	if problems := len(r.Problems); have > 0 {
		k := &epicKinds[kind]
		if k.body != nil {
			r.Read(*k.body)
		} else {
			k.read(r)
		}
		if n := len(r.Problems); cut && n > problems && (r.Problems[n-1].Info == &wire.ProblemCut ||
			r.Problems[n-1].Info == &wire.ProblemLengthPastEnd) {
			r.Problems = r.Problems[:n-1] // the message is cut
		}
	}
	r.Flags = marks
	if cut {
		r.Problem(&problemMasterCut, r.End-have, have, length, uint64(have))
		r.Stopped = true
		return
	}
	if n := r.Left(); n > 0 {
		if !r.Stopped {
			r.Problem(&problemMasterRest, r.Pos, n, uint64(n), 0)
		}
		r.Leaf(&epicRest, wire.KindUnknown, n, wire.FlagRaw)
	}
	r.Stopped, r.End = false, end
}

func epicUnknownBody(r *wire.Reader) {
	r.Problem(&problemMasterKind, r.Pos, r.Left(), uint64(r.Left()), 0)
	r.Leaf(&epicBody, wire.KindUnknown, r.Left(), wire.FlagRaw)
}

// readLogin reads step 2 of the login.
func readLogin(r *wire.Reader) {
	r.Read(epicLogin[:3])
	server := !r.Stopped && isServer(lastText(r))
	version := r.Field(&epicLogin[3])
	if server && version < EpicVersion2004 {
		r.Field(&epicLoginMatch)
	}
	r.Read(epicLoginOS[:])
	switch {
	case version < EpicVersion2004:
	case server:
		r.Field(&epicLoginMatch)
		r.Field(&epicLoginUTAN)
	default:
		r.Read(epicLoginMachine[:])
	}
}

// isServer reports whether a program is called a server at the login.
func isServer[T []byte | string](program T) bool {
	const server = "SERVER"
	return len(program) >= len(server) && wire.EqualFold(program[len(program)-len(server):], server)
}

// lastText returns the text that was just read.
func lastText(r *wire.Reader) []byte {
	f := &r.Fields[len(r.Fields)-1]
	return r.Data[f.Offset : f.End()-int(f.Trail)]
}

// epicTextBody reads the messages of the master that begin with a text: only
// the text says which it is, so its length may be that of another.
func epicTextBody(r *wire.Reader) {
	kind := epicTextKind(r.Rest())
	marks, problems := r.Flags, len(r.Problems)
	r.Flags |= wire.FlagAmbiguous
	r.Field(epicTexts[kind])
	r.Flags = marks
	if r.Stopped {
		return
	}
	if len(r.Problems) == problems {
		r.Fields[len(r.Fields)-1].Flags &^= wire.FlagAmbiguous &^ marks
	}
	switch word := lastText(r); {
	case r.Left() == 0:
	case kind == epicIsNews:
		r.Field(&epicNewsNumber)
	case kind != epicIsAnswer:
	case string(word) == "UPGRADE":
		r.Field(&epicAnswer[2])
	case string(word) == "MSLIST":
		r.Leaf(&epicAnswer[3], wire.KindUnknown, r.Left(), wire.FlagRaw)
	default:
		r.Field(&epicAnswer[1])
	}
}

// epicTexts holds the field of the text of each kind that begins with one.
var epicTexts = [...]*wire.FieldDef{
	epicIsChallenge: &epicChallenge,
	epicIsAnswer:    &epicAnswer[0],
	epicIsVerified:  &epicVerified,
	epicIsNews:      &epicNews,
}

// epicTextKind returns what a message of the master is, by its text.
func epicTextKind(b []byte) epicKind {
	v, n := wire.ReadCompact(b)
	if n == 0 || v <= 0 || int64(n)+v > int64(len(b)) {
		return epicIsNews
	}
	b = b[n : n+int(v)]
	if b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	switch string(b) {
	case "APPROVED", "DENIED", "UPGRADE", "MSLIST":
		return epicIsAnswer
	case "VERIFIED":
		return epicIsVerified
	}
	if _, ok := wire.ParseDecimal(b); ok {
		return epicIsChallenge
	}
	return epicIsNews
}
