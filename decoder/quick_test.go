package decoder_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fragscope/decoder"
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/wire"
	"fragscope/decoder/wire/protocol"
)

// checkQuick holds reading with the ends of texts found ahead to reading without.
func checkQuick(t interface {
	Helper()
	Fatalf(string, ...any)
}, p []byte, opts wire.Options) {
	t.Helper()
	quick, careful := decoder.Decoder{Options: opts}, decoder.Decoder{Options: opts}
	careful.ReadCarefully()
	got, want := quick.Decode(p), careful.Decode(p)
	if got.Info != want.Info || got.Confidence != want.Confidence || got.Colours != want.Colours || got.Standing != want.Standing || got.Content() != want.Content() ||
		!slices.Equal(got.Fields, want.Fields) || !slices.Equal(got.Problems, want.Problems) {
		t.Fatalf("%q, %+v, reads differently:\n%+v\nwant\n%+v", p, opts, got, want)
	}
}

// quickSeeds are ordinary datagrams, which are read several fields at a time, and some
// that are nearly ordinary.
var quickSeeds = []string{
	`\basic\`, `\info\`, `\status\`, `\players\x`, `\echo\x`, `\info\\rules\`,
	`\gamename\ut\gamever\451\minnetver\432\location\0\queryid\71.1\final\`,
	`\hostname\Brass Lantern\hostport\7777\maptitle\CTF-Quays\mapname\CTF-Quays\gametype\CTFGame\numplayers\3\maxplayers\8\gamemode\openplaying\final\\queryid\25.1`,
	`\hostname\a\b\hostport\77777\numplayers\300\maxplayers\x\AdminName\x\y\player_0\a\player_1\b\c\frags_1\3\queryid\01.1`,
	`\player_0\Quiet Gull\frags_0\-1\ping_0\ 68\team_0\0\mesh_0\Male Commando\ngsecret_0\true\player_10\Gr` + "\xfc" + `n\frags_10\0\ping_10\  722222\team_10\red\size_0\3\score_t1\x\queryid\5.2`,
	"\xfe\xfd\t\x12d:3", "\xfe\xfd\x00\xf8\x17\x13k\xd7Y\xc5\x1d\xff\xff\xff\x01", "\xfe\xfd\x00\x1a\x86\x95r\xff\xff\xff", "\t\xf8\x17\x13k-681982691\x00", "\t\x05\x00\x00\x001\x00",
	"\x00\xf8\x17\x13ksplitnum\x00\x80\x00hostname\x00Copper Hill\x00numplayers\x003\x00mapname\x00a=1,b=2,c=3,d=4\x00s32779\x004\x00s0\x00s1\x000\x00p1073741827\x00s1\x00Mapname\x00x\x00" +
		"\x00\x01player_\x00\x00xX=Fog=\x00CopperKelp\x00\x00score_\x00\x000\x0022\x00\x00ping_\x00\x01\x00\x00125\x00\x00team_\x00\x001\x002\x00\x00\x00\x02team_t\x00\x00Red\x00Blue\x00\x00\x00",
	"\x00\x1a\x86\x95rhostname\x00Granite Steps\x00hostport\x0010640\x00gamename\x00swat4\x00mapname\x00MP-Cannery\x00\x00\x00\x03player_\x00score_\x00ping_\x00\x00Brass\x000\x0073\x00\xfc\x000\x00\x00Salty\x000\x0043\x00\x00\x00",
	"\xff\xff\xff\xffn\\map\\dm3\\queryid\\7.1\\ping_0\\40\\hostname\\Brass Lantern\\challenge\\xyz\\fraglimit\\20\n7 12 3 40 \"Copper Gull\" \"base\" 4 4\n",
	"\xff\xffinfoResponse\x00abcd\x29\x00\x01\x00si_name\x00Brass Lantern\x00queryid\x007.1\x00ping_0\x0040\x00si_map\x00game/mp/d3dm1\x00\x00\x00\x01\x28\x00\x80\x3e\x00\x00Copper Gull\x00\x20\x07\x00\x00\x00",
	"\xff\xffUGP\x00\x01\x00", "\xff\xffUGP\x00\x01\x01\v}\x7f?\a",
	"\xff\xffUGP\x00\x01\x81\x01\v}\agta:vc\x00\fKelp Forest\x00\tFreeroam\x00\tOld Town\x00\x03\x10\x03\x03\x00\fBrassMooring\x01\x04Gr\xfcn\x02\x01\x00\x02\bVersion\x00\x061.4.2\x00\bWeather\x00\x04fog\x00",
	"\xff\xffUGP\x00\x01\x81\x01\x02\x02\x7f\x3f\x01\x04Bob\x00\x01\x05\x00\x00\x00\x06\x00\x00\x00\xff\xff\xff\xff\x30\x0012345678abcdefghijkl\x01\x02\x03",
	"y\x00\x00\x00\x00", "x\x00\x00\x00\x03", "\x80\x00\x00\x00\x04P", "\x80\x00\x00\x00\x00\x00\x00\x00\x00\x00a\x1e\x00\x00\x00\x00\x00\x00\x07Quarry\x00\x03DM\x00\x02x\x00\x06\x00\x00\x00\n\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x023\x00\x00\x00",
	"\x80\x00\x00\x00\x02\x07\x00\x00\x00\x04Bob\x00\x30\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00", "\x78\x00\x00\x00\x01" + strings.Repeat("\x04abc\x00\x02x\x00", 20),
}

// What is recognised at first sight, and read in a quick way, is what the
// careful way makes of it, wherever the datagram stands among other bytes.
func FuzzQuick(f *testing.F) {
	for _, p := range quickSeeds {
		f.Add([]byte(p), uint8(0), uint16(7778))
	}
	for _, datagrams := range samplePackets(f) {
		for _, p := range datagrams {
			f.Add(p, uint8(0), uint16(0))
		}
	}
	f.Fuzz(func(t *testing.T, p []byte, as uint8, port uint16) {
		checkQuick(t, p, wire.Options{Link: wire.LinkNone, Protocol: protocol.ID(as % uint8(protocol.ProtocolCount)), SrcPort: port, DstPort: 40000})
		if frames := plainFrames(p); len(frames) > 0 {
			checkQuick(t, frames[0].bytes, wire.Options{Link: frames[0].link})
		}
	})
}

// The same for ordinary datagrams with a byte or two changed, put in or left out.
func TestQuick(t *testing.T) {
	var seeds [][]byte
	for _, p := range quickSeeds {
		seeds = append(seeds, []byte(p))
	}
	for _, datagrams := range samplePackets(t) {
		seeds = append(seeds, datagrams...)
	}
	for _, p := range seeds {
		checkQuick(t, p, wire.Options{})
		for i := range min(len(p), 200) {
			checkQuick(t, p[:i], wire.Options{Link: wire.LinkNone})
		}
	}
	odd := []byte("\x00\x00\\\\\xfc\n 0a_.-\x01\x02\x09\x7f\x1b/")
	rapid.Check(t, func(t *rapid.T) {
		p := bytes.Clone(rapid.SampledFrom(seeds).Draw(t, "datagram"))
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			i := rapid.IntRange(0, len(p)).Draw(t, "place")
			j := min(len(p), i+rapid.IntRange(0, 2).Draw(t, "bytes"))
			with := rapid.SliceOfN(rapid.SampledFrom(odd), 0, 2).Draw(t, "with")
			p = slices.Concat(p[:i], with, p[j:])
		}
		opts := wire.Options{Link: wire.LinkNone, SrcPort: rapid.SampledFrom([]uint16{0, 7778, backslash.HeartbeatPort, backslash.MasterPort}).Draw(t, "port")}
		checkQuick(t, p, opts)
		opts.Protocol = protocol.ID(rapid.IntRange(0, int(protocol.ProtocolCount)-1).Draw(t, "protocol"))
		checkQuick(t, p, opts)
	})
}

// The masks of a text are what a look at each byte gives.
func TestTextMasks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.SliceOfN(rapid.OneOf(rapid.ByteRange(' ', '~'), rapid.Byte(), rapid.SampledFrom([]byte{0, '\\', 0x1f, 0x20, 0x7e, 0x7f, 0x80, 0xff})), 64, 320).Draw(t, "bytes")
		stop := rapid.SampledFrom([]byte{0, '\\'}).Draw(t, "stop")
		b = b[:len(b)/64*64]
		var ends, odd [5]uint64
		wire.TextMasks(b, stop, ends[:len(b)/64], odd[:len(b)/64])
		for i, c := range b {
			wantEnd, wantOdd := c == stop, c != stop && (c < 0x20 || c > 0x7e)
			if ends[i/64]>>(i%64)&1 == 1 != wantEnd || odd[i/64]>>(i%64)&1 == 1 != wantOdd {
				t.Fatalf("%q to %q: wrong at %d", b, stop, i)
			}
		}
	})
}
