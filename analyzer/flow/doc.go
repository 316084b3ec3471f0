// Package flow reassembles IP fragments ([Defragmenter]) and TCP segments
// ([Streams]).
//
// Both are off the fast path. The decoder's [wire.Frame] says whether a
// packet is a fragment or a TCP segment, and only those are passed here:
//
//	switch f := &m.Frame; {
//	case f.FragMore || f.FragOffset > 0:
//		if w := defrag.Add(p, f); w != nil {
//			m = d.Decode(w.Packet) // with Options.Link = wire.LinkRawIP
//		}
//	case f.IPProto == wire.ProtoTCP:
//		streams.Add(p, f)
//	}
//
// Both work in bounded memory whatever arrives: they hold so many bytes and so
// many packets or connections, evict the oldest first, and count what they
// evict. Time is the capture's, never the clock's.
//
// # Why not gopacket's ip4defrag and reassembly
//
// They were tried first. ip4defrag knows neither IPv6 nor a bound on memory,
// confuses protocols that share an identification, takes every header for 20
// bytes long, keeps slices of packets that the reader overwrites, and never
// completes a packet whose fragments overlap. reassembly is off by one where
// sequence numbers wrap around, so a retransmission there corrupts the stream;
// its MaxBufferedPagesTotal bounds the bytes that wait for a gap, but nothing
// bounds the connections. Each would need a wrapper as long as what it wraps.
// The tests compare with both where they are right.
package flow
