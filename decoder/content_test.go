package decoder_test

import (
	"bytes"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/protocol"
	"fragscope/decoder/wire"
)

// plainContent is Content without the short way through pairs and runs.
func plainContent(m *wire.Message) uint64 {
	h := uint64(len(m.Fields))
	from, to := uint32(0), uint32(0)
	for i := 0; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		end := f.End()
		switch f.Def.Role {
		case wire.RoleArray:
			last := m.Next(i) - 1
			if last > i && bytes.HasPrefix(m.Bytes(i+1), []byte("ping_\x00")) {
				i = last
				continue
			}
			i = last
		case wire.RoleNone, wire.RolePlayerPing, wire.RoleChecksum, wire.RoleLength, wire.RoleCount:
			continue
		case wire.RoleValue:
			if i > 0 && wire.VolatileKey(m.Bytes(i-1)) {
				continue
			}
		case wire.RolePlayerExtra:
			if f.Def.Naming == wire.NameInPacket && f.Value < uint64(len(m.Data)) && wire.PingHead(m.Data[f.Value:]) {
				continue
			}
		}
		switch {
		case f.Kind == wire.KindGroup && f.Def.Role != wire.RoleArray:
		case f.Offset == to:
			to = uint32(end)
		default:
			h = wire.Hash(h, m.Data[from:to])
			from, to = f.Offset, uint32(end)
		}
	}
	return wire.Hash(h, m.Data[from:to])
}

// The short way through pairs changes nothing.
func FuzzContent(f *testing.F) {
	for _, p := range []string{
		"\\hostname\\Quiet Harbour\\ping_0\\ 48\\player_0\\Ada\\queryid\\5.1\\final\\",
		"\\\\x\\queryid\\1.1\\ping\\3",
		"\x80\x00\x00\x00\x01\x0bServerMode\x00\x0adedicated\x00\x05ping\x00\x02x\x00\x06ping_\x00\x02x\x00\x04abc\x00\x00",
		"\x00\x01\x02\x03\x04splitnum\x00\x80\x00hostname\x00a\x00ping_\x00b\x00\x00\x01player_\x00\x00Bob\x00\x00ping_\x00\x0040\x00\x00\x00",
		"\x00abcdhostname\x00a\x00ping_x\x00b\x00\x00\x00\x01player_\x00ping_\x00\x00Bob\x0040\x00",
		"\xff\xffUGP\x00\x01\x81\x05\x0b\x7d\x07gta:vc\x00\x02s\x00\x01\x00\x02m\x00\x00\x10\x00\x01\x05ping\x00\x03x\x00",
	} {
		f.Add([]byte(p))
	}
	f.Fuzz(func(t *testing.T, p []byte) {
		for _, protocol := range append([]protocol.ID{protocol.Unknown}, decoder.Protocols()...) {
			m := decoder.Decode(p, wire.Options{Link: wire.LinkNone, Protocol: protocol, From: wire.Reply})
			if got, want := m.Content(), plainContent(m); got != want {
				t.Fatalf("%s: %x, want %x", protocol, got, want)
			}
		}
	})
}
