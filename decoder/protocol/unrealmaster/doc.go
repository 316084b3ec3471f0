// Package unrealmaster is what master servers say, the binary ones of UT2003 and
// later and those that speak text, to servers and to clients.
//
// SPEC.md describes it, byte for byte.
package unrealmaster
