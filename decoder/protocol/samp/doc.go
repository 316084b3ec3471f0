// Package samp is the query of San Andreas Multiplayer and of open.mp: an
// opcode after a head that names the server, answered with the same head.
//
// SPEC.md describes it, byte for byte.
package samp
