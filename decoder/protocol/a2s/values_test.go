package a2s_test

import (
	"strconv"
	"strings"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/promise"
	"fragscope/decoder/wire"
)

// infoReply is an info reply with keywords; gameID is 0 for none.
func infoReply(folder, words string, players, most byte, gameID uint32) string {
	extra := "\xa0\x87\x69" + words + "\x00"
	if gameID != 0 {
		extra = "\xa1\x87\x69" + words + "\x00" + string(wire.AppendLE32(nil, gameID)) + "\x00\x00\x00\x00"
	}
	return single + "I\x11Quay\x00pier\x00" + folder + "\x00Mode\x00\x00\x00" + string([]byte{players, most, 0}) +
		"dw\x00\x011.0.0.0\x00" + extra
}

// notes returns the keywords of a reply with what their words and values mean.
func notes(m *wire.Message) string {
	var list []string
	for i := range m.Fields {
		if key := m.Key(i); strings.HasPrefix(key, "a2s.keywords.") && m.Fields[i].Kind != wire.KindGroup {
			list = append(list, m.Text(i)+"|"+m.Note(i))
		}
	}
	return strings.Join(list, " ")
}

func TestKeywords(t *testing.T) {
	for _, c := range []struct {
		folder, words string
		gameID        uint32
		want          string
	}{
		{"rust", "mp90,h1f,born1767225600", 0,
			"mp|max players 90| h|hash of the game's files 1f| born|time of the last wipe 1767225600|2026-01-01 00:00:00 UTC"},
		{"Mordhau", "H:5,V:86,mp90", 629760, "H| 5| V| 86| mp90|"},
		{"", "mp90", 252490, "mp|max players; ambiguous 90|ambiguous"}, // the game ID may be cut off
		{"dayz", "shard07,port2402,privHive,07:05", 0,
			"shard|shard: servers that share characters 07| port|port 2402| privHive|keeps its own characters 07:05|"},
		{"Arma3", "bf,s7,pl,", 107410, "b|BattlEye f|no s|state of the server 7|playing p|platform l|Linux |"},
		{"valheim", "g=0.2.1,n=3,m=", 0, "g|version of the game 0.2.1| n|network version 3| m|modifiers of the world |"},
		{"zomboid", ";open;VERSION:41.1", 0, "| open|open to everybody VERSION|version of the game 41.1|"},
		{"Space Engineers", "mods2 datahashAb= view9", 0,
			"mods|number of mods 2| datahash|hash of the game's data Ab=| view|view distance in metres 9|"},
		{"garrysmod", " gm:ttt gmc:pvp", 4000, "| gm|game mode ttt| gmc|category of the game mode pvp|player versus player"},
		{"aceofspades", "v9;playlist=3", 0, "v|version 9| playlist|playlist 3|"},
		// cut before the comma, they would be two
		{"cstrike", "alltalk,my server", 0, "alltalk|voice for all teams my server|ambiguous"},
	} {
		p := []byte(infoReply(c.folder, c.words, 3, 90, c.gameID))
		m := decoder.Decode(p, wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		if got := notes(m); got != c.want {
			t.Errorf("%s %q:\n%q, not\n%q", c.folder, c.words, got, c.want)
		}
	}
}

// Counts of keywords replace those of the fields only where these are too small.
func TestKeywordCounts(t *testing.T) {
	for _, c := range []struct {
		words         string
		players, most byte
		want          string
	}{
		{"mp125,cp93", 94, 125, "94 of 125"},
		{"mp575,cp547", 86, 63, "547 of 575"},
		{"mp300,cp20", 20, 255, "20 of 300"},
	} {
		s := decoder.StatusOf(decoder.Decode([]byte(infoReply("rust", c.words, c.players, c.most, 252490)), wire.Options{}))
		if got := s.PlayersText("?"); got != c.want || s.GameTitle.Value != "Rust" {
			t.Errorf("%s: %s of %s, not %s", c.words, got, s.GameTitle.Value, c.want)
		}
	}
}

// The version in the keywords is that of the game.
func TestKeywordVersion(t *testing.T) {
	for words, want := range map[string]string{"g=0.217.46,n=29,m=": "0.217.46", "n=29": "1.0.0.0"} {
		s := decoder.StatusOf(decoder.Decode([]byte(infoReply("valheim", words, 1, 64, 892970)), wire.Options{}))
		if s.Version.Value != want {
			t.Errorf("%q: version %q, not %q", words, s.Version.Value, want)
		}
	}
}

func TestFrontlines(t *testing.T) {
	info := single + "I\x02Pier\x00FL-Dock\x00FOW\x00FL\x00Frontlines: Fuel of " +
		"War\x001.3\x00\x15\x64\x6f\xc8lL\x01\x01\x3c\x01\x02\x02\xf2"
	rules := single + "E\x00\x02A\x001\x00B\x002\x00"
	for _, p := range []string{info, rules} {
		m := decoder.Decode([]byte(p), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		promise.Truncation(t, m, wire.Options{})
		if len(m.Problems) > 0 {
			t.Errorf("%s", promise.Dump(m))
		}
	}
	s := decoder.StatusOf(decoder.Decode([]byte(info), wire.Options{}), decoder.Decode([]byte(rules), wire.Options{}))
	if s.PlayersText("?") != "111 of 200" || s.GamePort.Value != 5476 || s.Version.Value != "1.3" ||
		!s.Password.Value || len(s.Rules) != 2 ||
		s.GameText() != "Frontlines: Fuel of War (FOW)" {
		t.Errorf("%+v", s)
	}
}

// An HLTV proxy sends no number of bots; another server that does not is cut.
func TestProxy(t *testing.T) {
	for kind, problems := range map[string]string{"p": "", "d": "cut"} {
		m := decoder.Decode([]byte(single+"m192.0.2.9:27020\x00Relay\x00quay\x00valve\x00HLTV\x00\x00\x08\x30"+kind+
			"l\x00\x00\x00"), wire.Options{})
		if got := promise.Codes(m); got != problems {
			t.Errorf("type %s: %s", kind, promise.Dump(m))
		}
		if s := decoder.StatusOf(m); s.Bots.Known {
			t.Error("bots are known")
		}
	}
}

func TestShip(t *testing.T) {
	p := single + "D\x02\x00Ann\x00\x01\x00\x00\x00\x00\x00\x70\x42\x00Bo\x00\x02\x00\x00\x00\x00\x00\x00\x00" +
		"\x03\x00\x00\x00\x04\x00\x00\x00\x05\x00\x00\x00\x06\x00\x00\x00"
	for i, p := range decoder.StatusOf(decoder.Decode([]byte(p), wire.Options{})).PlayerList {
		extra := p.Extra
		if len(extra) != 3 || extra[1].Key != "Deaths" || extra[1].Value != strconv.Itoa(3+2*i) ||
			extra[2].Value != strconv.Itoa(4+2*i) {
			t.Errorf("player %d: %v", i, extra)
		}
	}
}

// An ID of the Workshop is a number, whatever its length and escapes.
func TestWorkshopID(t *testing.T) {
	for _, c := range []struct{ bytes, want string }{
		{"\x04\x4e\x1c\xc6\x93", "2479234126"},
		{"\x04\x01\x02\x01\x03\xce\x65", "1708064512"},
		{"\x05\x05\x04\x03\x02\x06", "25803555845"},
	} {
		b := single + "E\x01\x00\x01\x01\x00\x03\x01\x02\x01\x01\x01\x02\x89\x01\x01ABCD\x01\x01HASH" + c.bytes +
			"\x03Mod\x00"
		m := decoder.Decode([]byte(b), wire.Options{})
		promise.Message(t, m)
		promise.Encode(t, m)
		text := func(key string) string { return m.Text(m.Find(key, 0)) }
		note := func(key string) string { return m.Note(m.Find(key, 0)) }
		if text("a2s.mods.id") != c.want || note("a2s.mods.dlc") != "Karts" || note("a2s.mods.hash") != "0x48534148" ||
			!strings.HasPrefix(note("a2s.mods.difficulty"), "difficulty regular; skill of bots normal; third person view") {
			t.Errorf("%s, not %s\n%s", text("a2s.mods.id"), c.want, promise.Dump(m))
		}
	}
}
