// Package m2mp is the query of the multiplayer mods of Mafia II: Mafia 2 Multiplayer and
// Mafia 2 Online.
//
// SPEC.md describes it, byte for byte.
package m2mp
