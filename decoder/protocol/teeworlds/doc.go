// Package teeworlds is the query of Teeworlds, DDNet and the mods on them: that of
// 0.6 with DDNet's extensions, that of 0.7, and their masters.
//
// SPEC.md describes it, byte for byte.
package teeworlds
