package emulator

import (
	"math/rand/v2"
	"strconv"
	"sync"
	"time"

	"fragscope/decoder"
)

// A Life is a simulated game server: players come, score and leave, and maps
// change. Its methods may be called by several goroutines at once.
type Life struct {
	game *decoder.Game
	kind *lifeKind
	port uint16 // of the game

	mu      sync.Mutex
	rnd     *rand.Rand
	start   time.Time
	steps   int // done
	maps    int // changes of the map
	most    int
	next    int64 // id of the next player
	players []lifePlayer
	status  *decoder.Status // after so many steps
}

type lifePlayer struct {
	id, score, deaths, ping, team int64
	came                          int // in steps
	name                          string
}

// How a simulated server changes.
const (
	lifeStep = 2 * time.Second // how often something happens
	mapSteps = 60              // on average, until the map changes
	// maxCatchUp bounds the work after a long time without a query.
	maxCatchUp = 600
)

// A lifeKind describes the simulated servers of a game.
type lifeKind struct {
	game    string
	name    string
	title   string // game type
	maps    []string
	most    int // places
	teams   []string
	rules   []decoder.Rule
	mutated []string
	extra   []decoder.Rule // that each player has; the value * is the number of deaths, + the seconds since it came
	wave    bool
}

// lifeKinds holds them by game.
var lifeKinds = []lifeKind{
	{game: "ut2004", name: "Harbour Lights | Onslaught all night", title: "ONSOnslaughtGame", most: 24, teams: []string{"Red", "Blue"},
		maps: []string{"ONS-SaltFlats", "ONS-Estuary", "ONS-Quarry"},
		rules: []decoder.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "AdminName", Value: "Lamplighter"}, {Key: "AdminEmail", Value: "keeper@harbour.example"},
			{Key: "ServerVersion", Value: "3369"}, {Key: "GameStats", Value: "False"}, {Key: "MaxSpectators", Value: "4"}, {Key: "MapVoting", Value: "true"},
			{Key: "KickVoting", Value: "true"}, {Key: "Mutator", Value: "MutUTComp"}, {Key: "MinPlayers", Value: "0"}, {Key: "EndTimeDelay", Value: "4.00"},
			{Key: "GoalScore", Value: "3"}, {Key: "TimeLimit", Value: "20"}, {Key: "FriendlyFireScale", Value: "0%"}}, mutated: []string{"MutUTComp"}},
	{game: "ut2003", name: "The Tallow Works", title: "xDeathMatch", most: 16, maps: []string{"DM-Kiln", "DM-Weir", "DM-Lockgate"},
		rules: []decoder.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "AdminName", Value: "Tallow"}, {Key: "ServerVersion", Value: "2225"},
			{Key: "GoalScore", Value: "25"}, {Key: "TimeLimit", Value: "15"}, {Key: "Translocator", Value: "True"}}},
	{game: "killingfloor", name: "Storm Cellar - Hard, 10 waves", title: "KFGameType", most: 6, maps: []string{"KF-Pierhead", "KF-Saltmine", "KF-Granary"}, wave: true,
		rules: []decoder.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "AdminName", Value: "Storm"}, {Key: "ServerVersion", Value: "1064"}, {Key: "IsVacSecured", Value: "true"},
			{Key: "Max perk level", Value: "6"}, {Key: "Starting cash", Value: "250"}}},
	{game: "ut99", name: "Brass Lantern CTF", title: "CTFGame", most: 14, teams: []string{"Red", "Blue"}, maps: []string{"CTF-TwinQuays", "CTF-Weir", "CTF-Bellfounder"},
		rules: []decoder.Rule{{Key: "gamever", Value: "451"}, {Key: "minnetver", Value: "432"}, {Key: "location", Value: "0"}, {Key: "gamemode", Value: "openplaying"},
			{Key: "mutators", Value: "No Redeemer, Harbour Sounds"}, {Key: "listenserver", Value: "False"}, {Key: "password", Value: "False"}, {Key: "timelimit", Value: "20"},
			{Key: "goalteamscore", Value: "5"}, {Key: "gamestyle", Value: "Hardcore"}, {Key: "AdminName", Value: "Brass"}},
		mutated: []string{"No Redeemer", "Harbour Sounds"}, extra: []decoder.Rule{{Key: "mesh", Value: "Male Commando"}, {Key: "skin", Value: "CommandoSkins.cmdo"}, {Key: "ngsecret", Value: "false"}}},
	{game: "bf1942", name: "Night Ferry 24/7", title: "conquest", most: 32, teams: []string{"Axis", "Allies"}, maps: []string{"river_bend", "north_quay", "salt_road"},
		rules: []decoder.Rule{{Key: "gamever", Value: "v1.6"}, {Key: "gamemode", Value: "openplaying"}, {Key: "password", Value: "0"}, {Key: "roundTimeRemain", Value: "900"}},
		extra: []decoder.Rule{{Key: "deaths", Value: "*"}}},
	{game: "swat4", name: "[c=00ff00]Granite Steps[c=ffffff] co-op", title: "CO-OP", most: 10, maps: []string{"SP-Cannery", "SP-FerryOffice"},
		rules: []decoder.Rule{{Key: "gamever", Value: "1.1"}, {Key: "gamevariant", Value: "SWAT 4"}, {Key: "password", Value: "0"}}},
	{game: "ut3", name: "Copper Hill Warfare", title: "UTGameContent.UTOnslaughtGame_Content", most: 32, teams: []string{"Red", "Blue"}, maps: []string{"WAR-Estuary", "WAR-Slipway"},
		rules: []decoder.Rule{{Key: "gamemode", Value: "openplaying"}, {Key: "EngineVersion", Value: "3809"}, {Key: "MinNetVersion", Value: "3467"}, {Key: "OwningPlayerName", Value: "CopperHill"},
			{Key: "s32779", Value: "2"}, {Key: "s0", Value: "2"}, {Key: "s6", Value: "1"}, {Key: "s7", Value: "0"}, {Key: "s8", Value: "0"}, {Key: "s10", Value: "0"},
			{Key: "p268435703", Value: "0"}, {Key: "p268435704", Value: "1"}, {Key: "p268435705", Value: "20"}, {Key: "p268435717", Value: "8"}, {Key: "p1073741828", Value: "Harbour Sounds, Tall Ships"}},
		mutated: []string{"FriendlyFire", "Harbour Sounds", "Tall Ships"}, extra: []decoder.Rule{{Key: "deaths", Value: "*"}}},
	{game: "bf2", name: "Lamplighters | conquest", title: "gpm_cq", most: 64, teams: []string{"MEC", "US"}, maps: []string{"strike_at_weir", "gulf_of_kelp", "saltmarsh"},
		rules: []decoder.Rule{{Key: "gamever", Value: "1.5.3153-802.0"}, {Key: "gamevariant", Value: "bf2"}, {Key: "gamemode", Value: "openplaying"}, {Key: "password", Value: "0"}},
		extra: []decoder.Rule{{Key: "deaths", Value: "*"}, {Key: "skill", Value: "12"}}},
	{game: "gtaconnected", name: "Harbour City Freeroam", title: "Freeroam", most: 40, maps: []string{"Harbour City", "Old Town"},
		rules: []decoder.Rule{{Key: "Version", Value: "1.4.2"}, {Key: "Weather", Value: "fog"}}},
	{game: "xmp", name: "Kelp Forest XMP", title: "XMPGame", most: 16, teams: []string{"Red", "Blue"}, maps: []string{"XMP-Garden", "XMP-Mesa"},
		rules: []decoder.Rule{{Key: "ServerMode", Value: "dedicated"}, {Key: "ServerVersion", Value: "2226"}}, extra: []decoder.Rule{{Key: "class", Value: "Ranger"}}},
	{game: "quake3", name: "^3Smoke^7house ^1FFA", title: "0", most: 12, maps: []string{"q3kiln", "q3weir", "q3undercroft"},
		rules: []decoder.Rule{{Key: "version", Value: "ioq3 1.36"}, {Key: "protocol", Value: "68"}, {Key: "fraglimit", Value: "30"}, {Key: "timelimit", Value: "15"}, {Key: "sv_privateClients", Value: "0"}}},
	{game: "tf2", name: "Payload past the Weir | 24/7", title: "Team Fortress", most: 24, maps: []string{"pl_weir", "cp_granary_lane", "koth_saltpan"},
		rules: []decoder.Rule{{Key: "mp_timelimit", Value: "30"}, {Key: "mp_friendlyfire", Value: "0"}, {Key: "sv_gravity", Value: "800"}, {Key: "tv_enable", Value: "0"}},
		extra: []decoder.Rule{{Key: "Duration", Value: "+"}}},
	{game: "rust", name: "Drift Shore | weekly | x2", title: "Rust", most: 100, maps: []string{"Procedural Map", "Barren"},
		rules: []decoder.Rule{{Key: "world.seed", Value: "482910"}, {Key: "world.size", Value: "4000"}, {Key: "uptime", Value: "86400"}},
		extra: []decoder.Rule{{Key: "Duration", Value: "+"}}},
	{game: "halflife", name: "Kiln Yard deathmatch", title: "Half-Life", most: 16, maps: []string{"kilnyard", "stalkyard_quay", "crosswharf"},
		rules: []decoder.Rule{{Key: "mp_timelimit", Value: "20"}, {Key: "mp_falldamage", Value: "0"}, {Key: "sv_gravity", Value: "800"}},
		extra: []decoder.Rule{{Key: "Duration", Value: "+"}}},
	{game: "quake2", name: "Gravel Pit", title: "deathmatch", most: 16, maps: []string{"q2dm1", "q2dm3", "q2dm8"},
		rules: []decoder.Rule{{Key: "version", Value: "3.21 Linux"}, {Key: "protocol", Value: "34"}, {Key: "deathmatch", Value: "1"}, {Key: "fraglimit", Value: "30"}}},
	{game: "quakeworld", name: "Tar Works", title: "ffa", most: 8, maps: []string{"dm3", "dm4", "dm6"},
		rules: []decoder.Rule{{Key: "*version", Value: "MVDSV 0.36"}, {Key: "deathmatch", Value: "3"}, {Key: "timelimit", Value: "10"}}, extra: []decoder.Rule{{Key: "Minutes", Value: "7"}, {Key: "Skin", Value: "base"}}},
	{game: "jc2mp", name: "Tide Table", title: "freeroam", most: 200, maps: []string{"Panau City", "Gunung Hari Pusat", "Kem Komander"},
		rules: []decoder.Rule{{Key: "description", Value: "Boats, planes and tethers"}, {Key: "version", Value: "913"}, {Key: "password", Value: "False"}}, extra: []decoder.Rule{{Key: "Steam ID", Value: "STEAM_0:1:23456"}}},
	{game: "doom3", name: "Slag Pits", title: "Deathmatch", most: 8, maps: []string{"game/mp/d3dm1", "game/mp/d3dm3", "game/mp/d3dm5"},
		rules: []decoder.Rule{{Key: "si_version", Value: "DOOM 1.3.1.1304 linux-x86"}, {Key: "si_fragLimit", Value: "10"}, {Key: "si_timeLimit", Value: "10"}}, extra: []decoder.Rule{{Key: "Rate", Value: "16000"}}},
	{game: "quake4", name: "Gantry Works", title: "DM", most: 12, maps: []string{"mp/q4dm1", "mp/q4dm10", "mp/q4ctf5"},
		rules: []decoder.Rule{{Key: "si_version", Value: "Quake4 V1.4.2 linux-x86"}, {Key: "si_fragLimit", Value: "20"}}, extra: []decoder.Rule{{Key: "Rate", Value: "25600"}, {Key: "Clan tag", Value: "[GW]"}}},
	{game: "etqw", name: "Dam Watch", title: "sdGameRulesCampaign", most: 24, maps: []string{"island", "valley", "sewer"},
		rules: []decoder.Rule{{Key: "si_version", Value: "ETQW 1.5.12642.33243"}, {Key: "si_timeLimit", Value: "20"}, {Key: "time_left", Value: "600000"}}},
	{game: "tribes", name: "Kelp Ridge CTF", title: "Capture the Flag", most: 32, teams: []string{"Blood Eagle", "Diamond Sword"}, maps: []string{"Broadside", "Raindance", "Rollercoaster"},
		rules: []decoder.Rule{{Key: "version", Value: "1.11"}, {Key: "cpu", Value: "800"}, {Key: "mods", Value: "base"}, {Key: "description", Value: "Admin: Brass"}}, extra: []decoder.Rule{{Key: "Packet loss", Value: "1"}}},
	{game: "starsiege", name: "Salt Works", title: "", most: 16, maps: []string{"DM_Cold_Titan_Night", "DM_Fear_in_Isolation"},
		rules: []decoder.Rule{{Key: "version", Value: "V 001.004r"}, {Key: "frag_limit", Value: "20"}, {Key: "time_limit", Value: "30"}}},
	{game: "tribes2", name: "Slag Valley CTF", title: "Capture the Flag", most: 32, teams: []string{"Storm", "Inferno"}, maps: []string{"Katabatic", "Sanctuary", "Riverdance"},
		rules: []decoder.Rule{{Key: "version", Value: "25034"}, {Key: "dedicated", Value: "1"}, {Key: "cpu", Value: "1400"}, {Key: "info", Value: "Be kind to the new ones"}}},
	{game: "samp", name: "Pier 7 Roleplay", title: "Freeroam", most: 50, maps: []string{"Harbour", "Hill District"},
		rules: []decoder.Rule{{Key: "lagcomp", Value: "On"}, {Key: "mapname", Value: "Harbour"}, {Key: "version", Value: "0.3.7-R2"}, {Key: "weather", Value: "9"}, {Key: "worldtime", Value: "21:00"}}},
	{game: "vcmp", name: "Lighthouse Deathmatch", title: "Deathmatch", most: 50, maps: []string{"Vice City", "Starfish Island"},
		rules: []decoder.Rule{{Key: "version", Value: "04rel006"}, {Key: "language", Value: "English"}}},
	{game: "mta", name: "Signal Box Race", title: "race", most: 32, maps: []string{"Breakwater", "Switchback"},
		rules: []decoder.Rule{{Key: "Script version", Value: "2.4"}, {Key: "Weather", Value: "Fog"}}},
	{game: "bedrock", name: "Lantern Creek", title: "Survival", most: 20, maps: []string{"Creek", "Orchard"}},
	{game: "mumble", name: "Lookout", title: "Voice", most: 100, maps: []string{"Root", "Lobby"}},
}

