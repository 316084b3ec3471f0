// Package decoder shows what every byte of a game-server query packet means.
//
// [Decode] takes the bytes of one datagram, or of a whole frame, and returns a
// [Message]: what the message is, a flat list of fields that covers every
// byte, and a list of problems, which say what is odd, where, and what to do.
// It never fails. Bytes that nobody understands are fields too, of kind
// unknown.
//
//	m := decoder.Decode(payload, decoder.Options{})
//	fmt.Println(m.Protocol(), m.Info.Name) // unreal2 server info reply
//	for i := range m.Fields {
//		f := &m.Fields[i]
//		fmt.Println(f.Offset, f.Length, m.Name(i), m.Text(i), m.Note(i))
//	}
//	status := decoder.StatusOf(m) // the server in one typed value
//
// A [Decoder] does the same and reuses its memory.
//
// # How it is built
//
// A reader (reader.go, strings.go) records a field with every value that it
// reads, so no byte can be passed without one. Each protocol has a file whose
// definitions stand in wire order, one line a field, and a row in the table of
// protocols (protocol.go) that says how its datagrams are recognised: by
// content, never by port alone. What is odd is recorded as a [Problem] and
// reading goes on where it can.
//
// The quick files (quick*.go) read what is entirely ordinary, most of what
// there is in a capture, several times as fast, and say the same. They are for
// programs that go through millions of packets. Built for wasm, where a program
// has to be small, the package is without them unless the build has the tag
// quick: then it is a third faster, and the program some 80 KB longer.
//
// # Frames
//
// Bytes may be a whole frame: Ethernet with VLAN tags, a Linux cooked capture,
// loopback or bare IP around UDP or TCP. [Options.Link] says so, or it shows
// from the bytes. The headers are the first groups of the field list, the
// payload's fields follow as if it had come alone, and [Message.Frame] holds
// addresses, ports and whatever else puts packets together.
//
// # Asking and answering
//
// [AppendRequest] builds any request. [AppendReplies] builds what a server
// answers to it: the opposite of [StatusOf], in the layout of a [Game].
// [AppendReplay] answers with replies that were recorded, and a
// [MasterSession] is a master's side of its conversations.
//
// # Changing a datagram
//
// [Edit] changes one field and lets lengths, counts and checksums follow;
// [DuplicateField] and [DeleteField] make a rule or a player come and go.
// [EditRaw] replaces bytes and nothing else, to make what is wrong on purpose.
// [Encode] rebuilds the bytes from the values, and [Diff] compares two replies.
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
// The worst is a list of rules whose keys and values are empty: two bytes are
// five fields, a group, two lengths and two texts, of 32 bytes each in memory
// (several times that while the list grows) and 130 in JSON. Next to it are
// pairs of one letter, and servers in a master's list with all 32 flags, each of
// which is an object. A name that is in the datagram once and counts for many
// values, as the head of a column does, is shown in its first 32 bytes with
// each (problem "name-cut"); a sentence quotes at most 128 bytes of a packet; a
// message has at most 100 problems; of what is no frame 1 MiB is decoded (problem
// "too-long"). A column more of a page adds no more than a
// byte to each line. Tests hold all this against the datagrams of package hostile.
package decoder
