package gamespy1

import (
	"fragscope/decoder/internal/backslash"
	"fragscope/decoder/wire"
)

// plainCommand reads a request that is one command without a parameter, as
// nearly all are. It reports false, and reads nothing, when it is another.
func plainCommand(r *wire.Reader) bool {
	end := r.End - 1
	if r.Ends.Careful || end-r.Pos < 2 || end-r.Pos > maxSight || r.Data[r.Pos] != '\\' || r.Data[end] != '\\' {
		return false
	}
	key := r.Data[r.Pos+1 : end]
	if backslash.CommandOf(key) != backslash.CommandPlain { // which none with a backslash is
		return false
	}
	r.Say(itemRequest(key))
	f := (*[3]wire.Field)(r.Room(3))
	f[0].Def, f[0].Value, f[0].Offset, f[0].Length = &gamespy1Item, 0, uint32(r.Pos), uint32(end+1-r.Pos)
	f[0].Kind, f[0].Depth, f[0].Lead, f[0].Trail, f[0].Marks = wire.KindGroup, r.Depth, 0, 0, r.Marks
	f[1].Def, f[1].Value, f[1].Offset, f[1].Length = &gamespy1Command, 0, uint32(r.Pos), uint32(end-r.Pos)
	f[1].Kind, f[1].Depth, f[1].Lead, f[1].Trail, f[1].Marks = wire.KindText, r.Depth+1, 1, 0, r.Marks
	f[2].Def, f[2].Value, f[2].Offset, f[2].Length = &gamespy1Parameter, 0, uint32(end), 1
	f[2].Kind, f[2].Depth, f[2].Lead, f[2].Trail, f[2].Marks = wire.KindText, r.Depth+1, 1, 0, r.Marks
	r.Fields, r.Pos = r.Fields[:len(r.Fields)+3], end+1
	return true
}

// Sight knows a request that is one command, and a reply that begins
// with a key of game servers and has its query id where nearly all have it.
func Sight(p []byte, opts *wire.Options) (wire.Direction, wire.Confidence) {
	for _, port := range [...]uint16{opts.SrcPort, opts.DstPort} {
		if port == backslash.HeartbeatPort || port == backslash.MasterPort {
			return wire.DirectionUnknown, wire.Unlikely
		}
	}
	end := 1
	for end < len(p) && end <= maxSight && p[end] != '\\' {
		end++
	}
	if end == len(p) || p[end] != '\\' {
		return wire.DirectionUnknown, wire.Unlikely
	}
	first := p[1:end]
	if end+1 == len(p) {
		if w := backslash.FindWord(first); w.Command == backslash.CommandPlain {
			return wire.Request, wire.Likely
		}
		return wire.DirectionUnknown, wire.Unlikely
	}
	if class, _ := backslash.Classify(first); !servers(class) {
		return wire.DirectionUnknown, wire.Unlikely
	}
	const id = "\\queryid\\"
	for at := len(p) - len(id); at >= max(0, len(p)-backslash.MaxTail); at-- {
		if p[at] == '\\' && string(p[at:at+len(id)]) == id {
			return wire.Reply, wire.Certain
		}
	}
	return wire.DirectionUnknown, wire.Unlikely
}

// maxSight is the length of the longest key that is known at first sight.
const maxSight = 20

// servers reports whether only game servers send keys of a class, and send
// nothing else that begins with them.
func servers(c backslash.KeyClass) bool {
	switch c {
	case backslash.ClassGame, backslash.ClassBasic, backslash.ClassName, backslash.ClassInfo, backslash.ClassPort, backslash.ClassCount, backslash.ClassAdmin, backslash.ClassRule, backslash.ClassShared,
		backslash.ClassPlayer, backslash.ClassPlayerPart, backslash.ClassPing, backslash.ClassScore, backslash.ClassTeam, backslash.ClassTeamPart:
		return true
	}
	return false
}
