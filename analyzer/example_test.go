package analyzer_test

import (
	"fmt"
	"log"
	"os"

	"github.com/google/gopacket"
	"github.com/google/gopacket/pcapgo"

	"fragscope/analyzer"
	"fragscope/analyzer/record"
	"fragscope/analyzer/report"
	"fragscope/decoder"
	"fragscope/decoder/frame"
)

// The packets may come from any source that gopacket has: a file here, the
// network or AF_PACKET as well.
func Example_gopacket() {
	f, err := os.Open("../samples/captures/ut3-challenge.pcapng")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	reader, err := pcapgo.NewNgReader(f, pcapgo.DefaultNgReaderOptions)
	if err != nil {
		log.Fatal(err)
	}
	link, ok := frame.LinkFromPcap(int(reader.LinkType()))
	if !ok {
		log.Fatalf("frames of link type %v are not understood", reader.LinkType())
	}
	source := gopacket.NewPacketSource(reader, reader.LinkType())
	source.DecodeOptions.Lazy = true // fragscope decodes the frame as well

	d := decoder.Decoder{Options: decoder.Options{Link: link}}
	a := analyzer.New(record.Options{})
	number := int64(0)
	for packet := range source.Packets() {
		number++
		meta := packet.Metadata()
		a.Add(&record.Packet{Time: meta.Timestamp.UnixNano(), Number: number, Link: link, Data: packet.Data(),
			Length: meta.Length})
		if m := d.Decode(packet.Data()); m.Protocol() != decoder.Unknown {
			fmt.Println(m.Frame.Src, m.Info.Name)
		}
	}
	for addr, server := range a.Finish().Servers {
		fmt.Println(addr, "answered", server.Exchanges[report.Answered])
	}
	// Output:
	// 192.0.2.10 challenge request
	// 198.51.100.22 challenge reply
	// 192.0.2.10 data request
	// 198.51.100.22 data reply
	// 198.51.100.22 data reply
	// 192.0.2.10 data request
	// 198.51.100.22:6500 answered 2
}
