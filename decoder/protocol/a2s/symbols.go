package a2s

import "fragscope/decoder/wire"

// What numbers mean.
var (
	requestTypes = wire.Symbols{Loose: true, List: []wire.Symbol{
		{Value: 'T', Name: "info"}, {Value: 'U', Name: "player list"}, {Value: 'V', Name: "rules"},
		{Value: 'W', Name: "challenge"}, {Value: 'i', Name: "ping"},
	}}
	replyTypes = wire.Symbols{Loose: true, List: []wire.Symbol{
		{Value: 'A', Name: "challenge"}, {Value: 'D', Name: "player list"}, {Value: 'E', Name: "rules"},
		{Value: 'I', Name: "info"}, {Value: 'f', Name: "servers"}, {Value: 'j', Name: "ping"},
		{Value: 'm', Name: "info of GoldSource"},
	}}
	noChallenge = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 0, Name: "asks for a challenge"},
		{Value: 0xffffffff, Name: "asks for a challenge"}}}
	serverTypes = wire.Symbols{List: []wire.Symbol{
		{Value: 0, Name: "dedicated", Doc: "Rag Doll Kung Fu sends 0"},
		{Value: 'D', Name: "dedicated"}, {Value: 'L', Name: "listen server"}, {Value: 'P', Name: "SourceTV relay"},
		{Value: 'd', Name: "dedicated"}, {Value: 'l', Name: "listen server"}, {Value: 'p', Name: "SourceTV relay"},
	}}
	goldTypes = wire.Symbols{List: []wire.Symbol{
		{Value: 'D', Name: "dedicated"}, {Value: 'L', Name: "listen server"}, {Value: 'P', Name: "HLTV proxy"},
		{Value: 'd', Name: "dedicated"}, {Value: 'l', Name: "listen server"}, {Value: 'p', Name: "HLTV proxy"},
	}}
	environments = wire.Symbols{List: []wire.Symbol{
		{Value: 'L', Name: "Linux"}, {Value: 'W', Name: "Windows"}, {Value: 'l', Name: "Linux"}, {Value: 'm', Name: "macOS"},
		{Value: 'o', Name: "macOS"}, {Value: 'w', Name: "Windows"},
	}}
	extraFlags = wire.Symbols{Flags: true, List: []wire.Symbol{
		{Value: hasGameID, Name: "game ID"}, {Value: hasSteamID, Name: "SteamID"}, {Value: hasKeywords, Name: "keywords"},
		{Value: hasSpectator, Name: "spectator"}, {Value: hasPort, Name: "port"},
	}}
	shipModes    = wire.Symbols{Names: "Hunt;Elimination;Duel;Deathmatch;VIP Team;Team Elimination"}
	modTypes     = wire.Symbols{Names: "single and multiplayer;multiplayer only"}
	universes    = wire.Symbols{Names: ";public;beta;internal;developer"}
	accountTypes = wire.Symbols{Names: "invalid;individual;multiseat;game server;anonymous game server;pending;content " +
		"server;clan;chat;console user;anonymous user"}
	gameTypes = wire.Symbols{Names: "app;mod of a game;shortcut;peer to peer"}
)

// steamID and gameID are numbers of 64 bits that are several.
var (
	steamID = []wire.BitPart{
		{Name: "universe", Mask: 0xff << 56, Symbols: &universes}, {Name: "type", Mask: 0xf << 52, Symbols: &accountTypes},
		{Name: "instance", Mask: 0xfffff << 32}, {Name: "account", Mask: 0xffffffff},
	}
	place  = []wire.BitPart{{Name: "part", Mask: 0xf0}, {Name: "of", Mask: 0x0f}}
	gameID = []wire.BitPart{{Name: "mod", Mask: 0xffffffff << 32}, {Name: "type", Mask: 0xff << 24, Symbols: &gameTypes},
		{Name: "app", Mask: 0xffffff, Symbols: &appIDs}}
)

// known holds the keys of rules that say something about most servers of a
// game; plugins add many of their own.
var known wire.KeySet

