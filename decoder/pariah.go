package decoder

// Replies of Pariah, which speaks Unreal2 with layouts of its own, all known
// from one implementation only (protocol/unreal2/SPEC.md#pariah).

var (
	pariahInfo = [...]FieldDef{
		{Key: "pariah.info.unknown", Name: "Unknown bytes", Kind: KindBytes, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.game_port", Name: "Game port", Kind: KindU32LE, Role: RoleGamePort, AtMost: 65535, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.hostname", Name: "Hostname", Kind: KindText, Role: RoleServerName, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.map", Name: "Map name", Kind: KindText, Role: RoleMap, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.game_type", Name: "Game type", Kind: KindText, Role: RoleGameType, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.players", Name: "Current players", Kind: KindU8, Role: RolePlayers, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.max_players", Name: "Max players", Kind: KindU8, Role: RoleMaxPlayers, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.info.tail", Name: "Unknown tail", Kind: KindUnknown, Source: "protocol/unreal2/SPEC.md#pariah"},
	}
	pariahRules = [...]FieldDef{
		{Key: "pariah.rules.count", Name: "Rules", Kind: KindU8, Source: "protocol/unreal2/SPEC.md#pariah"},
	}
	pariahRule = FieldDef{Key: "pariah.rules.rule", Name: "Rule", Kind: KindGroup, Role: RoleRule, Source: "protocol/unreal2/SPEC.md#pariah"}
	pariahPair = [...]FieldDef{
		{Key: "pariah.rules.index", Name: "Index", Kind: KindU8, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.rules.key", Name: "Key", Kind: KindText, Role: RoleKey, Keys: knownKeys, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.rules.value", Name: "Value", Kind: KindText, Role: RoleValue, Source: "protocol/unreal2/SPEC.md#pariah"},
	}
	pariahPlayers = [...]FieldDef{
		{Key: "pariah.players.count", Name: "Players", Kind: KindU8, Role: RoleCount, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.players.unknown", Name: "Unknown byte", Kind: KindU8, Source: "protocol/unreal2/SPEC.md#pariah"},
	}
	pariahPlayer = FieldDef{Key: "pariah.players.player", Name: "Player", Kind: KindGroup, Role: RolePlayer, Source: "protocol/unreal2/SPEC.md#pariah"}
	pariahRecord = [...]FieldDef{
		{Key: "pariah.players.id", Name: "Player number", Kind: KindU32LE, Role: RolePlayerID, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.players.name", Name: "Name", Kind: KindText, Role: RolePlayerName, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.players.ping", Name: "Ping", Kind: KindU32LE, Role: RolePlayerPing, AtMost: 100000, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.players.frags", Name: "Frags", Kind: KindU8, Role: RolePlayerScore, Source: "protocol/unreal2/SPEC.md#pariah"},
		{Key: "pariah.players.unknown_end", Name: "Unknown byte", Kind: KindU8, Source: "protocol/unreal2/SPEC.md#pariah"},
	}
)

// pariahHead is the number of bytes between the reply type and the game port:
// the port is at byte 14 counted from the type byte.
const pariahHead = 13

// pariah reads a reply of type 10, 11 or 12 hex after its header.
func (r *reader) pariah(kind uint64) {
	switch kind {
	case 0x10:
		r.say(&unreal2InfoReply)
		r.bytes(&pariahInfo[0], pariahHead)
		r.read(pariahInfo[1:7])
		if r.more() {
			r.leaf(&pariahInfo[7], KindUnknown, r.left(), MarkRaw)
		}
	case 0x11:
		r.say(&unreal2RulesReply)
		r.read(pariahRules[:])
		for n := 0; r.more(); n++ {
			g := r.begin(&pariahRule, n)
			r.read(pariahPair[:])
			r.done(g)
		}
	case 0x12:
		r.say(&unreal2PlayersReply)
		r.read(pariahPlayers[:])
		for n := 0; r.more(); n++ {
			g := r.begin(&pariahPlayer, n)
			r.read(pariahRecord[:])
			r.done(g)
		}
	}
}
