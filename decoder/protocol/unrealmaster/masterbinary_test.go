package unrealmaster_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/unrealmaster"
	"fragscope/decoder/wire"
)

func TestMasterBinarySamples(t *testing.T) {
	promise.Samples(t, "unreal-master-binary-", "unreal-master", wire.Possible)
}

// What a sample says: its name after the first message, its leaves but for
// lengths, its problems.
func TestMasterBinary(t *testing.T) {
	for _, c := range []struct {
		sample, message, fields, problems string
	}{
		{"challenge", "login challenge", "challenge.number=2054367891", ""},
		{"login-client", "login request",
			"login.cdkey=* login.response=* login.kind=UT2K4CLIENT login.version=3369 login.os=4 login.language=int " +
				"login.gpu_device=721 login.gpu_vendor=4318 login.cpu_speed=2400 login.cpu=2", ""},
		{"login-server", "login request",
			"login.cdkey=* login.response=* login.kind=SERVER login.version=2225 login.match=7 login.os=1 login.language=int",
			""},
		{"login-answer", "login answer", "answer.word=APPROVED answer.number=3 verified.word=VERIFIED", ""},
		{"login-upgrade", "login answer", "answer.word=UPGRADE answer.min_version=3369", ""},
		{"login-digest", "package digest request", "hash.digest=*", ""},
		{"list-request", "binary list request",
			"command=0 list.filters=3 list.filter.key=gametype list.filter.value=xDeathMatch list.filter.operator=0 " +
				"list.filter.key=currentplayers list.filter.value=0 list.filter.operator=4 list.filter.key=freespace " +
				"list.filter.value=0 list.filter.operator=4", ""},
		{"news-list-request", "news request", "command=1 command=0 list.filters=0", ""},
		{"news-reply", "news reply", "news.text=Welcome to the community master. Be nice to each other. news.number=0", ""},
		{"list-reply-ut2003", "binary list reply",
			"count.servers=1 count.one=1 entry.address=192.0.2.20 entry.game_port=7777 entry.query_port=7778 " +
				"entry.hostname=Antalus only " +
				"entry.map=DM-Antalus entry.game_type=xDeathMatch entry.players=3 entry.max_players=8 entry.flags_ut2003=96", ""},
		{"list-reply-xmp", "binary list reply",
			"count.servers=1 count.one=1 entry.address=192.0.2.30 entry.game_port=7777 entry.query_port=7778 " +
				"entry.hostname=Hell hole " +
				"entry.map=XMP-Hell entry.game_type=XMPGame entry.players=9 entry.max_players=16", ""},
		{"list-reply-empty", "binary list reply", "count.servers=0 count.one=1", ""},
		{"list-reply-cut", "binary list reply",
			"count.servers=3 count.one=1 entry.address=192.0.2.10 entry.game_port=7777 entry.query_port=7778 " +
				"entry.hostname=Deck 17 forever " +
				"entry.map=DM-Deck17 entry.game_type=xDeathMatch entry.players=5 entry.max_players=16 entry.flags=34 " +
				"entry.skill=4 " +
				"entry.address=198.51.100.4 entry.game_port=7797 entry.query_port=7798 " +
				"entry.hostname=\x1b\u00ff\u20ac\x01Clan\x1b\u00ff\u00ff\u00ff only " +
				"entry.map=ONS-Torlan entry.game_type=ONSOns", "master-message-cut"},
		{"server-stats", "statistics message", "report=2 stats.text=12.5\tNG\tDM-Deck17 report=4 revision.number=5", ""},
		{"server-orders", "heartbeat order",
			"order=0 heartbeat.port=0 heartbeat.code=1513889399 order=1 ports.period=120 ports.query=7778 ports.game=7777 " +
				"ports.gamespy=7787 " +
				"order=3 match.id=4711 order=4 packages.count=1 packages.guid=* packages.md5=* packages.revision=2", ""},
	} {
		m := decoder.Decode(promise.Hex(t, "unreal-master-binary-"+c.sample)[0], wire.Options{})
		var got []string
		for _, l := range promise.Leaves(m, "unreal-master.") {
			if i := strings.IndexByte(l, '='); len(l)-i == 33 && strings.Trim(l[i+1:], "0123456789abcdefABCDEF") == "" {
				l = l[:i+1] + "*" // a digest
			}
			if !strings.HasPrefix(l, "length=") {
				got = append(got, l)
			}
		}
		if g := strings.Join(got, " "); m.Info.Name != c.message || g != c.fields || promise.Codes(m) != c.problems {
			t.Errorf("%s: %q, problems %q\n%s", c.sample, g, promise.Codes(m), promise.Dump(m))
		}
	}
}

