package unreallan_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/unreallan"
	"fragscope/decoder/wire"
)

func TestLANSamples(t *testing.T) { promise.Samples(t, "lan-", "unreal-lan", wire.Likely) }

func TestLANLines(t *testing.T) {
	for _, c := range []struct {
		line, message, fields, problems string
	}{
		{"REPORT", "REPORT request", "", ""},
		{"REPORTQUERY", "REPORTQUERY request", "", ""},
		{"REPORTQUERY\x00", "REPORTQUERY request", "", "bytes-left-over"},
		{"ut 7780", "REPORTQUERY reply", "product=ut query_port=7780", ""},
		{"dnf 07780", "REPORTQUERY reply", "product=dnf query_port=7780", ""},
		{"ut 99999", "REPORTQUERY reply", "product=ut query_port=99999", "number-implausible"},
		{"ut port", "REPORTQUERY reply", "product=ut query_port=port", "lan-port"},
		{"ut", "REPORTQUERY reply", "product=ut", "cut"},
		// The document's own example: title, then what the game type calls itself.
		{"ut 7779 utserver Turbine DM 0/10", "REPORT reply",
			"product=ut game_port=7779 computer=utserver title=Turbine beacon=DM players=0 max_players=10",
			"lan-title-or-beacon"},
		{"unreal 7777 GAMEBOX The Sunspire of the Skaa CTF 3/16", "REPORT reply",
			"product=unreal game_port=7777 computer=GAMEBOX title=The Sunspire of the Skaa beacon=CTF players=3 max_players=16",
			""},
		// A title cut after a blank, and an empty beacon name.
		{"ut 7777 pc A title of 23 letters..  DM 3/16", "REPORT reply",
			"product=ut game_port=7777 computer=pc title=A title of 23 letters..  beacon=DM players=3 max_players=16", ""},
		{"ut 7777 pc Turbine  3/16", "REPORT reply",
			"product=ut game_port=7777 computer=pc title=Turbine beacon= players=3 max_players=16", "lan-title-or-beacon"},
		{"DeusEx 7790 office Hong-Kong 1/8", "REPORT reply",
			"product=DeusEx game_port=7790 computer=office title=Hong-Kong players=1 max_players=8", "lan-word-missing"},
		{"ut 7777 pc 3/16", "REPORT reply", "product=ut game_port=7777 computer=pc players=3 max_players=16",
			"lan-word-missing"},
		{"ut 7777 pc", "REPORT reply", "product=ut game_port=7777 computer=pc", "lan-counts-missing"},
		{"ut 7777 pc Turbine DM", "REPORT reply", "product=ut game_port=7777 computer=pc title=Turbine DM",
			"lan-counts-missing"},
		{"ut 7777 pc A title that nobody cut at 24 letters DM 3/16", "REPORT reply",
			"product=ut game_port=7777 computer=pc title=A title that nobody cut at 24 letters beacon=DM players=3 " +
				"max_players=16", "lan-title-long"},
	} {
		m := decoder.Decode([]byte(c.line), wire.Options{Protocol: "unreal-lan"})
		promise.Message(t, m)
		promise.Truncation(t, m, wire.Options{})
		if got := strings.Join(promise.Leaves(m, "unreal-lan.reply."), " "); m.Info.Name != c.message || got != c.fields ||
			promise.Codes(m) != c.problems {
			t.Errorf("%q: %s, problems %q\n%s", c.line, got, promise.Codes(m), promise.Dump(m))
		}
	}
}

func TestLANRecognise(t *testing.T) {
	for line, want := range map[string]wire.Confidence{
		"REPORT":                           wire.Certain,
		"REPORTQUERY":                      wire.Certain,
		"REPORTQUERY\r\n":                  wire.Possible,
		"REPORTS":                          wire.Unlikely,
		"report":                           wire.Unlikely,
		"ut 7780":                          wire.Likely,
		"deusex 7791":                      wire.Likely,
		"ut 7779 utserver Turbine DM 0/10": wire.Likely,
		"ut 7779 utserver":                 wire.Possible,
		"ut 0":                             wire.Unlikely,
		"ut 70000":                         wire.Unlikely,
		"rune 7778":                        wire.Possible,
		"rune 7777 pc Map DM 0/8":          wire.Possible,
		"rune 7777 and then some":          wire.Unlikely,
		"GET / HTTP/1.1":                   wire.Unlikely,
		"220 25":                           wire.Unlikely,
		"NOTIFY * HTTP/1.1":                wire.Unlikely,
		"hello world":                      wire.Unlikely,
		"":                                 wire.Unlikely,
	} {
		if _, c := unreallan.Recognise([]byte(line), &wire.Options{}); c != want {
			t.Errorf("%q: confidence %d, want %d", line, c, want)
		}
	}
	for packet, want := range map[string]wire.Confidence{
		"05 01 4D5707DB 5351 0102030405060708":    wire.Certain,
		"05 01 00000001 5351 0102030405060708":    wire.Likely,
		"06 01 4D5707DB 5352 0102030405060708":    wire.Likely,
		"06 01 00000001 5352 0102030405060708":    wire.Unlikely,
		"05 01 00000001 5351 0102030405060708 00": wire.Unlikely,
		"05 01 4D5707DB 5353 0102030405060708":    wire.Unlikely,
		"05 01 4D5707DB 5351 01020304050607":      wire.Possible,
	} {
		if _, c := unreallan.Recognise(promise.Unhex(t, packet), &wire.Options{}); c != want {
			t.Errorf("%s: confidence %d, want %d", packet, c, want)
		}
	}
}

