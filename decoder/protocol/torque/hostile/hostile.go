// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns replies with the shortest lines of content and the smallest
// entries of a list.
func Cases(size int) []hostile.Case {
	info := "\x14\x02\x01\x02\x03\x04\x01a\x01b\x01c\x00\x01\x02\x00\x00\x00\x00\xff\xff"
	return []hostile.Case{
		{Name: "torque/teams", Protocol: "torque", Data: hostile.Fill(size, info+"99999\n", "\t\n")},
		{Name: "torque/players", Protocol: "torque", Data: hostile.Fill(size, info+"0\n99999\n", "\t\t\n")},
		{Name: "torque/lines", Protocol: "torque", Data: hostile.Fill(size, info, "0\n")},
		{Name: "torque/types", Protocol: "torque", Data: hostile.Fill(size, "\x04\x02\x01\x02\x03\x04\xff", "\x00")},
		{Name: "torque/servers", Protocol: "torque", Data: hostile.Fill(size, "\x08\x02\x01\x02\x03\x04\x00\x01\xff\xff", "\xc0\x00\x02\x07\x60\x6d")},
		{Name: "torque/friends", Protocol: "torque", Request: true, Data: hostile.Fill(size, "\x06\x00\x01\x02\x03\x04\xff\x00\x00"+strings.Repeat("\x00", 14)+"\xff", "\x01\x02\x03\x04")},
	}
}
