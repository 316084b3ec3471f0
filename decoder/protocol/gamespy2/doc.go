// Package gamespy2 is GameSpy's second query: FE FD, and a section each for the
// server, its players and its teams.
//
// SPEC.md describes it, byte for byte.
package gamespy2