// Every message is a group whose first field is its length; a server is a
// group that is named like the servers of other lists.
func TestMasterBinaryGroups(t *testing.T) {
	m := decoder.Decode(promise.Hex(t, "unreal-master-binary-list-reply")[0], wire.Options{})
	var got []string
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Depth == 0 {
			got = append(got, m.Name(i)+" "+m.Note(i))
			if n := &m.Fields[i+1]; n.Def.Role != wire.RoleLength || int(n.Value) != int(f.Length)-4 {
				t.Errorf("the length of %s is %d of %d", m.Name(i), n.Value, f.Length)
			}
		}
	}
	want := "Server count message |Server 1 192.0.2.10|Server 2 198.51.100.4|Server 3 203.0.113.77"
	if g := strings.Join(got, "|"); g != want || promise.Codes(m) != "" {
		t.Errorf("%s\n%s", g, promise.Dump(m))
	}
	if s := decoder.StatusOf(m); s != nil {
		t.Errorf("a list is no server, but says %+v", s)
	}
}

// The state of a game holds the record of an info reply with its arrays.
func TestMasterBinaryState(t *testing.T) {
	for _, sample := range []string{"server-state", "server-state-ut2003"} {
		m := decoder.Decode(promise.Hex(t, "unreal-master-binary-"+sample)[0], wire.Options{})
		rules, players := 0, 0
		for i := range m.Fields {
			switch m.Fields[i].Def.Role {
			case wire.RoleRule:
				rules++
			case wire.RolePlayer:
				players++
			}
		}
		name := m.Find("unreal2.info.hostname", 0)
		if rules != 3 || players != 2 || name < 0 || m.Text(name) != "Deck 17 forever" || promise.Codes(m) != "" ||
			m.Info.Direction != wire.Request {
			t.Errorf("%s: %d rules, %d players\n%s", sample, rules, players, promise.Dump(m))
		}
		if ut2004 := m.Find("unreal2.info.skill", 0) >= 0; ut2004 != (sample == "server-state") {
			t.Errorf("%s: the wrong variant\n%s", sample, promise.Dump(m))
		}
	}
}

