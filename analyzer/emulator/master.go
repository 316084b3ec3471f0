package emulator

import (
	"crypto/rand"
	"net/netip"
	"sync"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/protocol/a2s"
	"fragscope/decoder/protocol/gamespymaster"
	"fragscope/decoder/protocol/unrealmaster"
)

type masterSource struct{ m *unrealmaster.MasterServer }

// FromMaster is a master server, which lists what m says, over TCP.
func FromMaster(m *unrealmaster.MasterServer) StreamSource { return masterSource{m} }

func (s masterSource) Protocols() []decoder.Protocol {
	return []decoder.Protocol{"unreal-master"}
}

// Replies answers nothing: masters speak TCP.
func (s masterSource) Replies(*Question) ([]Reply, error) { return nil, nil }

func (s masterSource) Conversation(netip.AddrPort, time.Time) Conversation {
	return masterTalk{s.m.Begin()}
}

type masterTalk struct{ s *unrealmaster.MasterSession }

func (t masterTalk) Begin() []byte { return t.s.Greeting() }

func (t masterTalk) Next(in []byte) (out []byte, used int, done bool) { return t.s.Next(in) }

type steamSource struct{ m *a2s.MasterServer }

// FromSteamMaster is a master of Steam, which lists what m says, over UDP.
func FromSteamMaster(m *a2s.MasterServer) Source { return steamSource{m} }

func (s steamSource) Protocols() []decoder.Protocol { return []decoder.Protocol{"a2s"} }

func (s steamSource) Replies(q *Question) ([]Reply, error) {
	if b := s.m.Reply(q.Request); b != nil {
		return []Reply{{Data: b}}, nil
	}
	return nil, nil
}

// FromGameSpyMaster are the two halves of a master of GameSpy's later services:
// what it answers over UDP, and the lists that it sends over TCP, of servers and
// of those that have announced themselves.
func FromGameSpyMaster(servers func() []gamespymaster.ListedServer) (Source, StreamSource) {
	m := &gameSpyMaster{servers: servers}
	rand.Read(m.salt[:])
	return m, gameSpyLists{m}
}

type gameSpyMaster struct {
	servers func() []gamespymaster.ListedServer
	salt    [25]byte

	mu    sync.Mutex
	known gamespymaster.Registry
}

func (m *gameSpyMaster) Protocols() []decoder.Protocol {
	return []decoder.Protocol{"gamespy-master"}
}

func (m *gameSpyMaster) Replies(q *Question) ([]Reply, error) {
	w := answer.Writer{Answer: answer.Answer{Challenge: q.Challenge}}
	m.mu.Lock()
	m.known.Replies(&w, q.Request, q.From.String())
	m.mu.Unlock()
	if w.Err != "" {
		return atOnce(w.Out), w.Err
	}
	return atOnce(w.Out), nil
}

func (m *gameSpyMaster) listed() []gamespymaster.ListedServer {
	all := m.servers()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known.Servers(func(from, game string, s *decoder.Status) {
		if a, err := netip.ParseAddrPort(from); err == nil && a.Addr().Is4() {
			all = append(all, gamespymaster.ListedServer{Address: a.Addr().As4(), Port: a.Port(), Game: game, Status: s})
		}
	})
	return all
}

type gameSpyLists struct{ *gameSpyMaster }

func (m gameSpyLists) Conversation(from netip.AddrPort, _ time.Time) Conversation {
	c := gameSpyTalk{lister: gamespymaster.Lister{Servers: m.listed, Salt: m.salt}}
	if ip := from.Addr().Unmap(); ip.Is4() {
		c.from = ip.As4()
	}
	return c
}

type gameSpyTalk struct {
	lister gamespymaster.Lister
	from   [4]byte
}

func (t gameSpyTalk) Begin() []byte { return nil }

func (t gameSpyTalk) Next(in []byte) (out []byte, used int, done bool) {
	return t.lister.Next(in, t.from)
}

// Listed returns a server for a master's list. Only IPv4 addresses can be
// listed; the game port is what the status says, or else 0.
func Listed(query netip.AddrPort, status *decoder.Status) (unrealmaster.ListedServer, bool) {
	ip := query.Addr().Unmap()
	if !ip.Is4() {
		return unrealmaster.ListedServer{}, false
	}
	l := unrealmaster.ListedServer{Address: ip.As4(), QueryPort: query.Port(), Status: status}
	if status != nil && status.GamePort.Known {
		l.GamePort = uint16(status.GamePort.Value)
	}
	return l, true
}
