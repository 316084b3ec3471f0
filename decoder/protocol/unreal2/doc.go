// Package unreal2 is the binary query of UT2003, UT2004, Killing Floor, Red
// Orchestra and related games, with the older forms of Unreal II XMP and
// Pariah.
//
// SPEC.md describes it, byte for byte.
package unreal2