// plainKind is for games without a description of their own.
var plainKind = lifeKind{name: "Old Quarry", title: "DeathMatchPlus", most: 16, maps: []string{"DM-Cistern", "DM-Cellar", "DM-Lighthouse"}}

var (
	lifeFirst = []string{"Brass", "Copper", "Old", "Salty", "Quiet", "Storm", "North", "Tallow", "Grün", "[QG] ", "xX", "Pilot's "}
	lifeLast  = []string{"Lantern", "Anchor", "Gull", "Pilot", "Kelp", "Ferry", "Mooring", "Xx", "_77", "Barnacle", "Tide", "=Fog="}
)

// NewLife returns a server of a game whose players use the given port, 0 for
// the game's own. The same seed gives the same life.
func NewLife(g *decoder.Game, port uint16, seed uint64) *Life {
	l := &Life{game: g, kind: &plainKind, port: port, rnd: rand.New(rand.NewPCG(seed, 0x6c696665)), start: time.Now(), next: 1}
	for i := range lifeKinds {
		if lifeKinds[i].game == g.Name {
			l.kind = &lifeKinds[i]
		}
	}
	if port == 0 {
		l.port = g.GamePort
	}
	l.most = l.kind.most
	l.maps = l.rnd.IntN(len(l.kind.maps))
	for range 2 + l.rnd.IntN(max(1, l.most/2)) {
		l.join()
	}
	return l
}

