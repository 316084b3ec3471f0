// Package lookalike recognises foreign protocols, which fragscope does not
// decode, by their first bytes and lengths. A user whose dump or capture holds
// no query learns what it does hold, and a few bytes that a query could begin
// with too do not decide when another protocol explains all of it.
package lookalike
