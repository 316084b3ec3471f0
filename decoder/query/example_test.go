package query_test

import (
	"fmt"
	"net"
	"time"

	"fragscope/decoder"
	"fragscope/decoder/answer"
	"fragscope/decoder/ask"
	"fragscope/decoder/query"
	"fragscope/decoder/wire"
)

// A query over a socket of one's own. The session says what to send and what to
// make of what comes; the socket and the clock are the caller's.
func Example() {
	server := listen() // of a game, here one of this program
	defer server.Close()
	addr := server.LocalAddr().(*net.UDPAddr).AddrPort()

	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer conn.Close()

	d := query.Begin(query.PlanOf("gamespy1"), ask.Ask{})
	buf := make([]byte, 65535)
	for !d.Done() {
		for i := d.Next(); i >= 0; i = d.Next() {
			p, err := d.Request(i, [4]byte{1, 2, 3, 4})
			if err != nil {
				fmt.Println(err)
				return
			}
			conn.WriteToUDPAddrPort(p, addr)
		}
		conn.SetReadDeadline(time.Now().Add(time.Second))
		n, from, err := conn.ReadFromUDPAddrPort(buf)
		if err != nil { // nothing came: ask again, or go without
			for i := range d.Steps {
				if d.Steps[i].State == query.StepAsked {
					d.Timeout(i)
				}
			}
			continue
		}
		// Anybody can send to this socket: only what comes from the server counts.
		// The session copies the bytes, so that the buffer can be used again.
		if from == addr {
			d.Receive(buf[:n], from.Port())
		}
	}
	s := d.Status()
	fmt.Println(s.Name.Value, s.Map.Value)
	// Output: Arena DM-Deck
}

// listen answers queries as a server of UT99 does.
func listen() net.PacketConn {
	conn, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go func() {
		name, level := "Arena", "DM-Deck"
		answer := answer.Answer{Status: &decoder.Status{Name: wire.Some(name), Map: wire.Some(level)},
			Game: decoder.GameByName("ut99")}
		buf := make([]byte, 2048)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			request := decoder.Decode(buf[:n], decoder.Options{From: decoder.Request})
			replies, _ := decoder.AppendReplies(nil, request, &answer)
			for _, p := range replies {
				conn.WriteTo(p, from)
			}
		}
	}()
	return conn
}
