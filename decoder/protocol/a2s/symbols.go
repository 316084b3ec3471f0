package a2s

import "fragscope/decoder/wire"

// What numbers mean.
var (
	requestTypes = wire.Symbols{Loose: true, List: []wire.Symbol{
		{Value: 'T', Name: "info"}, {Value: 'U', Name: "player list"}, {Value: 'V', Name: "rules"}, {Value: 'W', Name: "challenge"}, {Value: 'i', Name: "ping"},
	}}
	replyTypes = wire.Symbols{Loose: true, List: []wire.Symbol{
		{Value: 'A', Name: "challenge"}, {Value: 'D', Name: "player list"}, {Value: 'E', Name: "rules"}, {Value: 'I', Name: "info"}, {Value: 'f', Name: "servers"}, {Value: 'j', Name: "ping"}, {Value: 'm', Name: "info of GoldSource"},
	}}
	noChallenge = wire.Symbols{Loose: true, List: []wire.Symbol{{Value: 0, Name: "asks for a challenge"}, {Value: 0xffffffff, Name: "asks for a challenge"}}}
	serverTypes = wire.Symbols{List: []wire.Symbol{
		{Value: 0, Name: "dedicated", Doc: "Rag Doll Kung Fu sends 0"},
		{Value: 'D', Name: "dedicated"}, {Value: 'L', Name: "listen server"}, {Value: 'P', Name: "SourceTV relay"},
		{Value: 'd', Name: "dedicated"}, {Value: 'l', Name: "listen server"}, {Value: 'p', Name: "SourceTV relay"},
	}}
	environments = wire.Symbols{List: []wire.Symbol{
		{Value: 'L', Name: "Linux"}, {Value: 'W', Name: "Windows"}, {Value: 'l', Name: "Linux"}, {Value: 'm', Name: "macOS"}, {Value: 'o', Name: "macOS"}, {Value: 'w', Name: "Windows"},
	}}
	extraFlags = wire.Symbols{Flags: true, List: []wire.Symbol{
		{Value: hasGameID, Name: "game ID"}, {Value: hasSteamID, Name: "SteamID"}, {Value: hasKeywords, Name: "keywords"}, {Value: hasSpectator, Name: "spectator"}, {Value: hasPort, Name: "port"},
	}}
	shipModes    = wire.Symbols{Names: "Hunt;Elimination;Duel;Deathmatch;VIP Team;Team Elimination"}
	modTypes     = wire.Symbols{Names: "single and multiplayer;multiplayer only"}
	universes    = wire.Symbols{Names: ";public;beta;internal;developer"}
	accountTypes = wire.Symbols{Names: "invalid;individual;multiseat;game server;anonymous game server;pending;content server;clan;chat;console user;anonymous user"}
	gameTypes    = wire.Symbols{Names: "app;mod of a game;shortcut;peer to peer"}
	// appIDs names some games; Steam has tens of thousands.
	appIDs = wire.Symbols{Loose: true, List: []wire.Symbol{
		{Value: 10, Name: "Counter-Strike"}, {Value: 20, Name: "Team Fortress Classic"}, {Value: 30, Name: "Day of Defeat"}, {Value: 40, Name: "Deathmatch Classic"},
		{Value: 50, Name: "Opposing Force"}, {Value: 60, Name: "Ricochet"}, {Value: 70, Name: "Half-Life"}, {Value: 80, Name: "Condition Zero"},
		{Value: 240, Name: "Counter-Strike: Source"}, {Value: 300, Name: "Day of Defeat: Source"}, {Value: 320, Name: "Half-Life 2: Deathmatch"},
		{Value: 440, Name: "Team Fortress 2"}, {Value: 500, Name: "Left 4 Dead"}, {Value: 550, Name: "Left 4 Dead 2"}, {Value: 730, Name: "Counter-Strike 2, Global Offensive"},
		{Value: 2400, Name: "The Ship"}, {Value: 4000, Name: "Garry's Mod"}, {Value: 17500, Name: "Zombie Panic! Source"}, {Value: 17520, Name: "Synergy"},
	}}
)

// steamID and gameID are numbers of 64 bits that are several.
var (
	steamID = []wire.BitPart{
		{Name: "universe", Mask: 0xff << 56, Symbols: &universes}, {Name: "type", Mask: 0xf << 52, Symbols: &accountTypes},
		{Name: "instance", Mask: 0xfffff << 32}, {Name: "account", Mask: 0xffffffff},
	}
	place  = []wire.BitPart{{Name: "part", Mask: 0xf0}, {Name: "of", Mask: 0x0f}}
	gameID = []wire.BitPart{{Name: "mod", Mask: 0xffffffff << 32}, {Name: "type", Mask: 0xff << 24, Symbols: &gameTypes}, {Name: "app", Mask: 0xffffff}}
)

