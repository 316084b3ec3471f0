package analyzer_test

import (
	"fmt"
	"net/netip"

	"fragscope/analyzer"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/wire"
	"fragscope/samples/harbour"
)

// A program has packets of a protocol of its own analysed like all others.
func Example_ownProtocol() {
	client, server := netip.MustParseAddrPort("192.0.2.1:5000"), netip.MustParseAddrPort("198.51.100.1:4900")
	a := analyzer.New(record.Options{Protocols: []*wire.Protocol{harbour.Protocol}})
	a.Add(&record.Packet{Number: 1, Time: 1e9, Link: decoder.LinkNone, Src: client, Dst: server, Data: []byte("HRB?")})
	a.Add(&record.Packet{
		Number: 2, Time: 1e9 + 30e6, Link: decoder.LinkNone, Src: server, Dst: client, Data: []byte("HRB!\x07Harbour Lights"),
	})
	r := a.Finish()
	for key, count := range r.Messages {
		if key.Message == "harbour reply" {
			fmt.Println(key.Protocol, count.Packets)
		}
	}
	s := r.Servers[server]
	fmt.Println(s.Protocols, s.Exchanges[report.Answered], s.Name.Runs[0].Value)
	// Output:
	// harbour 1
	// [harbour] 1 Harbour Lights
}
