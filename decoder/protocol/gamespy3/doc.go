// Package gamespy3 is GameSpy's third query, with a challenge and numbered
// datagrams: Unreal Tournament 3, Battlefield 2, Crysis and others.
//
// SPEC.md describes it, byte for byte.
package gamespy3
