// Package browse holds a capture that a screen shows: the list of its packets,
// exchanges, servers and statistics, sorted and filtered. The desktop and the
// page show the same of it; neither files nor screens are known here.
//
//	c, err := browse.Open("session.pcapng", file, size, browse.Options{Store: store})
//	c.Read()                       // or Filter, or Export, each of which is a task
//	for !c.Step(10 * time.Millisecond) {
//		c.Progress()           // between two steps everything can be asked
//	}
//
// A program with threads calls Run in place of Step, and asks from other
// goroutines meanwhile. One without, such as a browser's worker, can have
// [Helpers] decode pieces of the file elsewhere.
//
// # Memory
//
// The capture stays in its file. Of a packet some 20 bytes are kept (index.go):
// the list shows them, and when one is chosen its bytes are read again. Of an
// exchange all is kept, in some 35 bytes (exchanges.go). What a compressed
// capture unpacks to goes into a store of the host's, so that any place of it can
// be read again.
//
// # Filters
//
// A filter is a second pass over the file. It makes a list of the packets that
// match, and hides the others, with the exchanges, servers and conversations
// that have none. What packets mean stays what all packets together say: a reply
// is a reply, though its request is hidden. What is exported with a filter counts
// only what matches, as fragscope analyze --filter does. The first pass is kept,
// so that taking a filter away costs nothing.
package browse
