// Package capture reads and writes packet captures.
//
// A [Reader] takes pcap, pcapng or snoop, plain or compressed with gzip, zstd,
// lz4 or bzip2, from any [io.Reader]; the format is detected from the first
// bytes. It holds a window of the file, never the file. [FromSource] makes a
// Reader of whatever packets gopacket can read, such as a live capture.
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
// A damaged file is read as far as its bytes are valid. What is not is a
// [Problem] with its offset and the number of the packet that it precedes;
// reading continues at the next record or block that is certainly valid: a pcap
// record must be followed by two more, a pcapng block must end with the length
// that it begins with, a record of snoop by another or the end of the file.
//
// A pcap record with impossible numbers, such as 1,000,000 microseconds or more
// bytes captured than there were, is not damage: where its length leads to the
// next record, and no other records are found among its bytes, it is a packet,
// and a Problem says what is impossible. To decide, at most that record, of at
// most 16 MiB, and 2 MiB of what follows are examined.
//
// # Bounds
//
// Whatever the file, a Reader holds
//   - a window of at most 32 MiB, of 256 KiB for records of usual length;
//   - 4 MiB of texts of sections and interfaces, 4 MiB of names, 65,536 of each
//     of these lists (together below 32 MiB), and 1,000 problems;
//   - what decompression needs: at most 128 MiB and two blocks for zstd (8 MiB
//     in a browser or a Worker), 4 MiB for the others.
//
// A packet is given with at most 256 KiB, and as much of comments; a record or
// block of more than 16 MiB is skipped, by its length when what follows can be
// seen in the window, otherwise by a search for the next one. A Problem says
// so.
//
// A compressed file may unpack to any length: nothing of that is kept, so
// memory stays the same, and time grows with the unpacked bytes. A program that
// reads untrusted files sets [Options.Limit].
//
// [NgWriter] and [PcapWriter] write captures, [Annotate] copies one with a
// comment for each packet, and a [Header] puts Ethernet, IP and UDP or TCP
// around a payload.
//
// # Why not pcapgo
//
// gopacket's pcapgo reads intact files well. It reports a file that is cut
// inside a block as a clean end, stops at the first damage, has panicked on
// malformed input, and drops the comments and the offsets of packets. All of
// that is about the few bytes around a packet, so these are read here, and a
// packet costs less than with pcapgo: BenchmarkRead measures both. Its reader of
// snoop also misreads every packet that was captured in part and those after it,
// stops at packets of more than 4,096 bytes, and allocates as many bytes as a
// record says, up to 4 GiB (TestSnoopPeer). Package flow
// says why fragments and streams are reassembled without gopacket as well.
package capture