// Status returns the server as it is at a time. It must not be changed.
func (l *Life) Status(at time.Time) *decoder.Status {
	l.mu.Lock()
	defer l.mu.Unlock()
	want := int(at.Sub(l.start) / lifeStep)
	l.steps = max(l.steps, want-maxCatchUp)
	for ; l.steps < want; l.steps++ {
		l.step()
		l.status = nil
	}
	if l.status == nil {
		l.status = l.say()
	}
	return l.status
}

func (l *Life) join() {
	if len(l.players) >= l.most {
		return
	}
	l.players = append(l.players, lifePlayer{
		id: l.next, name: lifeFirst[l.rnd.IntN(len(lifeFirst))] + lifeLast[l.rnd.IntN(len(lifeLast))],
		ping: 20 + l.rnd.Int64N(120), team: l.next % 2, came: l.steps,
	})
	l.next++
}

// step simulates one time step.
func (l *Life) step() {
	switch n := l.rnd.IntN(10); {
	case n <= 1:
		l.join()
	case n == 2 && len(l.players) > 1:
		i := l.rnd.IntN(len(l.players))
		l.players = append(l.players[:i], l.players[i+1:]...)
	}
	for i := range l.players {
		p := &l.players[i]
		if l.rnd.IntN(3) == 0 {
			p.score += l.rnd.Int64N(3)
		}
		if l.rnd.IntN(4) == 0 {
			p.deaths++
		}
		p.ping = max(12, p.ping+l.rnd.Int64N(13)-6)
	}
	if l.rnd.IntN(mapSteps) == 0 {
		l.maps++
		for i := range l.players {
			l.players[i].score, l.players[i].deaths = 0, 0
		}
	}
}

