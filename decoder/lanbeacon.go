package decoder

// The binary LAN beacon of UT3 and other games of its engine (protocol/unreallan/SPEC.md#binary-beacon): UDP, big endian, a header of 16 bytes in both directions.

var beaconHeader = [...]FieldDef{
	{Key: "unreal-lan.beacon.version", Name: "Version", Kind: KindU8, Source: "protocol/unreallan/SPEC.md#binary-beacon", Doc: "Version of the beacon; 5 is the only one known."},
	{Key: "unreal-lan.beacon.platform", Name: "Platform", Kind: KindU8, Source: "protocol/unreallan/SPEC.md#binary-beacon", Doc: "Kind of machine that sends; games ignore other platforms than their own."},
	{Key: "unreal-lan.beacon.game", Name: "Game ID", Kind: KindU32BE, Symbols: &beaconGames, Source: "protocol/unreallan/SPEC.md#binary-beacon", Doc: "Tells the game; others do not answer."},
	{Key: "unreal-lan.beacon.type", Name: "Type", Kind: KindU16BE, Symbols: &beaconTypes, Source: "protocol/unreallan/SPEC.md#binary-beacon", Doc: "Two letters."},
	beaconNonce,
}

var beaconNonce = FieldDef{Key: "unreal-lan.beacon.nonce", Name: "Nonce", Kind: KindBytes, Source: "protocol/unreallan/SPEC.md#binary-beacon", Doc: "Any eight bytes; the reply repeats them."}

const (
	lanBeaconPort    = 14001 // UDP
	lanBeaconVersion = 5
	lanBeaconAsk     = 'S'<<8 | 'Q'
	lanBeaconAnswer  = 'S'<<8 | 'R'
	lanGameUT3       = 0x4d5707db
	lanHeaderSize    = 16
	lanNonceSize     = 8
)

var (
	beaconGames = Symbols{Loose: true, List: []Symbol{{lanGameUT3, "Unreal Tournament 3", ""}}}
	beaconTypes = Symbols{List: []Symbol{{lanBeaconAsk, "SQ, query", ""}, {lanBeaconAnswer, "SR, response", ""}}}
)

