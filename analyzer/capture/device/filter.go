package device

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"slices"

	"golang.org/x/net/bpf"

	"fragscope/analyzer/capture"
)

// A Filter says which packets are copied. The zero value copies all UDP and
// TCP, the ICMP messages about it, and the fragments of IP.
type Filter struct {
	Hosts []netip.Prefix // that a packet comes from or goes to, none for any
	Ports []uint16       // the same for ports; ICMP and later fragments, which have none, pass
}

// maxTerms bounds hosts and ports: a kernel takes at most 4,096 instructions.
const maxTerms = 100

// ParseHost reads what Hosts has: an address, or a network such as 192.0.2.0/24.
func ParseHost(text string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(text); err == nil && a.Zone() == "" {
		return netip.PrefixFrom(a, a.BitLen()), nil
	}
	p, err := netip.ParsePrefix(text)
	if err != nil {
		return p, fmt.Errorf("%q: expected an address, such as 192.0.2.1, or a network, such as 192.0.2.0/24", text)
	}
	return p, nil
}

// Check returns why f cannot be compiled.
func (f *Filter) Check() error {
	if n := len(f.Hosts) + len(f.Ports); n > maxTerms {
		return fmt.Errorf("%d hosts and ports to filter by: expected at most %d", n, maxTerms)
	}
	for _, h := range f.Hosts {
		if !h.IsValid() {
			return fmt.Errorf("a host to filter by is no address")
		}
	}
	if slices.Contains(f.Ports, 0) {
		return fmt.Errorf("port 0 to filter by: expected 1 to 65535")
	}
	return nil
}

const (
	ip4Fragment, ip4Protocol, ip4Src, ip4Dst = 6, 9, 12, 16
	ip6Next, ip6Src, ip6Dst, ip6Length       = 6, 8, 24, 40
)

// A program that starts with begin, such as a test of the direction, continues with what compile adds.
func (f *Filter) compile(linkType int, begin ...bpf.Instruction) ([]bpf.RawInstruction, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	a := assembler{ins: begin}
	var head uint32 // length of the link's header, without tags
	switch linkType {
	case capture.LinkEthernet:
		head = 14
		a.add(bpf.LoadConstant{Dst: bpf.RegX, Val: 0}, bpf.LoadAbsolute{Off: 12, Size: 2})
		for _, tags := range []uint32{1, 2} { // X counts the bytes of tags
			skip := a.label()
			found := a.label()
			for _, tag := range []uint32{0x8100, 0x88a8, 0x9100} {
				a.when(bpf.JumpEqual, tag, found)
			}
			a.jump(skip)
			a.set(found)
			a.add(bpf.LoadConstant{Dst: bpf.RegX, Val: 4 * tags}, bpf.LoadAbsolute{Off: 12 + 4*tags, Size: 2})
			a.set(skip)
		}
		f.ip(&a, head, 0x0800, 0x86dd)
	case capture.LinkNull, capture.LinkLoop:
		head = 4
		fallthrough
	case capture.LinkRaw:
		a.add(bpf.LoadConstant{Dst: bpf.RegX, Val: 0}, bpf.LoadAbsolute{Off: head, Size: 1},
			bpf.ALUOpConstant{Op: bpf.ALUOpShiftRight, Val: 4})
		f.ip(&a, head, 4, 6)
	default:
		return nil, fmt.Errorf("packets of link type %d cannot be filtered: expected Ethernet, loopback or IP", linkType)
	}
	return bpf.Assemble(a.finish())
}

