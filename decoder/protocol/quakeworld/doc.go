// Package quakeworld is the query of QuakeWorld and HexenWorld: status, a word of
// text after four or five bytes FF, and their masters.
//
// SPEC.md describes it, byte for byte.
package quakeworld
