// Package ugp is the query of GTA Connected, Mafia Connected and related games:
// flags request sections, and the reply says with the same flags what it
// contains.
//
// SPEC.md describes it, byte for byte.
package ugp
