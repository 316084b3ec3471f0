package structure

import (
	"slices"

	"fragscope/decoder/wire"
)

// Whole reports whether m is a datagram of its own that can be compared: no fragment, nothing that another transport
// than UDP carries, and not empty.
func Whole(m *wire.Message) bool {
	f := &m.Frame
	return len(m.PayloadBytes()) > 0 && (f.Link == wire.LinkNone ||
		f.IPProto == wire.ProtoUDP && f.FragOffset == 0 && !f.FragMore && !f.Quoted)
}

// DatagramOf returns a copy of the payload of m with its addresses.
func DatagramOf(m *wire.Message) Datagram {
	d := Datagram{Data: slices.Clone(m.PayloadBytes())}
	if f := &m.Frame; f.Link != wire.LinkNone && f.IPVersion != 0 {
		d.Src = Endpoint{f.Src.AsSlice(), f.SrcPort}
		d.Dst = Endpoint{f.Dst.AsSlice(), f.DstPort}
	}
	return d
}

// Flows numbers the flows of the datagrams whose endpoints are known, and sets each direction that is unknown: of the
// two endpoints of a flow the server is the one that has more flows, or else the one that did not send first.
func Flows(in []Datagram) {
	flows, count := map[[2]string]int{}, map[string]int{}
	for i := range in {
		d := &in[i]
		src, dst := d.Src.key(), d.Dst.key()
		if src == "" || dst == "" {
			continue
		}
		pair := [2]string{min(src, dst), max(src, dst)}
		if flows[pair] == 0 {
			flows[pair] = len(flows) + 1
			count[src]++
			count[dst]++
		}
		d.Flow = flows[pair]
	}
	servers := map[int]string{} // of each flow
	for i := range in {
		d := &in[i]
		if d.Flow == 0 {
			continue
		}
		src, dst := d.Src.key(), d.Dst.key()
		if servers[d.Flow] == "" {
			servers[d.Flow] = dst
			if count[src] > count[dst] {
				servers[d.Flow] = src
			}
		}
		if d.Direction == wire.DirectionUnknown {
			d.Direction = wire.Request
			if servers[d.Flow] == src {
				d.Direction = wire.Reply
			}
		}
	}
}

// key returns e as a key of maps, "" for an unknown one.
func (e *Endpoint) key() string {
	if e.Addr == nil {
		return ""
	}
	return string(e.Addr) + string([]byte{byte(e.Port >> 8), byte(e.Port)})
}
