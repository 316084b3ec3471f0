// Package peer compares fragscope with other programs that read the same
// packets, for correctness and speed.
//
// The peer is node-gamedig, the parser behind most server browsers and status
// bots on the web. Its own protocol classes run, unchanged, in Node: bench.mjs
// puts a list of datagrams where they expect their socket. A packet that both
// read must give the same result, which the tests of this package check, and
// its benchmarks time both on one machine in one run.
//
// It also queries: live.mjs lets gamedig query servers of analyzer/emulator
// over real sockets, beside our own client, and both have to return what the
// server's Status holds: hand-made statuses, and random ones of every protocol
// that both know (TestStates), of which each is a row of families.
//
// Parquet files are read by hyparquet (parquet.mjs) and DuckDB (queries.mjs) in
// the tests of package export: neither shares code with the writer.
//
// The packets are made here (Packets) after the layouts in the SPEC.md of each
// protocol, of the sizes that real servers send, with values that gamedig is able
// to read: it misreads strings of 64 characters and more, and drops the player
// whose id is 0.
//
// What is timed, and what is not. On gamedig's side: its class reads all
// datagrams of a reply, joins them and fills its result. The socket, timers and
// making the class are not timed. What its run method does besides that is
// timed separately and subtracted: making requests, promises, and the replies
// it insists on but that belong to other packets (with unreal2 the other two of
// three, with GameSpy 3 the challenge). On fragscope's side: Decode of every
// datagram with one reused Decoder gives the fields with their offsets
// (BenchmarkDecode); BenchmarkStatus adds what gamedig does too, joining the
// datagrams and making the values that a Status holds. Both programs are warm.
package peer
