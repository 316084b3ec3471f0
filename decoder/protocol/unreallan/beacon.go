package unreallan

import (
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// The binary LAN beacon of UT3 and other games of its engine (protocol/unreallan/SPEC.md#binary-beacon): UDP, big
// endian, a header of 16 bytes in both directions.

var beaconHeader = [...]wire.FieldDef{
	{Key: "version", Name: "Version", Kind: wire.KindU8, Doc: "Version of the beacon; 5 is the only one known."},
	{Key: "platform", Name: "Platform", Kind: wire.KindU8,
		Doc: "Kind of machine that sends; games ignore other platforms than their own."},
	{Key: "game", Name: "Game ID", Kind: wire.KindU32BE, Symbols: &beaconGames,
		Doc: "Tells the game; others do not answer."},
	{Key: "type", Name: "Type", Kind: wire.KindU16BE, Symbols: &beaconTypes, Doc: "Two characters."},
	beaconNonce,
}

var beaconNonce = wire.FieldDef{Key: "nonce", Name: "Nonce", Kind: wire.KindBytes,
	Doc: "Any eight bytes; the reply repeats them."}

const (
	BeaconPort    = 14001 // UDP
	beaconVersion = 5
	beaconAsk     = 'S'<<8 | 'Q'
	beaconAnswer  = 'S'<<8 | 'R'
	GameUT3       = 0x4d5707db
	headerSize    = 16
	nonceSize     = 8
)

var (
	beaconGames = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: GameUT3, Name: "Unreal Tournament 3"}}}
	beaconTypes = wire.Symbols{List: []wire.Symbol{{Value: beaconAsk, Name: "SQ, query"},
		{Value: beaconAnswer, Name: "SR, response"}}}
)

// Response, after the header.
var (
	beaconServer = [...]wire.FieldDef{
		{Key: "ip", Name: "Address", Kind: wire.KindIPv4,
			Doc: "Address of the server as it knows it; the sender of the datagram counts."},
		{Key: "port", Name: "Game port", Kind: wire.KindU32BE, Role: wire.RoleGamePort, AtMost: 65535},
		{Key: "open_public", Name: "Open public places", Kind: wire.KindI32BE, AtMost: 1024},
		{Key: "open_private", Name: "Open private places", Kind: wire.KindI32BE, AtMost: 1024},
		{Key: "public", Name: "Public places", Kind: wire.KindI32BE, AtMost: 1024},
		{Key: "private", Name: "Private places", Kind: wire.KindI32BE, AtMost: 1024},
	}
	// Flags in the order of the engine's game settings, one byte each.
	beaconFlags = [...]wire.FieldDef{
		{Key: "advertise", Name: "Advertised", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "lan", Name: "LAN match", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "stats", Name: "Uses statistics", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "join_in_progress", Name: "Join in progress", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "invites", Name: "Allows invitations", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "presence", Name: "Uses presence", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "join_by_presence", Name: "Join by presence", Kind: wire.KindU8, Symbols: &wire.YesNo},
		{Key: "arbitration", Name: "Uses arbitration", Kind: wire.KindU8, Symbols: &wire.YesNo},
	}
	beaconFlag9 = wire.FieldDef{Key: "anticheat", Name: "Anti-cheat", Kind: wire.KindU8, Symbols: &wire.YesNo,
		Doc: "Sources differ on whether there are eight flags or nine; read when the rest fits only with it."}
	beaconOwner = [...]wire.FieldDef{
		{Key: "owner_id", Name: "Owner's ID", Kind: wire.KindBytes},
		{Key: "owner", Name: "Owner's name", Kind: wire.KindText, Role: wire.RoleServerName,
			Doc: "The player or server that owns the game; games show it as the server's name."},
	}
	beaconSettings = [...]wire.FieldDef{
		{Key: "settings", Name: "Settings listed", Kind: wire.KindI32BE, Role: wire.RoleCount, AtMost: 4096},
		{Key: "setting", Name: "Setting", Kind: wire.KindGroup, Role: wire.RoleRule},
		{Key: "setting.id", Name: "Setting ID", Kind: wire.KindI32BE, Role: wire.RoleKey,
			Doc: "The number after the s in the keys of UT3's GameSpy replies."},
		{Key: "setting.value", Name: "Value", Kind: wire.KindI32BE, Role: wire.RoleValue},
		beaconAdvertise,
	}
	beaconProperties = [...]wire.FieldDef{
		{Key: "properties", Name: "Properties listed", Kind: wire.KindI32BE, Role: wire.RoleCount, AtMost: 4096},
		{Key: "property", Name: "Property", Kind: wire.KindGroup, Role: wire.RoleRule},
		{Key: "property.id", Name: "Property ID", Kind: wire.KindU32BE, Role: wire.RoleKey,
			Doc: "The number after the p in the keys of UT3's GameSpy replies."},
		{Key: "property.type", Name: "Type", Kind: wire.KindU8, Symbols: &beaconValueTypes},
	}
	beaconAdvertise = wire.FieldDef{Key: "advertisement", Name: "Advertisement", Kind: wire.KindU8,
		Doc: "How the value is made known to others."}
	// Values of properties: place n of the layout belongs to type n.
	beaconValues = [...]wire.FieldDef{
		{Key: "property.none", Name: "No value", Kind: wire.KindPadding},
		{Key: "property.i32", Name: "Value", Kind: wire.KindI32BE, Role: wire.RoleValue},
		{Key: "property.i64", Name: "Value", Kind: wire.KindI64BE, Role: wire.RoleValue},
		{Key: "property.double", Name: "Value", Kind: wire.KindF64BE, Role: wire.RoleValue},
		{Key: "property.text", Name: "Value", Kind: wire.KindText, Role: wire.RoleValue},
		{Key: "property.float", Name: "Value", Kind: wire.KindF32BE, Role: wire.RoleValue},
		{Key: "property.blob", Name: "Value", Kind: wire.KindBytes, Role: wire.RoleValue},
		{Key: "property.time", Name: "Value", Kind: wire.KindU64BE, Role: wire.RoleValue,
			Doc: "A date and time in eight bytes; how they are divided is not known."},
	}
)

