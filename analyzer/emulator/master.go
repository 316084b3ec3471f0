package emulator

import (
	"net/netip"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/protocol/a2s"
	"fragscope/decoder/protocol/unrealmaster"
)

// A masterSource holds a master's sessions.
type masterSource struct{ m *unrealmaster.MasterServer }

// FromMaster is a master server, which lists what m says, over TCP.
func FromMaster(m *unrealmaster.MasterServer) StreamSource { return masterSource{m} }

func (s masterSource) Protocols() []decoder.Protocol {
	return []decoder.Protocol{decoder.UnrealMaster}
}

// Replies answers nothing: masters speak TCP.
func (s masterSource) Replies(*Question) ([]Reply, error) { return nil, nil }

func (s masterSource) Conversation(netip.AddrPort, time.Time) Conversation {
	return masterTalk{s.m.Begin()}
}

type masterTalk struct{ s *unrealmaster.MasterSession }

func (t masterTalk) Begin() []byte { return t.s.Greeting() }

func (t masterTalk) Next(in []byte) (out []byte, used int, done bool) { return t.s.Next(in) }

// A steamSource answers as a master of Steam does.
type steamSource struct{ m *a2s.MasterServer }

// FromSteamMaster is a master of Steam, which lists what m says, over UDP.
func FromSteamMaster(m *a2s.MasterServer) Source { return steamSource{m} }

func (s steamSource) Protocols() []decoder.Protocol { return []decoder.Protocol{decoder.A2S} }

func (s steamSource) Replies(q *Question) ([]Reply, error) {
	if b := s.m.Reply(q.Request); b != nil {
		return []Reply{{Data: b}}, nil
	}
	return nil, nil
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
