// Package heartbeat is what a server announces itself to a text master with.
//
// SPEC.md describes it, byte for byte.
package heartbeat
