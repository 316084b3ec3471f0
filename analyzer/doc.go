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
// # Memory
//
// What an Analyzer keeps takes about Options.Memory bytes, 512 MiB unless said
// otherwise, whatever the packets are and however many: 5/8 for servers (1 KiB
// each, 90 bytes for each 32 bytes of a text or rule over time, 50 for each
// stretch, score or team of a player, 190 for a player) and clients (400 bytes
// each), 2/8 for exchanges that are not over (700 bytes each, and their
// replies), 1/8 for floods of unsolicited replies (300 bytes each, and 16 for
// each server). All shards together have that much. Go's maps and the room in
// slices that grow may take as much again. On top come 3 MiB of packets for each
// worker, what is put together of fragments and TCP segments (see package
// flow), and 150 bytes for each client that asks everybody, as many as MaxFlows.
//
// Where that or a limit of [Options] is reached, the exchanges that would be
// over first are ended, the servers and clients that were silent longest are
// let go, and the smallest floods; all of them are counted in the Report. What
// people do on all servers together is kept within a bound, of which each server
// has the same share: the more servers, the less of each. Timelines thin out
// where their changes stand closest, and those who left first are forgotten
// first. A [Sum] of many reports has the limits of one.
package analyzer
