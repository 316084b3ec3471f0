// Package torque is the query of Tribes 2 and of other games on its engine, Torque:
// a ping and an info with a key, and the lists of their masters.
//
// SPEC.md describes it, byte for byte.
package torque