// Response, after the header.
var (
	beaconServer = [...]FieldDef{
		{Key: "unreal-lan.beacon.ip", Name: "Address", Kind: KindIPv4, Source: "protocol/unreallan/SPEC.md#binary-beacon", Doc: "Address of the server as it knows it; the sender of the datagram counts."},
		{Key: "unreal-lan.beacon.port", Name: "Game port", Kind: KindU32BE, Role: RoleGamePort, AtMost: 65535, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.open_public", Name: "Open public places", Kind: KindI32BE, AtMost: 1024, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.open_private", Name: "Open private places", Kind: KindI32BE, AtMost: 1024, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.public", Name: "Public places", Kind: KindI32BE, AtMost: 1024, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.private", Name: "Private places", Kind: KindI32BE, AtMost: 1024, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
	}
	// Flags in the order of the engine's game settings, one byte each.
	beaconFlags = [...]FieldDef{
		{Key: "unreal-lan.beacon.advertise", Name: "Advertised", Kind: KindU8, Symbols: &beaconYesNo, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.lan", Name: "LAN match", Kind: KindU8, Symbols: &beaconYesNo, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.stats", Name: "Uses statistics", Kind: KindU8, Symbols: &beaconYesNo, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.join_in_progress", Name: "Join in progress", Kind: KindU8, Symbols: &beaconYesNo, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.invites", Name: "Allows invitations", Kind: KindU8, Symbols: &beaconYesNo, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.presence", Name: "Uses presence", Kind: KindU8, Symbols: &beaconYesNo, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.join_by_presence", Name: "Join by presence", Kind: KindU8, Symbols: &beaconYesNo, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.arbitration", Name: "Uses arbitration", Kind: KindU8, Symbols: &beaconYesNo, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
	}
	beaconFlag9 = FieldDef{Key: "unreal-lan.beacon.anticheat", Name: "Anti-cheat", Kind: KindU8, Symbols: &beaconYesNo, Source: "protocol/unreallan/SPEC.md#binary-beacon",
		Doc: "Sources differ on whether there are eight flags or nine; read when the rest fits only with it."}
	beaconOwner = [...]FieldDef{
		{Key: "unreal-lan.beacon.owner_id", Name: "Owner's ID", Kind: KindBytes, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.owner", Name: "Owner's name", Kind: KindText, Role: RoleServerName, Source: "protocol/unreallan/SPEC.md#binary-beacon", Doc: "The player or server that owns the game; games show it as the server's name."},
	}
	beaconSettings = [...]FieldDef{
		{Key: "unreal-lan.beacon.settings", Name: "Settings listed", Kind: KindI32BE, Role: RoleCount, AtMost: 4096, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.setting", Name: "Setting", Kind: KindGroup, Role: RoleRule, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.setting.id", Name: "Setting ID", Kind: KindI32BE, Role: RoleKey, Source: "protocol/unreallan/SPEC.md#binary-beacon", Doc: "The number after the s in the keys of UT3's GameSpy replies."},
		{Key: "unreal-lan.beacon.setting.value", Name: "Value", Kind: KindI32BE, Role: RoleValue, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		beaconAdvertise,
	}
	beaconProperties = [...]FieldDef{
		{Key: "unreal-lan.beacon.properties", Name: "Properties listed", Kind: KindI32BE, Role: RoleCount, AtMost: 4096, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.property", Name: "Property", Kind: KindGroup, Role: RoleRule, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.property.id", Name: "Property ID", Kind: KindU32BE, Role: RoleKey, Source: "protocol/unreallan/SPEC.md#binary-beacon", Doc: "The number after the p in the keys of UT3's GameSpy replies."},
		{Key: "unreal-lan.beacon.property.type", Name: "Type", Kind: KindU8, Symbols: &beaconValueTypes, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
	}
	beaconAdvertise = FieldDef{Key: "unreal-lan.beacon.advertisement", Name: "Advertisement", Kind: KindU8, Source: "protocol/unreallan/SPEC.md#binary-beacon", Doc: "How the value is made known to others."}
	// Values of properties: place n of the layout belongs to type n.
	beaconValues = [...]FieldDef{
		{Key: "unreal-lan.beacon.property.none", Name: "No value", Kind: KindPadding, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.property.i32", Name: "Value", Kind: KindI32BE, Role: RoleValue, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.property.i64", Name: "Value", Kind: KindI64BE, Role: RoleValue, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.property.double", Name: "Value", Kind: KindF64BE, Role: RoleValue, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.property.text", Name: "Value", Kind: KindText, Role: RoleValue, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.property.float", Name: "Value", Kind: KindF32BE, Role: RoleValue, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.property.blob", Name: "Value", Kind: KindBytes, Role: RoleValue, Source: "protocol/unreallan/SPEC.md#binary-beacon"},
		{Key: "unreal-lan.beacon.property.time", Name: "Value", Kind: KindU64BE, Role: RoleValue, Source: "protocol/unreallan/SPEC.md#binary-beacon", Doc: "A date and time in eight bytes; how they are divided is not known."},
	}
)

// Types of properties that are not read like a number.
const (
	beaconNone = 0
	beaconText = 4
	beaconBlob = 6
)

var (
	beaconYesNo      = Symbols{List: []Symbol{{0, "no", ""}, {1, "yes", ""}}}
	beaconValueTypes = Symbols{Loose: true, List: []Symbol{
		{0, "none", ""}, {1, "32-bit integer", ""}, {2, "64-bit integer", ""}, {3, "double", ""},
		{4, "text", ""}, {5, "float", ""}, {6, "blob", ""}, {7, "date and time", ""},
	}}
)

// Problems.
var (
	problemBeaconVersion = ProblemInfo{
		Code: "lan-beacon-version", Severity: SeverityWarning,
		Message: "The version of the beacon is {a}; only 5 is known.",
		Advice:  "It is read as version 5; fields may be missing or surplus.",
		Source:  "protocol/unreallan/SPEC.md#binary-beacon",
	}
	problemBeaconFlags = ProblemInfo{
		Code: "lan-beacon-nine-flags", Severity: SeverityNote,
		Message: "Nine flags stand before the owner's ID instead of eight.",
		Advice:  "Sources differ on the number; these bytes read better with nine.",
		Source:  "protocol/unreallan/SPEC.md#binary-beacon",
	}
	problemBeaconType = ProblemInfo{
		Code: "lan-beacon-property-type", Severity: SeverityError,
		Message: "The property has the type {a}, which no source explains, so its length is not known.",
		Advice:  "The bytes before are damaged or the game has types of its own; the rest is shown as unparsed.",
		Source:  "protocol/unreallan/SPEC.md#binary-beacon",
	}
)

// recogniseBeacon knows the header by version, letters and game (wire/SPEC.md#identification, row 10).
func recogniseBeacon(p []byte) (Direction, Confidence) {
	if len(p) >= 6 && len(p) < lanHeaderSize && p[0] == lanBeaconVersion && readNumber(KindU32BE, p[2:]) == lanGameUT3 && startsLike(p[6:], "SQ") {
		return Request, Possible // cut
	}
	if len(p) < lanHeaderSize || p[0] >= 0x20 || p[6] != 'S' || p[7] != 'Q' && p[7] != 'R' {
		return DirectionUnknown, Unlikely
	}
	dir := Request
	if p[7] == 'R' {
		dir = Reply
	}
	game := readNumber(KindU32BE, p[2:]) == lanGameUT3
	switch five := p[0] == lanBeaconVersion; {
	case five && game:
		return dir, Certain
	case game, five && (dir == Request) == (len(p) == lanHeaderSize):
		return dir, Likely
	}
	return DirectionUnknown, Unlikely
}

// isBeacon reports whether the bytes are read as a binary beacon. The first
// byte of the text beacon is a letter.
func (r *reader) isBeacon() bool { return r.left() > 0 && r.peek(0) < 0x20 }

// beacon reads a datagram of either direction; its letters say which it is.
func (r *reader) beacon(dir Direction) {
	if r.say(&lanBeaconRequest); dir == Reply {
		r.say(&lanBeaconReply)
	}
	if version := r.field(&beaconHeader[0]); version != lanBeaconVersion {
		r.problem(&problemBeaconVersion, r.pos-1, 1, version, 0)
	}
	r.field(&beaconHeader[1])
	r.field(&beaconHeader[2])
	kind := r.field(&beaconHeader[3])
	r.bytes(&beaconHeader[4], lanNonceSize)
	if r.stopped {
		return
	}
	switch kind {
	case lanBeaconAsk:
		r.say(&lanBeaconRequest)
	case lanBeaconAnswer:
		r.say(&lanBeaconReply)
		r.beaconReply()
	}
}

func (r *reader) beaconReply() {
	r.read(beaconServer[:])
	r.read(beaconFlags[:])
	if r.stopped {
		return
	}
	marks := r.marks
	r.marks |= MarkAmbiguous
	start := r.mark()
	r.beaconEight()
	if r.score(start) != 0 {
		r.reset(start)
		r.beaconNine()
		if r.score(start) < -1 { // more is odd than the ninth flag
			r.reset(start)
			r.beaconEight()
		}
	}
	r.marks = marks
}

// beaconEight reads what follows eight flags.
func (r *reader) beaconEight() {
	r.bytes(&beaconOwner[0], lanNonceSize)
	r.beaconText(&beaconOwner[1])
	for n, count := 0, int64(r.field(&beaconSettings[0])); int64(n) < count && !r.stopped; n++ {
		g := r.begin(&beaconSettings[1], n)
		r.read(beaconSettings[2:])
		r.done(g)
	}
	for n, count := 0, int64(r.field(&beaconProperties[0])); int64(n) < count && !r.stopped; n++ {
		g := r.begin(&beaconProperties[1], n)
		r.field(&beaconProperties[2])
		kind := r.field(&beaconProperties[3])
		if !r.stopped {
			r.beaconValue(kind)
		}
		r.field(&beaconAdvertise)
		r.done(g)
	}
}

// beaconNine reads a ninth flag first.
func (r *reader) beaconNine() {
	r.problem(&problemBeaconFlags, r.pos, 1, 0, 0)
	r.field(&beaconFlag9)
	r.beaconEight()
}

// beaconValue reads the value of a property.
func (r *reader) beaconValue(kind uint64) {
	switch {
	case kind == beaconNone:
	case kind >= uint64(len(beaconValues)):
		r.problem(&problemBeaconType, r.pos-1, 1, kind, 0)
		r.stopped = true
	case kind == beaconText:
		r.beaconText(&beaconValues[kind])
	case kind == beaconBlob:
		if n := r.beaconLength(&beaconValues[kind]); n > 0 {
			r.bytes(&beaconValues[kind], n)
		}
	default:
		r.field(&beaconValues[kind])
	}
}

// beaconLength reads a length of four bytes and returns it, 0 after stopping
// the reader when that many bytes do not follow.
func (r *reader) beaconLength(d *FieldDef) int {
	if !r.has(d, 4) {
		return 0
	}
	v := int64(readNumber(KindI32BE, r.rest()))
	have := int64(r.left() - 4)
	if v < 0 || v > have {
		r.problem(&problemLengthPastEnd, r.pos, 4, uint64(uint32(v)), uint64(have))
		r.stopped = true
	}
	r.add(d, KindI32BE, 4, uint64(v)).Marks |= MarkLength
	if r.stopped {
		return 0
	}
	return int(v)
}

// beaconText reads text behind a length of four bytes that counts no NUL; a
// NUL at its end is passed over.
func (r *reader) beaconText(d *FieldDef) {
	n := r.beaconLength(d)
	if r.stopped {
		return
	}
	trail := uint8(0)
	if n > 0 && r.data[r.pos+n-1] == 0 {
		trail = 1
	}
	r.addText(d, n, trail)
}

// lanStatus takes what the roles say, and of a binary beacon the places and
// the settings, whose keys are those of UT3's GameSpy replies.
func lanStatus(b *statusBuilder, m *Message) {
	if m.Info != &lanBeaconReply {
		b.generic(m)
		return
	}
	var places [4]int64 // open public, open private, public, private
	known := 0
	for i := 0; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		switch {
		case f.Marks&MarkLength != 0 || f.Kind == KindUnknown:
		case f.Def.Role == RoleRule:
			k, v := m.child(i, RoleKey), m.child(i, RoleValue)
			prefix := "s"
			if f.Def == &beaconProperties[1] {
				prefix = "p"
			}
			if k >= 0 && v >= 0 {
				b.rule(knownKeys, prefix+m.plain(k), m.plain(v))
			}
			i = m.Next(i) - 1
		case known < len(places) && f.Def == &beaconServer[2+known]:
			places[known] = f.Int()
			known++
		default:
			b.field(m, i)
		}
	}
	if known == len(places) {
		maximum := places[2] + places[3]
		players := maximum - places[0] - places[1]
		b.MaxPlayers, b.Players, b.any = &maximum, &players, true
	}
}
