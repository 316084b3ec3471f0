// Package analyzer explains traffic: who asked what, who answered what, how
// fast, what was lost, and how each server changed over time.
//
// It takes datagrams with times and addresses, from a capture or from live
// sockets, and knows neither files nor screens. What a datagram means is the
// decoder's to say; what is found here is between datagrams.
//
//	a := analyzer.New(analyzer.Options{})
//	for each packet {
//		a.Add(&analyzer.Packet{...})
//	}
//	report := a.Finish()
//
// # The way of a packet
//
// Packets are gathered into batches. A worker decodes each packet of a batch
// (every header, every field) and leaves a short record of what matters to the
// rest: addresses, the kind of message, what it asks for or tells, its place
// in a reply, a hash of its content, its problems (record.go). A collector
// takes the batches in order, puts fragments and TCP segments together
// (special.go), and hands the records to shards by the address of the server.
// A shard matches requests with replies (matcher.go) and keeps the state of
// its servers (server.go). The shards' reports are added up, which is the same
// as adding up the reports of several captures (report.go).
//
// Nobody has a stage of their own: each goroutine does what can be done next,
// so that none waits while there is something to do (pipeline.go). With one
// worker all of this is done by the goroutine that adds the packets, a batch at
// a time; the report is the same.
//
// Memory is bounded by the number of live flows and servers, not by the number
// of packets: idle ones are let go, limits can be set, and what was dropped
// is counted. What people do on all servers together is kept within a bound, of
// which each server has the same share: the more servers, the less of each.
// Timelines thin out where their changes stand closest, and those who left
// first are forgotten first.
package analyzer
