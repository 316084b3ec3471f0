// Package a2s is Valve's server query, which the Source and GoldSource engines
// and most games on Steam answer: info, players and rules after four bytes FF,
// with a challenge, and replies that are split among datagrams.
//
// SPEC.md describes it, byte for byte.
package a2s
