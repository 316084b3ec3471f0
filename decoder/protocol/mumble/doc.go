// Package mumble is the ping by which lists of Mumble servers learn how many
// users are there.
//
// SPEC.md describes it, byte for byte.
package mumble
