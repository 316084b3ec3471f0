package cli

import (
	"fmt"
	"io"
	"net/netip"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"fragscope/analyzer/atomicfile"
	"fragscope/analyzer/capture"
	"fragscope/analyzer/export"
	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A PacketFile is the file of --write, which appears when it is complete.
type PacketFile struct {
	Path    string
	Outputs *Outputs

	file   *atomicfile.File
	ng     *capture.NgWriter
	pcap   *capture.PcapWriter
	links  map[string]int // interfaces of the file, by what they are of
	link   int            // of all packets of a pcap file
	frame  []byte
	count  int64
	framed bool // headers were made for some
}

func WriteFlag(c *cobra.Command, path *string) {
	c.Flags().StringVarP(path, "write", "w", "", "write the packets to this file; - is standard output")
}

func (f *PacketFile) Open(out, errout io.Writer) (_ io.Writer, err error) {
	if f.file, out, err = f.Outputs.BeginWith(atomicfile.Create, "write", f.Path, out, errout); f.file == nil {
		return out, err
	}
	f.links = map[string]int{}
	if strings.EqualFold(filepath.Ext(f.Path), ".pcap") {
		return out, nil // the first packet says which kind of link it is of
	}
	f.ng, err = capture.NewNgWriter(f.file, capture.Section{Application: "fragscope"})
	return out, err
}

// maxInterfaces bounds the interfaces that a file describes.
const maxInterfaces = 65_536

func (f *PacketFile) Write(from string, p *capture.Packet, interfaces []capture.Interface) error {
	if f.file == nil {
		return nil
	}
	if p.LinkType < 0 {
		return fmt.Errorf("--write: packet %d of %s is of an interface that the capture does not describe", p.Number, from)
	}
	iface := capture.Interface{LinkType: p.LinkType, Name: from}
	if p.Interface >= 0 && p.Interface < len(interfaces) {
		iface.Name, iface.Description, iface.FCSLen = interfaces[p.Interface].Name, interfaces[p.Interface].Description,
			interfaces[p.Interface].FCSLen
	}
	return f.put(fmt.Sprintf("%s\x00%d\x00%d", from, p.Interface, p.LinkType), iface, *p)
}

// Datagram gives one without headers some, of addresses that are for documentation.
func (f *PacketFile) Datagram(from string, m *decoder.Message) error {
	if f.file == nil {
		return nil
	}
	p := capture.Packet{Data: m.Data}
	switch m.Frame.Link {
	case wire.LinkEthernet:
		p.LinkType = capture.LinkEthernet
	case wire.LinkSLL:
		p.LinkType = capture.LinkSLL
	case wire.LinkSLL2:
		p.LinkType = capture.LinkSLL2
	case wire.LinkRawIP:
		p.LinkType = capture.LinkRaw
	case wire.LinkLoopback:
		p.LinkType = capture.LinkNull
		if len(m.Data) > 0 && m.Data[0] == 0 {
			p.LinkType = capture.LinkLoop
		}
	default:
		p.LinkType = capture.LinkRaw
		h := capture.Header{Link: capture.LinkRaw, Src: documentationServer, Dst: documentationClient,
			ID: uint32(f.count) & 0xffff}
		if ports := decoder.Descriptor(m.Protocol()).Ports; len(ports) > 0 && ports[0].Number != 0 {
			h.Src = netip.AddrPortFrom(h.Src.Addr(), ports[0].Number)
		}
		if m.Info.Direction == decoder.Request {
			h.Src, h.Dst = h.Dst, h.Src
		}
		var err error
		if f.frame, err = h.AppendUDP(f.frame[:0], m.Data); err != nil {
			return fmt.Errorf("--write: %s: %w", from, err)
		}
		p.Data, f.framed = f.frame, true
	}
	return f.put(fmt.Sprintf("%s\x00%d", from, p.LinkType), capture.Interface{LinkType: p.LinkType, Name: from}, p)
}

// Where a datagram without headers comes from and goes to (RFC 5737).
var (
	documentationServer = netip.MustParseAddrPort("192.0.2.1:7778")
	documentationClient = netip.MustParseAddrPort("192.0.2.2:49152")
)

func (f *PacketFile) put(key string, iface capture.Interface, p capture.Packet) error {
	var err error
	if f.ng == nil {
		if f.pcap == nil {
			f.link = p.LinkType
			if f.pcap, err = capture.NewPcapWriter(f.file, f.link, true); err != nil {
				return err
			}
		}
		if p.LinkType != f.link {
			return fmt.Errorf("--write %s: a pcap file holds packets of one kind of link, and these are of %d and %d; name it "+
				".pcapng", f.Path, f.link, p.LinkType)
		}
		f.count++
		return f.flushed(f.pcap.WritePacket(&p))
	}
	n, known := f.links[key]
	if !known {
		if len(f.links) >= maxInterfaces {
			return fmt.Errorf("--write %s: the packets are of more than %d interfaces", f.Path, maxInterfaces)
		}
		if n, err = f.ng.AddInterface(iface); err != nil {
			return err
		}
		f.links[key] = n
	}
	p.Interface = n
	if p.HasTime && p.Time < 0 { // pcapng has none before 1970
		p.HasTime, p.Time = false, 0
	}
	f.count++
	return f.flushed(f.ng.WritePacket(&p))
}

// flushed writes at once what another program may be waiting for.
func (f *PacketFile) flushed(err error) error {
	if err == nil && f.file.Direct() {
		err = f.file.Flush()
	}
	return err
}

func (f *PacketFile) Close(errout io.Writer) error {
	if f.file == nil {
		return nil
	}
	if f.ng == nil && f.pcap == nil {
		if _, err := capture.NewPcapWriter(f.file, capture.LinkEthernet, true); err != nil {
			return err
		}
	}
	if err := f.file.Commit(); err != nil {
		return err
	}
	if f.framed {
		fmt.Fprintf(errout, "%s: datagrams without headers have some now, with addresses for documentation (192.0.2.1 for "+
			"the server)\n", Escape(f.Path))
	}
	fmt.Fprintf(errout, "wrote %s to %s\n", export.Many(f.count, "packet", "packets"), Escape(f.Path))
	return nil
}
