package layers

import (
	"sync"

	"github.com/google/gopacket"
	"github.com/google/gopacket/layers"

	"fragscope/decoder"
	"fragscope/decoder/render"
	"fragscope/decoder/wire"
)

// firstType is the number of LayerTypeQuery; those of the protocols follow. They
// are among those that gopacket leaves to programs and looks up fastest.
const firstType = 1870

// LayerTypeQuery is a message of any protocol, recognised by its content. No
// layer has it as its type: that is the protocol's.
var LayerTypeQuery = gopacket.RegisterLayerType(firstType, gopacket.LayerTypeMetadata{Name: "query",
	Decoder: content{}})

// types holds the layer types of the protocols.
var types = func() map[decoder.Protocol]gopacket.LayerType {
	list := map[decoder.Protocol]gopacket.LayerType{}
	for i, p := range decoder.Protocols() {
		list[p] = gopacket.RegisterLayerType(firstType+1+i, gopacket.LayerTypeMetadata{Name: p.String(),
			Decoder: content{protocol: p}})
	}
	return list
}()

// TypeOf returns the layer type of p, gopacket.LayerTypePayload for
// decoder.Unknown, and for protocols of a program's own.
func TypeOf(p decoder.Protocol) gopacket.LayerType {
	if t, ok := types[p]; ok {
		return t
	}
	return gopacket.LayerTypePayload
}

// A Layer is a message of a query protocol. The zero value is ready to decode;
// it must not be used by two goroutines at once.
type Layer struct {
	// Options say what is known of the payloads besides their bytes. Without a
	// protocol they are recognised by their content, and what is only possibly
	// a query counts as one if it comes from or goes to a port that is usual
	// for it.
	Options decoder.Options
	// Message is what was decoded. It is valid until the next payload is, and
	// refers to its bytes.
	Message *decoder.Message

	contents []byte
	decoder  decoder.Decoder
}

var _ interface {
	gopacket.ApplicationLayer
	gopacket.DecodingLayer
} = (*Layer)(nil)

// DecodeFromBytes decodes a payload. It never fails: what is no query makes a
// Layer whose type is gopacket.LayerTypePayload, and what is wrong with one is
// in the Message.
func (l *Layer) DecodeFromBytes(data []byte, _ gopacket.DecodeFeedback) error {
	l.contents = data
	l.decoder.Options = l.Options
	l.decoder.Options.Link = decoder.LinkNone
	l.Message = l.decoder.Decode(data)
	return nil
}

// LayerType returns the layer type of the protocol.
func (l *Layer) LayerType() gopacket.LayerType {
	m := l.Message
	if m == nil || l.Options.Protocol == decoder.Unknown && !l.plausible() {
		return gopacket.LayerTypePayload
	}
	return TypeOf(m.Protocol())
}

func (l *Layer) plausible() bool {
	m := l.Message
	row := m.Info.Descriptor()
	return m.Confidence >= wire.Likely ||
		m.Confidence == wire.Possible && (row.KnowsPort(l.Options.SrcPort) || row.KnowsPort(l.Options.DstPort))
}

// CanDecode returns the layer types that a parser gives to this Layer: that of
// Options.Protocol, or without one all of them and any payload.
func (l *Layer) CanDecode() gopacket.LayerClass {
	if p := l.Options.Protocol; p != decoder.Unknown {
		return TypeOf(p)
	}
	all := []gopacket.LayerType{gopacket.LayerTypePayload, LayerTypeQuery}
	for _, p := range decoder.Protocols() {
		all = append(all, types[p])
	}
	return gopacket.NewLayerClass(all)
}

// NextLayerType returns that nothing follows.
func (l *Layer) NextLayerType() gopacket.LayerType { return gopacket.LayerTypeZero }

// LayerContents returns the bytes of the message.
func (l *Layer) LayerContents() []byte { return l.contents }

// LayerPayload returns nil: nothing is inside a message.
func (l *Layer) LayerPayload() []byte { return nil }

// Payload returns the bytes of the message, as of any application layer.
func (l *Layer) Payload() []byte { return l.contents }

// String returns the message as a table, a field a line. Nothing in a packet
// acts on a terminal.
func (l *Layer) String() string {
	if l.Message == nil {
		return ""
	}
	return string(render.Append(nil, render.Table, &render.Report{Datagrams: []*decoder.Message{l.Message}},
		render.Options{}))
}

type content struct {
	protocol decoder.Protocol // Unknown recognises it
	carried  bool             // only what UDP or TCP carries
}

// Decode implements gopacket.Decoder.
func (c content) Decode(data []byte, p gopacket.PacketBuilder) error {
	l := &Layer{Options: decoder.Options{Protocol: c.protocol}}
	if c.carrier(&l.Options, p) || !c.carried {
		l.DecodeFromBytes(data, p)
		if l.LayerType() != gopacket.LayerTypePayload {
			p.AddLayer(l)
			p.SetApplicationLayer(l)
			return nil
		}
	}
	return gopacket.DecodePayload.Decode(data, p)
}

// carrier reports whether UDP or TCP carries the payload.
func (c content) carrier(o *decoder.Options, p gopacket.PacketBuilder) bool {
	packet, ok := p.(gopacket.Packet) // the builders of gopacket are
	if !ok {
		return false
	}
	switch t := packet.TransportLayer().(type) {
	case *layers.UDP:
		o.SrcPort, o.DstPort = uint16(t.SrcPort), uint16(t.DstPort)
	case *layers.TCP:
		o.SrcPort, o.DstPort, o.Stream = uint16(t.SrcPort), uint16(t.DstPort), true
	default:
		return false
	}
	return true
}

// Register makes gopacket find queries in all packets that it decodes from now
// on: at the UDP ports where servers usually answer, unless they are another
// layer's, and in every payload of UDP and TCP that no other layer decodes.
// Like gopacket's own registrations it must be called before packets are
// decoded; calling it again does nothing.
var Register = sync.OnceFunc(func() {
	for _, p := range decoder.Protocols() {
		for _, q := range decoder.Descriptor(p).Ports {
			n := int(q.Number)
			if n == 0 && q.Game != 0 {
				n = int(q.Game) + q.Offset
			}
			if port := layers.UDPPort(n); n > 0 && n < 1<<16 && port.LayerType() == gopacket.LayerTypePayload {
				layers.RegisterUDPPortLayerType(port, LayerTypeQuery)
			}
		}
	}
	gopacket.OverrideLayerType(int(gopacket.LayerTypePayload), gopacket.LayerTypeMetadata{Name: "Payload",
		Decoder: content{carried: true}})
})
