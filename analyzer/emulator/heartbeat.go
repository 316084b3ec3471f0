package emulator

import (
	"net"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/protocol/heartbeat"
)

func (s *Server) announce(conn net.PacketConn) {
	every := s.opts.HeartbeatEvery
	if every <= 0 {
		every = time.Minute
	}
	game := s.opts.Game
	if game == nil {
		game = decoder.GameOf(s.opts.Source.Protocols()[0], nil)
	}
	q := heartbeat.Query{Port: s.addr.Port()}
	if game != nil {
		q.Game = game.GameName()
	}
	p, err := decoder.AppendRequest(nil, &decoder.Query{Protocol: "unreal-heartbeat", Details: &q})
	if err != nil {
		return
	}
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		s.write(conn, s.opts.Heartbeat, p, Fault{})
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
		}
	}
}
