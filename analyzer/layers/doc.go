// Package layers makes the decoder's protocols layers of gopacket.
//
// Every protocol has a layer type, [TypeOf], named as everywhere in fragscope.
// As a [gopacket.Decoder] it decodes a payload as that protocol;
// [LayerTypeQuery] finds out which it is, by what the payload says.
//
//	layers.Register() // once: queries are then found in every gopacket.Packet
//	source := gopacket.NewPacketSource(handle, handle.LinkType())
//	for packet := range source.Packets() {
//		if query, ok := packet.ApplicationLayer().(*layers.Layer); ok {
//			fmt.Println(query.Message.Info.Name)
//		}
//	}
//
// Nothing of gopacket changes until a program calls [Register]: it gives the
// ports where servers usually answer to [LayerTypeQuery], unless they are
// another layer's, and lets whatever else UDP and TCP carry be recognised by
// its content. What is no query stays a [gopacket.Payload].
//
// A [Layer] is also a [gopacket.DecodingLayer], for a
// [gopacket.DecodingLayerParser]. It reuses its memory: after the first few
// packets decoding allocates nothing.
//
// The fields, problems and values of a layer are those of package decoder; its
// offsets count from the first byte of the payload. gopacket.LayerString and
// gopacket.LayerDump show the table of package render.
//
// gopacket reassembles neither the fragments of IP nor streams of TCP on its
// own, so neither are here: a message in several segments is decoded in parts.
// Package analyzer reassembles both.
package layers
