// Package doom3 is the query of Doom 3 and the games on its engine, Quake 4, Prey
// and Enemy Territory: Quake Wars: getInfo and infoResponse, binary after two
// bytes FF.
//
// SPEC.md describes it, byte for byte.
package doom3
