package openttd_test

import (
	"errors"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/openttd"
	"fragscope/decoder/wire"
)

func TestSamples(t *testing.T) { promise.Samples(t, "openttd-", openttd.ID, wire.Possible) }

// last is what ends an info of every layout: password, clients and the map's size.
const last = "\x01\x0c\x03\x01"

func packet(kind byte, b string) []byte {
	n := len(b) + 3
	return append([]byte{byte(n), byte(n >> 8), kind}, b...)
}

func TestMessages(t *testing.T) {
	const id, md5 = "\x44\x49\x02\x01", "0123456789abcdef"
	const size, sized = "\x00\x01\x80\x00\x03\x01", " info.width=256 info.height=128 info.landscape=3 info.dedicated=1"
	const clients = " info.password=1 info.max_clients=12 info.clients=3 info.spectators=1"
	const days, dates = "\xcc\xde\x0a\x00\x1f\xde\x0a\x00", " info.date=712396 info.start=712223"
	const companies, counts = "\x08\x02\x0a", " info.max_companies=8 info.companies=2 info.max_spectators=10"
	const hex, hexed = " newgrf.id=1145635329 newgrf.md5=30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66", id + md5
	named := " info.name=Weir info.revision=1.0"
	for _, c := range []struct {
		packet                    []byte
		message, fields, problems string
	}{
		{packet(7, ""), "game info request", "", ""},
		{packet(0, ""), "find server request", "", ""},
		{packet(1, ""), "server found reply", "", ""},
		{packet(1, "\x01Weir\x001.0\x00\x02"+last+"\x7d\x2b\xce\x2ar\x00"+size), "game info reply", "info.layout=1" + named +
			" info.language=2" + clients + " info.date16=11133 info.start16=10958 info.map=r" + sized, ""},
		{packet(1, "\x03"+days+companies+"Weir\x001.0\x00\x02"+last+"r\x00"+size), "game info reply", "info.layout=3" +
			dates + counts + named + " info.language=2" + clients + " info.map=r" + sized, ""},
		{packet(1, "\x04\x01"+hexed+days+companies+"Weir\x001.0\x00\x02"+last+"r\x00"+size), "game info reply",
			"info.layout=4 info.newgrfs=1" + hex + dates + counts + named + " info.language=2" + clients + " info.map=r" + sized,
			""},
		{packet(6, "\x06\x01\xff\xff\xff\xff\x00\x01"+hexed+"Cranes\x00"+days+companies+"Weir\x001.0\x00"+last+size),
			"game info reply", "info.layout=6 info.newgrf_form=1 info.script_version=-1 info.script= info.newgrfs=1" + hex +
				" newgrf.name=Cranes" + dates + counts + named + clients + sized, ""},
		{packet(6, "\x07"+"12345678"+"\x02\x01\x00\x00\x00s\x00\x01\x05\x00\x00\x00"+days+companies+"Weir\x001.0\x00"+last+
			size),
			"game info reply", "info.layout=7 info.ticks=4050765991979987505 info.newgrf_form=2 info.script_version=1" +
				" info.script=s info.newgrfs=1 newgrf.index=5" + dates + counts + named + clients + sized, ""},
		{packet(6, "\x08"+"12345678"+"\x00\x01\x00\x00\x00s\x00\x00"+days+companies+"Weir\x001.0\x00"+last+size+"?"),
			"game info reply", "info.layout=8 info.ticks=4050765991979987505 info.newgrf_form=0 info.script_version=1" +
				" info.script=s info.newgrfs=0" + dates + counts + named + clients + sized, "openttd-layout bytes-left-over"},
		{packet(6, "\x02\x01"), "server list request", "list.version=2 list.family=1", ""},
		{packet(7, "\x01\x01\x00\x7f\x00\x00\x01\x8b\x0f"), "server list reply",
			"list.form=1 list.count=1 server.address=127.0.0.1 server.port=3979", ""},
	} {
		m := decoder.Decode(c.packet, wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		leaves := promise.Leaves(m, "openttd.")
		got := strings.Join(leaves[min(2, len(leaves)):], " ")
		if m.Protocol() != openttd.ID || m.Info.Name != c.message || got != c.fields || promise.Codes(m) != c.problems {
			t.Errorf("%q: %s\nfields %q\n%s", c.packet, c.message, got, promise.Dump(m))
		}
	}
}

// What only begins like a packet is none.
func TestOthers(t *testing.T) {
	for _, p := range [][]byte{packet(2, ""), packet(6, "\x06"), packet(1, "\x10Weir\x00"), packet(7, "\x03\x01\x00"),
		{3, 0, 0, 0}, {3, 0}, packet(1, "\x01\x00\x00\x02"+last), packet(1, "\x01\xff\xfe\x001.0\x00")} {
		if m := decoder.Decode(p, wire.Options{}); m.Protocol() == openttd.ID && m.Confidence > wire.Possible {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

// What is served is read as it was.
func TestServe(t *testing.T) {
	ask, err := decoder.AppendRequest(nil, &ask.Query{Protocol: openttd.ID})
	if err != nil || string(ask) != "\x03\x00\x07" {
		t.Fatalf("%q, %v", ask, err)
	}
	s := &wire.Status{Name: wire.Some("Quay 日本"), Version: wire.Some("14.1"), Players: wire.Some(int64(300)),
		MaxPlayers: wire.Some(int64(25)), Password: wire.Some(true), Rules: []wire.Rule{{Key: "width", Value: "512"},
			{Key: "script", Value: "S"}, {Key: "script_version", Value: "-5"}, {Key: "landscape", Value: "999"}}}
	for range 100 {
		s.Mutators = append(s.Mutators, "Cranes")
	}
	q := decoder.Decode(ask, wire.Options{})
	got, err := decoder.AppendReplies(nil, q, &answer.Answer{Status: s})
	if err != nil || len(got) != 1 || len(got[0]) > 1460 {
		t.Fatalf("%q, %v", got, err)
	}
	m := decoder.Decode(got[0], wire.Options{})
	promise.Message(t, m)
	st := decoder.StatusOf(m)
	rules := map[string]string{}
	for _, r := range st.Rules {
		rules[r.Key] = r.Value
	}
	if st.Name != s.Name || st.Version != s.Version || st.Players.Value != 255 || st.MaxPlayers != s.MaxPlayers ||
		!st.Password.Value || rules["width"] != "512" || rules["landscape"] != "255" || rules["script"] != "S" ||
		len(st.Mutators) == 0 || st.Mutators[0] != "Cranes" {
		t.Errorf("%+v\n%s", st, promise.Dump(m))
	}
	q = decoder.Decode([]byte("\x03\x00\x00"), wire.Options{Protocol: openttd.ID})
	if _, err := decoder.AppendReplies(nil, q, &answer.Answer{Status: s}); !errors.Is(err, answer.ErrNoRequest) {
		t.Errorf("find server request: %v", err)
	}
}

func FuzzOpenTTD(f *testing.F) {
	promise.Fuzz(f, openttd.ID, "openttd-", string(packet(6, "\x06\x01\xff\xff\xff\xff\x00\xff")))
}

func TestAllocates(t *testing.T) { promise.Allocates(t, "openttd-") }
