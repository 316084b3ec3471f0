package main

import (
	"bufio"
	"io"
	"os"
	"strconv"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"
	"github.com/google/gopacket/pcapgo"
)

func bareLoop(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r, err := pcapgo.NewNgReader(bufio.NewReaderSize(f, 1<<20), pcapgo.DefaultNgReaderOptions)
	if err != nil {
		return err
	}
	var (
		eth     layers.Ethernet
		vlan    layers.Dot1Q
		ip4     layers.IPv4
		ip6     layers.IPv6
		udp     layers.UDP
		tcp     layers.TCP
		payload gopacket.Payload
		found   []gopacket.LayerType
	)
	parser := gopacket.NewDecodingLayerParser(layers.LayerTypeEthernet, &eth, &vlan, &ip4, &ip6, &udp, &tcp, &payload)
	parser.IgnoreUnsupported = true
	ports := 0
	for {
		data, _, err := r.ZeroCopyReadPacketData()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if parser.DecodeLayers(data, &found) == nil && len(found) > 2 {
			ports += int(udp.SrcPort)
		}
	}
	_, err = io.WriteString(io.Discard, strconv.Itoa(ports))
	return err
}
