package decoder

import (
	"strings"
	"testing"
)

// serverTexts lists the servers of m.
func serverTexts(m *Message) string {
	var all []string
	for i := range m.Fields {
		switch m.Fields[i].Def.Role {
		case RoleServerHost:
			all = append(all, m.Text(i))
		case RoleQueryPort:
			all[len(all)-1] += ":" + m.Text(i)
		}
	}
	return strings.Join(all, " ")
}

func TestMasterText(t *testing.T) {
	stream := Options{Stream: true}
	for _, c := range []struct {
		text    string
		opts    Options
		dir     Direction
		message string
		pairs   string
		codes   string
	}{
		{`\basic\\secure\wookie`, stream, Reply, "secure challenge", "basic= secure=wookie", ""},
		{`\basic\\secure\wookie`, Options{}, Reply, "secure challenge", "basic= secure=wookie", "gamespy1-secure-reading"},
		{`\basic\secure\wookie`, stream, Reply, "secure challenge", "basic secure=wookie", "gamespy1-missing-backslash"},
		{`\secure\ABCDEF`, stream, Reply, "secure challenge", "secure=ABCDEF", ""},
		{`\gamename\ut\location\0\validate\2/TYFMRc\final\`, Options{}, Request, "login", "gamename=ut location=0 validate=2/TYFMRc final=", ""},
		{`\gamename\ut\location\0\validate\2\TYFMRc\final\`, Options{}, Request, "login", `gamename=ut location=0 validate=2\TYFMRc final=`, "validate-backslash"},
		{`\list\\gamename\ut\final\`, Options{}, Request, "server list request", "list= gamename=ut final=", ""},
		{`\list\gamename\ut\final\`, Options{}, Request, "server list request", "list gamename=ut final=", "gamespy1-missing-backslash"},
		{`\list\227\gamename\unreal\final\`, Options{}, Request, "server list request", "list=227 gamename=unreal final=", ""},
		{`\list\cmp\gamename\ut\final\`, Options{}, Request, "server list request", "list=cmp gamename=ut final=", ""},
		{`\gamename\ut\location\0\validate\2/TYFMRc\final\\list\\gamename\ut\final\`, stream, Request, "login and server list request",
			"gamename=ut location=0 validate=2/TYFMRc final= list= gamename=ut final=", ""},
		{`\enctype\1\gamename\ut\validate\2/TYFMRc\final\`, stream, Request, "login", "enctype=1 gamename=ut validate=2/TYFMRc final=", ""},
		{`\final\`, stream, Reply, "server list reply", "final=", ""},
	} {
		m := Decode([]byte(c.text), c.opts)
		checkMessage(t, m)
		checkTruncation(t, m, c.opts)
		if m.Info.Protocol != UnrealMaster || m.Info.Direction != c.dir || m.Info.Name != c.message || pairTexts(m) != c.pairs || codes(m) != c.codes {
			t.Errorf("%s: got %s, want %s, %s, problems %q\n%s", c.text, pairTexts(m), c.message, c.pairs, c.codes, dump(m))
		}
		if StatusOf(m) != nil {
			t.Errorf("%s: a master's words are taken for a server's status", c.text)
		}
	}
}

func TestMasterLists(t *testing.T) {
	for _, c := range []struct{ name, text, message, servers, codes string }{
		{"two", `\ip\192.0.2.1:7778\ip\198.51.100.7:27015\final\`, "server list reply", "192.0.2.1:7778 198.51.100.7:27015", ""},
		{"cut by TCP", `\ip\192.0.2.1:7778\ip\198.51.1`, "server list reply", "192.0.2.1:7778 198.51.1", "master-address"},
		{"the middle", `2.1:7778\ip\198.51.100.7:27015`, "server list reply", "198.51.100.7:27015", "gamespy1-no-backslash"},
		{"no port", `\ip\192.0.2.1\final\`, "server list reply", "192.0.2.1", "master-address"},
		{"a port that is none", `\ip\192.0.2.1:99999\final\`, "server list reply", "192.0.2.1:99999", "number-implausible"},
		{"a name", `\ip\example.org:7778\final\`, "server list reply", "example.org:7778", "master-address"},
		{"compact", "\xc0\x00\x02\x01\x1e\x62\xc6\x33\x64\x07\x69\x87\\final\\", "compact server list reply", "192.0.2.1:7778 198.51.100.7:27015", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			opts := Options{Stream: true}
			m := Decode([]byte(c.text), opts)
			checkMessage(t, m)
			checkTruncation(t, m, opts)
			if m.Info.Protocol != UnrealMaster || m.Info.Name != c.message || serverTexts(m) != c.servers || codes(m) != c.codes {
				t.Errorf("got %s, problems %s\n%s", serverTexts(m), codes(m), dump(m))
			}
		})
	}
	// Without a mark of text in front, a compact list is only a possibility.
	if m := Decode([]byte("\xc0\x00\x02\x01\x1e\x62\\final\\"), Options{}); m.Info != &masterCompactReply || m.Confidence != Possible {
		t.Error(dump(m))
	}
}

// An answer tells whose it is when the challenge is Epic's or stands before it.
func TestValidateNotes(t *testing.T) {
	for _, c := range []struct{ text, note, codes string }{
		{`\gamename\ut\location\0\validate\2/TYFMRc\final\`, "the answer of ut; Unreal Tournament", ""},
		{`\gamename\ut\location\0\validate\2\TYFMRc\final\`, "the answer of ut; Unreal Tournament; one of several readings", "validate-backslash"},
		{`\gamename\ut\location\0\validate\AAAAAAAA\final\`, "", ""},
		{`\basic\\secure\wookie\gamename\unreal\location\0\validate\2/TYFMRc\final\`, "the answer of ut; Unreal Tournament", "validate-wrong"},
		{`\basic\\secure\wookie\gamename\unreal\location\0\validate\OIOqJdfv\final\`, "the answer of unreal; Unreal", ""},
	} {
		m := Decode([]byte(c.text), Options{Stream: true})
		i := m.Find("gamespy1.validate", 0)
		if i < 0 || m.Note(i) != c.note || codes(m) != c.codes {
			t.Errorf("%s:\n%s", c.text, dump(m))
		}
	}
}

// The answer that a challenge asks for stands beside it.
func TestChallengeNote(t *testing.T) {
	m := Decode([]byte(`\basic\\secure\wookie`), Options{Stream: true})
	i := len(m.Fields) - 1
	if m.Text(i) != "wookie" || m.Note(i) != "ut answers 2/TYFMRc" {
		t.Error(dump(m))
	}
}

func TestHeartbeat(t *testing.T) {
	atMaster := Options{SrcPort: 27900, DstPort: 7778}
	for _, c := range []struct {
		text    string
		opts    Options
		dir     Direction
		message string
		pairs   string
		codes   string
	}{
		{`\heartbeat\7781\gamename\ut\gamever\436`, Options{}, Request, "heartbeat", "heartbeat gamename=ut gamever=436", ""},
		{`\heartbeat\0\gamename\ut`, Options{}, Request, "heartbeat", "heartbeat gamename=ut", ""},
		{`\heartbeat\77777\gamename\ut`, Options{}, Request, "heartbeat", "heartbeat gamename=ut", "number-implausible"},
		{`\secure\ABCDEF`, atMaster, Reply, "secure challenge", "secure=ABCDEF", ""},
		{`\basic\\secure\ABCDEF`, atMaster, Reply, "secure challenge", "basic= secure=ABCDEF", ""},
		{`\validate\2/TYFMRc\queryid\5.1\final\`, Options{}, Reply, "validate reply", "validate=2/TYFMRc queryid=5.1 final=", "gamespy1-secure-reading"},
		{`\validate\2/TYFMRc\final\\queryid\5.1`, Options{SrcPort: 7778, DstPort: 27900}, Reply, "validate reply", "validate=2/TYFMRc final= queryid=5.1", ""},
	} {
		m := Decode([]byte(c.text), c.opts)
		checkMessage(t, m)
		checkTruncation(t, m, c.opts)
		if m.Info.Protocol != UnrealHeartbeat || m.Info.Direction != c.dir || m.Info.Name != c.message || pairTexts(m) != c.pairs || codes(m) != c.codes {
			t.Errorf("%s: got %s, want %s, %s, problems %q\n%s", c.text, pairTexts(m), c.message, c.pairs, c.codes, dump(m))
		}
	}
	m := Decode([]byte(`\heartbeat\7781\gamename\ut\gamever\436`), Options{})
	if i := m.Find("unreal-heartbeat.port", 0); m.Fields[i].Value != 7781 {
		t.Error(dump(m))
	}
}

// The same bytes mean different things in different places.
func TestSecureReadings(t *testing.T) {
	for _, c := range []struct {
		text     string
		opts     Options
		protocol Protocol
	}{
		{`\secure\ABCDEF`, Options{}, GameSpy1},
		{`\secure\ABCDEF`, Options{SrcPort: 40000, DstPort: 7778}, GameSpy1},
		{`\secure\ABCDEF`, Options{SrcPort: 27900, DstPort: 7778}, UnrealHeartbeat},
		{`\secure\ABCDEF`, Options{Stream: true}, UnrealMaster},
		{`\basic\\secure\ABCDEF`, Options{}, UnrealMaster},
		{`\basic\\secure\ABCDEF`, Options{SrcPort: 40000, DstPort: 7778}, GameSpy1},
		{`\validate\ABCDEFGH\final\`, Options{SrcPort: 7778, DstPort: 40000}, GameSpy1},
		{`\validate\ABCDEFGH\final\`, Options{}, UnrealHeartbeat},
		{`\gamename\ut\gamever\451\validate\ABCDEFGH\queryid\1.1\final\`, Options{}, GameSpy1},
		{`\gamename\ut\location\0\validate\ABCDEFGH\final\`, Options{}, UnrealMaster},
		{`\secure\ABCDEF`, Options{Protocol: GameSpy1}, GameSpy1},
		{`\secure\ABCDEF`, Options{Protocol: UnrealMaster}, UnrealMaster},
		{`\secure\ABCDEF`, Options{Protocol: UnrealHeartbeat}, UnrealHeartbeat},
	} {
		if m := Decode([]byte(c.text), c.opts); m.Info.Protocol != c.protocol {
			t.Errorf("%s %+v is %s, want %s", c.text, c.opts, m.Info.Protocol, c.protocol)
		}
	}
}

// What is built is decoded as what was asked for.
func TestTextRequests(t *testing.T) {
	for _, c := range []struct {
		query Query
		want  string
	}{
		{Query{Protocol: GameSpy1}, `\status\`},
		{Query{Protocol: GameSpy1, Message: "basic request"}, `\basic\`},
		{Query{Protocol: GameSpy1, Message: "server info request"}, `\info\`},
		{Query{Protocol: GameSpy1, Message: "rules request"}, `\rules\`},
		{Query{Protocol: GameSpy1, Message: "player list request"}, `\players\`},
		{Query{Protocol: GameSpy1, Message: "status request"}, `\status\`},
		{Query{Protocol: GameSpy1, Message: "team list request"}, `\teams\`},
		{Query{Protocol: GameSpy1, Message: "echo request", Text: "hello"}, `\echo\hello`},
		{Query{Protocol: GameSpy1, Message: "secure request", Text: "ABCDEF"}, `\secure\ABCDEF`},
		{Query{Protocol: GameSpy1, Message: "property request", Text: "TimeDilation"}, `\level_property\TimeDilation\`},
		{Query{Protocol: GameSpy1, Message: "property request", Items: []string{"game_property"}, Text: "GameSpeed"}, `\game_property\GameSpeed\`},
		{Query{Protocol: GameSpy1, Message: "combined request"}, `\basic\\info\\rules\`},
		{Query{Protocol: GameSpy1, Message: "combined request", Items: []string{"info", "teams"}}, `\info\\teams\`},
		{Query{Protocol: UnrealMaster, Message: "login"}, `\gamename\ut\location\0\validate\2/TYFMRc\final\`},
		{Query{Protocol: UnrealMaster, Message: "login", Game: "unreal"}, `\gamename\unreal\location\0\validate\OIOqJdfv\final\`},
		{Query{Protocol: UnrealMaster, Message: "server list request"}, `\list\\gamename\ut\final\`},
		{Query{Protocol: UnrealMaster, Message: "server list request", Compact: true}, `\list\cmp\gamename\ut\final\`},
		{Query{Protocol: UnrealMaster, Message: "login and server list request"}, `\gamename\ut\location\0\validate\2/TYFMRc\final\\list\\gamename\ut\final\`},
		{Query{Protocol: UnrealHeartbeat, Port: 7781, Version: 436}, `\heartbeat\7781\gamename\ut\gamever\436`},
		{Query{Protocol: UnrealHeartbeat, Message: "heartbeat"}, `\heartbeat\0\gamename\ut`},
	} {
		got, err := AppendRequest([]byte("x"), &c.query)
		if err != nil || string(got) != "x"+c.want {
			t.Errorf("%+v: %q, %v, want %q", c.query, got, err, c.want)
			continue
		}
		opts := Options{}
		if c.query.Protocol == UnrealMaster {
			opts.Stream = true
		}
		m := Decode(got[1:], opts)
		if m.Info.Protocol != c.query.Protocol || m.Info.Direction != Request || c.query.Message != "" && m.Info.Name != c.query.Message {
			t.Errorf("%+v:\n%s", c.query, dump(m))
		}
	}
	for _, q := range []Query{
		{Protocol: GameSpy1, Message: "weather request"},
		{Protocol: GameSpy1, Message: "echo request"},
		{Protocol: GameSpy1, Message: "echo request", Text: `a\b`},
		{Protocol: GameSpy1, Items: []string{`a\b`}},
		{Protocol: UnrealMaster, Message: "weather request"},
		{Protocol: UnrealMaster, Message: "login", Game: "chess"},
		{Protocol: UnrealMaster, Game: `u\t`},
		{Protocol: UnrealHeartbeat, Game: `u\t`},
		{Protocol: UnrealHeartbeat, Message: "weather request"},
	} {
		if got, err := AppendRequest([]byte("x"), &q); err == nil || string(got) != "x" {
			t.Errorf("%+v: %q, %v", q, got, err)
		}
	}
}

func FuzzMasterText(f *testing.F) {
	for _, s := range []string{
		`\basic\\secure\wookie`, `\gamename\ut\location\0\validate\2\TYFMRc\final\\list\\gamename\ut\final\`, `\list\cmp\gamename\ut\final\`,
		`\ip\192.0.2.1:7778\ip\198.51.100.7:27015\final\`, "\xc0\x00\x02\x01\x1e\x62\\final\\", `2.1:7778\ip\1.2.3`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		fuzzText(t, p, Options{Stream: true})
		for _, from := range []Direction{Request, Reply} {
			fuzzText(t, p, Options{Protocol: UnrealMaster, From: from})
		}
	})
}

func FuzzHeartbeat(f *testing.F) {
	for _, s := range []string{
		`\heartbeat\7781\gamename\ut\gamever\436`, `\secure\ABCDEF`, `\basic\\secure\ABCDEF`, `\validate\2/TYFMRc\queryid\5.1\final\`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		fuzzText(t, p, Options{SrcPort: heartbeatPort})
		fuzzText(t, p, Options{Protocol: UnrealHeartbeat})
	})
}

// fuzzText checks what must hold for any message, and for what it says.
func fuzzText(t *testing.T, p []byte, opts Options) {
	m := Decode(p, opts)
	checkMessage(t, m)
	if m.Info.Protocol != Unknown {
		checkTruncation(t, m, opts)
	}
	StatusOf(m)
	m.Topic()
}
