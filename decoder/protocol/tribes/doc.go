// Package tribes is the query of Starsiege: Tribes and of Starsiege: a byte and a
// key, answered with the server, its teams and its players; and their masters.
//
// SPEC.md describes it, byte for byte.
package tribes
