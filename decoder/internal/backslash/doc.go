// Package backslash reads text of the GameSpy kind: \key\value\key\value,
// without lengths, escapes or an end (protocol/gamespy1/SPEC.md#transport).
// Game servers, master servers and heartbeats all speak it; this package reads
// the pairs and the challenges in them, the protocols interpret the pairs.
package backslash
