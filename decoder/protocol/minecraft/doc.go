// Package minecraft is the server list ping of Minecraft Java Edition: a
// handshake and a request, answered with a status in JSON, over TCP.
//
// SPEC.md describes it, byte for byte.
package minecraft
