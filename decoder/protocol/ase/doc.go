// Package ase is the query of The All-Seeing Eye, which Multi Theft Auto, Far
// Cry and others answer: one letter, and texts after lengths that count
// themselves.
//
// SPEC.md describes it, byte for byte.
package ase
