// Package flow puts together what a network took apart: IP fragments become
// packets again ([Defragmenter]), TCP segments become conversations
// ([Streams]).
//
// Both are off the fast path. The decoder's [decoder.Frame] says whether a
// packet is a fragment or a TCP segment, and only those come here:
//
//	switch f := &m.Frame; {
//	case f.FragMore || f.FragOffset > 0:
//		if w := defrag.Add(p, f); w != nil {
//			m = d.Decode(w.Packet) // with Options.Link = decoder.LinkRawIP
//		}
//	case f.IPProto == decoder.ProtoTCP:
//		streams.Add(p, f)
//	}
//
// Both work in bounded memory whatever comes: they hold so many bytes and so
// many packets or conversations, let the oldest go first, and count what they
// let go. Time is the capture's, never the clock's.
//
// # Why not gopacket's ip4defrag and reassembly
//
// They were tried first. ip4defrag knows neither IPv6 nor a bound on memory,
// mixes up the protocols that share an identification, takes every header for
// 20 bytes long, keeps slices of packets that the reader overwrites, and never
// completes a packet whose fragments overlap. reassembly is off by one where
// sequence numbers wrap around, so a segment sent again there corrupts the
// stream, and it bounds neither connections nor, together, their bytes. Each
// would need a wrapper as long as what it wraps. The tests compare with both
// where they are right.
package flow
