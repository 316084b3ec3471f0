package odamex

import "fragscope/decoder/wire"

const (
	wholeSize = 16 // of requests and version replies with a tag
	tagSize   = 4
	entrySize = 6
)

// recognise identifies messages by their first four bytes, those of masters by their
// sizes too (protocol/SPEC.md#identification).
func recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) < tagSize {
		return wire.DirectionUnknown, wire.Unlikely
	}
	rest := p[tagSize:]
	switch wire.LE32(p) {
	case tagVersion, tagInfo:
		if len(rest) == 0 || len(p) == wholeSize {
			return wire.Request, wire.Certain
		}
		return wire.Request, wire.Possible
	case toldVersion, toldTooOld:
		if len(p) == wholeSize {
			return wire.Reply, wire.Certain
		}
		return wire.Reply, wire.Possible
	case toldInfo:
		if len(p) > wholeSize {
			return wire.Reply, wire.Certain
		}
		return wire.Reply, wire.Possible
	case challenge:
		switch {
		case len(rest) == 0, len(rest) == 4:
			return wire.Request, wire.Likely
		case len(rest) >= 2 && len(rest) == 2+entrySize*int(wire.LE16(rest)):
			return wire.Reply, wire.Likely
		case len(rest) > 2:
			return wire.Reply, wire.Possible
		}
	case answered:
		switch {
		case len(rest) == 2:
			return wire.Request, wire.Likely
		case len(rest) > 8:
			return wire.Reply, wire.Likely
		}
	}
	return wire.DirectionUnknown, wire.Unlikely
}

func decode(r *wire.Reader, dir wire.Direction) {
	reply, size := dir == wire.Reply, r.Left()
	code := uint32(0)
	if size >= tagSize {
		code = wire.LE32(r.Rest())
	}
	r.SetMessage(messageOf(code, reply, size))
	r.Field(&tag)
	switch r.Info {
	case &infoRequest, &versionRequest:
		if size != tagSize {
			r.Read(request[:])
		}
	case &versionReply, &tooOld:
		r.Read(versions[:])
	case &infoReply:
		readInfo(r)
	case &listReply:
		r.Field(&list[0])
		for n := 0; r.More(); n++ {
			g := r.Begin(&list[1], n)
			r.Read(list[2:])
			r.Done(g)
		}
	case &check:
		r.Field(&masterKey)
	case &heartbeat:
		r.Field(&beat)
	case &oldReply:
		read(r, old[:5])
		if r.More() {
			r.Bytes(&old[5], r.Left())
		}
	}
}

func messageOf(code uint32, reply bool, size int) *wire.MessageInfo {
	switch {
	case code == tagVersion:
		return &versionRequest
	case code == toldVersion:
		return &versionReply
	case code == toldTooOld:
		return &tooOld
	case code == challenge && reply:
		return &listReply
	case code == challenge && size > tagSize:
		return &check
	case code == challenge:
		return &listRequest
	case code == answered && reply:
		return &oldReply
	case code == answered:
		return &heartbeat
	case reply:
		return &infoReply
	}
	return &infoRequest
}

// read reads numbers and texts.
func read(r *wire.Reader, l wire.Layout) (last uint64) {
	for i := range l {
		if l[i].Kind == wire.KindText {
			r.CString(&l[i], 0)
		} else {
			last = r.Field(&l[i])
		}
	}
	return last
}

// hash reads bytes after their number.
func hash(r *wire.Reader, l wire.Layout) {
	if n := int(r.Field(&l[0])); n > 0 && !r.Stopped {
		r.Bytes(&l[1], n)
	}
}

func readInfo(r *wire.Reader) {
	r.Read(info[:2])
	protocol := uint64(0)
	if !r.Stopped {
		protocol = r.Fields[len(r.Fields)-1].Value
	}
	r.Read(info[2:infoRevision])
	if protocol >= textProtocol {
		r.CString(&info[infoRevision], 0)
	} else {
		r.Field(&info[infoNumber])
	}
	limit, teams := readCvars(r)
	hash(r, info[infoPasswordSize:])
	r.CString(&info[infoMap], 0)
	if limit || protocol < limitRule {
		r.Field(&info[infoTimeLeft])
	}
	if teams {
		n := int(r.Field(&info[infoTeams]))
		for i := 0; i < n && r.More(); i++ {
			g := r.Begin(&team[0], i)
			read(r, team[1:])
			r.Done(g)
		}
	}
	for n := r.Field(&info[infoPatches]); n > 0 && !r.Stopped; n-- {
		r.CString(&info[infoPatch], 0)
	}
	wads := int(r.Field(&info[infoWads]))
	for i := 0; i < wads && r.More(); i++ {
		g := r.Begin(&wad[0], i)
		r.CString(&wad[1], 0)
		hash(r, wad[2:])
		r.Done(g)
	}
	players := int(r.Field(&info[infoPlayers]))
	for i := 0; i < players && r.More(); i++ {
		g := r.Begin(&player[0], i)
		read(r, player[1:playerTeam])
		if teams {
			r.Field(&player[playerTeam])
		}
		read(r, player[playerTeam+1:])
		r.Done(g)
	}
}

// values are the fields of values by the types of settings, 0 for none.
var values = [...]int{0, 0, cvarByte, cvarWord, cvarInt, cvarText, cvarText}

// readCvars reads the settings, and returns what they say about the layout of the rest:
// whether there is a time limit, and whether the mode has teams.
func readCvars(r *wire.Reader) (limit, teams bool) {
	count := int(r.Field(&info[infoCvars]))
	for i := 0; i < count && r.More(); i++ {
		g := r.Begin(&cvar[0], i)
		name := r.CString(&cvar[cvarName], 0)
		at, number := r.Peek(0), uint64(0)
		switch {
		case at == typeOn:
			number = r.Field(&cvar[cvarSet])
		case r.Field(&cvar[cvarType]) >= uint64(len(values)) || at == 0:
		case at >= typeFraction:
			number = integer(r.CString(&cvar[cvarText], 0))
		default:
			number = r.Field(&cvar[values[at]])
		}
		r.Done(g)
		switch string(name) {
		case "sv_timelimit":
			limit = number != 0
		case "sv_gametype":
			teams = number == 2 || number == 3
		}
	}
	return limit, teams
}

// integer returns the number that the digits at the start of b make, as the servers
// read a fraction.
func integer(b []byte) (n uint64) {
	for _, c := range b {
		if c < '0' || c > '9' || n > 1<<31 {
			break
		}
		n = n*10 + uint64(c-'0')
	}
	return n
}

// status takes what a reply says. Files are rules, and what has a password has the hash of one.
func status(b *wire.StatusBuilder, m *wire.Message) {
	switch m.Info {
	case &infoReply, &oldReply:
	default:
		return
	}
	b.Generic(m)
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Kind == wire.KindUnknown {
			continue
		}
		switch f.Def {
		case &info[infoPasswordSize]:
			b.Password = wire.Some(f.Value != 0)
		case &info[infoPatch]:
			b.Rules = append(b.Rules, wire.Rule{Key: "patch", Value: b.Texts.Plain(m, i)})
		case &wad[1]:
			b.Rules = append(b.Rules, wire.Rule{Key: "wad", Value: b.Texts.Plain(m, i)})
		case &info[infoTimeLeft]:
			b.Rules = append(b.Rules, wire.Rule{Key: "time_left", Value: b.Texts.Plain(m, i)})
		}
	}
}
