package export

import (
	"bytes"
	"context"
	"encoding/binary"
	"net/netip"
	"testing"

	"fragscope/analyzer/capture"
	"fragscope/analyzer/report"
	"fragscope/analyzer/scan"
	"fragscope/decoder"
)

// A scene is a capture that is composed datagram by datagram.
type scene struct {
	t   testing.TB
	buf bytes.Buffer
	w   *capture.NgWriter
	now int64

	untimed bool // the file does not say when a packet was
}

const (
	asker = "192.0.2.10:5000"
	game  = "198.51.100.7:7778"
)

func newScene(t testing.TB) *scene {
	t.Helper()
	s := &scene{t: t, now: 1_767_225_600_000_000_000} // 2026-01-01
	var err error
	if s.w, err = capture.NewNgWriter(&s.buf, capture.Section{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.w.AddInterface(capture.Interface{LinkType: capture.LinkEthernet}); err != nil {
		t.Fatal(err)
	}
	return s
}

// wait lets time pass, in milliseconds.
func (s *scene) wait(ms int64) *scene {
	s.now += ms * 1_000_000
	return s
}

func (s *scene) send(from, to string, payload []byte) *scene {
	s.t.Helper()
	h := capture.Header{Link: capture.LinkEthernet, Src: netip.MustParseAddrPort(from), Dst: netip.MustParseAddrPort(to)}
	frame, err := h.AppendUDP(nil, payload)
	if err != nil {
		s.t.Fatal(err)
	}
	if err := s.w.WritePacket(&capture.Packet{Time: s.now, HasTime: !s.untimed, Data: frame}); err != nil {
		s.t.Fatal(err)
	}
	return s
}

// ask sends a request and, a while later, its replies.
func (s *scene) ask(message string, replies ...[]byte) *scene {
	s.t.Helper()
	p, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "unreal2", Message: message})
	if err != nil {
		s.t.Fatal(err)
	}
	s.send(asker, game, p)
	for _, r := range replies {
		s.wait(25).send(game, asker, r)
	}
	return s.wait(1000)
}

// analyze returns the report of the scene, its exchanges as rows, and their
// activity.
func (s *scene) analyze() (*report.Report, []Exchange, *Activity) {
	s.t.Helper()
	var rows []Exchange
	a := &Activity{}
	r, err := scan.Files(context.Background(), []string{"-"}, scan.Options{
		Stdin: bytes.NewReader(s.buf.Bytes()),
		Exchanges: func(file string, x []*report.Exchange) {
			a.Add(x)
			for _, e := range x {
				rows = append(rows, ExchangeRow(file, e))
			}
		},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return r, rows, a
}

func text(p []byte, s string) []byte {
	p = append(p, byte(len(s)+1))
	return append(append(p, s...), 0)
}

func infoReply(name, level string, players int) []byte {
	p := []byte{0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	p = binary.LittleEndian.AppendUint32(p, 7777)
	p = append(p, 0, 0, 0, 0)
	p = text(text(text(p, name), level), "xDeathMatch")
	p = binary.LittleEndian.AppendUint32(p, uint32(players))
	p = binary.LittleEndian.AppendUint32(p, 16)
	p = append(p, 0, 0, 0, 0, 0, 0, 0, 0)
	return append(text(p, "3"), 0, 0)
}

func rulesReply(pairs ...string) []byte {
	p := []byte{0x80, 0, 0, 0, 1}
	for _, s := range pairs {
		p = text(p, s)
	}
	return p
}

func playersReply(players ...any) []byte {
	p := []byte{0x80, 0, 0, 0, 2}
	for i := 0; i < len(players); i += 2 {
		p = binary.LittleEndian.AppendUint32(p, uint32(i+1))
		p = text(p, players[i].(string))
		p = binary.LittleEndian.AppendUint32(p, 50)
		p = binary.LittleEndian.AppendUint32(p, uint32(players[i+1].(int)))
		p = append(p, 0, 0, 0, 0)
	}
	return p
}

// evening is a scene in which a server changes its map and a player joins,
// under names that may be hostile.
func evening(t testing.TB, name, player, key, value string) *scene {
	s := newScene(t)
	s.ask("server info request", infoReply(name, "DM-"+value, 1))
	s.ask("rules request", rulesReply(key, value))
	s.ask("player list request", playersReply(player, 3))
	s.wait(60_000).ask("server info request", infoReply(name, value, 2))
	s.ask("rules request", rulesReply(key, value+"!"))
	s.ask("player list request", playersReply(player, 7, "Ann", 1))
	s.ask("server info request")
	return s
}