func init() {
	for _, s := range []*wire.Symbols{&appIDs, &armaDifficulties, &armaSkills, &universes, &accountTypes, &gameTypes} {
		s.Complete()
	}
	known.Hold([]wire.KeyInfo{
		{Key: "allowedbuild", Name: "Allowed build", Doc: "DayZ: build that clients may have."},
		{Key: "coop", Name: "Cooperative"},
		{Key: "deathmatch", Name: "Deathmatch"},
		{Key: "decalfrequency", Name: "Spray interval", Doc: "Seconds between two sprays of a player."},
		{Key: "keywords", Name: "Keywords",
			Doc: "Not a rule of the reply: the keywords of the info reply, as a status shows them."},
		{Key: "mp_autoteambalance", Name: "Teams are balanced", Symbols: &wire.YesNo},
		{Key: "mp_fraglimit", Name: "Frag limit"},
		{Key: "mp_friendlyfire", Name: "Friendly fire", Symbols: &wire.YesNo},
		{Key: "mp_maxrounds", Name: "Max rounds"},
		{Key: "mp_roundtime", Name: "Round time", Doc: "Minutes."},
		{Key: "mp_teamplay", Name: "Team play", Symbols: &wire.YesNo},
		{Key: "mp_timelimit", Name: "Time limit", Doc: "Minutes, 0 for none."},
		{Key: "mp_winlimit", Name: "Win limit"},
		{Key: "requiredbuild", Name: "Required build", Doc: "DayZ."},
		{Key: "requiredversion", Name: "Required version", Doc: "DayZ."},
		{Key: "sv_alltalk", Name: "Voice for all teams", Symbols: &wire.YesNo},
		{Key: "sv_cheats", Name: "Cheats", Symbols: &wire.YesNo},
		{Key: "sv_contact", Name: "Contact"},
		{Key: "sv_footsteps", Name: "Footsteps", Symbols: &wire.YesNo},
		{Key: "sv_gravity", Name: "Gravity", Doc: "800 is usual."},
		{Key: "sv_maxspeed", Name: "Max speed"},
		{Key: "sv_password", Name: "Password needed", Symbols: &wire.YesNo},
		{Key: "sv_tags", Name: "Keywords", Doc: "The same words as in the info reply."},
		{Key: "timeleft", Name: "Time left", Doc: "DayZ."},
		{Key: "tv_enable", Name: "SourceTV", Symbols: &wire.YesNo},
		{Key: "build", Name: "Build", Doc: "Rust."},
		{Key: "ent_cnt", Name: "Entities", Doc: "Rust: what there is in the world, buildings above all."},
		{Key: "fps", Name: "Frames per second", Doc: "Rust: of the server."},
		{Key: "fps_avg", Name: "Mean frames per second", Doc: "Rust: of the server."},
		{Key: "headerimage", Name: "Picture", Doc: "Rust."},
		{Key: "pve", Name: "Players cannot harm each other", Doc: "Rust."},
		{Key: "uptime", Name: "Uptime", Unit: wire.UnitSeconds, Doc: "Rust: seconds."},
		{Key: "url", Name: "Website"},
		{Key: "world.seed", Name: "World seed", Doc: "Rust: with the size it determines the map."},
		{Key: "world.size", Name: "World size", Doc: "Rust: metres of a side."},
		{Key: "customservername_s", Name: "Session name", Doc: "ARK."},
		{Key: "daytime_s", Name: "Day", Doc: "ARK: days since the world began."},
		{Key: "gamemode_s", Name: "Game mode"},
		{Key: "modid_l", Name: "Mod", Doc: "ARK: number in the workshop."},
		{Key: "officialserver_i", Name: "Official server", Symbols: &wire.YesNo},
		{Key: "password_b", Name: "Password needed", Role: wire.RolePassword,
			Doc: "Squad: true or false; its info reply says no always."},
		{Key: "serverpassword_b", Name: "Password needed", Role: wire.RolePassword, Doc: "ARK: true or false."},
		{Key: "numopenpubconn", Name: "Free slots", Doc: "Unreal Engine."},
		{Key: "p2pport", Name: "Game port", Doc: "Unreal Engine."},
	})
}
