package gamespy3

import (
	"fragscope/decoder/answer"
	"fragscope/decoder/internal/sections"
	"fragscope/decoder/keys"
	"fragscope/decoder/wire"
)

// The player list of Just Cause 2 Multiplayer (protocol/gamespy3/SPEC.md#player-list).

// Places in the layout.
const (
	rosterCount = iota + 1
	rosterPlayer
	rosterName
	rosterSteamID
	rosterPing
)

// hasRoster reports whether a player list follows the settings: a number of 16
// bits where other games have the byte of a section. Up to 255 players its first
// byte is a NUL, which no section begins with; beyond that, 01 or 02 is the
// section's byte unless numplayers is as many and no field of players follows.
func hasRoster(r *wire.Reader) bool {
	b := r.Rest()
	if len(b) < 2 || b[0] == 0 {
		return len(b) >= 2 && b[1] != 0
	}
	i := keys.FindPair(&wire.Message{Data: r.Data, Fields: r.Fields}, "numplayers")
	if i < 0 {
		return false
	}
	f := &r.Fields[i]
	n, ok := wire.ParseSigned(r.Data[f.Offset : f.End()-int(f.Trail)])
	if !ok || n>>8 != int64(b[0]) {
		return false
	}
	r.Flags |= wire.FlagAmbiguous // for the bytes that follow decide
	return !sections.SectionFollows(b) || b[1] == 0 && len(b) > 2 && b[2] > 2
}

func readRoster(r *wire.Reader) {
	r.UTF8 = true
	marks := r.Flags
	g := r.Begin(&roster[0], 0)
	at := r.Pos
	count := r.Field(&roster[rosterCount])
	n := uint64(0)
	for ; n < count && r.More(); n++ {
		p := r.Begin(&roster[rosterPlayer], int(n))
		r.CString(&roster[rosterName], 0)
		r.CString(&roster[rosterSteamID], 0)
		r.Field(&roster[rosterPing])
		r.Done(p)
	}
	switch {
	case n < count && !r.Stopped:
		r.Problem(&problemRosterShort, at, 2, count, n)
	case n == count && !r.Stopped && !r.More():
		r.Reply.Final = true // such servers never mark the last datagram
	}
	r.Done(g)
	r.Flags = marks
}

// roster sends everything in one datagram, however long.
func (w *writer) roster() {
	w.begin(0)
	sections.EachPair(w.r, sections.Wanted{All: true}, func(key, value string) {
		w.b = append(append(append(append(w.b, answer.ReplyText(key)...), 0), answer.ReplyText(value)...), 0)
	})
	list := w.r.Status.PlayerList
	list = list[:min(len(list), maxRoster)]
	w.b = wire.AppendBE16(append(w.b, 0), uint16(len(list)))
	for i := range list {
		p := &list[i]
		id := ""
		for _, e := range p.Extra {
			if e.Key == roster[rosterSteamID].Name {
				id = e.Value
			}
		}
		w.b = append(append(w.b, answer.ReplyText(p.Name.Value)...), 0)
		w.b = append(append(w.b, answer.ReplyText(id)...), 0)
		w.b = wire.AppendBE16(w.b, uint16(answer.Clamp(p.Ping, 0, 1<<16-1)))
	}
	w.b[w.last] |= 0x80
	w.r.Send(w.b)
}

// RosterKeys are the rules that carry what a Status holds in typed fields.
var RosterKeys = answer.RuleKeys{Version: "version", Password: "password", Yes: "True", No: "False"}

// maxRoster is the greatest number of players that a list can have.
const maxRoster = 1<<16 - 1
