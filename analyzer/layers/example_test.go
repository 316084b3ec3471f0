package layers_test

import (
	"fmt"
	"log"
	"os"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"

	queries "fragscope/analyzer/layers"
	"fragscope/samples"
)

// Packets of any source, with queries as their application layer.
func Example() {
	f, err := os.Open("../../samples/captures/ut3-challenge.pcapng")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	reader, err := pcapgo.NewNgReader(f, pcapgo.DefaultNgReaderOptions)
	if err != nil {
		log.Fatal(err)
	}

	queries.Register()
	source := gopacket.NewPacketSource(reader, reader.LinkType())
	for packet := range source.Packets() {
		if query, ok := packet.ApplicationLayer().(*queries.Layer); ok {
			fmt.Println(packet.NetworkLayer().NetworkFlow(), query.LayerType(), query.Message.Info.Name)
		}
	}
	// Output:
	// 192.0.2.10->198.51.100.22 gamespy3 challenge request
	// 198.51.100.22->192.0.2.10 gamespy3 challenge reply
	// 192.0.2.10->198.51.100.22 gamespy3 data request
	// 198.51.100.22->192.0.2.10 gamespy3 data reply
	// 198.51.100.22->192.0.2.10 gamespy3 data reply
	// 192.0.2.10->198.51.100.22 gamespy3 data request
}

// A parser reuses its layers and allocates nothing.
func ExampleLayer() {
	var eth layers.Ethernet
	var vlan layers.Dot1Q
	var ip layers.IPv4
	var udp layers.UDP
	var query queries.Layer
	parser := gopacket.NewDecodingLayerParser(layers.LayerTypeEthernet, &eth, &vlan, &ip, &udp, &query)

	sample, _ := samples.Get("frame-ethernet-vlan")
	var found []gopacket.LayerType
	for _, frame := range sample.Datagrams() {
		if err := parser.DecodeLayers(frame, &found); err != nil {
			log.Fatal(err)
		}
		fmt.Println(ip.SrcIP, udp.SrcPort, query.LayerType(), query.Message.Info.Name)
	}
	// Output:
	// 192.0.2.10 7778(interwise) unreal2 server info reply
}

// The table of a payload whose protocol is known.
func ExampleTypeOf() {
	sample, _ := samples.Get("ut2004-info-request")
	packet := gopacket.NewPacket(sample.Datagrams()[0], queries.TypeOf("unreal2"), gopacket.Default)
	fmt.Println(gopacket.LayerString(packet.ApplicationLayer()))
	// Output:
	// unreal2	server info request (unreal2, 5 bytes)
	//
	// Offset  Field          Raw bytes                 Decoded value / meaning
	//      0  Query version  79 00 00 00               121 (0x79) — UT2003
	//      4  Command        00                        0 — server info
}