func TestLANBeacon(t *testing.T) {
	m := decoder.Decode(promise.Hex(t, "lan-beacon-reply")[0], wire.Options{})
	want := []string{
		"version=5", "platform=1", "game=1297549275", "type=21330", "nonce=11 22 33 44 55 66 77 88",
		"ip=192.168.0.20", "port=7777", "open_public=13", "open_private=0", "public=16", "private=0",
		"advertise=1", "lan=1", "stats=0", "join_in_progress=1", "invites=0", "presence=0", "join_by_presence=0",
		"arbitration=0",
		"owner_id=00 00 00 00 00 00 00 2a", "owner=Basement LAN",
		"settings=3", "setting.id=0", "setting.value=2", "advertisement=1", "setting.id=7", "setting.value=0",
		"advertisement=1",
		"setting.id=32779", "setting.value=0", "advertisement=1",
		"properties=9", "property.id=1073741825", "property.type=4", "property.text=DM-Rising", "advertisement=1",
		"property.id=1073741826", "property.type=4", "property.text=UTGame.UTDeathmatch", "advertisement=1",
		"property.id=268435576", "property.type=1", "property.i32=20", "advertisement=1",
		"property.id=268435717", "property.type=1", "property.i32=17", "advertisement=1",
		"property.id=536870916", "property.type=5", "property.float=1000.5", "advertisement=1",
		"property.id=1342177281", "property.type=2", "property.i64=-3", "advertisement=1",
		"property.id=1342177282", "property.type=3", "property.double=0.125", "advertisement=1",
		"property.id=1342177283", "property.type=6", "property.blob=de ad 01", "advertisement=1",
		"property.id=1342177284", "property.type=0", "advertisement=0",
	}
	if d := cmp.Diff(want, promise.Leaves(m, "unreal-lan.beacon.")); d != "" || promise.Codes(m) != "" {
		t.Errorf("%s\n%s", d, promise.Dump(m))
	}
	s := decoder.StatusOf(m)
	if s == nil || s.Name.Value != "Basement LAN" || s.GamePort.Value != 7777 || s.Players.Value != 3 ||
		s.MaxPlayers.Value != 16 || s.Protocol != "unreal-lan" {
		t.Errorf("%+v", s)
	}
	nine := decoder.Decode(promise.Hex(t, "lan-beacon-reply-nine-flags")[0], wire.Options{})
	if promise.Codes(nine) != "lan-beacon-nine-flags" || nine.Find("unreal-lan.beacon.anticheat", 0) < 0 ||
		decoder.StatusOf(nine).Name.Value != "Basement LAN" {
		t.Errorf("nine flags:\n%s", promise.Dump(nine))
	}
}

func TestLANBeaconOdd(t *testing.T) {
	head := "05 01 4D5707DB 5352 0102030405060708 C0A80014 00001E61 0000000D 00000000 00000010 00000000 " +
		"0101000100000000 0000000000000001"
	for _, c := range []struct{ name, packet, problems string }{
		{"a version of tomorrow", "06 01 4D5707DB 5351 0102030405060708", "lan-beacon-version"},
		{"a query with a tail", "05 01 4D5707DB 5351 0102030405060708 00", "bytes-left-over"},
		{"neither query nor response", "05 01 4D5707DB 5353 0102030405060708", "value-unknown"},
		{"a name beyond the end", head + "7FFFFFFF 41", "length-past-end"},
		{"a name of negative length", head + "FFFFFFFF 41", "length-past-end"},
		{"a type that nobody knows", head + "00000000 00000000 00000001 00000001 09 00", "lan-beacon-property-type"},
		{"fewer settings than listed", head + "00000000 00000002 00000001 00000001 01", "cut"},
		{"nothing else", head + "00000000 00000000 00000000", ""},
	} {
		m := decoder.Decode(promise.Unhex(t, c.packet), wire.Options{Protocol: "unreal-lan"})
		promise.Message(t, m)
		promise.Truncation(t, m, wire.Options{})
		if promise.Codes(m) != c.problems {
			t.Errorf("%s: problems %q\n%s", c.name, promise.Codes(m), promise.Dump(m))
		}
	}
}

