// Package satisfactory is the lightweight query of dedicated servers of Satisfactory.
//
// SPEC.md describes it, byte for byte.
package satisfactory
