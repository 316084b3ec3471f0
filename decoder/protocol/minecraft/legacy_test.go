package minecraft_test

import (
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/edit"
	"fragscope/decoder/promise"
	"fragscope/decoder/protocol/minecraft"
	"fragscope/decoder/wire"
)

// wide is s in 16-bit units, most significant byte first.
func wide(s string) string {
	b, _ := wire.AppendLetters(nil, []byte(s), wire.KindUCS2, false)
	return string(wire.Swapped(nil, b))
}

// kick is a legacy reply with a text.
func kick(s string) string {
	b := wide(s)
	return string(append([]byte{0xff, byte(len(b) >> 9), byte(len(b) >> 1)}, b...))
}

func TestLegacy(t *testing.T) {
	const parts = "kick.mark=§1 kick.protocol=127 kick.version=1.2 kick.motd=ж§6A kick.players=3 kick.max_players=20"
	for _, c := range []struct{ packet, message, fields, problems string }{
		{"\xfe\x01", "legacy ping request", "legacy.id=254 legacy.version=1", ""},
		{"\xfe\x01\xfa\x00\x0b" + wide("MC|PingHost") + "\x00\x09\x4e\x00\x01" + wide("a") + "\x00\x00\x63\xdd",
			"legacy ping request",
			"legacy.id=254 legacy.version=1 legacy.message=250 legacy.channel.length=11 legacy.channel=MC|PingHost " +
				"legacy.size=9 legacy.protocol=78 legacy.host.length=1 legacy.host=a legacy.port=25565", ""},
		{"\xfe\x01\xfa\x00\x0b" + wide("MC|Pi"), "legacy ping request",
			"legacy.id=254 legacy.version=1 legacy.message=250 legacy.channel.length=11 legacy.channel=00 4d 00 43 00 7c 00 " +
				"50 00 69", "cut"},
		{kick("§1\x00127\x001.2\x00ж§6A\x003\x0020"), "legacy ping reply", "legacy.id=255 kick.length=20 " + parts, ""},
		{kick("§1\x00127\x001.2\x00ж§6A\x003\x0020\x00x"), "legacy ping reply", "legacy.id=255 kick.length=22 " + parts +
			" kick.part=x", ""},
		{kick("§1\x00127\x001.2"), "legacy ping reply",
			"legacy.id=255 kick.length=10 kick.mark=§1 kick.protocol=127 kick.version=1.2", "minecraft-legacy-parts"},
		{kick("§1\x00127\x001.2")[:20], "legacy ping reply",
			"legacy.id=255 kick.length=10 kick.mark=§1 kick.protocol=127 kick.version=1 kick.part=00", "cut"},
		{kick("A valley§3§20"), "legacy ping reply",
			"legacy.id=255 kick.length=13 kick.motd=A valley kick.players=3 kick.max_players=20", ""},
	} {
		m := decoder.Decode([]byte(c.packet), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		fields := strings.ReplaceAll(strings.Join(promise.Leaves(m, ""), " "), "minecraft.", "")
		if m.Protocol() != "minecraft" || m.Info.Name != c.message || fields != c.fields || promise.Codes(m) != c.problems {
			t.Errorf("%q: fields %q\n%s", c.packet, fields, promise.Dump(m))
		}
	}
	for _, p := range []string{"\xfe", "\xfe\x02", "\xff\x00", kick("You are banned"), kick("§1"), kick("1§2"),
		kick("A§§2")} {
		if m := decoder.Decode([]byte(p), wire.Options{}); m.Protocol() == "minecraft" {
			t.Errorf("%q is a %s", p, m.Info.Name)
		}
	}
}

// What is served is read as it was, in the form that was asked for.
func TestServeLegacy(t *testing.T) {
	s := &wire.Status{Name: wire.Some("§6Quiet жшя 😀"), Version: wire.Some("1.20.4"), Players: wire.Some(int64(3)),
		MaxPlayers: wire.Some(int64(20)), Rules: []wire.Rule{{Key: "protocol", Value: "74"}}}
	long, err := decoder.AppendRequest(nil, &ask.Query{Protocol: "minecraft", Message: "legacy ping request",
		Details: &minecraft.Query{Host: "mc.example", Port: 25566}})
	if err != nil {
		t.Fatal(err)
	}
	for form, want := range map[string]string{string(long): "Quiet жшя 😀", "\xfe\x01": "Quiet жшя 😀",
		"\xfe": "6Quiet жшя 😀"} {
		question := decoder.Decode([]byte(form), wire.Options{Protocol: "minecraft", From: wire.Request})
		replies, err := decoder.AppendReplies(nil, question, &answer.Answer{Status: s})
		if err != nil || len(replies) != 1 {
			t.Fatal(len(replies), err)
		}
		m := promise.Decode(t, replies[0])
		got := decoder.StatusOf(m)
		if promise.Codes(m) != "" || got.Name.Value != want || got.Players != s.Players || got.MaxPlayers != s.MaxPlayers {
			t.Errorf("%q: %+v\n%s", form, got, promise.Dump(m))
		}
		if old := len(form) == 1; got.Version.Known == old || len(got.Rules) > 0 == old {
			t.Errorf("%q: %+v", form, got)
		}
	}
}

// A text whose units have their most significant byte first keeps that order when
// it is changed.
func TestEditLegacy(t *testing.T) {
	m := decoder.Decode([]byte(kick("§1\x00127\x001.2\x00A\x003\x0020")), wire.Options{})
	b, err := edit.Edit(m, m.Find("minecraft.kick.players", 0), "7")
	if want := kick("§1\x00127\x001.2\x00A\x007\x0020"); err != nil || string(b) != want {
		t.Errorf("%q, %v", b, err)
	}
}
