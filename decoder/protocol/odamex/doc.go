// Package odamex is the query of Odamex: a tag asks for the info, the older request of
// its masters for lists and for a shorter info.
//
// SPEC.md describes it, byte for byte.
package odamex
