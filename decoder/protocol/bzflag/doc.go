// Package bzflag is the query of BZFlag: game and players over TCP, the ping over UDP
// by which servers are found on a local network, and the list of a list server.
//
// SPEC.md describes it, byte for byte.
package bzflag
