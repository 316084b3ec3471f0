// Package frostbite is the remote administration of Battlefield: Bad Company 2,
// Battlefield 3, 4 and Hardline and Medal of Honor, by which their servers are
// queried.
//
// SPEC.md describes it, byte for byte.
package frostbite