// Types of properties that are not read like a number.
const (
	beaconNone = 0
	beaconText = 4
	beaconBlob = 6
)

var (
	beaconValueTypes = wire.Symbols{Loose: true,
		Names: "none;32-bit integer;64-bit integer;double;text;float;blob;date and time"}
)

var (
	problemBeaconVersion = wire.Warning("lan-beacon-version", "The version of the beacon is {a}; only 5 is known.",
		"It is read as version 5; fields may be missing or surplus.")
	problemBeaconFlags = wire.Note("lan-beacon-nine-flags", "Nine flags precede the owner's ID instead of eight.",
		"Sources differ on the number; these bytes read better with nine.")
	problemBeaconType = wire.Error("lan-beacon-property-type",
		"The property has the type {a}. No known source explains it, so its length is not known.",
		"The bytes before are damaged or the game has types of its own; the rest is shown as unparsed.")
)

// recogniseBeacon knows the header by version, letters and game (protocol/SPEC.md#identification, row 10).
func recogniseBeacon(p []byte) (wire.Direction, wire.Confidence) {
	if len(p) >= 6 && len(p) < headerSize && p[0] == beaconVersion && wire.ReadNumber(wire.KindU32BE, p[2:]) == GameUT3 &&
		wire.StartsLike(p[6:], "SQ") {
		return wire.Request, wire.Possible // cut
	}
	if len(p) < headerSize || p[0] >= 0x20 || p[6] != 'S' || p[7] != 'Q' && p[7] != 'R' {
		return wire.DirectionUnknown, wire.Unlikely
	}
	dir := wire.Request
	if p[7] == 'R' {
		dir = wire.Reply
	}
	game := wire.ReadNumber(wire.KindU32BE, p[2:]) == GameUT3
	switch five := p[0] == beaconVersion; {
	case five && game:
		return dir, wire.Certain
	case game, five && (dir == wire.Request) == (len(p) == headerSize):
		return dir, wire.Likely
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// beacon reads a datagram of either direction; its identification says which it
// is.
func beacon(r *wire.Reader, dir wire.Direction) {
	if r.SetMessage(&beaconRequest); dir == wire.Reply {
		r.SetMessage(&lanBeaconReply)
	}
	if version := r.Field(&beaconHeader[0]); version != beaconVersion {
		r.Problem(&problemBeaconVersion, r.Pos-1, 1, version, 0)
	}
	r.Field(&beaconHeader[1])
	r.Field(&beaconHeader[2])
	kind := r.Field(&beaconHeader[3])
	r.Bytes(&beaconHeader[4], nonceSize)
	if r.Stopped {
		return
	}
	switch kind {
	case beaconAsk:
		r.SetMessage(&beaconRequest)
	case beaconAnswer:
		r.SetMessage(&lanBeaconReply)
		beaconReply(r)
	}
}

func beaconReply(r *wire.Reader) {
	r.Read(beaconServer[:])
	r.Read(beaconFlags[:])
	if r.Stopped {
		return
	}
	marks := r.Flags
	r.Flags |= wire.FlagAmbiguous
	start := r.Checkpoint()
	beaconEight(r)
	if r.Score(start) != 0 {
		r.Reset(start)
		r.Problem(&problemBeaconFlags, r.Pos, 1, 0, 0)
		r.Field(&beaconFlag9)
		beaconEight(r)
		if r.Score(start) < -1 { // there are more problems than the ninth flag
			r.Reset(start)
			beaconEight(r)
		}
	}
	r.Flags = marks
}

// beaconEight reads what follows eight flags.
func beaconEight(r *wire.Reader) {
	r.Bytes(&beaconOwner[0], nonceSize)
	readBeaconText(r, &beaconOwner[1])
	for n, count := 0, int64(r.Field(&beaconSettings[0])); int64(n) < count && !r.Stopped; n++ {
		g := r.Begin(&beaconSettings[1], n)
		r.Read(beaconSettings[2:])
		r.Done(g)
	}
	for n, count := 0, int64(r.Field(&beaconProperties[0])); int64(n) < count && !r.Stopped; n++ {
		g := r.Begin(&beaconProperties[1], n)
		r.Field(&beaconProperties[2])
		kind := r.Field(&beaconProperties[3])
		if !r.Stopped {
			beaconValue(r, kind)
		}
		r.Field(&beaconAdvertise)
		r.Done(g)
	}
}

// beaconValue reads the value of a property.
func beaconValue(r *wire.Reader, kind uint64) {
	switch {
	case kind == beaconNone:
	case kind >= uint64(len(beaconValues)):
		r.Problem(&problemBeaconType, r.Pos-1, 1, kind, 0)
		r.Stopped = true
	case kind == beaconText:
		readBeaconText(r, &beaconValues[kind])
	case kind == beaconBlob:
		if n := beaconLength(r, &beaconValues[kind]); n > 0 {
			r.Bytes(&beaconValues[kind], n)
		}
	default:
		r.Field(&beaconValues[kind])
	}
}

// beaconLength reads a length of four bytes and returns it, 0 after stopping
// the reader when that many bytes do not follow.
func beaconLength(r *wire.Reader, d *wire.FieldDef) int {
	if !r.Has(d, 4) {
		return 0
	}
	v := int64(wire.ReadNumber(wire.KindI32BE, r.Rest()))
	have := int64(r.Left() - 4)
	if v < 0 || v > have {
		r.Problem(&wire.ProblemLengthPastEnd, r.Pos, 4, uint64(uint32(v)), uint64(have))
		r.Stopped = true
	}
	r.Add(d, wire.KindI32BE, 4, uint64(v)).Flags |= wire.FlagLength
	if r.Stopped {
		return 0
	}
	return int(v)
}

// readBeaconText reads text after a length of four bytes that counts no NUL; a
// NUL at its end is passed over.
func readBeaconText(r *wire.Reader, d *wire.FieldDef) {
	n := beaconLength(r, d)
	if r.Stopped {
		return
	}
	trail := uint8(0)
	if n > 0 && r.Data[r.Pos+n-1] == 0 {
		trail = 1
	}
	r.AddText(d, n, trail)
}

// Status takes what the roles say, and of a binary beacon the places and
// the settings, whose keys are those of UT3's GameSpy replies.
func Status(b *wire.StatusBuilder, m *wire.Message) {
	if m.Info != &lanBeaconReply {
		b.Generic(m)
		return
	}
	var places [4]int64 // open public, open private, public, private
	known := 0
	for i := 0; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		switch {
		case f.Flags&wire.FlagLength != 0 || f.Kind == wire.KindUnknown:
		case f.Def.Role == wire.RoleRule:
			k, v := m.Child(i, wire.RoleKey), m.Child(i, wire.RoleValue)
			prefix := "s"
			if f.Def == &beaconProperties[1] {
				prefix = "p"
			}
			if k >= 0 && v >= 0 {
				b.AddRule(&keys.Known, prefix+b.Texts.Plain(m, k), b.Texts.Plain(m, v))
			}
			i = m.Next(i) - 1
		case known < len(places) && f.Def == &beaconServer[2+known]:
			places[known] = f.Int()
			known++
		default:
			b.Field(m, i)
		}
	}
	if known == len(places) {
		maximum := places[2] + places[3]
		players := maximum - places[0] - places[1]
		b.MaxPlayers, b.Players, b.Any = wire.Some(maximum), wire.Some(players), true
	}
}
