// Package ugp is the query of GTA Connected, Mafia Connected and their kin: flags
// ask for sections, and the reply says with the same flags what it holds.
//
// SPEC.md describes it, byte for byte.
package ugp
