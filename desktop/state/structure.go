package state

import (
	"slices"
	"sync/atomic"

	"fragscope/decoder"
	"fragscope/decoder/structure"
	"fragscope/decoder/structure/workbench"
	"fragscope/decoder/wire"
)

var layouts atomic.Pointer[wire.Describer]

// Describe has what no protocol recognises read as layouts say from now on, nil for none.
func Describe(d wire.Describer) { layouts.Store(&d) }

// described returns what [Describe] was given.
func described() wire.Describer {
	if d := layouts.Load(); d != nil {
		return *d
	}
	return nil
}

const maxLooked = 50_000

// Unknown returns the places of up to most datagrams of s that no protocol recognises.
func Unknown(s Source, most int) (list []int) {
	for i := range min(s.Len(), maxLooked) {
		if len(list) == most {
			break
		}
		if r, ok := s.Row(i); ok && r.Protocol == decoder.Unknown {
			if m, err := s.Message(i); err == nil && entire(m) {
				list = append(list, i)
			}
		}
	}
	return list
}

// entire reports whether m is a whole datagram with a payload.
func entire(m *decoder.Message) bool {
	f := &m.Frame
	return len(m.PayloadBytes()) > 0 && (f.Link == wire.LinkNone || f.IPProto == wire.ProtoUDP && f.FragOffset == 0 &&
		!f.FragMore && !f.Quoted)
}

// Compared returns the datagrams to compare; where it is known between whom, who sent first is the client.
func Compared(s Source, places []int) (which []int, in []structure.Datagram) {
	flows, clients := map[[2]string]int{}, []string{}
	for _, i := range places[:min(len(places), workbench.MaxDatagrams)] {
		m, err := s.Message(i)
		d, err2 := s.Datagram(i)
		if err != nil || err2 != nil || !entire(m) {
			continue
		}
		x := structure.Datagram{Data: slices.Clone(m.PayloadBytes()), Direction: d.From}
		if !d.Time.IsZero() {
			x.Time = d.Time.UnixNano()
		}
		if src, dst := d.Endpoints(m); src.IsValid() && dst.IsValid() {
			x.Src = structure.Endpoint{Addr: src.Addr().AsSlice(), Port: src.Port()}
			x.Dst = structure.Endpoint{Addr: dst.Addr().AsSlice(), Port: dst.Port()}
			pair := [2]string{src.String(), dst.String()}
			if pair[0] > pair[1] {
				pair[0], pair[1] = pair[1], pair[0]
			}
			if flows[pair] == 0 {
				clients = append(clients, src.String())
				flows[pair] = len(clients)
			}
			x.Flow = flows[pair]
			if x.Direction == decoder.DirectionUnknown {
				x.Direction = decoder.Reply
				if clients[x.Flow-1] == src.String() {
					x.Direction = decoder.Request
				}
			}
		}
		which, in = append(which, i), append(in, x)
	}
	return which, in
}