func TestMasterBinaryOdd(t *testing.T) {
	for _, c := range []struct {
		name, packet     string
		from             wire.Direction
		message, problem string
	}{
		{"a length without a message", "05000000", wire.Reply, "reply", "master-message-cut"},
		{"an empty message", "00000000 05000000 0000000001", wire.Reply, "reply", "master-empty-message"},
		{"a length that is none", "05000000 0000000001 FFFFFFFF 00", wire.Reply, "binary list reply", "master-length"},
		{"a message with a tail", "02000000 0100", wire.Request, "game state message", "cut"},
		{"a count with a tail", "06000000 000000000100", wire.Reply, "heartbeat order", ""},
		{"an entry with a tail", "05000000 0100000001 16000000 C0000201 611E 621E 024100 024200 024300 0108 FF FF FF",
			wire.Reply, "binary list reply", "cut"},
		{"a short message in a good one", "03000000 000102 02000000 0000", wire.Request, "binary list request",
			"length-past-end"},
		{"a command that nobody knows", "02000000 0900", wire.Request, "request", "master-message-unknown"},
		{"a packet list that is short", "02000000 0402", wire.Reply, "package list message", "cut"},
		{"a match that could be a count", "05000000 0301000000", wire.Reply, "match ID message", ""},
		{"a count that could be a match", "05000000 0300000001", wire.Reply, "binary list reply", ""},
		{"news in 16-bit letters", "11000000 88 41004200430044004500460047000000", wire.Reply, "news reply", ""},
		{"DENIED", "08000000 07 44454E49454400", wire.Reply, "login answer", ""},
		{"a list of masters", "0B000000 07 4D534C49535400 010203", wire.Reply, "login answer", ""},
		{"the port of UT2003", "06000000 01 01 78000000", wire.Reply, "detected ports message", ""},
	} {
		m := decoder.Decode(promise.Unhex(t, c.packet), wire.Options{Protocol: "unreal-master", From: c.from})
		promise.Message(t, m)
		promise.Truncation(t, m, wire.Options{})
		if m.Info.Name != c.message || promise.Codes(m) != c.problem {
			t.Errorf("%s: %s, problems %q\n%s", c.name, m.Info.Name, promise.Codes(m), promise.Dump(m))
		}
	}
}

// The datagram that shows a server's port to its master could be many things;
// only the port tells.
func TestMasterHeartbeatAnswer(t *testing.T) {
	p := promise.Unhex(t, "01 771E3C5A")
	m := decoder.Decode(p, wire.Options{DstPort: unrealmaster.EpicPort})
	if m.Info != &unrealmaster.EpicBeatRequest || m.Confidence != wire.Possible ||
		strings.Join(promise.Leaves(m, "unreal-master."), " ") != "udp.port=1 udp.code=1513889399" {
		t.Errorf("confidence %d\n%s", m.Confidence, promise.Dump(m))
	}
	if m := decoder.Decode(p, wire.Options{}); m.Protocol() == "unreal-master" {
		t.Errorf("without the port\n%s", promise.Dump(m))
	}
	m = decoder.Decode(p, wire.Options{Protocol: "unreal-master", From: wire.Request})
	promise.Message(t, m)
	promise.Truncation(t, m, wire.Options{})
}

func TestMasterBinaryRecognise(t *testing.T) {
	for _, c := range []struct {
		packet string
		opts   wire.Options
		dir    wire.Direction
		want   wire.Confidence
	}{
		{"80 00 00 00 00", wire.Options{}, wire.DirectionUnknown, wire.Unlikely},
		{"80 00 00 00 01 0B", wire.Options{}, wire.DirectionUnknown, wire.Unlikely},
		{"01 00 00 00 01", wire.Options{}, wire.DirectionUnknown, wire.Unlikely},
		{"01 00 00 00 01", wire.Options{DstPort: unrealmaster.EpicPort, Stream: true}, wire.Request, wire.Possible},
		{"02 00 00 00 00 00", wire.Options{}, wire.Request, wire.Possible},
		{"02 00 00 00 00 00", wire.Options{DstPort: unrealmaster.EpicPort, Stream: true}, wire.Request, wire.Likely},
		{"0A 00 00 00 01 00 00 00", wire.Options{SrcPort: unrealmaster.EpicPort, Stream: true}, wire.Reply, wire.Possible},
		{"0A 00 00 00 01 00 00 00", wire.Options{}, wire.DirectionUnknown, wire.Unlikely},
		{"05 00 00 00 02 00 00 00 01", wire.Options{}, wire.Reply, wire.Likely},
		{"0C 00 00 00 0B 31 32 33 34 35 36 37 38 39 30 00", wire.Options{}, wire.Reply, wire.Likely},
		{"FF FF FF FF 54 53 6F 75 72 63 65", wire.Options{}, wire.DirectionUnknown, wire.Unlikely},
		{"12 34 01 00 00 01 00 00 00 00 00 00 03 77 77 77", wire.Options{}, wire.DirectionUnknown, wire.Unlikely},
	} {
		dir, conf := unrealmaster.RecogniseBinary(promise.Unhex(t, c.packet), &c.opts)
		if conf != c.want || c.dir != wire.DirectionUnknown && dir != c.dir {
			t.Errorf("%s: %v, confidence %d, want %v, %d", c.packet, dir, conf, c.dir, c.want)
		}
	}
}

