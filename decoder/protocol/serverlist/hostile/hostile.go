// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns lists whose lines are as short as can be.
func Cases(size int) []hostile.Case {
	return []hostile.Case{
		{Name: "server-list/short", Protocol: "server-list", Data: hostile.Fill(size, "", "1.2.3.4\t1\n")},
		{Name: "server-list/colon", Protocol: "server-list", Data: hostile.Fill(size, "", "1.2.3.4:1\n")},
		{Name: "server-list/empty", Protocol: "server-list", Data: hostile.Fill(size, "1.2.3.4\t1\t1\n", "\n")},
		{Name: "server-list/odd", Protocol: "server-list", Data: hostile.Fill(size, "1.2.3.4\t1\t1\n", "a\n")},
		{Name: "server-list/columns", Protocol: "server-list", Data: hostile.Fill(size, "1.2.3.4\t1\t1", "\t")},
		{Name: "server-list/quoted", Protocol: "server-list", Data: hostile.Fill(size, "", "1.2.3.4\t"+strings.Repeat("\x01", max(size/110, 1))+"\n")},
	}
}
