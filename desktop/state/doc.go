// Package state holds what the desktop's inspector shows and what a person has
// done with it, without drawing any of it: which datagrams there are, which one
// is shown, what is selected in it, where the search stands.
//
// A [Source] brings datagrams: a [List] those of a paste or of a live session, a
// [Capture] the packets of a file, of which it keeps an index and reads the
// bytes again when they are looked at. An [Inspector] is one look at a Source.
// It says what changed as a [Topic], so that each widget listens only to what it
// draws.
//
// Nothing here is safe for two goroutines at once except where it says so: an
// Inspector lives on the goroutine that draws.
package state