func TestMasterBinaryRequestsBuilt(t *testing.T) {
	for _, c := range []struct {
		query ask.Query
		want  string
	}{
		{ask.Query{Message: "news request"}, "01000000 01"},
		{ask.Query{Message: "binary list request"}, "02000000 0000"},
		{ask.Query{Message: "binary list request",
			Details: &unrealmaster.Query{Filters: []string{"gametype == xDeathMatch", "currentplayers>0", "freespace>=1",
				"password!=", "map<=\u20ac"}}},
			"52000000 00 05 09 67616D657479706500 0C 784465617468" + "4D6174636800 00" +
				"0F 63757272656E74706C617965727300 02 3000 04  0A 66726565737061636500 02 3100 05  09 70617373776F726400 00 01  " +
				"04 6D617000 02 8000 03"},
	} {
		c.query.Protocol = "unreal-master"
		p, err := decoder.AppendRequest(nil, &c.query)
		want := promise.Unhex(t, c.want)
		if err == nil && len(p) > 4 && int(binary.LittleEndian.Uint32(p)) != len(p)-4 {
			t.Errorf("%+v: the length is wrong: % x", c.query, p)
		}
		if err != nil || !bytes.Equal(p, want) {
			t.Errorf("%+v: % x, %v", c.query, p, err)
		}
		if m := decoder.Decode(p, wire.Options{Protocol: "unreal-master", From: wire.Request}); m.Info.Name !=
			c.query.Message || promise.Codes(m) != "" {
			t.Errorf("%+v makes\n%s", c.query, promise.Dump(m))
		}
	}
	for _, bad := range []ask.Query{
		{Message: "binary list request", Details: &unrealmaster.Query{Filters: []string{"gametype"}}},
		{Message: "binary list request", Details: &unrealmaster.Query{Filters: []string{"map==\u4e16"}}},
		{Message: "binary list request", Details: &unrealmaster.Query{Filters: make([]string, 256)}},
		{Message: "dance"},
	} {
		bad.Protocol = "unreal-master"
		if _, err := decoder.AppendRequest(nil, &bad); err == nil {
			t.Errorf("%+v is built", bad)
		}
	}
}

// Every request that is offered can be built, and is what it says.
func TestRequestsCanBeBuilt(t *testing.T) {
	for _, p := range decoder.Protocols() {
		for _, name := range decoder.Descriptor(p).Requests() {
			b, err := decoder.AppendRequest(nil, promise.Query(t, p, name))
			if err != nil {
				t.Errorf("%v %s: %v", p, name, err)
				continue
			}
			if m := decoder.Decode(b, wire.Options{Protocol: p, From: wire.Request}); m.Info.Name != name {
				t.Errorf("%v %s makes\n%s", p, name, promise.Dump(m))
			}
		}
	}
}

func FuzzMasterBinary(f *testing.F) {
	for _, name := range promise.Names(f, "unreal-master-binary-") {
		promise.Add(f, promise.Hex(f, name)[0], uint8(0))
	}
	f.Fuzz(func(t *testing.T, p []byte, from uint8) {
		if len(p) > 2048 {
			return
		}
		m := decoder.Decode(p, wire.Options{Protocol: "unreal-master", From: wire.Direction(from % 3)})
		promise.Message(t, m)
		promise.Truncation(t, m, wire.Options{})
		decoder.StatusOf(m.Clone())
	})
}