// known holds the keys of rules that say something about most servers of a
// game; plugins add many of their own. words holds keywords.
var known, words wire.KeySet

func init() {
	for _, s := range []*wire.Symbols{&universes, &accountTypes, &gameTypes} {
		s.Complete()
	}
	known.Hold([]wire.KeyInfo{
		{Key: "allowedbuild", Name: "Allowed build", Doc: "DayZ: build that clients may have."},
		{Key: "coop", Name: "Cooperative"},
		{Key: "deathmatch", Name: "Deathmatch"},
		{Key: "decalfrequency", Name: "Spray interval", Doc: "Seconds between two sprays of a player."},
		{Key: "keywords", Name: "Keywords", Doc: "Not a rule of the reply: the keywords of the info reply, as a status shows them."},
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
		{Key: "uptime", Name: "Uptime", Doc: "Rust: seconds."},
		{Key: "url", Name: "Website"},
		{Key: "world.seed", Name: "World seed", Doc: "Rust: with the size it determines the map."},
		{Key: "world.size", Name: "World size", Doc: "Rust: metres of a side."},
		{Key: "customservername_s", Name: "Session name", Doc: "ARK."},
		{Key: "daytime_s", Name: "Day", Doc: "ARK: days since the world began."},
		{Key: "gamemode_s", Name: "Game mode"},
		{Key: "modid_l", Name: "Mod", Doc: "ARK: number in the workshop."},
		{Key: "officialserver_i", Name: "Official server", Symbols: &wire.YesNo},
		{Key: "password_b", Name: "Password needed", Role: wire.RolePassword, Doc: "Squad: true or false; its info reply says no always."},
		{Key: "serverpassword_b", Name: "Password needed", Role: wire.RolePassword, Doc: "ARK: true or false."},
		{Key: "numopenpubconn", Name: "Free slots", Doc: "Unreal Engine."},
		{Key: "p2pport", Name: "Game port", Doc: "Unreal Engine."},
	})
	words.Hold([]wire.KeyInfo{
		// Valve's own (sv_tags).
		{Key: "alltalk", Name: "voice for all teams"},
		{Key: "birthday", Name: "birthday mode"},
		{Key: "bots", Name: "bots play"},
		{Key: "fadetoblack", Name: "the screen of dead players is black"},
		{Key: "friendlyfire", Name: "friendly fire"},
		{Key: "gravity", Name: "gravity is not 800"},
		{Key: "highlander", Name: "one player of each class"},
		{Key: "increased_maxplayers", Name: "more than 24 slots"},
		{Key: "nocrits", Name: "no critical hits"},
		{Key: "nodmgspread", Name: "damage is not random"},
		{Key: "norespawntime", Name: "no wait before respawn"},
		{Key: "respawntimes", Name: "other wait before respawn"},
		{Key: "secure", Name: "secured by VAC"},
		{Key: "suddendeath", Name: "sudden death"},
		// Rust's.
		{Key: "mp", Name: "max players", Role: wire.RoleMaxPlayers, Doc: "Rust: the whole number, of which the field has the low byte."},
		{Key: "cp", Name: "players", Role: wire.RolePlayers, Doc: "Rust: the whole number."},
		{Key: "qp", Name: "players in the queue", Doc: "Rust."},
		{Key: "v", Name: "network version", Doc: "Rust."},
		{Key: "h", Name: "hash of the game's files", Doc: "Rust; hexadecimal."},
		{Key: "born", Name: "time of the last wipe", Doc: "Rust: seconds since 1970."},
		{Key: "gm", Name: "game mode", Doc: "Rust."},
		{Key: "oxide", Name: "plugins by Oxide", Doc: "Rust."},
		{Key: "modded", Name: "changed by plugins", Doc: "Rust."},
		{Key: "vanilla", Name: "not changed by plugins", Doc: "Rust."},
		// DayZ's.
		{Key: "lqs", Name: "players in the queue", Doc: "DayZ."},
		{Key: "etm", Name: "acceleration of the day", Doc: "DayZ: how many times as fast as real time."},
		{Key: "entm", Name: "acceleration of the night", Doc: "DayZ: times that of the day."},
		{Key: "no3rd", Name: "first person only", Doc: "DayZ."},
		{Key: "isdlc", Name: "needs a DLC", Doc: "DayZ."},
		// Those of Unreal Engine, as ARK sends them.
		{Key: "owningid", Name: "SteamID of the owner", Doc: "Unreal Engine (ARK)."},
		{Key: "owningname", Name: "name of the owner", Doc: "Unreal Engine (ARK): its SteamID again."},
		{Key: "numopenpubconn", Name: "free slots", Doc: "Unreal Engine (ARK)."},
		{Key: "p2paddr", Name: "SteamID to connect to", Doc: "Unreal Engine (ARK)."},
		{Key: "p2pport", Name: "game port", Doc: "Unreal Engine (ARK)."},
	})
}
