// Package heartbeat decodes the announcement of a server to a text master.
//
// SPEC.md describes it, byte for byte.
package heartbeat
