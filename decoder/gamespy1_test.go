package decoder

import (
	"strings"
	"testing"
)

// pairTexts shows the pairs of m as "key=value", the query id as number and packet.
func pairTexts(m *Message) string {
	var all []string
	for i := range m.Fields {
		f := &m.Fields[i]
		switch {
		case f.Kind == KindGroup && f.Def.Role == RoleRule:
			all = append(all, m.Name(i))
		case f.Def.Role == RoleValue, f.Def == &gamespy1QueryID[2]:
			all[len(all)-1] += "=" + m.Text(i)
		case f.Def == &gamespy1QueryID[3]:
			all[len(all)-1] += "." + m.Text(i)
		}
	}
	return strings.Join(all, " ")
}

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
		{`\basic\info\rules\`, "combined request", "basic info rules=", "gamespy1-missing-backslash gamespy1-missing-backslash"},
	} {
		m := Decode([]byte(c.text), Options{})
		checkMessage(t, m)
		checkTruncation(t, m, Options{})
		if m.Info.Protocol != GameSpy1 || m.Info.Direction != Request || m.Info.Name != c.message || pairTexts(m) != c.pairs || codes(m) != c.codes {
			t.Errorf("%s: got %s, want %s, %s\n%s", c.text, pairTexts(m), c.message, c.pairs, dump(m))
		}
	}
}

func TestGamespy1Replies(t *testing.T) {
	for _, c := range []struct{ name, text, message, pairs, codes string }{
		{"basic", `\gamename\ut\gamever\451\minnetver\432\location\0\queryid\21.1\final\`,
			"basic reply", "gamename=ut gamever=451 minnetver=432 location=0 queryid=21.1 final=", ""},
		{"final before queryid", `\hostname\x\final\\queryid\347.1`, "server info reply", "hostname=x final= queryid=347.1", ""},
		{"nothing but the end", `\final\\queryid\4396.2`, "end of reply", "final= queryid=4396.2", ""},
		{"no end", `\hostname\ UT2k3 TDM2 @Clanserver4u\hostport\8980`, "server info reply", "hostname= UT2k3 TDM2 @Clanserver4u hostport=8980", ""},
		{"empty values", `\player_2\x\face_2\\ngsecret_2\true\queryid\1.1`, "player list reply", "player_2=x face_2= ngsecret_2=true queryid=1.1", ""},
		{"backslash in a name", `\player_4\Kee\/n\frags_4\38\queryid\29.1`, "player list reply", `player_4=Kee\/n frags_4=38 queryid=29.1`, "gamespy1-backslash-in-name"},
		{"two backslashes", `\player_4\a\b\c\frags_4\38`, "player list reply", `player_4=a\b\c frags_4=38`, "gamespy1-backslash-in-name"},
		{"two in a row", `\player_4\a\\b\frags_4\38`, "player list reply", `player_4=a\\b frags_4=38`, "gamespy1-backslash-in-name"},
		{"at the end of a name", `\player_4\Kee\\frags_4\38`, "player list reply", `player_4=Kee\ frags_4=38`, "gamespy1-backslash-in-name"},
		{"at the start of a name", `\player_4\\Kee\frags_4\38`, "player list reply", `player_4=\Kee frags_4=38`, "gamespy1-backslash-in-name"},
		{"an empty name", `\player_4\\frags_4\38`, "player list reply", `player_4= frags_4=38`, ""},
		{"a name that the end cuts", `\player_4\Kee\/n`, "player list reply", `player_4=Kee /n`, "gamespy1-key-without-value"},
		{"the last name", `\player_4\Kee\/n\queryid\29.1`, "player list reply", `player_4=Kee\/n queryid=29.1`, "gamespy1-backslash-in-name"},
		{"the next player", `\player_4\Kee\player_7\Bob\team_7\1`, "player list reply", `player_4=Kee player_7=Bob team_7=1`, ""},
		{"a backslash in the hostname", `\hostname\a\b\hostport\7777\queryid\1.1`, "server info reply", `hostname=a\b hostport=7777 queryid=1.1`, "gamespy1-backslash-in-name"},
		{"an unknown key behind the hostname", `\hostname\a\motd\hello\hostport\7777\queryid\1.1`, "server info reply", `hostname=a motd=hello hostport=7777 queryid=1.1`, ""},
		{"what cannot be a key", `\hostname\a\+1\b\hostport\7777\queryid\1.1`, "server info reply", `hostname=a\+1\b hostport=7777 queryid=1.1`, "gamespy1-backslash-in-name"},
		{"duplicate keys", `\gamename\ut\gamever\451\gamever\451\final\`, "basic reply", "gamename=ut gamever=451 gamever=451 final=", ""},
		{"the UT2003 demo's team", `\player_0\x\team_0\DM-Antalus.xTeamRoster1\queryid\1.1`, "player list reply", "player_0=x team_0=DM-Antalus.xTeamRoster1 queryid=1.1", "gamespy1-team-odd"},
		{"teams", `\team_0\Red\score_0\3\size_0\5\team_1\Blue\score_1\2\size_1\4\queryid\5.1\final\`,
			"team list reply", "team_0=Red score_0=3 size_0=5 team_1=Blue score_1=2 size_1=4 queryid=5.1 final=", ""},
		{"echo", `\ignoring\hello\queryid\5.1\final\`, "echo reply", "ignoring=hello queryid=5.1 final=", ""},
		{"a port that is none", `\hostport\77777\numplayers\256\queryid\5.1`, "server info reply", "hostport=77777 numplayers=256 queryid=5.1", "number-implausible number-implausible"},
		{"a number that is none", `\hostport\x\queryid\5.1`, "server info reply", "hostport=x queryid=5.1", "gamespy1-number-expected"},
		{"a slip", `\tournamment\False\queryid\5.1`, "reply", "tournamment=False queryid=5.1", "gamespy1-key-misspelt"},
		{"an odd query id", `\hostname\x\queryid\AUTO`, "server info reply", "hostname=x queryid=AUTO", "gamespy1-queryid-odd"},
		{"a closing NUL", "\\hostname\\x\\queryid\\1.1\\final\\\x00", "server info reply", "hostname=x queryid=1.1 final=", "gamespy1-nul"},
		{"a missing backslash", `\hostname\x\final\queryid\1.1`, "server info reply", "hostname=x final queryid=1.1", "gamespy1-missing-backslash"},
		{"one too many", `\mapname\x\\hostport\7777`, "server info reply", "mapname=x hostport=7777", "gamespy1-stray-backslash"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := Decode([]byte(c.text), Options{})
			checkMessage(t, m)
			checkTruncation(t, m, Options{})
			if m.Info.Protocol != GameSpy1 || m.Info.Direction != Reply || m.Info.Name != c.message || pairTexts(m) != c.pairs || codes(m) != c.codes {
				t.Errorf("got %s, want %s, %s, problems %q\n%s", pairTexts(m), c.message, c.pairs, c.codes, dump(m))
			}
		})
	}
}

func TestGamespy1Captures(t *testing.T) {
	all := captures(t)
	if ut := all["ut99-status-3-datagrams"]; ut != nil {
		var ms []*Message
		for _, i := range []int{2, 0, 1} {
			m := Decode(ut[i], Options{})
			if len(m.Problems) > 0 || m.Confidence != Certain {
				t.Error(dump(m))
			}
			ms = append(ms, m)
		}
		s := StatusOf(ms...)
		if len(s.PlayerList) != 11 || *s.Players != 11 || !*s.Complete || s.PlayerList[2].Team != nil || *s.PlayerList[10].Score != 1439 || len(s.Mutators) != 3 {
			t.Errorf("%+v", s)
		}
	}
	if bf := all["gamespy1-final-before-queryid"]; bf != nil {
		m := Decode(bf[0], Options{})
		r := Assemble([]*Message{m})
		if len(m.Problems) > 0 || r[0].Set != 542 || r[0].Completeness != Complete {
			t.Errorf("%+v\n%s", r, dump(m))
		}
		if s := StatusOf(m); len(s.Teams) != 2 || *s.Teams[1].Name != "allied" || *s.Players != 0 || len(s.PlayerList) != 0 {
			t.Errorf("%+v", s)
		}
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
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		for _, from := range []Direction{Request, Reply} {
			opts := Options{Protocol: GameSpy1, From: from}
			m := Decode(p, opts)
			checkMessage(t, m)
			checkTruncation(t, m, opts)
			StatusOf(m)
			m.Topic()
		}
	})
}
