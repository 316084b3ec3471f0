package filter

import (
	"fmt"
	"net/netip"
	"strings"
	"time"

	"fragscope/decoder"

	"github.com/expr-lang/expr/vm"
)

// A Server is what an expression about servers is evaluated for.
type Server struct {
	Addr     netip.AddrPort
	Protocol decoder.Protocol
	RTT      time.Duration   // -1 for unknown
	Status   *decoder.Status // nil for a server that did not answer
}

// server is what an expression sees of a Server. What is unknown is "" or -1.
type server struct {
	Server     string `expr:"server"`
	PortNumber int    `expr:"serverport"`
	Protocol   string `expr:"protocol"`
	Name       string `expr:"name"`
	Map        string `expr:"map"`
	GameType   string `expr:"gametype"`
	Game       string `expr:"game"`
	Version    string `expr:"version"`
	Players    int    `expr:"players"`
	MaxPlayers int    `expr:"maxplayers"`
	Free       int    `expr:"free"`
	Password   bool   `expr:"password"`
	Ping       int    `expr:"ping"`
	Answered   bool   `expr:"answered"`

	of *Server

	Host   func(string) (bool, error) `expr:"host"`
	Net    func(string) (bool, error) `expr:"net"`
	Port   func(int) bool             `expr:"port"`
	Text   func(string) bool          `expr:"text"`
	Rule   func(string) string        `expr:"rule"`
	Player func(string) bool          `expr:"player"`
}

// ServerNames lists the variables of a server, for help and completion.
var ServerNames = []Name{
	{"name", "name of the server"},
	{"map", "map, by its file name"},
	{"gametype", "type of game"},
	{"game", `the game's own name, such as "ut"`},
	{"version", "version of the server"},
	{"players", "players now, -1 for unknown"},
	{"maxplayers", "places, -1 for unknown"},
	{"free", "places that are free"},
	{"password", "a password is needed"},
	{"ping", "round trip in milliseconds, -1 for unknown"},
	{"protocol", `name of the protocol, such as "unreal2"`},
	{"server", "address of the server"},
	{"serverport", "its query port"},
	{"answered", "it answered"},
}

// ServerFunctions lists the functions, for help and completion.
var ServerFunctions = []Name{
	{`rule("KEY")`, `value of a rule, "" without; the case of the key does not matter`},
	{`player("WORDS")`, "a player's name contains the words, whatever the case"},
	{`text("WORDS")`, "name, map, game type, a rule or a player contains the words"},
	{`host("ADDRESS")`, "the server has this address"},
	{`net("PREFIX")`, `the server is in a network such as "192.0.2.0/24"`},
	{`port(NUMBER)`, "the query port or the game port is this one"},
}

// A ServerFilter is a compiled expression about servers. It is used by one
// goroutine at a time.
type ServerFilter struct {
	program *vm.Program
	env     server
}

// CompileServer compiles an expression about servers, such as
//
//	players > 0 and not password and map matches "^CTF"
//
// The language is that of [Compile].
func CompileServer(source string) (*ServerFilter, error) {
	program, err := compile(source, &server{}, "players > 0", ServerNames, ServerFunctions)
	if err != nil {
		return nil, err
	}
	f := &ServerFilter{program: program}
	if _, err := f.match(&Server{RTT: -1}); err != nil {
		return nil, explained(err, nil)
	}
	return f, nil
}

// Match reports whether the filter is true for a server. What cannot be
// evaluated is false.
func (f *ServerFilter) Match(s *Server) bool {
	ok, err := f.match(s)
	return ok && err == nil
}

func (f *ServerFilter) match(s *Server) (bool, error) {
	f.env.fill(s)
	v, err := vm.Run(f.program, &f.env)
	if err != nil {
		return false, err
	}
	ok, _ := v.(bool)
	return ok, nil
}

// fill makes e show s.
func (e *server) fill(s *Server) {
	*e = server{
		Server: s.Addr.Addr().String(), PortNumber: int(s.Addr.Port()), Protocol: s.Protocol.String(), Players: -1, MaxPlayers: -1, Ping: -1,
		Answered: s.Status != nil, of: s, Host: e.host, Net: e.net, Port: e.port, Text: e.contains, Rule: e.rule, Player: e.player,
	}
	if s.RTT >= 0 {
		e.Ping = int((s.RTT + time.Millisecond/2) / time.Millisecond)
	}
	st := s.Status
	if st == nil {
		return
	}
	e.Name, e.Map, e.GameType, e.Game, e.Version = st.Name.Value, st.Map.Value, st.GameType.Value, st.Game.Value, st.Version.Value
	if st.Players.Known {
		e.Players = int(st.Players.Value)
	}
	if st.MaxPlayers.Known {
		e.MaxPlayers = int(st.MaxPlayers.Value)
	}
	if e.MaxPlayers >= 0 {
		e.Free = max(0, e.MaxPlayers-max(0, e.Players))
	}
	e.Password = st.Password.Value
}

func (e *server) host(s string) (bool, error) {
	a, err := netip.ParseAddr(s)
	if err != nil {
		return false, fmt.Errorf("host(%s): not an address such as 192.0.2.7 or 2001:db8::1", quoted(s))
	}
	return e.of.Addr.Addr() == a, nil
}

func (e *server) net(s string) (bool, error) {
	n, err := netip.ParsePrefix(s)
	if err != nil {
		return false, fmt.Errorf("net(%s): not a network such as 192.0.2.0/24", quoted(s))
	}
	return n.Contains(e.of.Addr.Addr()), nil
}

func (e *server) port(n int) bool {
	st := e.of.Status
	return int(e.of.Addr.Port()) == n || st != nil && st.GamePort.Known && st.GamePort.Value == int64(n)
}

func (e *server) rule(key string) string {
	if e.of.Status == nil {
		return ""
	}
	for _, r := range e.of.Status.Rules {
		if strings.EqualFold(r.Key, key) {
			return r.Value
		}
	}
	return ""
}

func (e *server) player(words string) bool {
	if e.of.Status == nil {
		return false
	}
	words = strings.ToLower(words)
	for i := range e.of.Status.PlayerList {
		if strings.Contains(strings.ToLower(e.of.Status.PlayerList[i].Name.Value), words) {
			return true
		}
	}
	return false
}

func (e *server) contains(words string) bool {
	lower := strings.ToLower(words)
	for _, s := range []string{e.Name, e.Map, e.GameType} {
		if strings.Contains(strings.ToLower(s), lower) {
			return true
		}
	}
	if e.of.Status == nil {
		return false
	}
	for _, r := range e.of.Status.Rules {
		if strings.Contains(strings.ToLower(r.Key+" "+r.Value), lower) {
			return true
		}
	}
	return e.player(words)
}
