// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"fragscope/decoder/hostile"
)

// Cases returns replies of UGP with every flag, and as many records as a byte
// can count.
func Cases(size int) []hostile.Case {
	const head = "\xff\xffUGP\x00\x01\x81"
	return []hostile.Case{
		{Name: "ugp/everything", Data: hostile.Fill(size, head+"\x05\xff\xff", "\x00")},
		{Name: "ugp/all-ones", Data: hostile.Fill(size, head+"\x05", "\xff")},
		{Name: "ugp/players", Data: hostile.Fill(size, head+"\x05\x04\xff\xff\xff", "\x00")},
		{Name: "ugp/rules", Data: hostile.Fill(size, head+"\x05\x08\xff", "\x00")},
		{Name: "ugp/rules-short", Data: hostile.Fill(size, head+"\x05\x08\xff", "\x01a")},
		{Name: "ugp/teams", Data: hostile.Fill(size, head+"\x05\x02\xff\xff", "\x00")},
		{Name: "ugp/request", Protocol: "ugp", Request: true, Data: hostile.Fill(size, "\xff\xffUGP\x00\x01\x01", "\xff")},
	}
}
