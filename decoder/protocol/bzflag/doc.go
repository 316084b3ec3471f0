// Package bzflag is the query of BZFlag: game and players over TCP, and the ping over UDP
// by which servers are found on a local network.
//
// SPEC.md describes it, byte for byte.
package bzflag
