package filter

import (
	"net/netip"
	"slices"
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
	return holds(f.program, &f.env)
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
	st := e.status()
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

func (e *server) host(s string) (bool, error) { return hasHost(s, e.of.Addr) }

func (e *server) net(s string) (bool, error) { return hasNet(s, e.of.Addr) }

func (e *server) port(n int) bool {
	game := e.status().GamePort
	return int(e.of.Addr.Port()) == n || game.Known && game.Value == int64(n)
}

func (e *server) rule(key string) string {
	for _, r := range e.status().Rules {
		if strings.EqualFold(r.Key, key) {
			return r.Value
		}
	}
	return ""
}

// status is empty for a server that did not answer.
func (e *server) status() *decoder.Status {
	if e.of.Status == nil {
		return &decoder.Status{}
	}
	return e.of.Status
}

func (e *server) player(words string) bool {
	return slices.ContainsFunc(e.status().PlayerList, func(p decoder.Player) bool { return containsFold(p.Name.Value, words) })
}

func (e *server) contains(words string) bool {
	return containsFold(e.Name, words) || containsFold(e.Map, words) || containsFold(e.GameType, words) || e.player(words) ||
		slices.ContainsFunc(e.status().Rules, func(r decoder.Rule) bool { return containsFold(r.Key+" "+r.Value, words) })
}

// containsFold reports whether text contains words, whatever the case.
func containsFold(text, words string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(words))
}
