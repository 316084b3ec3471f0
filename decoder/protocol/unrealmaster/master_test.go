package unrealmaster_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/gamespy1"
	"fragscope/decoder/protocol/heartbeat"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/wire"
)

// serverTexts lists the servers of m.
func serverTexts(m *wire.Message) string {
	var all []string
	for i := range m.Fields {
		switch m.Fields[i].Def.Role {
		case wire.RoleServerHost:
			all = append(all, m.Text(i))
		case wire.RoleQueryPort:
			all[len(all)-1] += ":" + m.Text(i)
		}
	}
	return strings.Join(all, " ")
}

func TestMasterText(t *testing.T) {
	stream := wire.Options{Stream: true}
	for _, c := range []struct {
		text    string
		opts    wire.Options
		dir     wire.Direction
		message string
		pairs   string
		codes   string
	}{
		{`\basic\\secure\wookie`, stream, wire.Reply, "secure challenge", "basic= secure=wookie", ""},
		{`\basic\\secure\wookie`, wire.Options{}, wire.Reply, "secure challenge", "basic= secure=wookie",
			"gamespy1-secure-reading"},
		{`\basic\secure\wookie`, stream, wire.Reply, "secure challenge", "basic secure=wookie", "gamespy1-missing-backslash"},
		{`\secure\ABCDEF`, stream, wire.Reply, "secure challenge", "secure=ABCDEF", ""},
		{`\gamename\ut\location\0\validate\2/TYFMRc\final\`, wire.Options{}, wire.Request, "login",
			"gamename=ut location=0 validate=2/TYFMRc final=", ""},
		{`\gamename\ut\location\0\validate\2\TYFMRc\final\`, wire.Options{}, wire.Request, "login",
			`gamename=ut location=0 validate=2\TYFMRc final=`, "validate-backslash"},
		{`\list\\gamename\ut\final\`, wire.Options{}, wire.Request, "server list request", "list= gamename=ut final=", ""},
		{`\list\gamename\ut\final\`, wire.Options{}, wire.Request, "server list request", "list gamename=ut final=",
			"gamespy1-missing-backslash"},
		{`\list\227\gamename\unreal\final\`, wire.Options{}, wire.Request, "server list request",
			"list=227 gamename=unreal final=", ""},
		{`\list\cmp\gamename\ut\final\`, wire.Options{}, wire.Request, "server list request", "list=cmp gamename=ut final=",
			""},
		{`\gamename\ut\location\0\validate\2/TYFMRc\final\\list\\gamename\ut\final\`, stream, wire.Request,
			"login and server list request",
			"gamename=ut location=0 validate=2/TYFMRc final= list= gamename=ut final=", ""},
		{`\enctype\1\gamename\ut\validate\2/TYFMRc\final\`, stream, wire.Request, "login",
			"enctype=1 gamename=ut validate=2/TYFMRc final=", ""},
		{`\final\`, stream, wire.Reply, "server list reply", "final=", ""},
	} {
		m := decoder.Decode([]byte(c.text), c.opts)
		promise.Message(t, m)
		promise.Truncation(t, m, c.opts)
		if m.Info.Protocol() != "unreal-master" || m.Info.Direction != c.dir || m.Info.Name != c.message ||
			promise.Pairs(m) != c.pairs || promise.Codes(m) != c.codes {
			t.Errorf("%s: got %s, want %s, %s, problems %q\n%s", c.text, promise.Pairs(m), c.message, c.pairs, c.codes,
				promise.Dump(m))
		}
		if decoder.StatusOf(m) != nil {
			t.Errorf("%s: a master's words are taken for a server's status", c.text)
		}
	}
}

func TestMasterLists(t *testing.T) {
	for _, c := range []struct{ name, text, message, servers, codes string }{
		{"two", `\ip\192.0.2.1:7778\ip\198.51.100.7:27015\final\`, "server list reply", "192.0.2.1:7778 198.51.100.7:27015",
			""},
		{"cut by TCP", `\ip\192.0.2.1:7778\ip\198.51.1`, "server list reply", "192.0.2.1:7778 198.51.1", "master-address"},
		{"the middle", `2.1:7778\ip\198.51.100.7:27015`, "server list reply", "198.51.100.7:27015", "gamespy1-no-backslash"},
		{"no port", `\ip\192.0.2.1\final\`, "server list reply", "192.0.2.1", "master-address"},
		{"a port that is none", `\ip\192.0.2.1:99999\final\`, "server list reply", "192.0.2.1:99999", "number-implausible"},
		{"a name", `\ip\example.org:7778\final\`, "server list reply", "example.org:7778", "master-address"},
		{"compact", "\xc0\x00\x02\x01\x1e\x62\xc6\x33\x64\x07\x69\x87\\final\\", "compact server list reply",
			"192.0.2.1:7778 198.51.100.7:27015", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			opts := wire.Options{Stream: true}
			m := decoder.Decode([]byte(c.text), opts)
			promise.Message(t, m)
			promise.Truncation(t, m, opts)
			if m.Info.Protocol() != "unreal-master" || m.Info.Name != c.message || serverTexts(m) != c.servers ||
				promise.Codes(m) != c.codes {
				t.Errorf("got %s, problems %s\n%s", serverTexts(m), promise.Codes(m), promise.Dump(m))
			}
		})
	}
	// Without a mark of text in front, a compact list is only a possibility.
	if m := decoder.Decode([]byte("\xc0\x00\x02\x01\x1e\x62\\final\\"),
		wire.Options{}); m.Info != &unrealmaster.MasterCompactReply || m.Confidence != wire.Possible {
		t.Error(promise.Dump(m))
	}
}

// An answer tells whose it is when the challenge is Epic's or stands before it.
func TestValidateNotes(t *testing.T) {
	for _, c := range []struct{ text, note, codes string }{
		{`\gamename\ut\location\0\validate\2/TYFMRc\final\`, "the answer of ut; Unreal Tournament", ""},
		{`\gamename\ut\location\0\validate\2\TYFMRc\final\`, "the answer of ut; Unreal Tournament; ambiguous",
			"validate-backslash"},
		{`\gamename\ut\location\0\validate\AAAAAAAA\final\`, "", ""},
		{`\basic\\secure\wookie\gamename\unreal\location\0\validate\2/TYFMRc\final\`, "the answer of ut; Unreal Tournament",
			"validate-wrong"},
		{`\basic\\secure\wookie\gamename\unreal\location\0\validate\OIOqJdfv\final\`, "the answer of unreal; Unreal", ""},
	} {
		m := decoder.Decode([]byte(c.text), wire.Options{Stream: true})
		i := m.Find("gamespy1.validate", 0)
		if i < 0 || m.Note(i) != c.note || promise.Codes(m) != c.codes {
			t.Errorf("%s:\n%s", c.text, promise.Dump(m))
		}
	}
}

// The answer that a challenge asks for stands beside it.
func TestChallengeNote(t *testing.T) {
	m := decoder.Decode([]byte(`\basic\\secure\wookie`), wire.Options{Stream: true})
	i := len(m.Fields) - 1
	if m.Text(i) != "wookie" || m.Note(i) != "ut answers 2/TYFMRc" {
		t.Error(promise.Dump(m))
	}
}

func TestHeartbeat(t *testing.T) {
	atMaster := wire.Options{SrcPort: 27900, DstPort: 7778}
	for _, c := range []struct {
		text    string
		opts    wire.Options
		dir     wire.Direction
		message string
		pairs   string
		codes   string
	}{
		{`\heartbeat\7781\gamename\ut\gamever\436`, wire.Options{}, wire.Request, "heartbeat",
			"heartbeat=7781 gamename=ut gamever=436", ""},
		{`\heartbeat\0\gamename\ut`, wire.Options{}, wire.Request, "heartbeat", "heartbeat=0 gamename=ut", ""},
		{`\heartbeat\77777\gamename\ut`, wire.Options{}, wire.Request, "heartbeat", "heartbeat=77777 gamename=ut",
			"number-implausible"},
		{`\secure\ABCDEF`, atMaster, wire.Reply, "secure challenge", "secure=ABCDEF", ""},
		{`\basic\\secure\ABCDEF`, atMaster, wire.Reply, "secure challenge", "basic= secure=ABCDEF", ""},
		{`\validate\2/TYFMRc\queryid\5.1\final\`, wire.Options{}, wire.Reply, "validate reply",
			"validate=2/TYFMRc queryid=5.1 final=", "gamespy1-secure-reading"},
		{`\validate\2/TYFMRc\final\\queryid\5.1`, wire.Options{SrcPort: 7778, DstPort: 27900}, wire.Reply, "validate reply",
			"validate=2/TYFMRc final= queryid=5.1", ""},
	} {
		m := decoder.Decode([]byte(c.text), c.opts)
		promise.Message(t, m)
		promise.Truncation(t, m, c.opts)
		if m.Info.Protocol() != "unreal-heartbeat" || m.Info.Direction != c.dir || m.Info.Name != c.message ||
			promise.Pairs(m) != c.pairs || promise.Codes(m) != c.codes {
			t.Errorf("%s: got %s, want %s, %s, problems %q\n%s", c.text, promise.Pairs(m), c.message, c.pairs, c.codes,
				promise.Dump(m))
		}
	}
	m := decoder.Decode([]byte(`\heartbeat\7781\gamename\ut\gamever\436`), wire.Options{})
	if i := m.Find("unreal-heartbeat.port", 0); m.Fields[i].Value != 7781 {
		t.Error(promise.Dump(m))
	}
}

// The same bytes mean different things in different places.
func TestSecureReadings(t *testing.T) {
	for _, c := range []struct {
		text     string
		opts     wire.Options
		protocol wire.ProtocolID
	}{
		{`\secure\ABCDEF`, wire.Options{}, "gamespy1"},
		{`\secure\ABCDEF`, wire.Options{SrcPort: 40000, DstPort: 7778}, "gamespy1"},
		{`\secure\ABCDEF`, wire.Options{SrcPort: 27900, DstPort: 7778}, "unreal-heartbeat"},
		{`\secure\ABCDEF`, wire.Options{Stream: true}, "unreal-master"},
		{`\basic\\secure\ABCDEF`, wire.Options{}, "unreal-master"},
		{`\basic\\secure\ABCDEF`, wire.Options{SrcPort: 40000, DstPort: 7778}, "gamespy1"},
		{`\validate\ABCDEFGH\final\`, wire.Options{SrcPort: 7778, DstPort: 40000}, "gamespy1"},
		{`\validate\ABCDEFGH\final\`, wire.Options{}, "unreal-heartbeat"},
		{`\gamename\ut\gamever\451\validate\ABCDEFGH\queryid\1.1\final\`, wire.Options{}, "gamespy1"},
		{`\gamename\ut\location\0\validate\ABCDEFGH\final\`, wire.Options{}, "unreal-master"},
		{`\secure\ABCDEF`, wire.Options{Protocol: "gamespy1"}, "gamespy1"},
		{`\secure\ABCDEF`, wire.Options{Protocol: "unreal-master"}, "unreal-master"},
		{`\secure\ABCDEF`, wire.Options{Protocol: "unreal-heartbeat"}, "unreal-heartbeat"},
	} {
		if m := decoder.Decode([]byte(c.text), c.opts); m.Info.Protocol() != c.protocol {
			t.Errorf("%s %+v is %s, want %s", c.text, c.opts, m.Info.Protocol(), c.protocol)
		}
	}
}

// What is built is decoded as what was asked for.
func TestTextRequests(t *testing.T) {
	for _, c := range []struct {
		query ask.Query
		want  string
	}{
		{ask.Query{Protocol: "gamespy1"}, `\status\`},
		{ask.Query{Protocol: "gamespy1", Message: "basic request"}, `\basic\`},
		{ask.Query{Protocol: "gamespy1", Message: "server info request"}, `\info\`},
		{ask.Query{Protocol: "gamespy1", Message: "rules request"}, `\rules\`},
		{ask.Query{Protocol: "gamespy1", Message: "player list request"}, `\players\`},
		{ask.Query{Protocol: "gamespy1", Message: "status request"}, `\status\`},
		{ask.Query{Protocol: "gamespy1", Message: "team list request"}, `\teams\`},
		{ask.Query{Protocol: "gamespy1", Message: "echo request", Details: &gamespy1.Query{Text: "hello"}}, `\echo\hello`},
		{ask.Query{Protocol: "gamespy1", Message: "secure request", Details: &gamespy1.Query{Text: "ABCDEF"}},
			`\secure\ABCDEF`},
		{ask.Query{Protocol: "gamespy1", Message: "property request", Details: &gamespy1.Query{Text: "TimeDilation"}},
			`\level_property\TimeDilation\`},
		{ask.Query{Protocol: "gamespy1", Message: "property request",
			Details: &gamespy1.Query{Items: []string{"game_property"}, Text: "GameSpeed"}}, `\game_property\GameSpeed\`},
		{ask.Query{Protocol: "gamespy1", Message: "combined request"}, `\basic\\info\\rules\`},
		{ask.Query{Protocol: "gamespy1", Message: "combined request",
			Details: &gamespy1.Query{Items: []string{"info", "teams"}}}, `\info\\teams\`},
		{ask.Query{Protocol: "unreal-master", Message: "login"}, `\gamename\ut\location\0\validate\2/TYFMRc\final\`},
		{ask.Query{Protocol: "unreal-master", Message: "login", Details: &unrealmaster.Query{Game: "unreal"}},
			`\gamename\unreal\location\0\validate\OIOqJdfv\final\`},
		{ask.Query{Protocol: "unreal-master", Message: "server list request"}, `\list\\gamename\ut\final\`},
		{ask.Query{Protocol: "unreal-master", Message: "server list request", Details: &unrealmaster.Query{Compact: true}},
			`\list\cmp\gamename\ut\final\`},
		{ask.Query{Protocol: "unreal-master", Message: "login and server list request"},
			`\gamename\ut\location\0\validate\2/TYFMRc\final\\list\\gamename\ut\final\`},
		{ask.Query{Protocol: "unreal-heartbeat", Details: &heartbeat.Query{Port: 7781, Version: 436}},
			`\heartbeat\7781\gamename\ut\gamever\436`},
		{ask.Query{Protocol: "unreal-heartbeat", Message: "heartbeat"}, `\heartbeat\0\gamename\ut`},
	} {
		got, err := decoder.AppendRequest([]byte("x"), &c.query)
		if err != nil || string(got) != "x"+c.want {
			t.Errorf("%+v: %q, %v, want %q", c.query, got, err, c.want)
			continue
		}
		opts := wire.Options{}
		if c.query.Protocol == "unreal-master" {
			opts.Stream = true
		}
		m := decoder.Decode(got[1:], opts)
		if m.Info.Protocol() != c.query.Protocol || m.Info.Direction != wire.Request ||
			c.query.Message != "" && m.Info.Name != c.query.Message {
			t.Errorf("%+v:\n%s", c.query, promise.Dump(m))
		}
	}
	for _, q := range []ask.Query{
		{Protocol: "gamespy1", Message: "weather request"},
		{Protocol: "gamespy1", Message: "echo request"},
		{Protocol: "gamespy1", Message: "echo request", Details: &gamespy1.Query{Text: `a\b`}},
		{Protocol: "gamespy1", Details: &gamespy1.Query{Items: []string{`a\b`}}},
		{Protocol: "unreal-master", Message: "weather request"},
		{Protocol: "unreal-master", Message: "login", Details: &unrealmaster.Query{Game: "chess"}},
		{Protocol: "unreal-master", Details: &unrealmaster.Query{Game: `u\t`}},
		{Protocol: "unreal-heartbeat", Details: &heartbeat.Query{Game: `u\t`}},
		{Protocol: "unreal-heartbeat", Message: "weather request"},
		{Protocol: "unreal-heartbeat", Details: &unrealmaster.Query{}}, // another protocol's
		{Protocol: "unreal-lan", Details: &gamespy1.Query{}},           // which has none
		{Protocol: "gamespy1", Details: gamespy1.Query{}},              // not by address
	} {
		if got, err := decoder.AppendRequest([]byte("x"), &q); err == nil || string(got) != "x" {
			t.Errorf("%+v: %q, %v", q, got, err)
		}
	}
}

func FuzzMasterText(f *testing.F) {
	for _, s := range []string{
		`\basic\\secure\wookie`, `\gamename\ut\location\0\validate\2\TYFMRc\final\\list\\gamename\ut\final\`,
		`\list\cmp\gamename\ut\final\`,
		`\ip\192.0.2.1:7778\ip\198.51.100.7:27015\final\`, "\xc0\x00\x02\x01\x1e\x62\\final\\", `2.1:7778\ip\1.2.3`,
	} {
		promise.Add(f, []byte(s))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		fuzzText(t, p, wire.Options{Stream: true})
		for _, from := range []wire.Direction{wire.Request, wire.Reply} {
			fuzzText(t, p, wire.Options{Protocol: "unreal-master", From: from})
		}
	})
}

func FuzzHeartbeat(f *testing.F) {
	for _, s := range []string{
		`\heartbeat\7781\gamename\ut\gamever\436`, `\secure\ABCDEF`, `\basic\\secure\ABCDEF`,
		`\validate\2/TYFMRc\queryid\5.1\final\`,
	} {
		promise.Add(f, []byte(s))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		fuzzText(t, p, wire.Options{SrcPort: backslash.HeartbeatPort})
		fuzzText(t, p, wire.Options{Protocol: "unreal-heartbeat"})
	})
}

// fuzzText checks what must hold for any message, and for what it says.
func fuzzText(t *testing.T, p []byte, opts wire.Options) {
	m := decoder.Decode(p, opts)
	promise.Message(t, m)
	if m.Info.Protocol() != wire.UnknownProtocol {
		promise.Truncation(t, m, opts)
	}
	decoder.StatusOf(m)
	m.MatchKey()
}
