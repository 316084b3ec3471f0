// Package unrealmaster is the protocol of master servers, the binary ones of
// UT2003 and later and those that speak text, with servers and clients.
//
// SPEC.md describes it, byte for byte.
package unrealmaster
