// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns replies with the shortest rules and players, and lengths and
// counts that lie.
func Cases(size int) []hostile.Case {
	const head = "SAMP\xc0\x00\x02\x07\x61\x1e"
	return []hostile.Case{
		{Name: "samp/rules", Data: hostile.Fill(size, head+"r\xff\xff", "\x00")},
		{Name: "samp/pairs", Data: hostile.Fill(size, head+"r\xff\xff", "\x01a\x00")},
		{Name: "samp/players", Data: hostile.Fill(size, head+"c\xff\xff", "\x00\x00\x00\x00\x00")},
		{Name: "samp/details", Data: hostile.Fill(size, head+"d\xff\xff", strings.Repeat("\x00", 10))},
		{Name: "samp/code-page", Data: hostile.Fill(size, head+"r\xff\xff", "\x03\xe0\xe1\xe2")},
		{Name: "samp/length", Data: hostile.Fill(size, head+"i\x00\x01\x00\x01\x00\xff\xff\xff\xff", "a")},
		{Name: "samp/line", Data: hostile.Fill(size, head+"x\xff\xff", "\x01")},
	}
}
