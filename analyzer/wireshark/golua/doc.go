// Package golua translates the part of Go in which the decoder is written to
// Lua, so that Wireshark runs the same grammar of each protocol as everything
// else here. What it writes runs in Lua 5.2 (Wireshark 3.6 to 4.2) and 5.4 (4.4).
//
// Bytes and strings are Lua strings: bytes that are written in place are not
// translated, except those of arrays. A struct is a table and copied where Go
// copies it, an array is a table from 0, another slice is a table {a, o, n, c}:
// its array, its offset in it, its length and its capacity. Numbers are numbers:
// those of at most 32 bits wrap around as in Go, those of 64 bits are exact up
// to 2^53. What is none of this is an error that names its place.
//
// Only what the roots reach is written, functions as members of a table for
// each package. Functions that are named in [Config.Native] are left out: they
// are written by hand in the Lua that precedes the translation.
package golua
