// Package analyzer explains traffic: who queried what, who answered what, how
// fast, what was lost, and how each server changed over time.
//
// It takes datagrams with times and addresses, from a capture or from live
// sockets, and knows neither files nor screens. The decoder says what a
// datagram means; this package finds what is between datagrams.
//
//	a := analyzer.New(record.Options{})
//	for each packet {
//		a.Add(&record.Packet{...})
//	}
//	report := a.Finish()
//
// # How a packet is processed
//
// Packets are collected in batches. A worker decodes each packet of a batch and
// leaves a short record of what later stages need (package record). A collector
// takes the batches in order, reassembles fragments and TCP segments
// (special.go), and passes the records to shards by the address of the server. A
// shard matches requests with replies and keeps the state of its servers
// (package match). The shards' reports are merged, like the reports of several
// captures (package report). Imports run one way: this package knows match,
// match knows record, all know report.
//
// These stages are the same for everybody (steps.go). In a pipeline no goroutine
// has a fixed one: each does what can be done next, so that none waits while
// there is work (pipeline.go). With one worker the goroutine that adds the
// packets does them all, a batch at a time. A capture in parts is decoded where
// its parts are, and collected and matched from what these hand over (part.go).
// The report is the same.
//
// # Memory
//
// What an Analyzer keeps takes about Options.Memory bytes, 512 MiB by default,
// whatever the packets and their number: 5/8 for servers (1 KiB each, 90 bytes
// for each 32 bytes of a text or rule over time, 50 for each stretch, score or
// team of a player, 190 for a player) and clients (440 bytes each), 2/8 for
// exchanges that are not over (700 bytes each, and their replies), 1/8 for
// floods of unsolicited replies (300 bytes each, and 16 for each server). All
// shards together have that much. Go's maps and the room in slices that grow
// may take as much again. On top come 3 MiB of packets for each worker, what is
// reassembled of fragments and TCP segments (see package flow), 200 KiB to know
// copies of datagrams (copies.go), and 150 bytes
// for each client that broadcasts, as many as MaxFlows. Exchanges that wait for
// one that began earlier take 300 bytes each, at most 131,072 of them, and their
// order 24 bytes for each that began since.
//
// Where that or a limit of [record.Options] is reached, the exchanges that would be
// over first are ended, and the servers and clients silent longest and the
// smallest floods are evicted; all of them are counted in the Report. The
// details of players of all servers together are bounded, with the same share
// for each server: the more servers, the less of each. Timelines are thinned
// where their changes are closest, and players who left first are dropped
// first. A [report.Sum] of many reports has the limits of one.
package analyzer
