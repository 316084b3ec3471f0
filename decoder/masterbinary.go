package decoder

// The binary conversation with the masters of UT2003, UT2004 and Unreal II XMP
// over TCP port 28902 (protocol/unrealmaster/SPEC.md#binary-masters). Little endian; strings as in
// wire/SPEC.md#unreal-strings. Every message is its length in four bytes, then its body.
// One segment may hold several messages and one message may need several
// segments.

const (
	epicPort = 28902
	// epicMaxBody bounds the length of a message: it is far above any real one.
	epicMaxBody = 1 << 16
)

var (
	epicMessage = FieldDef{Key: "unreal-master.message", Name: "Message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#binary-masters", Doc: "A message that is like none that is known."}
	epicLength  = FieldDef{Key: "unreal-master.length", Name: "Length", Kind: KindU32LE, Role: RoleLength, Source: "protocol/unrealmaster/SPEC.md#binary-masters", Doc: "Bytes of the message after these four."}
	epicBody    = FieldDef{Key: "unreal-master.body", Name: "Unknown body", Kind: KindUnknown, Source: "protocol/unrealmaster/SPEC.md#binary-masters"}
	epicRest    = FieldDef{Key: "unreal-master.rest", Name: "Rest of the message", Kind: KindUnknown, Source: "protocol/unrealmaster/SPEC.md#binary-masters"}
)

