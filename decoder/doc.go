// Package decoder shows what every byte of a game-server query packet means.
//
// [Decode] takes the bytes of one datagram, or of a whole frame, and returns a
// [Message]: what the message is, a flat list of fields that covers every byte,
// and a list of problems, which say what is wrong, where, and what to do. It
// never fails. Bytes that are not understood are fields too, of kind unknown.
//
//	m := decoder.Decode(payload, decoder.Options{})
//	fmt.Println(m.Protocol(), m.Info.Name) // unreal2 server info reply
//	for i := range m.Fields {
//		f := &m.Fields[i]
//		fmt.Println(f.Offset, f.Length, m.Name(i), m.Text(i), m.Note(i))
//	}
//	status := decoder.StatusOf(m) // the server in one typed value
//
// A [Decoder] does the same as Decode and reuses its memory. [ReadTogether]
// is StatusOf for datagrams that may be of several servers.
//
// # How it is built
//
// This package has the lists of protocols, a line each (protocol.go), detects the
// protocol of a datagram, and reassembles several. Below it, each knowing nothing of
// those above:
//
//	protocol/NAME   everything about one protocol: its layout in wire order,
//	                how it is recognised and read, what its requests are and in
//	                which steps to ask, what a server answers, and SPEC.md
//	internal/       what several protocols are made of
//	frame           the headers around a payload
//	exchange        how a protocol describes queries and replies, with the types
//	                of ask and answer
//	keys            what the keys of rules mean
//	wire            what all of these are written with
//	enum            enumerations by name
//
// Above it are the engines, which name no protocol: query runs queries, serve
// answers with recorded replies, edit changes a datagram, explain says what
// things mean, render shows messages. Package protocol, above them all, holds
// the texts of the specifications that a Source links to; the decoder does not
// carry them. paste finds bytes in whatever text they were copied from. The
// types that a caller meets have names here too (names.go).
//
// A datagram comes in at [Decode]; if it is a frame, frame reads the headers.
// Each protocol returns its confidence in the payload, by its content
// and never by port alone; the one with the highest confidence reads it,
// several when they are equal, and the one that explains most is kept.
// Protocols read with a wire.Reader, which records a field with every value, so
// no byte can be skipped without one. An anomaly is recorded as a [Problem] and
// reading continues where it can.
//
// # Frames
//
// Bytes may be a whole frame: Ethernet with VLAN tags, a Linux cooked capture,
// loopback or bare IP around UDP or TCP. [Options.Link] says so, or it is
// detected from the bytes. The headers are the first groups of the field list,
// the payload's fields follow as if it had arrived alone, and [Message.Frame]
// holds addresses, ports and whatever else reassembly needs.
//
// # Asking and answering
//
// [AppendRequest] builds any request; package query says what to send next and
// when an answer is complete. [AppendReplies] builds what a server answers: the
// opposite of [StatusOf], in the layout of a game. Package serve answers with
// replies that were recorded, and package protocol/unrealmaster holds the
// sessions of a master server.
//
// # Changing a datagram
//
// In package edit, Edit changes one field and lets lengths, counts and
// checksums follow; DuplicateField and DeleteField add and remove a rule or a
// player. EditRaw replaces bytes and nothing else, to make invalid packets on
// purpose. Encode rebuilds the bytes from the values, and Diff compares two
// replies.
//
// # Bounds
//
// Time, memory and output are linear in the bytes of a datagram, whatever they
// say. For n bytes no more than 8 KiB and, for each byte,
//
//	memory of Decode                    500 bytes, of which a Message keeps 160
//	memory of StatusOf and Assemble     400 bytes, of which a Status keeps 150
//	JSON, NDJSON                        400 bytes
//	table, tree (of 100 columns)        400 bytes
//	CSV, Markdown                       250 bytes
//	a Status, in each of these formats  100 bytes
//
// A compressed reply counts as the bytes that it becomes: at most 64 KiB, and
// those of a list together 256 KiB and eight times the bytes of the list. It
// takes 1 MiB while it is decompressed. The worst is a list of rules whose keys and values are empty: two bytes are
// five fields, a group, two lengths and two texts, of 32 bytes each in memory
// (several times that while the list grows) and 130 in JSON. Next to it are
// pairs of one character, and servers in a master's list with all 32 flags,
// each of which is an object. A name that is in the datagram once and counts
// for many values, as the head of a column does, is shown in its first 32 bytes
// with each (problem "name-cut"); a sentence quotes at most 128 bytes of a
// packet; a message has at most 100 problems; outside a frame 1 MiB is decoded
// (problem "too-long"). One more column of a page adds no more than a byte to
// each line. Tests check all this with the datagrams of package hostile.
package decoder
