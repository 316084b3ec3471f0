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
package decoder