// Login (protocol/unrealmaster/SPEC.md#login). The master asks with a number, the client proves
// its CD key, the master says yes or no.
var (
	epicChallengeGroup = FieldDef{Key: "unreal-master.challenge", Name: "Challenge message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#login"}
	epicChallenge      = FieldDef{Key: "unreal-master.challenge.number", Name: "Challenge", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#login", Doc: "A decimal number as text; the client answers with its digest."}

	epicLoginGroup = FieldDef{Key: "unreal-master.login", Name: "Login message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#login"}
	epicLogin      = [...]FieldDef{
		{Key: "unreal-master.login.cdkey", Name: "CD key digest", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#login", Doc: "MD5 of the CD key, 32 hexadecimal digits."},
		{Key: "unreal-master.login.response", Name: "Challenge response", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#login", Doc: "MD5 of the CD key and the challenge, 32 hexadecimal digits."},
		{Key: "unreal-master.login.kind", Name: "Program", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#login", Doc: "CLIENT or SERVER of UT2003, UT2K4CLIENT or UT2K4SERVER."},
		{Key: "unreal-master.login.version", Name: "Version", Kind: KindU32LE, Symbols: &epicVersions, Source: "protocol/unrealmaster/SPEC.md#login", Doc: "Version of the game."},
	}
	epicLoginMatch = FieldDef{Key: "unreal-master.login.match", Name: "Match ID", Kind: KindU32LE, Source: "protocol/unrealmaster/SPEC.md#login", Doc: "Servers only."}
	epicLoginOS    = [...]FieldDef{
		{Key: "unreal-master.login.os", Name: "Operating system", Kind: KindU8, Source: "protocol/unrealmaster/SPEC.md#login"},
		{Key: "unreal-master.login.language", Name: "Language", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#login", Doc: "Such as int, for international."},
	}
	epicLoginMachine = [...]FieldDef{
		{Key: "unreal-master.login.gpu_device", Name: "Graphics device", Kind: KindU32LE, Source: "protocol/unrealmaster/SPEC.md#login"},
		{Key: "unreal-master.login.gpu_vendor", Name: "Graphics vendor", Kind: KindU32LE, Source: "protocol/unrealmaster/SPEC.md#login"},
		{Key: "unreal-master.login.cpu_speed", Name: "Processor speed", Kind: KindU32LE, Source: "protocol/unrealmaster/SPEC.md#login", Doc: "Megahertz."},
		{Key: "unreal-master.login.cpu", Name: "Processor", Kind: KindU8, Source: "protocol/unrealmaster/SPEC.md#login"},
	}
	epicLoginUTAN = FieldDef{Key: "unreal-master.login.ignore_utan", Name: "Ignore UTAN bans", Kind: KindU8, Symbols: &epicYesNo, Source: "protocol/unrealmaster/SPEC.md#login"}

	epicAnswerGroup = FieldDef{Key: "unreal-master.answer", Name: "Login answer message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#login"}
	epicAnswer      = [...]FieldDef{
		{Key: "unreal-master.answer.word", Name: "Answer", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#login", Doc: "APPROVED, DENIED, UPGRADE, or MSLIST for a list of other masters."},
		{Key: "unreal-master.answer.number", Name: "Number", Kind: KindU32LE, Source: "protocol/unrealmaster/SPEC.md#login", Doc: "UT2004 clients get 3; what it means is not known."},
		{Key: "unreal-master.answer.min_version", Name: "Least version", Kind: KindU32LE, Source: "protocol/unrealmaster/SPEC.md#login", Doc: "Older programs have to be upgraded."},
		{Key: "unreal-master.answer.masters", Name: "Other masters", Kind: KindUnknown, Source: "protocol/unrealmaster/SPEC.md#login"},
	}

	epicHashGroup = FieldDef{Key: "unreal-master.hash", Name: "Package digest message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#login"}
	epicHash      = layout{
		{Key: "unreal-master.hash.digest", Name: "Package digest", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#login", Doc: "32 hexadecimal digits; zeros are accepted."},
	}

	epicVerifiedGroup = FieldDef{Key: "unreal-master.verified", Name: "Verification message", Kind: KindGroup, Source: "protocol/unrealmaster/SPEC.md#login"}
	epicVerified      = FieldDef{Key: "unreal-master.verified.word", Name: "Answer", Kind: KindText, Source: "protocol/unrealmaster/SPEC.md#login", Doc: "VERIFIED."}
)

var (
	epicVersions = Symbols{Loose: true, List: []Symbol{{2225, "UT2003", ""}, {2226, "Unreal II XMP", ""}, {3369, "UT2004", ""}}}
	epicYesNo    = Symbols{List: []Symbol{{0, "no", ""}, {1, "yes", ""}}}
)

// epicVersion2004 is the least version whose login has the fields of UT2004.
const epicVersion2004 = 3000

// epicDigest is the number of digits of a digest, and with the NUL its length byte.
const epicDigest = 32

// A epicKind is a kind of message. Nothing in the stream names it: it is
// told from the direction, the length and the first bytes.
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
	group *FieldDef
	info  *MessageInfo // nil for the other messages of its direction
	body  *layout      // nil for none
	read  func(*reader)
}{
	epicUnknown:       {&epicMessage, nil, nil, (*reader).epicUnknownBody},
	epicIsLogin:       {&epicLoginGroup, &epicLoginRequest, nil, (*reader).epicLogin},
	epicIsHash:        {&epicHashGroup, &epicHashRequest, &epicHash, nil},
	epicIsListRequest: {&epicListGroup, &epicListRequest, nil, (*reader).epicListRequest},
	epicIsNewsRequest: {&epicNewsAskGroup, &epicNewsRequest, &epicCommandAlone, nil},
	epicIsCommunity:   {&epicCommunityGroup, &epicCommunityRequest, &epicCommandAlone, nil},
	epicIsUplink:      {&epicUplinkGroup, &epicUplinkRequest, &epicUplink, nil},
	epicIsState:       {&epicStateGroup, &epicStateRequest, nil, (*reader).epicState},
	epicIsStats:       {&epicStatsGroup, &epicStatsRequest, &epicStats, nil},
	epicIsRevision:    {&epicRevisionGroup, &epicRevisionRequest, &epicRevision, nil},
	epicIsChallenge:   {&epicChallengeGroup, &epicChallengeReply, nil, (*reader).epicTextBody},
	epicIsAnswer:      {&epicAnswerGroup, &epicAnswerReply, nil, (*reader).epicTextBody},
	epicIsVerified:    {&epicVerifiedGroup, &epicVerifiedReply, nil, (*reader).epicTextBody},
	epicIsNews:        {&epicNewsGroup, &epicNewsReply, nil, (*reader).epicTextBody},
	epicIsCount:       {&epicCountGroup, &epicListReply, &epicCount, nil},
	epicIsEntry:       {&epicServer, &epicListReply, nil, (*reader).epicEntry},
	epicIsBeat:        {&epicBeatGroup, &epicBeatReply, &epicBeat, nil},
	epicIsPorts:       {&epicPortsGroup, &epicPortsReply, &epicPorts, nil},
	epicIsPortsUT2003: {&epicPortsGroup, &epicPortsReply, &epicPorts2003, nil},
	epicIsMatch:       {&epicMatchGroup, &epicMatchReply, &epicMatch, nil},
	epicIsPackages:    {&epicPackagesGroup, &epicPackagesReply, nil, (*reader).epicPackages},
}

// decodeMasterBinary reads the messages of a segment. The first of them names
// the whole.
func decodeMasterBinary(r *reader, dir Direction) {
	if r.say(&epicOtherRequest); dir == Reply {
		r.say(&epicOtherReply)
	}
	if dir != Reply && r.epicBeatAnswer() {
		return
	}
	listing := false
	servers := 0
	for n := 0; r.more(); n++ {
		kind, doubt := r.epicNext(dir, listing)
		k := &epicKinds[kind]
		if n == 0 && k.info != nil {
			r.info = k.info
		}
		ordinal := n
		if kind == epicIsEntry {
			ordinal = servers
			servers++
		}
		listing = listing || kind == epicIsCount
		g := r.begin(k.group, ordinal)
		r.epicOne(kind, doubt)
		r.done(g)
	}
}

// epicNext tells the kind of the message that comes next. doubt says that
// bytes which a cut may take away decide it.
func (r *reader) epicNext(dir Direction, listing bool) (kind epicKind, doubt bool) {
	b := r.rest()
	if len(b) <= 4 {
		return epicUnknown, false
	}
	length := int(min(readNumber(KindU32LE, b), epicMaxBody+1))
	b = b[4:min(len(b), 4+length)]
	switch {
	case len(b) == 0 || length > epicMaxBody:
		return epicUnknown, false
	case dir != Reply:
		return epicToKind(b, length), false
	case listing && length >= epicLeastEntry:
		return epicIsEntry, false
	}
	return epicFromKind(b, length)
}

// epicOne reads one message: its length, then its body, which ends where the
// length says. Whatever goes wrong within it, the next message is found.
func (r *reader) epicOne(kind epicKind, doubt bool) {
	length := r.field(&epicLength)
	switch {
	case r.stopped:
		return
	case length > epicMaxBody:
		// The bytes may as well be a datagram that begins like this.
		r.fields[len(r.fields)-1].Marks |= MarkAmbiguous
		r.problem(&problemMasterLength, r.pos-4, 4, length, epicMaxBody)
		r.stopped = true
		return
	case length == 0:
		r.problem(&problemMasterEmpty, r.pos-4, 4, 0, 0)
		return
	}
	end, marks := r.end, r.marks
	have := r.left()
	cut := have < int(length)
	if !cut {
		r.end = r.pos + int(length)
	}
	if doubt {
		r.marks |= MarkAmbiguous
	}
	if problems := len(r.problems); have > 0 {
		k := &epicKinds[kind]
		if k.body != nil {
			r.read(*k.body)
		} else {
			k.read(r)
		}
		if n := len(r.problems); cut && n > problems && (r.problems[n-1].Info == &problemCut || r.problems[n-1].Info == &problemLengthPastEnd) {
			r.problems = r.problems[:n-1] // it is the message that is cut
		}
	}
	r.marks = marks
	if cut {
		r.problem(&problemMasterCut, r.end-have, have, length, uint64(have))
		r.stopped = true
		return
	}
	if n := r.left(); n > 0 {
		if !r.stopped {
			r.problem(&problemMasterRest, r.pos, n, uint64(n), 0)
		}
		r.leaf(&epicRest, KindUnknown, n, MarkRaw)
	}
	r.stopped, r.end = false, end
}

func (r *reader) epicUnknownBody() {
	r.problem(&problemMasterKind, r.pos, r.left(), uint64(r.left()), 0)
	r.leaf(&epicBody, KindUnknown, r.left(), MarkRaw)
}

// epicLogin reads step 2 of the login.
func (r *reader) epicLogin() {
	r.read(epicLogin[:2])
	r.fstring(&epicLogin[2])
	server := false
	if !r.stopped {
		f := &r.fields[len(r.fields)-1]
		b := r.data[f.Offset : f.End()-int(f.Trail)]
		server = len(b) >= len("SERVER") && equalFold(b[len(b)-len("SERVER"):], "SERVER")
	}
	version := r.field(&epicLogin[3])
	if server && version < epicVersion2004 {
		r.field(&epicLoginMatch)
	}
	r.read(epicLoginOS[:])
	switch {
	case version < epicVersion2004:
	case server:
		r.field(&epicLoginMatch)
		r.field(&epicLoginUTAN)
	default:
		r.read(epicLoginMachine[:])
	}
}

// epicTextBody reads the messages of the master that begin with a text: only
// the text says which it is, so its length may be that of another.
func (r *reader) epicTextBody() {
	kind := epicTextKind(r.rest())
	marks, problems := r.marks, len(r.problems)
	r.marks |= MarkAmbiguous
	r.fstring(epicTexts[kind])
	r.marks = marks
	if r.stopped {
		return
	}
	text := &r.fields[len(r.fields)-1]
	if len(r.problems) == problems {
		text.Marks &^= MarkAmbiguous &^ marks
	}
	word := r.data[text.Offset : text.End()-int(text.Trail)]
	switch {
	case r.left() == 0:
	case kind == epicIsNews:
		r.field(&epicNewsNumber)
	case kind != epicIsAnswer:
	case string(word) == "UPGRADE":
		r.field(&epicAnswer[2])
	case string(word) == "MSLIST":
		r.leaf(&epicAnswer[3], KindUnknown, r.left(), MarkRaw)
	default:
		r.field(&epicAnswer[1])
	}
}

// epicTexts holds the field of the text of each kind that begins with one.
var epicTexts = [...]*FieldDef{
	epicIsChallenge: &epicChallenge,
	epicIsAnswer:    &epicAnswer[0],
	epicIsVerified:  &epicVerified,
	epicIsNews:      &epicNews,
}

// epicTextKind tells by its text what a message of the master is.
func epicTextKind(b []byte) epicKind {
	v, n := readCompact(b)
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
	if _, ok := parseDecimal(b); ok {
		return epicIsChallenge
	}
	return epicIsNews
}
