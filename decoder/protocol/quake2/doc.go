// Package quake2 is the query of Quake II and the games on its engine: status
// and info, words of text after four bytes FF, and its masters.
//
// SPEC.md describes it, byte for byte.
package quake2
