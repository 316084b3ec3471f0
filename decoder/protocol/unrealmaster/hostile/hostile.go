// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns sessions with masters, in text and in binary.
func Cases(size int) []hostile.Case {
	entry := "\x0d\x00\x00\x00" + "\x01\x02\x03\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00"
	flags := "\x12\x00\x00\x00" + "\x01\x02\x03\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\x00"
	one := "\x0e\x00\x00\x00" + "\x01\x02\x03\x04\x00\x00\x00\x00\x00\x00\x00\x00\x00\xff"
	filters := "\x00\xff" + strings.Repeat("\x00\x00\x09", 255)
	quoted := `\ip\` + strings.Repeat("\x01", max(size/110, 1))
	return []hostile.Case{
		{Name: "master/text", Data: hostile.Fill(size, "", `\ip\1.2.3.4:5`)},
		{Name: "master/pairs", Protocol: "unreal-master", Data: hostile.Fill(size, `\basic\`, `\a\`)},
		{Name: "master/quoted", Protocol: "unreal-master", Data: hostile.Fill(size, "", quoted)},
		{Name: "master/compact", Protocol: "unreal-master", Data: append(hostile.Fill(size-len(`\final\`), "", "\x01\x02\x03\x04\x05\x06"), `\final\`...)},
		{Name: "master/entries", Protocol: "unreal-master", Data: hostile.Fill(size, "\x05\x00\x00\x00\xff\xff\x00\x00\x01", entry)},
		{Name: "master/flags", Protocol: "unreal-master", Data: hostile.Fill(size, "\x05\x00\x00\x00\xff\xff\x00\x00\x01", flags)},
		{Name: "master/flags-ut2003", Protocol: "unreal-master", Data: hostile.Fill(size, "\x05\x00\x00\x00\xff\xff\x00\x00\x01", one)},
		{Name: "master/empty-messages", Protocol: "unreal-master", Data: hostile.Fill(size, "", "\x00\x00\x00\x00")},
		{Name: "master/short-messages", Protocol: "unreal-master", Data: hostile.Fill(size, "", "\x01\x00\x00\x00\x07")},
		{Name: "master/filters", Protocol: "unreal-master", Request: true, Data: hostile.Fill(size, "\xff\x02\x00\x00"+filters, "\x00")},
		{Name: "master/commands", Protocol: "unreal-master", Request: true, Data: hostile.Fill(size, "", "\x01\x00\x00\x00\x01")},
	}
}
