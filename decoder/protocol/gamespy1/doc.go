// Package gamespy1 is GameSpy's first query, backslash text: UT99, Unreal, Deus Ex,
// Battlefield 1942 and many others, and the second query of UT2003 and UT2004.
//
// SPEC.md describes it, byte for byte.
package gamespy1
