// Package netquake is the query of Quake and Hexen II, before QuakeWorld: control packets
// in the port to which players connect.
//
// SPEC.md describes it, byte for byte.
package netquake
