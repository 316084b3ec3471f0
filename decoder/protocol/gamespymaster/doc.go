// Package gamespymaster is what servers and players of GameSpy's later toolkit say
// to its services: availability, heartbeats with all that a server is, the request
// for a list of servers, and the negotiation of ways through NATs.
//
// SPEC.md describes it, byte for byte.
package gamespymaster
