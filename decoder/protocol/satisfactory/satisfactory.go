package satisfactory

import "fragscope/decoder/wire"

const ID = "satisfactory"

var (
	head = [...]wire.FieldDef{
		{Key: "magic", Name: "Magic", Kind: wire.KindConst, Doc: "F6D5, little endian."},
		{Key: "type", Name: "Type", Kind: wire.KindU8, Symbols: &types},
		{Key: "version", Name: "Protocol version", Kind: wire.KindU8, Symbols: &versions,
			Doc: "The reply has that of the request."},
		{Key: "cookie", Name: "Cookie", Kind: wire.KindBytes, Doc: "Any eight bytes; the reply repeats them."},
		{Key: "end", Name: "Terminator", Kind: wire.KindConst, Doc: "01. Messages without it are discarded."},
	}
	state = [...]wire.FieldDef{
		{Key: "state", Name: "Server state", Kind: wire.KindU8, Symbols: &states},
		{Key: "netcl", Name: "Network changelist", Kind: wire.KindU32LE, Role: wire.RoleVersion,
			Doc: "Build of the game; clients with another one cannot join."},
		{Key: "flags", Name: "Flags", Kind: wire.KindU64LE, Symbols: &flags},
		{Key: "substates", Name: "Sub-states", Kind: wire.KindU8, Role: wire.RoleCount},
		{Key: "name", Name: "Server name", Kind: wire.KindText, Role: wire.RoleServerName, Counts: wire.LengthOfText},
	}
	substate = [...]wire.FieldDef{
		{Key: "", Name: "Sub-state", Kind: wire.KindGroup},
		{Key: "id", Name: "ID", Kind: wire.KindU8, Symbols: &substates},
		{Key: "version", Name: "Version", Kind: wire.KindU16LE, Doc: "Another one than before: what it is about has changed."},
	}
)

// Places in the layouts.
const (
	headMagic = iota
	headType
	headVersion
	headCookie
	headEnd
)

const (
	stateState = 0
	stateFlags = 2
	stateName  = 4 // after the sub-states
)

var (
	types    = wire.Symbols{Names: "poll;state"}
	versions = wire.Symbols{List: []wire.Symbol{{Value: version, Name: "lightweight query"}}}
	states   = wire.Symbols{Names: "offline;idle|No game is loaded.;loading|A game is created or loaded.;" +
		"playing|A game runs and can be joined."}
	flags = wire.Symbols{Flags: true, Loose: true, Names: "modded|Clients without mods cannot join.;" +
		"custom 1;custom 2;custom 3;custom 4"}
	substates = wire.Symbols{Loose: true, Names: "game state|Players, progress and what is unlocked.;server options;" +
		"advanced game settings;saves;custom 1;custom 2;custom 3;custom 4"}
)

var (
	request = wire.NewRequest("poll request", "Queries the state of the server.")
	reply   = wire.NewReply("state reply", "State, build, flags and name of the server.")
)

var docs = wire.Define(wire.Docs{
	Spec:     "protocol/satisfactory/SPEC.md",
	Messages: []*wire.MessageInfo{&request, &reply},
	Sections: []wire.Section{
		{Prefix: "satisfactory.head", Source: "#messages", Layouts: []wire.Layout{head[:]}},
		{Prefix: "satisfactory", Source: "#state-reply", Layouts: []wire.Layout{state[:]}},
		{Prefix: "satisfactory.substate", Source: "#sub-states", Layouts: []wire.Layout{substate[:]}},
	},
})

var matching = wire.Matching{Echoes: []*wire.FieldDef{&head[headCookie]},
	Topics: []wire.Topic{{Messages: []*wire.MessageInfo{&request, &reply}}}}

var Protocol = wire.NewProtocol(wire.Protocol{
	ID: ID, Datagrams: true, Docs: docs, Title: "Satisfactory lightweight query", Recognise: recognise, Decode: decode,
	Begins:   func(c byte) bool { return c == magic[0] },
	Status:   status,
	Matching: &matching,
	Doc: "Satisfactory: 13 bytes ask on the game port, one datagram answers with state, build and name of the " +
		"server; players are not told.",
	Ports: []wire.Port{{Number: port, Name: "Satisfactory"}},
})

const (
	port    = 7777
	magic   = "\xd5\xf6"
	version = 1
	end     = "\x01"

	typePoll  = 0
	typeState = 1

	cookieAt    = 4
	cookieSize  = 8
	pollSize    = 13
	countAt     = 25 // of sub-states
	subSize     = 3
	maxDatagram = 256
)

// recognise identifies messages by magic, type and version, and whole ones by their size
// and what ends them (protocol/SPEC.md#identification).
func recognise(p []byte, _ *wire.Options) (wire.Direction, wire.Confidence) {
	if len(p) < cookieAt || string(p[:2]) != magic || p[2] > typeState || p[3] != version {
		return wire.DirectionUnknown, wire.Unlikely
	}
	dir, size := wire.Request, pollSize
	if p[2] == typeState {
		dir, size = wire.Reply, stateSize(p)
	}
	switch {
	case len(p) < size || p[size-1] != end[0]:
		return dir, wire.Possible
	case len(p) == size:
		return dir, wire.Certain
	}
	return dir, wire.Likely
}

// stateSize returns how many bytes the state reply has that p begins with, more than p
// has where that is cut.
func stateSize(p []byte) int {
	if len(p) <= countAt {
		return len(p) + 1
	}
	at := countAt + 1 + subSize*int(p[countAt])
	if len(p) < at+2 {
		return len(p) + 1
	}
	return at + 2 + int(wire.LE16(p[at:])) + len(end)
}

func decode(r *wire.Reader, dir wire.Direction) {
	r.UTF8 = true
	isReply := dir == wire.Reply
	if r.Left() > 2 {
		isReply = r.Peek(2) == typeState
	}
	r.SetMessage(&request)
	if isReply {
		r.SetMessage(&reply)
	}
	r.Constant(&head[headMagic], magic)
	r.Field(&head[headType])
	r.Field(&head[headVersion])
	r.Bytes(&head[headCookie], cookieSize)
	if isReply {
		count := int(r.Read(state[:stateName]))
		for n := 0; n < count && r.More(); n++ {
			g := r.Begin(&substate[0], n)
			r.Read(substate[1:])
			r.Done(g)
		}
		r.PrefixedString(&state[stateName], wire.KindU16LE)
	}
	r.Constant(&head[headEnd], end)
}

// status takes what a reply says; the state and whether there are mods are rules.
func status(b *wire.StatusBuilder, m *wire.Message) {
	b.Generic(m)
	for i := range m.Fields {
		f := &m.Fields[i]
		if f.Kind == wire.KindUnknown {
			continue
		}
		switch f.Def {
		case &state[stateState]:
			value := b.Texts.Plain(m, i)
			if y := states.Lookup(f.Value); y != nil {
				value = y.Name
			}
			b.Rules = append(b.Rules, wire.Rule{Key: "state", Value: value})
		case &state[stateFlags]:
			b.Rules = append(b.Rules, wire.Rule{Key: modded, Value: wire.YesNo.Lookup(f.Value & 1).Name})
		}
	}
}

// modded is the key of the rule for the flag.
const modded = "modded"
