package structure_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/structure"
	"fragscope/decoder/wire"
)

// status makes a server that is like others of its game, but not the same.
func status(r *rand.Rand) *wire.Status {
	pick := func(list ...string) wire.Opt[string] { return wire.Some(list[r.IntN(len(list))]) }
	s := &wire.Status{
		Name: pick("Facing Worlds only", "The old pit", "[EU] Night shift", "Public CTF", "Rookies welcome",
			"Clan war #4", "Test", "Sunday league"),
		Map: pick("ctf-face", "dm_morbias", "de_dust2", "q3dm17", "katabatic", "game/mp/d3dm1", "as-frigate",
			"plunge"),
		GameType:   pick("CTF", "Deathmatch", "Team DM", "Domination", "Assault"),
		Version:    pick("1.0.3", "1.32c", "3339", "451"),
		Game:       pick("baseq3", "ut", "cstrike", "base"),
		Players:    wire.Some(int64(r.IntN(20))),
		MaxPlayers: wire.Some(int64(20 + r.IntN(12))),
		GamePort:   wire.Some(int64(7000 + r.IntN(999))),
		Password:   wire.Some(r.IntN(2) == 0),
	}
	for i := range r.IntN(5) + 2 {
		key := []string{"fraglimit", "timelimit", "friendlyfire", "gravity", "mod", "admin", "cheats"}[i]
		s.Rules = append(s.Rules, wire.Rule{Key: key, Value: fmt.Sprint(r.IntN(900))})
	}
	for i := range s.Players.Value {
		name := pick("Wolf", "nobody", "Xan", "Loque", "the_reaper", "ace")
		s.PlayerList = append(s.PlayerList, wire.Player{ID: wire.Some(i), Name: name,
			Ping: wire.Some(int64(20 + r.IntN(200))), Score: wire.Some(int64(r.IntN(60))), Team: wire.Some(int64(r.IntN(2)))})
	}
	return s
}

// A spot is what a specification says about a place.
type spot struct {
	name     string
	from, to int
	types    []structure.Type
}

// spots returns the lengths, texts, counts, echoes and ports of a reply as it is decoded.
func spots(m *wire.Message, request []byte, port uint16) (out []spot) {
	for i := range m.Fields {
		f := &m.Fields[i]
		if !f.Leaf() || i > 60 {
			continue
		}
		s := spot{name: m.Key(i), from: int(f.Offset), to: f.End()}
		switch {
		case f.Flags&wire.FlagLength != 0:
			s.types = []structure.Type{structure.Length, structure.Records, structure.Count}
		case f.Kind == wire.KindText || f.Kind == wire.KindUCS2:
			s.types = []structure.Type{structure.String, structure.Text, structure.Records, structure.Constant}
		case f.Def.Role == wire.RoleCount:
			s.types = []structure.Type{structure.Count, structure.Length, structure.Enum}
		case (f.Def.Role == wire.RoleGamePort || f.Def.Role == wire.RoleQueryPort) && f.Value == uint64(port):
			s.types = []structure.Type{structure.Port}
		case f.Kind == wire.KindBytes && f.Length >= 4 && bytes.Contains(request, m.Data[f.Offset:f.End()]):
			s.types = []structure.Type{structure.Echo}
		default:
			continue
		}
		out = append(out, s)
	}
	return out
}

// is reports whether a finding about a packet of n bytes says what the specification says. What
// is in a list or a text with keys is found with it.
func (s *spot) is(f *structure.Finding, n int) bool {
	at := f.Offset
	if at < 0 {
		at += n
	}
	end := at + f.Length
	if f.Length == 0 {
		end = n
	}
	switch f.Type {
	case structure.Records, structure.Text, structure.Constant, structure.Echo:
		return slices.Contains(s.types, f.Type) && at <= s.from && end >= s.to
	}
	return slices.Contains(s.types, f.Type) && at == s.from
}

// TestKnownProtocols: what specifications say about twelve exchanges of known protocols is
// found by comparison alone in eight of ten places.
func TestKnownProtocols(t *testing.T) {
	all, right := 0, 0
	for _, p := range []wire.ProtocolID{"a2s", "unreal2", "gamespy3", "samp", "mumble",
		"raknet", "tribes", "doom3"} {
		for _, message := range append([]string{""}, decoder.Descriptor(p).Requests()...) {
			in, replies, requests := exchanges(p, message)
			if len(replies) < 12 {
				continue
			}
			kinds := structure.Analyze(in, structure.Options{}).Kinds
			places, found := 0, 0
			for q := range kinds {
				k := &kinds[q]
				first := k.Packets[0]
				i := slices.Index(replies, first)
				if i < 0 || len(k.Packets) < 6 {
					continue
				}
				m := decoder.Decode(in[first].Data, wire.Options{Protocol: p, From: wire.Reply})
				for _, s := range spots(m, in[requests[i]].Data, in[first].Src.Port) {
					places++
					size := len(in[first].Data)
					ok := slices.ContainsFunc(k.Findings, func(f structure.Finding) bool { return s.is(&f, size) })
					if ok {
						found++
					}
				}
			}
			t.Logf("%v %q: %d of %d", p, message, found, places)
			all, right = all+places, right+found
		}
	}
	t.Logf("%d of %d", right, all)
	if all < 60 || right*10 < all*8 {
		t.Errorf("found %d of %d places, want 8 of 10", right, all)
	}
}

// exchanges makes twelve requests and replies with twelve servers; replies and requests are
// their places.
func exchanges(p wire.ProtocolID, message string) (in []structure.Datagram, replies, requests []int) {
	r := rand.New(rand.NewPCG(uint64(1+slices.Index(decoder.Protocols(), p)), 11))
	now := int64(1_700_000_000_000_000_000)
	for i := range 12 {
		s := status(r)
		port := uint16(s.GamePort.Value)
		q := ask.Query{Protocol: p, Message: message, Address: [4]byte{198, 51, 100, byte(i)}, Port: port}
		for k := range q.ID {
			q.ID[k] = byte(r.Uint32())
		}
		b, err := decoder.AppendRequest(nil, &q)
		if err != nil {
			return nil, nil, nil
		}
		m := decoder.Decode(b, wire.Options{Protocol: p, From: wire.Request})
		out, err := decoder.AppendReplies(nil, m, &answer.Answer{Status: s, Number: uint32(i + 1), QueryPort: port})
		if err != nil || len(out) == 0 {
			return nil, nil, nil
		}
		client := structure.Endpoint{Addr: []byte{192, 0, 2, 7}, Port: uint16(50000 + r.IntN(9000))}
		server := structure.Endpoint{Addr: q.Address[:], Port: port}
		now += int64(r.IntN(2e9))
		in = append(in, structure.Datagram{Data: b, Direction: wire.Request, Time: now, Src: client, Dst: server,
			Flow: i + 1})
		requests = append(requests, len(in)-1)
		now += 3e7
		in = append(in, structure.Datagram{Data: out[0], Direction: wire.Reply, Time: now, Src: server, Dst: client,
			Flow: i + 1})
		replies = append(replies, len(in)-1)
	}
	return in, replies, requests
}
