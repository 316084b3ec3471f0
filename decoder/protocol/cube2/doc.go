// Package cube2 is the query of Cube 2: Sauerbraten, with its extended info, and that of
// AssaultCube.
//
// SPEC.md describes it, byte for byte.
package cube2
