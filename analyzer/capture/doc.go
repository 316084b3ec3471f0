// Package capture reads and writes packet captures.
//
// A [Reader] takes pcap or pcapng, plain or compressed with gzip, zstd, lz4 or
// bzip2, from any [io.Reader]; which of them it is it finds out from the first
// bytes. It holds a window of the file, never the file.
//
//	r, err := capture.NewReader(file, capture.Options{Name: "session.pcapng"})
//	if err != nil {
//		return err // not a capture: says what it looks like and what to do
//	}
//	defer r.Close()
//	for r.Next() {
//		p := r.Packet() // valid until the next call of Next
//		fmt.Println(p.Number, p.Time, len(p.Data))
//	}
//	for _, p := range r.Problems() {
//		fmt.Println(p) // where the file is cut or damaged
//	}
//	return r.Err() // reading failed, as with a disk error; damage is no error
//
// A damaged file is read as far as its bytes make sense. What does not make
// sense is a [Problem] with its offset and the number of the packet that it
// stands before; reading goes on at the next record or block that is sound
// beyond doubt: a pcap record must be followed by two more, a pcapng block
// must end with the length that it begins with.
//
// [NgWriter] and [PcapWriter] write captures, [Annotate] copies one with a
// comment for each packet, and a [Header] puts Ethernet, IP and UDP or TCP
// around a payload.
//
// # Why the framing is our own
//
// gopacket's pcapgo reads sound files well. It reports a file that is cut
// inside a block as a clean end, stops at the first damage, has panicked on
// malformed input, and drops the comments and the offsets of packets. All of
// that is about the few bytes around a packet, so these are read here, and a
// packet costs less than with pcapgo: BenchmarkRead measures both. Package flow
// says why fragments and streams are put together without gopacket as well.
package capture
