// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns announcements with the shortest pairs and with texts that
// problems quote.
func Cases(size int) []hostile.Case {
	return []hostile.Case{
		{Name: "heartbeat/pairs", Protocol: "unreal-heartbeat", Request: true, Data: hostile.Fill(size, `\heartbeat\7778\gamename\ut`, `\a\`)},
		{Name: "heartbeat/repeated", Protocol: "unreal-heartbeat", Request: true, Data: hostile.Fill(size, "", `\heartbeat\1`)},
		{Name: "heartbeat/quoted", Protocol: "unreal-heartbeat", Request: true, Data: hostile.Fill(size, "", `\heartbeat\`+strings.Repeat("\x01", max(size/110, 1)))},
		{Name: "heartbeat/secure", Protocol: "unreal-heartbeat", Data: hostile.Fill(size, "", `\secure\AAAAAA`)},
		{Name: "heartbeat/validate", Protocol: "unreal-heartbeat", Request: true, Data: hostile.Fill(size, "", `\validate\`+strings.Repeat("\x01", max(size/110, 1)))},
	}
}
