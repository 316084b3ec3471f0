package a2s

import (
	"strconv"

	"fragscope/decoder/wire"
)

// A MasterServer is a master of Steam that lists servers of its own.
type MasterServer struct {
	Servers func() []ListedServer
	Page    int // servers of a reply, 0 for as many as fit
}

// A ListedServer is a server in the list of a MasterServer.
type ListedServer struct {
	Address [4]byte
	Port    uint16       // it is queried at
	App     uint32       // Steam's number of the game
	Folder  string       // short name of the game
	Status  *wire.Status // what filters compare; may be nil
}

// mostEntries are what Steam's masters put into a datagram.
const mostEntries = 231

// Reply returns the reply to a request for a list: the servers after the last one
// that the client knows which pass its filter, and the end after the last of all.
// It is nil for what is no such request.
func (s *MasterServer) Reply(request *wire.Message) []byte {
	if request.Info != &masterRequest {
		return nil
	}
	var filter []wire.Rule
	for k, v := range request.Pairs() {
		filter = append(filter, wire.Rule{Key: k, Value: v})
	}
	page := s.Page
	if page <= 0 {
		page = mostEntries
	}
	after := request.TextOf(listRequest[listAfter].Key)
	found := after == beginning
	b := append([]byte(single), 'f', '\n')
	for _, one := range s.Servers() {
		if !one.passes(filter) {
			continue
		}
		if !found {
			found = one.text() == after
			continue
		}
		if page--; page < 0 {
			return b
		}
		b = append(append(b, one.Address[:]...), byte(one.Port>>8), byte(one.Port))
	}
	return append(b, endOfList...)
}

// text returns the address as requests name it.
func (l *ListedServer) text() string {
	var b []byte
	for i, n := range l.Address {
		if i > 0 {
			b = append(b, '.')
		}
		b = strconv.AppendUint(b, uint64(n), 10)
	}
	return string(strconv.AppendUint(append(b, ':'), uint64(l.Port), 10))
}

// passes reports whether the server is what all pairs of a filter say; nor and
// nand take as many of the next ones as their value says.
func (l *ListedServer) passes(filter []wire.Rule) bool {
	for i := 0; i < len(filter); i++ {
		f := &filter[i]
		none, all := f.Key == "nor" || f.Key == "or", f.Key == "nand" || f.Key == "and"
		if !none && !all {
			if !l.is(f) {
				return false
			}
			continue
		}
		n, _ := strconv.ParseUint(f.Value, 10, 16)
		yes := uint64(0)
		from := i + 1
		for ; i-from+1 < int(n) && i+1 < len(filter); i++ {
			if l.is(&filter[i+1]) {
				yes++
			}
		}
		if none && yes > 0 || all && n > 0 && yes == n {
			return false
		}
	}
	return true
}

// is reports whether the server is what one pair says. What is not known of it,
// and a key that no master has, is no reason to leave it out.
func (l *ListedServer) is(f *wire.Rule) bool {
	s := l.Status
	if s == nil {
		s = &wire.Status{}
	}
	players := s.Players.Or(int64(len(s.PlayerList)))
	switch f.Key {
	case "appid":
		return f.Value == strconv.FormatUint(uint64(l.App), 10)
	case "napp":
		return f.Value != strconv.FormatUint(uint64(l.App), 10)
	case "gamedir":
		return wire.EqualFold(f.Value, l.Folder)
	case "map":
		return wire.EqualFold(f.Value, s.Map.Value)
	case "password":
		return s.Password.Value == (f.Value == "1")
	case "empty":
		return f.Value != "1" || players > 0
	case "noplayers":
		return f.Value != "1" || players == 0
	case "full":
		return f.Value != "1" || !s.MaxPlayers.Known || players < s.MaxPlayers.Value
	case "name_match":
		return like(s.Name.Value, f.Value)
	case "gameaddr":
		address := l.text()
		return f.Value == address || len(f.Value) < len(address) && address[len(f.Value)] == ':' &&
			address[:len(f.Value)] == f.Value
	}
	return true
}

// like reports whether s is the pattern, in which * stands for anything.
func like(s, pattern string) bool {
	from, star := 0, -1
	i, p := 0, 0
	for i < len(s) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, from = p, i
			p++
		case p < len(pattern) && wire.EqualFold(s[i:i+1], pattern[p:p+1]):
			i++
			p++
		case star >= 0:
			from++
			p, i = star+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// EndsList reports whether m is a part of a master's list, and whether it is the
// last one.
func EndsList(m *wire.Message) (list, end bool) {
	return m.Info == &masterReply, m.Info == &masterReply && m.Find(listReply[listEnd].Key, 0) >= 0
}
