// Package teamspeak is how clients of TeamSpeak 3 begin to talk to a server, and the
// greeting of its console: they are named, and nothing is queried.
//
// SPEC.md describes it, byte for byte.
package teamspeak
