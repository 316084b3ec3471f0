// Package quake3 is the query of Quake III Arena and the games on its engine:
// getinfo and getstatus, words of text after four bytes FF.
//
// SPEC.md describes it, byte for byte.
package quake3
