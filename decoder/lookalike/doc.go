// Package lookalike knows other protocols by their first bytes and lengths: what a
// datagram is when it is none of ours. They are not read here. Somebody whose
// dump or capture holds no query is told what it does hold, and a few bytes that
// a query could begin with too do not decide when another protocol explains all.
package lookalike
