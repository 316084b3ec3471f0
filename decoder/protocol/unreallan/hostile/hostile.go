// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"encoding/binary"
	"strings"

	"fragscope/decoder/hostile"
)

// Cases returns beacons of the older games and of UT3.
func Cases(size int) []hostile.Case {
	reply := func(settings, properties int, setting, property string) []byte {
		p := []byte{1, 1, 1, 0x52}
		p = append(p, "abcdefgh"...)
		p = append(p, "\x0a\x00\x00\x01\x00\x00\x1e\x61\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x08\x00\x00\x00\x00"...)
		p = append(p, 1, 1, 1, 1, 1, 1, 1, 1)
		p = append(p, "abcdefgh\x00\x00\x00\x00"...)
		p = binary.BigEndian.AppendUint32(p, uint32(settings))
		p = append(p, strings.Repeat(setting, settings)...)
		p = binary.BigEndian.AppendUint32(p, uint32(properties))
		return append(p, strings.Repeat(property, properties)...)
	}
	setting := "\x10\x00\x00\x01\x00\x00\x00\x01\x01"
	none := "\x10\x00\x00\x01\x00\x01"
	text := "\x10\x00\x00\x01\x04\x00\x00\x00\x00\x01"
	left := max(size-70, 0)
	return []hostile.Case{
		{Name: "lan/settings", Protocol: "unreal-lan", Data: reply(left/len(setting), 0, setting, none)},
		{Name: "lan/properties", Protocol: "unreal-lan", Data: reply(0, left/len(none), setting, none)},
		{Name: "lan/texts", Protocol: "unreal-lan", Data: reply(0, left/len(text), setting, text)},
		{Name: "lan/text", Protocol: "unreal-lan", Data: hostile.Fill(size, "ut 7778 ", "\x01")},
		{Name: "lan/port", Protocol: "unreal-lan", Data: hostile.Fill(size, "ut ", "\x01")},
		{Name: "lan/request", Protocol: "unreal-lan", Request: true, Data: hostile.Fill(size, "REPORT", "Q")},
	}
}
