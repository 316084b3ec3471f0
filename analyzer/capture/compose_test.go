package capture

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"testing"
)

// A composer puts capture files together byte by byte, also ones that no
// sound writer would write.
type composer struct {
	order binary.ByteOrder
	b     []byte
}

func (c *composer) u16(v ...int) *composer {
	for _, v := range v {
		c.b = append(c.b, 0, 0)
		c.order.PutUint16(c.b[len(c.b)-2:], uint16(v))
	}
	return c
}

func (c *composer) u32(v ...int) *composer {
	for _, v := range v {
		c.b = append(c.b, 0, 0, 0, 0)
		c.order.PutUint32(c.b[len(c.b)-4:], uint32(v))
	}
	return c
}

func (c *composer) bytes(b []byte) *composer { c.b = append(c.b, b...); return c }

// block adds a pcapng block whose body fill writes.
func (c *composer) block(kind int, fill func(*composer)) *composer {
	body := &composer{order: c.order}
	fill(body)
	body.b = pad(body.b)
	n := len(body.b) + 12
	return c.u32(kind, n).bytes(body.b).u32(n)
}

// opt adds an option.
func (c *composer) opt(code int, v []byte) *composer {
	c.u16(code, len(v)).bytes(v)
	c.b = pad(c.b)
	return c
}

func (c *composer) section(options func(*composer)) *composer {
	return c.block(blockSection, func(c *composer) {
		c.u32(0x1a2b3c4d).u16(1, 0).u32(-1, -1)
		if options != nil {
			options(c)
			c.opt(0, nil)
		}
	})
}

func (c *composer) iface(link, snap int, options func(*composer)) *composer {
	return c.block(blockInterface, func(c *composer) {
		c.u16(link, 0).u32(snap)
		if options != nil {
			options(c)
			c.opt(0, nil)
		}
	})
}

func (c *composer) packet(iface int, ts uint64, data []byte, options func(*composer)) *composer {
	return c.block(blockPacket, func(c *composer) {
		c.u32(iface, int(ts>>32), int(ts&0xffffffff), len(data), len(data)).bytes(data)
		c.b = pad(c.b)
		if options != nil {
			options(c)
			c.opt(0, nil)
		}
	})
}

// pcap adds a file header.
func (c *composer) pcap(magic, snap, link int) *composer {
	return c.u32(magic).u16(2, 4).u32(0, 0, snap, link)
}

func (c *composer) record(sec, frac int, data []byte) *composer {
	return c.u32(sec, frac, len(data), len(data)).bytes(data)
}

// frames returns n different Ethernet frames.
func frames(t testing.TB, n int) [][]byte {
	t.Helper()
	var all [][]byte
	for i := range n {
		h := Header{Link: LinkEthernet, Src: netip.AddrPortFrom(netip.AddrFrom4([4]byte{192, 0, 2, byte(i + 1)}),
			uint16(40000+i)), Dst: netip.MustParseAddrPort("198.51.100.7:7778")}
		if i%3 == 2 {
			h.Src, h.Dst = netip.MustParseAddrPort(fmt.Sprintf("[2001:db8::%x]:5000", i+1)),
				netip.MustParseAddrPort("[2001:db8::99]:7778")
		}
		f, err := h.AppendUDP(nil, fmt.Appendf(nil, `\status\%0*d`, i%7, i))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

// first is the second of the first packet of a composed capture.
const first = 1_700_000_000

// compositions returns sound captures of every kind, each with the number of
// its packets.
func compositions(t testing.TB) map[string]composition {
	t.Helper()
	f := frames(t, 12)
	all := map[string]composition{}
	for name, order := range map[string]binary.ByteOrder{"little": binary.LittleEndian, "big": binary.BigEndian} {
		for kind, magic := range map[string]int{"micro": 0xa1b2c3d4, "nano": 0xa1b23c4d} {
			c := (&composer{order: order}).pcap(magic, 65535, LinkEthernet)
			for i, b := range f {
				c.record(first+i, 250_000+i, b)
			}
			all["pcap-"+kind+"-"+name] = composition{c.b, len(f)}
		}
		c := (&composer{order: order}).pcap(0xa1b2cd34, 65535, LinkEthernet)
		for i, b := range f {
			c.u32(first+i, 7, len(b), len(b), 3).u16(0x800, 0).bytes(b)
		}
		all["pcap-modified-"+name] = composition{c.b, len(f)}

		c = (&composer{order: order}).section(func(c *composer) {
			c.opt(optComment, []byte("composed")).opt(optApplication, []byte("a test"))
		})
		c.iface(LinkEthernet, 0, nil)
		c.iface(LinkEthernet, 96, func(c *composer) { c.opt(optIfName, []byte("lan0")).opt(optIfResolution, []byte{9}) })
		for i, b := range f {
			switch i % 4 {
			case 0:
				c.packet(0, uint64(first+i)*1e6, b, nil)
			case 1:
				c.packet(1, uint64(first+i)*1e9, b, func(c *composer) {
					c.opt(optComment, []byte("one")).opt(optFlags, []byte{1, 0, 0, 0}).opt(optComment, []byte("another"))
				})
			case 2:
				c.block(blockSimple, func(c *composer) { c.u32(len(b)).bytes(b) })
			case 3:
				ts := uint64(first+i) * 1e6
				c.block(blockOldPacket, func(c *composer) {
					c.u16(0, 2).u32(int(ts>>32), int(ts&0xffffffff), len(b), len(b)).bytes(b)
				})
				c.block(0x7777, func(c *composer) { c.bytes([]byte("nobody knows")) })
			}
		}
		c.block(blockNames, func(c *composer) {
			c.opt(1, append([]byte{198, 51, 100, 7}, "play.example\x00alias.example\x00"...)).opt(0, nil)
		})
		c.block(blockStatistics, func(c *composer) {
			n := &composer{order: c.order}
			if c.order == binary.BigEndian {
				n.u32(0, 5)
			} else {
				n.u32(5, 0)
			}
			c.u32(1, 0, 0).opt(optDropped, n.b).opt(0, nil)
		})
		all["pcapng-"+name] = composition{c.b, len(f)}
	}
	c := (&composer{order: binary.BigEndian}).snoop(4)
	for i, b := range f {
		c.snoopRecord(first+i, 250_000+i, len(b), b)
	}
	all["snoop"] = composition{c.b, len(f)}
	a, b := all["pcapng-little"], all["pcapng-big"]
	all["pcapng-two-sections"] = composition{append(append([]byte(nil), a.data...), b.data...), a.packets + b.packets}
	return all
}

type composition struct {
	data    []byte
	packets int
}

// A copied is a packet that outlives the Reader's next call.
type copied struct {
	Packet
	Comments []string
}

// readAll reads to the end.
func readAll(t testing.TB, r *Reader) []copied {
	t.Helper()
	var all []copied
	for r.Next() {
		p := *r.Packet()
		c := copied{Packet: p}
		c.Data = append([]byte(nil), p.Data...)
		c.Packet.Comments = nil
		for _, s := range p.Comments {
			c.Comments = append(c.Comments, string(s))
		}
		if int64(len(all)+1) != p.Number {
			t.Fatalf("packet %d has number %d", len(all)+1, p.Number)
		}
		all = append(all, c)
	}
	if err := r.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}
