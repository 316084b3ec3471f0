package gamespy1_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

func TestGamespy1Requests(t *testing.T) {
	for _, c := range []struct{ text, message, pairs, codes string }{
		{`\basic\`, "basic request", "basic=", ""},
		{`\info\`, "server info request", "info=", ""},
		{`\rules\`, "rules request", "rules=", ""},
		{`\players\`, "player list request", "players=", ""},
		{`\status\`, "status request", "status=", ""},
		{`\status`, "status request", "status", "gamespy1-key-without-value"},
		{`\status\xserverquery`, "status request", "status=xserverquery", ""},
		{`\teams\`, "team list request", "teams=", ""},
		{`\echo\hello world`, "echo request", "echo=hello world", ""},
		{`\echo\hello\`, "echo request", "echo=hello", ""},
		{`\secure\ABCDEF`, "secure request", "secure=ABCDEF", "gamespy1-secure-reading"},
		{`\level_property\TimeDilation\`, "property request", "level_property=TimeDilation", ""},
		{`\game_property\GameSpeed\\info\`, "combined request", "game_property=GameSpeed info=", ""},
		{`\player_property\PlayerName\`, "property request", "player_property=PlayerName", ""},
		{`\basic\\info\\rules\`, "combined request", "basic= info= rules=", ""},
		{`\basic\info\rules\`, "combined request", "basic info rules=",
			"gamespy1-missing-backslash gamespy1-missing-backslash"},
	} {
		m := decoder.Decode([]byte(c.text), wire.Options{})
		promise.Message(t, m)
		promise.Truncation(t, m, wire.Options{})
		if m.Info.Protocol() != "gamespy1" || m.Info.Direction != wire.Request || m.Info.Name != c.message ||
			promise.Pairs(m) != c.pairs || promise.Codes(m) != c.codes {
			t.Errorf("%s: got %s, want %s, %s\n%s", c.text, promise.Pairs(m), c.message, c.pairs, promise.Dump(m))
		}
	}
}

func TestGamespy1Replies(t *testing.T) {
	for _, c := range []struct{ name, text, message, pairs, codes string }{
		{"basic", `\gamename\ut\gamever\451\minnetver\432\location\0\queryid\21.1\final\`,
			"basic reply", "gamename=ut gamever=451 minnetver=432 location=0 queryid=21.1 final=", ""},
		{"final before queryid", `\hostname\x\final\\queryid\347.1`, "server info reply", "hostname=x final= queryid=347.1",
			""},
		{"nothing but the end", `\final\\queryid\4396.2`, "end of reply", "final= queryid=4396.2", ""},
		{"no end", `\hostname\ UT2k3 TDM2 @Clanserver4u\hostport\8980`, "server info reply",
			"hostname= UT2k3 TDM2 @Clanserver4u hostport=8980", ""},
		{"empty values", `\player_2\x\face_2\\ngsecret_2\true\queryid\1.1`, "player list reply",
			"player_2=x face_2= ngsecret_2=true queryid=1.1", ""},
		{"backslash in a name", `\player_4\Kee\/n\frags_4\38\queryid\29.1`, "player list reply",
			`player_4=Kee\/n frags_4=38 queryid=29.1`, "gamespy1-backslash-in-name"},
		{"two backslashes", `\player_4\a\b\c\frags_4\38`, "player list reply", `player_4=a\b\c frags_4=38`,
			"gamespy1-backslash-in-name"},
		{"two in a row", `\player_4\a\\b\frags_4\38`, "player list reply", `player_4=a\\b frags_4=38`,
			"gamespy1-backslash-in-name"},
		{"at the end of a name", `\player_4\Kee\\frags_4\38`, "player list reply", `player_4=Kee\ frags_4=38`,
			"gamespy1-backslash-in-name"},
		{"at the start of a name", `\player_4\\Kee\frags_4\38`, "player list reply", `player_4=\Kee frags_4=38`,
			"gamespy1-backslash-in-name"},
		{"an empty name", `\player_4\\frags_4\38`, "player list reply", `player_4= frags_4=38`, ""},
		{"a name that the end cuts", `\player_4\Kee\/n`, "player list reply", `player_4=Kee /n`,
			"gamespy1-key-without-value"},
		{"the last name", `\player_4\Kee\/n\queryid\29.1`, "player list reply", `player_4=Kee\/n queryid=29.1`,
			"gamespy1-backslash-in-name"},
		{"the next player", `\player_4\Kee\player_7\Bob\team_7\1`, "player list reply", `player_4=Kee player_7=Bob team_7=1`,
			""},
		{"a backslash in the hostname", `\hostname\a\b\hostport\7777\queryid\1.1`, "server info reply",
			`hostname=a\b hostport=7777 queryid=1.1`, "gamespy1-backslash-in-name"},
		{"an unknown key behind the hostname", `\hostname\a\motd\hello\hostport\7777\queryid\1.1`, "server info reply",
			`hostname=a motd=hello hostport=7777 queryid=1.1`, ""},
		{"what cannot be a key", `\hostname\a\+1\b\hostport\7777\queryid\1.1`, "server info reply",
			`hostname=a\+1\b hostport=7777 queryid=1.1`, "gamespy1-backslash-in-name"},
		{"a backslash in any value", `\motd\see [b]x[\b] now\mapname\DM-A\numplayers\0`, "server info reply",
			`motd=see [b]x[\b] now mapname=DM-A numplayers=0`, "gamespy1-backslash-in-name"},
		{"a value that is also a key", `\gametype\a\vote\mapname\hostport\7777`, "server info reply",
			`gametype=a vote=mapname hostport=7777`, ""},
		{"duplicate keys", `\gamename\ut\gamever\451\gamever\451\final\`, "basic reply",
			"gamename=ut gamever=451 gamever=451 final=", ""},
		{"the UT2003 demo's team", `\player_0\x\team_0\DM-Antalus.xTeamRoster1\queryid\1.1`, "player list reply",
			"player_0=x team_0=DM-Antalus.xTeamRoster1 queryid=1.1", "gamespy1-team-odd"},
		{"teams", `\team_0\Red\score_0\3\size_0\5\team_1\Blue\score_1\2\size_1\4\queryid\5.1\final\`,
			"team list reply", "team_0=Red score_0=3 size_0=5 team_1=Blue score_1=2 size_1=4 queryid=5.1 final=", ""},
		{"echo", `\ignoring\hello\queryid\5.1\final\`, "echo reply", "ignoring=hello queryid=5.1 final=", ""},
		{"a port that is none", `\hostport\77777\numplayers\256\queryid\5.1`, "server info reply",
			"hostport=77777 numplayers=256 queryid=5.1", "number-implausible number-implausible"},
		{"a number that is none", `\hostport\x\queryid\5.1`, "server info reply", "hostport=x queryid=5.1",
			"gamespy1-number-expected"},
		{"a slip", `\tournamment\False\queryid\5.1`, "reply", "tournamment=False queryid=5.1", "gamespy1-key-misspelt"},
		{"an odd query id", `\hostname\x\queryid\AUTO`, "server info reply", "hostname=x queryid=AUTO",
			"gamespy1-queryid-odd"},
		{"a closing NUL", "\\hostname\\x\\queryid\\1.1\\final\\\x00", "server info reply", "hostname=x queryid=1.1 final=",
			"gamespy1-nul"},
		{"a missing backslash", `\hostname\x\final\queryid\1.1`, "server info reply", "hostname=x final queryid=1.1",
			"gamespy1-missing-backslash"},
		{"one too many", `\mapname\x\\hostport\7777`, "server info reply", "mapname=x hostport=7777",
			"gamespy1-stray-backslash"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := decoder.Decode([]byte(c.text), wire.Options{})
			promise.Message(t, m)
			promise.Truncation(t, m, wire.Options{})
			if m.Info.Protocol() != "gamespy1" || m.Info.Direction != wire.Reply || m.Info.Name != c.message ||
				promise.Pairs(m) != c.pairs || promise.Codes(m) != c.codes {
				t.Errorf("got %s, want %s, %s, problems %q\n%s", promise.Pairs(m), c.message, c.pairs, c.codes, promise.Dump(m))
			}
		})
	}
}

func FuzzGameSpy1(f *testing.F) {
	for _, s := range []string{
		`\status\`, `\basic\\info\\rules\`, `\echo\x\`, `\level_property\TimeDilation\`, `\secure\wookie`,
		`\gamename\mohaa\hostname\a\b\hostport\ 7777\numplayers\300\final\\queryid\347.1`,
		`\player_4\Kee\/n\frags_4\38\ping_4\ 117\team_4\x\player_5\a\\b\frags_5\1\queryid\29.1\final\`,
		"\\hostname\\UT99 @ Mobile  \nInfanterie\\gamemode\\openplayin  \ng\\queryid\\9.1\\final  \n\\",
		`\gamename\ut\validate\2\TYFMRc\queryid\1.1\final\`,
	} {
		promise.Add(f, []byte(s))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		if len(p) > 2048 { // each cut of it is decoded
			return
		}
		for _, from := range []wire.Direction{wire.Request, wire.Reply} {
			opts := wire.Options{Protocol: "gamespy1", From: from}
			m := decoder.Decode(p, opts)
			promise.Message(t, m)
			promise.Truncation(t, m, opts)
			decoder.StatusOf(m)
			m.MatchKey()
		}
	})
}

func sampleMessages(t testing.TB, name string) []*wire.Message {
	t.Helper()
	var ms []*wire.Message
	for _, p := range promise.Hex(t, name) {
		m := decoder.Decode(p, wire.Options{})
		promise.Message(t, m)
		promise.Truncation(t, m, wire.Options{})
		ms = append(ms, m)
	}
	return ms
}

// showPlayers shows the typed part of a player list, "-" for what is unknown.
func showPlayers(list []wire.Player) []string {
	var all []string
	for _, p := range list {
		name := "-"
		if p.Name.Known {
			name = p.Name.Value
		}
		s := promise.Number(p.ID) + " " + name + " score " + promise.Number(p.Score) + " ping " + promise.Number(p.Ping) +
			" team " + promise.Number(p.Team)
		for _, e := range p.Extra {
			s += " " + e.Key + "=" + e.Value
		}
		all = append(all, s)
	}
	return all
}

func TestGamespy1Players(t *testing.T) {
	for _, c := range []struct {
		sample  string
		players []string
	}{
		{"ut2003-status-reply", []string{
			"0 Player score 1 ping 63 team 0", "1 Perdition score 0 ping 221 team 1", "2 Porter score 10 ping 143 team 1",
			"3 JoeDozer score 20 ping 289 team 0", `4 Kee\/n score 38 ping 117 team 0`, "5 Rekklih score 42 ping 166 team 1",
			"6 Hanover_Fist score 4 ping 196 team 0", "7 HELLAS-4774CK score 101 ping 107 team 1",
			"8 Psycho score 49 ping 105 team 1",
			"9 Levodopa score 45 ping 36 team 0", "10 Psy[Duck] score 49 ping 73 team 0",
		}},
		{"ut2003-demo-players-reply", []string{
			"0 Ash score 9 ping 51 team - team=DM-Antalus.xTeamRoster0",
			`1 \o/ score 4 ping 80 team - team=DM-Antalus.xTeamRoster1`,
			`2 B\\irch\ score 0 ping 12 team - team=DM-Antalus.xTeamRoster0`,
		}},
		{"mohaa-status-reply", []string{
			"0 Flint score 12 ping 48 team - deaths=7", "2 Gorse score 3 ping 90 team - deaths=9",
			"30 Heath score 0 ping 61 team - deaths=1",
		}},
		{"bf1942-status-reply", []string{
			"0 Inge score 14 ping 33 team 1 deaths=3 keyhash=0123456789abcdef0123456789abcdef kills=5",
			"1 Jute score 6 ping 58 team 2 deaths=6 keyhash=fedcba9876543210fedcba9876543210 kills=2",
		}},
		{"swbf2-status-reply", []string{"0 Kelp score 22 ping 40 team 1"}},
		{"ut99-teams-reply", nil},
	} {
		ms := sampleMessages(t, c.sample)
		if d := cmp.Diff(c.players, showPlayers(decoder.StatusOf(ms...).PlayerList)); d != "" {
			t.Errorf("%s: want - got +\n%s", c.sample, d)
		}
	}
	// The printed form, with the line breaks of the page, says the same.
	printed, onWire := decoder.StatusOf(sampleMessages(t, "ut2003-status-reply-printed")...),
		decoder.StatusOf(sampleMessages(t, "ut2003-status-reply")...)
	if d := cmp.Diff(onWire, printed, cmpopts.IgnoreUnexported(wire.Status{})); d != "" {
		t.Errorf("printed +, on the wire -\n%s", d)
	}
}

func TestGamespy1Teams(t *testing.T) {
	for _, c := range []struct {
		sample string
		teams  string
	}{
		{"ut99-teams-reply", "0 Red 3 4, 1 Blue 5 4"},
		{"bf1942-status-reply", "0 axis - -, 1 allied - -"},
		{"swbf2-status-reply", "0 Rebels 120 -, 1 Empire 95 -"},
		{"ut2003-demo-players-reply", ""},
	} {
		var all []string
		for _, team := range decoder.StatusOf(sampleMessages(t, c.sample)...).Teams {
			s := strconv.FormatInt(team.ID.Value, 10) + " " + team.Name.Value
			for _, n := range []wire.Opt[int64]{team.Score, team.Size} {
				if !n.Known {
					s += " -"
				} else {
					s += " " + strconv.FormatInt(n.Value, 10)
				}
			}
			all = append(all, s)
		}
		if got := strings.Join(all, ", "); got != c.teams {
			t.Errorf("%s: %s, want %s", c.sample, got, c.teams)
		}
	}
}

func TestGamespy1Server(t *testing.T) {
	s := decoder.StatusOf(sampleMessages(t, "ut99-status-reply-players")...)
	if s.Name.Value != "The Loading Dock" || s.Map.Value != "CTF-OrbitalYard" || s.MapTitle.Value != "Orbital Yard" ||
		s.GameType.Value != "CTFGame" || s.Game.Value != "ut" ||
		s.GamePort.Value != 7777 || s.Players.Value != 5 || s.MaxPlayers.Value != 12 || !s.Password.Value ||
		s.Version.Value != "469" || !s.Complete.Value {
		t.Errorf("%+v", s)
	}
	if d := cmp.Diff([]string{"InstaGib", "Grappling Hook", "ServQuery"}, s.Mutators); d != "" {
		t.Error(d)
	}
	want := []string{
		"0 Anvil score 12 ping 45 team 0 mesh=Male Soldier skin=SoldierSkins.blkt face=SoldierSkins.Othello ngsecret=true",
		"1 Brücke\u00a0Zwei score -2 ping 131 team 1 mesh=Female Commando skin=FCommandoSkins.cmdo " +
			"face=FCommandoSkins.Ivana ngsecret=false",
		"2 [xx]Cutter score 7 ping 62 team 0 mesh=Male Soldier skin=SoldierSkins.blkt face=SoldierSkins.Othello " +
			"ngsecret=true",
		"3 Dial score 0 ping 9 team - mesh=Spectator skin=None face= ngsecret=true",
		"4 Ezra score 3 ping 0 team 1 mesh=Male Soldier skin=SoldierSkins.blkt face=SoldierSkins.Othello ngsecret=bot",
	}
	if d := cmp.Diff(want, showPlayers(s.PlayerList)); d != "" {
		t.Error(d)
	}
	// basic and info both send the version.
	versions := 0
	for _, r := range s.Rules {
		if r.Key == "gamever" {
			versions++
		}
	}
	if versions != 2 {
		t.Errorf("%d times gamever in %v", versions, s.Rules)
	}

	if s := decoder.StatusOf(sampleMessages(t, "unreal227-info-reply")...); s.Map.Value != "NyLeve" ||
		s.MapTitle.Value != "Nyleve Falls" || s.QueryPort.Value != 7778 {
		t.Errorf("%+v", s)
	}
	for _, name := range []string{"ut99-info-reply", "ut99-status-reply"} {
		onWire, printed := decoder.StatusOf(sampleMessages(t, name)...),
			decoder.StatusOf(sampleMessages(t, name+"-printed")...)
		for _, r := range [...]*wire.Status{onWire, printed} {
			for i := range r.Rules {
				if r.Rules[i].Key == "tournamment" {
					r.Rules[i].Key = "tournament"
				}
			}
		}
		if d := cmp.Diff(onWire, printed, cmpopts.IgnoreUnexported(wire.Status{})); d != "" {
			t.Errorf("%s: on the wire -, printed +\n%s", name, d)
		}
	}
	if s := decoder.StatusOf(sampleMessages(t, "mohaa-status-reply")...); s.Name.Value != "Red Ridge" ||
		!s.Complete.Value {
		t.Errorf("%q, complete %v", s.Name.Value, s.Complete.Value)
	}
	// What is asked back, and what proves the game, is nothing about the server.
	for _, name := range []string{"ut99-echo-reply", "ut99-validate-reply"} {
		if s := decoder.StatusOf(sampleMessages(t, name)...); s != nil {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func TestGamespy1Assemble(t *testing.T) {
	part := func(texts ...string) []*wire.Message {
		var ms []*wire.Message
		for _, s := range texts {
			ms = append(ms, decoder.Decode([]byte(s), wire.Options{}))
		}
		return ms
	}
	for _, c := range []struct {
		name     string
		parts    []*wire.Message
		order    string
		complete wire.Completeness
	}{
		{"out of order", part(`\a\c\queryid\5.3\final\`, `\a\a\queryid\5.1`, `\a\b\queryid\5.2`), "[1 2 0]", wire.Complete},
		{"ten parts", part(`\a\b\queryid\5.10\final\`, `\a\b\queryid\5.1`, `\a\b\queryid\5.2`, `\a\b\queryid\5.3`,
			`\a\b\queryid\5.4`, `\a\b\queryid\5.5`,
			`\a\b\queryid\5.6`, `\a\b\queryid\5.7`, `\a\b\queryid\5.8`, `\a\b\queryid\5.9`), "[1 2 3 4 5 6 7 8 9 0]",
			wire.Complete},
		{"final before queryid", part(`\a\a\final\\queryid\5.1`), "[0]", wire.Complete},
		{"final alone", part(`\a\a\queryid\5.1`, `\final\\queryid\5.2`), "[0 1]", wire.Complete},
		{"no final", part(`\a\a\queryid\5.1`), "[0]", wire.CompletenessUnknown},
		{"one missing", part(`\a\a\queryid\5.1`, `\a\c\queryid\5.3\final\`), "[0 1]", wire.Incomplete},
		{"twice the same", part(`\a\a\queryid\5.1`, `\a\a\queryid\5.1`, `\a\b\queryid\5.2\final\`), "[0 2]", wire.Complete},
		{"packet 0", part(`\queryid\5.0\final\`), "[0]", wire.Complete},
		{"packet 0 of several", part(`\a\a\queryid\5.1`, `\a\b\queryid\5.2`, `\queryid\5.0\final\`), "[2 0 1]",
			wire.Complete},
		{"no queryid", part(`\a\a\final\`), "[0]", wire.Complete},
		{"neither", part(`\hostname\a\hostport\1`), "[0]", wire.CompletenessUnknown},
	} {
		sets := decoder.Assemble(c.parts)
		if len(sets) != 1 || fmt.Sprint(sets[0].Datagrams) != c.order || sets[0].Completeness != c.complete {
			t.Errorf("%s: %+v", c.name, sets)
		}
	}
	// Answers to different questions stay apart.
	if sets := decoder.Assemble(part(`\a\a\queryid\5.1`, `\a\a\queryid\6.1\final\`, `\a\b\queryid\5.2\final\`,
		`\x\y\final\`, `\z\y\final\`)); len(sets) != 4 {
		t.Errorf("%+v", sets)
	}
}

func TestGamespy1Samples(t *testing.T) {
	for _, name := range []string{"ut99-basic-", "ut99-info-", "ut99-rules-", "ut99-players-", "ut99-status-",
		"ut99-teams-", "ut99-echo-", "ut99-property-",
		"ut99-combined-", "ut99-secure-", "ut2003-status-", "ut2003-demo-players-", "ut2004-gamespy-", "unreal227-info-",
		"unreal-players-", "mohaa-", "bf1942-", "swbf2-", "gamespy1-"} {
		promise.Samples(t, name, "gamespy1", wire.Likely)
	}
	promise.Samples(t, "ut99-heartbeat", "unreal-heartbeat", wire.Likely)
	promise.Samples(t, "ut99-master-", "unreal-master", wire.Possible)
	promise.Samples(t, "unreal227-master-", "unreal-master", wire.Likely)
}

// Traffic of other kinds that begins with a backslash or holds some.
func TestGamespy1Foreign(t *testing.T) {
	for _, p := range []string{
		"\\", "\\\\", "\\\\\\\\", `\\server\share\file`, `C:\basic\`, "\\x00\\", "\\\x01\x02\\\x03",
		"\xff\xff\xff\xff\\status\\", "\\" + strings.Repeat("a", 100) + "\\",
		`\?\pipe\x`, `\*\*\`, "\\\xc3\xa4\\b",
	} {
		m := decoder.Decode([]byte(p), wire.Options{})
		promise.Message(t, m)
		if m.Confidence >= wire.Likely && m.Info.Protocol() != wire.UnknownProtocol {
			t.Errorf("%q is said to be %s", p, m.Info.Protocol())
		}
	}
}

// A reused Decoder allocates nothing for text either.
func TestGamespy1Allocations(t *testing.T) {
	for _, name := range []string{"ut99-status-reply-players", "ut2003-status-reply-printed", "ut99-combined-request",
		"ut99-master-login-printed", "ut99-master-list-reply",
		"ut99-master-list-reply-compact", "ut99-heartbeat", "gamespy1-odd-numbers"} {
		var d decoder.Decoder
		for _, p := range promise.Hex(t, name) {
			d.Decode(p)
			if n := testing.AllocsPerRun(20, func() { d.Decode(p) }); n != 0 {
				t.Errorf("%s: %v allocations", name, n)
			}
		}
	}
}

// Hostile texts as long as a datagram can be are worked off like any other: a
// search that starts over at every key would take minutes here.
func TestGamespy1Hostile(t *testing.T) {
	for _, c := range []struct{ name, unit string }{
		{"backslashes", `\`},
		{"names without end", `\player_0\a`},
		{"names with backslashes", `\player_0\a\b\c\d\e`},
		{"unknown keys", `\tournamenx\a`},
		{"answers", `\validate\AAAAAAAA`},
		{"halves of answers", `\validate\a\b\c\d`},
		{"line breaks", "\\a  \n\\b\n"},
		{"breaks alone", "\n"},
		{"host names", `\hostname\+`},
		{"servers", `\ip\1.2.3.4:5`},
		{"extras", `\x_0\1`},
	} {
		p := []byte(`\hostname\x` + strings.Repeat(c.unit, 65000/len(c.unit)))
		for _, o := range []wire.Options{{}, {Stream: true, Protocol: "unreal-master", From: wire.Reply}} {
			if m := decoder.Decode(p, o); len(m.Fields) == 0 || m.Fields[len(m.Fields)-1].End() != len(p) {
				t.Errorf("%s: %d fields", c.name, len(m.Fields))
			}
		}
	}
}

func BenchmarkGamespy1(b *testing.B) {
	promise.Benchmark(b, promise.Hex(b, "ut99-status-reply-players")[0])
}