// A holds v4 before IPv4, v6 before IPv6, after head bytes and the tags that X counts.
func (f *Filter) ip(a *assembler, head, v4, v6 uint32) {
	is4, is6, accept, drop := a.label(), a.label(), a.label(), a.label()
	a.when(bpf.JumpEqual, v4, is4)
	a.when(bpf.JumpEqual, v6, is6)
	a.jump(drop)

	a.set(is4)
	proto := bpf.LoadIndirect{Off: head + ip4Protocol, Size: 1}
	f.protocols(a, proto, drop, 1, 6, 17)
	f.hosts(a, drop, head+ip4Src, head+ip4Dst, true)
	if len(f.Ports) > 0 {
		a.add(proto)
		a.when(bpf.JumpEqual, 1, accept)
		a.add(bpf.LoadIndirect{Off: head + ip4Fragment, Size: 2}, bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: 0x1fff})
		a.when(bpf.JumpNotEqual, 0, accept)
		a.add(bpf.LoadIndirect{Off: head, Size: 1}, bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: 15},
			bpf.ALUOpConstant{Op: bpf.ALUOpShiftLeft, Val: 2}, bpf.ALUOpX{Op: bpf.ALUOpAdd}, bpf.TAX{})
		f.ports(a, accept, head)
		a.jump(drop)
	} else {
		a.jump(accept)
	}

	// Extension headers other than these are on no query's way; what is behind
	// one is not looked at.
	a.set(is6)
	next := bpf.LoadIndirect{Off: head + ip6Next, Size: 1}
	f.protocols(a, next, drop, 6, 17, 58, 0, 43, 44, 51, 60)
	f.hosts(a, drop, head+ip6Src, head+ip6Dst, false)
	if len(f.Ports) > 0 {
		a.add(next)
		ports := a.label()
		a.when(bpf.JumpEqual, 6, ports)
		a.when(bpf.JumpNotEqual, 17, accept)
		a.set(ports)
		f.ports(a, accept, head+ip6Length)
		a.jump(drop)
	}
	a.set(accept)
	a.add(bpf.RetConstant{Val: snapLength})
	a.set(drop)
	a.add(bpf.RetConstant{Val: 0})
}

func (f *Filter) protocols(a *assembler, load bpf.Instruction, drop label, list ...uint32) {
	ok := a.label()
	a.add(load)
	for _, p := range list {
		a.when(bpf.JumpEqual, p, ok)
	}
	a.jump(drop)
	a.set(ok)
}

func (f *Filter) hosts(a *assembler, drop label, src, dst uint32, v4 bool) {
	if len(f.Hosts) == 0 {
		return
	}
	ok := a.label()
	for _, h := range f.Hosts {
		if h.Addr().Is4() != v4 {
			continue
		}
		for _, at := range [2]uint32{src, dst} {
			other := a.label()
			b := h.Addr().AsSlice()
			for bits := h.Bits(); bits > 0; bits -= 32 {
				mask := uint32(0xffffffff)
				if bits < 32 {
					mask <<= 32 - bits
				}
				a.add(bpf.LoadIndirect{Off: at, Size: 4}, bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: mask})
				a.when(bpf.JumpNotEqual, binary.BigEndian.Uint32(b)&mask, other)
				at += 4
				b = b[4:]
			}
			a.jump(ok)
			a.set(other)
		}
	}
	a.jump(drop)
	a.set(ok)
}

// The first port is at offset at from X.
func (f *Filter) ports(a *assembler, accept label, at uint32) {
	for _, off := range [2]uint32{at, at + 2} {
		a.add(bpf.LoadIndirect{Off: off, Size: 2})
		for _, p := range f.Ports {
			a.when(bpf.JumpEqual, uint32(p), accept)
		}
	}
}

// Jumps with a condition reach 255 instructions only, so each is around one without.
type assembler struct {
	ins   []bpf.Instruction
	where []int         // of each label
	jumps map[int]label // by place
}

type label int

func (a *assembler) add(ins ...bpf.Instruction) { a.ins = append(a.ins, ins...) }

func (a *assembler) label() label {
	a.where = append(a.where, -1)
	return label(len(a.where) - 1)
}

func (a *assembler) set(l label) { a.where[l] = len(a.ins) }

func (a *assembler) jump(l label) {
	if a.jumps == nil {
		a.jumps = map[int]label{}
	}
	a.jumps[len(a.ins)] = l
	a.add(bpf.Jump{})
}

func (a *assembler) when(c bpf.JumpTest, v uint32, l label) {
	a.add(bpf.JumpIf{Cond: c, Val: v, SkipFalse: 1})
	a.jump(l)
}

func (a *assembler) finish() []bpf.Instruction {
	for at, l := range a.jumps {
		a.ins[at] = bpf.Jump{Skip: uint32(a.where[l] - at - 1)}
	}
	return a.ins
}