// The number of a setting that the end of the datagram cuts is no name.
func TestLANBeaconCutNumber(t *testing.T) {
	p := promise.Hex(t, "lan-beacon-reply")[0]
	whole := decoder.Decode(p, wire.Options{})
	first := whole.Find("unreal-lan.beacon.setting", 0)
	if got := whole.Name(first); got != "Setting 0" {
		t.Errorf("whole: %q", got)
	}
	m := decoder.Decode(append(p[:whole.Fields[first].Offset:whole.Fields[first].Offset], 0x80, 0x81), wire.Options{})
	if got := m.Name(first); got != "Setting" || promise.Codes(m) != "cut" {
		t.Errorf("%q\n%s", got, promise.Dump(m))
	}
}

func TestLANStatus(t *testing.T) {
	s := decoder.StatusOf(decoder.Decode([]byte("ut 7779 utserver Turbine DM 0/10"), wire.Options{}),
		decoder.Decode([]byte("ut 7780"), wire.Options{}))
	text := func(s string) wire.Opt[string] { return wire.Some(s) }
	num := func(n int64) wire.Opt[int64] { return wire.Some(n) }
	want := &wire.Status{
		Protocol: "unreal-lan", Game: text("ut"), GamePort: num(7779), QueryPort: num(7780), MapTitle: text("Turbine"),
		GameType: text("DM"),
		Players:  num(0), MaxPlayers: num(10),
	}
	if d := cmp.Diff(want, s); d != "" {
		t.Error(d)
	}
}

func TestLANRequestsBuilt(t *testing.T) {
	for _, c := range []struct {
		query ask.Query
		want  string
	}{
		{ask.Query{}, "REPORT"},
		{ask.Query{Message: "REPORT request"}, "REPORT"},
		{ask.Query{Message: "REPORTQUERY request"}, "REPORTQUERY"},
		{ask.Query{Message: "LAN beacon query request", ID: [8]byte{1, 2, 3, 4, 5, 6, 7, 8}},
			"\x05\x01\x4d\x57\x07\xdbSQ\x01\x02\x03\x04\x05\x06\x07\x08"},
	} {
		c.query.Protocol = "unreal-lan"
		p, err := decoder.AppendRequest(nil, &c.query)
		if err != nil || string(p) != c.want {
			t.Errorf("%+v: %q, %v", c.query, p, err)
		}
		if m := decoder.Decode(p, wire.Options{}); c.query.Message != "" && m.Info.Name != c.query.Message ||
			m.Confidence != wire.Certain || promise.Codes(m) != "" {
			t.Errorf("%+v makes\n%s", c.query, promise.Dump(m))
		}
	}
	if _, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "unreal-lan", Message: "dance"}); err == nil {
		t.Error("asked for what there is not")
	}
}

// The nonce ties a reply to its request.
func TestLANTopics(t *testing.T) {
	asked := decoder.Decode(promise.Hex(t, "lan-beacon-request")[0], wire.Options{})
	answer := decoder.Decode(promise.Hex(t, "lan-beacon-reply")[0], wire.Options{})
	p, _ := decoder.AppendRequest(nil, &ask.Query{Protocol: "unreal-lan", Message: "LAN beacon query request"})
	other := decoder.Decode(p, wire.Options{})
	if !answer.MatchKey().Answers(asked.MatchKey()) ||
		answer.MatchKey().Answers(other.MatchKey()) {
		t.Error("the nonce does not decide")
	}
	port, report := decoder.Decode([]byte("ut 7780"), wire.Options{}), decoder.Decode([]byte("REPORT"), wire.Options{})
	if port.MatchKey().Answers(report.MatchKey()) ||
		!port.MatchKey().Answers((decoder.Decode([]byte("REPORTQUERY"), wire.Options{})).MatchKey()) {
		t.Error("the text beacons are mixed up")
	}
}

func TestLANAllocates(t *testing.T) { promise.Allocates(t, "lan-") }

func FuzzUnrealLAN(f *testing.F) {
	promise.Fuzz(f, "unreal-lan", "lan-", "ut 7777 pc Turbine  3/16\r\n")
}
