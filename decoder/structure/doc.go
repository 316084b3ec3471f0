// Package structure finds out what unknown packets are made of. It knows no
// protocol: all that it reports follows from the bytes of several packets, and
// from who sent them and when, as far as that is known.
//
// [Analyze] divides the datagrams into kinds, and of each kind it returns
// findings: a range of bytes, what it is, in how many packets that is true, how
// likely chance would make it true as well, and what else the same bytes could be.
//
// README.md beside this file describes how findings are made, what the
// types mean and what no comparison of packets can know.
//
// # Bounds
//
// Time and memory are linear in the bytes. What is searched is a sample: of each
// kind the layout is sought in 24 packets, in the first 400 bytes of each and
// in those that follow a part of variable length, over at most 6,000 places; a text
// is followed for 1,024 bytes, a list for 4,096 records, a checksum is sought
// in at most 8 MiB of sums. What is found is then checked in every packet.
// There are at most 64 kinds.
package structure
