// Package filter compiles the expressions that choose packets, exchanges and
// servers: one language for all three, in the command, the API, the page and the
// desktop.
//
//	unreal2.info.players > 20 and server in 198.51.100.0/24
//	protocol == "gamespy1" and problem("cut") or worst == error
//	time >= 2026-01-31T20:00:00Z and not text("CTF")
//	players > 0 and not password and map matches "^CTF"
//	outcome == unanswered or rttMs > 200
//
// A name is that of a column ([Names]: players, serverAddress, rtt_ms; neither
// case nor underscores count), the key of a field (a2s.info.map, also of a group,
// of a length, of a pair by its key: gamespy1.pair[hostname]), or Wireshark's
// (ip.src, udp.port, frame.len). What servers say of themselves (map, players,
// game) is known of a reply as well as of a server.
//
// Values are compared with ==, !=, <, <=, >, >= (or eq, ne, lt, le, gt, ge),
// contains, startsWith, endsWith, matches (a regular expression), and in, with a
// list, a range or a network: in [1, 2], in 5..8, in 10.0.0.0/8. Addresses, times
// in ISO form and single words need no quotes. Numbers have + - * and /. A name
// that has several values meets == when one of them does, and != when none is
// equal. What is unknown meets no comparison.
//
// Conditions are joined with and, or, not (or &&, ||, !). The name of a protocol
// is one by itself, as are udp, tcp and the key of a field, which asks whether the
// packet has it; so are tcpdump's host A, net N, port P, udp port P, src host A.
//
// # Bounds
//
// An expression has at most [MaxSource] bytes and takes at most [MaxSteps] steps
// for each packet, 40 searches of the whole packet for example; longer ones are
// not compiled. There are no variables and no loops. A search takes a time in
// proportion to the packet, so one evaluation does, whatever the expression; it
// ends early when the context of its [Matcher] does.
package filter