// say makes the current status.
func (l *Life) say() *decoder.Status {
	k := l.kind
	s := &decoder.Status{Protocol: l.game.Services[0].Protocol, Rules: k.rules, Mutators: k.mutated}
	name, mapName, title := k.name, k.maps[l.maps%len(k.maps)], k.title
	s.Name, s.Map, s.GameType = decoder.Some(name), decoder.Some(mapName), decoder.Some(title)
	if game := l.game.GameName(); game != "" {
		s.Game = decoder.Some(game)
	}
	port, players, most := int64(l.port), int64(len(l.players)), int64(l.most)
	s.GamePort, s.Players, s.MaxPlayers = decoder.Some(port), decoder.Some(players), decoder.Some(most)
	if k.wave {
		wave := strconv.Itoa(1 + l.steps/20%10)
		s.Rules = append(s.Rules[:len(s.Rules):len(s.Rules)], decoder.Rule{Key: "CurrentWave", Value: wave}, decoder.Rule{Key: "FinalWave", Value: "10"})
	}
	scores := make([]int64, len(k.teams))
	sizes := make([]int64, len(k.teams))
	for i := range l.players {
		p := l.players[i]
		one := decoder.Player{ID: decoder.Some(p.id), Name: decoder.Some(p.name), Score: decoder.Some(p.score), Ping: decoder.Some(p.ping)}
		if len(k.teams) > 0 {
			one.Team = decoder.Some(p.team)
			scores[p.team] += p.score
			sizes[p.team]++
		}
		for _, e := range k.extra {
			switch e.Value {
			case "*":
				e.Value = strconv.FormatInt(p.deaths, 10)
			case "+":
				e.Value = strconv.FormatFloat((time.Duration(l.steps-p.came) * lifeStep).Seconds(), 'f', -1, 64)
			}
			one.Extra = append(one.Extra, e)
		}
		s.PlayerList = append(s.PlayerList, one)
	}
	for i, team := range k.teams {
		id := int64(i)
		s.Teams = append(s.Teams, decoder.Team{ID: decoder.Some(id), Name: decoder.Some(team), Score: decoder.Some(scores[i]), Size: decoder.Some(sizes[i])})
	}
	return s
}
