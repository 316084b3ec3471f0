// Package browse holds a capture that a page shows: the list of its packets,
// and what the analyzer made of them. It is the part of the browser's analyzer
// program that does not depend on a browser.
//
//	c, err := browse.Open("session.pcapng", file, size, store)
//	c.Read()                       // or Filter, or Export, each of which is a task
//	for !c.Step(10 * time.Millisecond) {
//		c.Progress()           // between two steps everything can be asked
//	}
//
// # Memory
//
// The capture stays in its file. Of a packet 40 bytes are kept (index.go): the
// list shows them, and when one is chosen its bytes are read again. Exchanges
// are kept packed (exchanges.go). What a compressed capture unpacks to goes
// into a store of the host's, so that any place of it can be read again.
//
// # Filters
//
// A filter is a second pass over the file. It makes a list of the packets that
// match, and a report in which only they count, as fragscope analyze --filter
// does. The first pass is kept, so that taking a filter away costs nothing.
package browse
