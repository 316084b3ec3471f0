package ask

import (
	"fragscope/decoder/wire"
)

// A Listed is a server entry of a list. What the list does not contain is 0 or
// "".
type Listed struct {
	Host       string // address
	GamePort   uint16
	QueryPort  uint16
	Name       string
	Map        string
	GameType   string
	Players    int64
	MaxPlayers int64
	Counted    bool            // players are known
	Protocol   wire.ProtocolID // of the list: what its ports mean depends on it
}

// ListServers returns the servers that m, a list or a part of one, names. One
// without an address has that of the one before.
func ListServers(m *wire.Message) []Listed {
	var list []Listed
	for i := 0; i < len(m.Fields); i++ {
		f := &m.Fields[i]
		if f.Kind != wire.KindGroup || f.Def.Role != wire.RoleServerEntry {
			continue
		}
		end := m.Next(i)
		l := Listed{Protocol: m.Protocol()}
		for j := i + 1; j < end; j++ {
			g := &m.Fields[j]
			if g.Flags&wire.FlagLength != 0 || g.Kind == wire.KindUnknown {
				continue
			}
			switch g.Def.Role {
			case wire.RoleServerHost:
				l.Host = m.Plain(j)
			case wire.RoleGamePort:
				l.GamePort = portOf(g)
			case wire.RoleQueryPort:
				l.QueryPort = portOf(g)
			case wire.RoleServerName:
				l.Name = m.Plain(j)
			case wire.RoleMap:
				l.Map = m.Plain(j)
			case wire.RoleGameType:
				l.GameType = m.Plain(j)
			case wire.RolePlayers:
				l.Players, l.Counted = g.Int(), true
			case wire.RoleMaxPlayers:
				l.MaxPlayers = g.Int()
			}
		}
		if l.Host == "" && len(list) > 0 {
			l.Host = list[len(list)-1].Host
		}
		if l.Host != "" && l.GamePort|l.QueryPort != 0 {
			list = append(list, l)
		}
		i = end - 1
	}
	return list
}

// portOf returns the number of a port field, 0 when it is none.
func portOf(f *wire.Field) uint16 {
	if v := f.Int(); f.Kind.Number() && v > 0 && v < 65536 {
		return uint16(v)
	}
	return 0
}
