package live_test

import (
	"context"
	"fmt"
	"net"

	"fragscope/analyzer/live"
	"fragscope/decoder/exchange"
	"fragscope/samples/harbour"
)

// A program queries servers of a protocol of its own.
func Example_ownProtocol() {
	server, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer server.Close()
	go func() { // answers until it is closed
		b := make([]byte, 100)
		for {
			_, from, err := server.ReadFromUDPAddrPort(b)
			if err != nil {
				return
			}
			_, _ = server.WriteToUDPAddrPort([]byte("HRB!\x07Harbour Lights"), from)
		}
	}()

	c := live.New(live.Options{Clients: []*exchange.Client{&harbour.Client}})
	defer c.Close()
	s := c.Query(context.Background(), live.TargetAt(server.LocalAddr().(*net.UDPAddr).AddrPort(), &harbour.Plan))
	if s.Err != nil {
		fmt.Println(s.Err)
		return
	}
	fmt.Println(s.Exchanges[0].Message, s.Exchanges[0].Outcome, s.Status.Name, s.Status.Players)
	// Output: harbour request answered Harbour Lights 7
}
