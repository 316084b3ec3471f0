// Package hostile holds the most expensive datagrams of the protocol.
package hostile

import (
	"fragscope/decoder/hostile"
)

// Cases returns ID strings of the shortest parts, and of numbers that are none.
func Cases(size int) []hostile.Case {
	const head = "\x1c" + "12345678" + "87654321" + "\x00\xff\xff\x00\xfe\xfe\xfe\xfe\xfd\xfd\xfd\xfd\x12\x34\x56\x78"
	return []hostile.Case{
		{Name: "raknet/parts", Data: hostile.Fill(size, head+"\xff\xffMCPE;", ";")},
		{Name: "raknet/colours", Data: hostile.Fill(size, head+"\xff\xffMCPE;", "§a;")},
		{Name: "raknet/escapes", Data: hostile.Fill(size, head+"\xff\xffMCPE;", "\\;")},
		{Name: "raknet/numbers", Data: hostile.Fill(size, head+"\xff\xffMCPE;a;x;b;y;z;1;m;g;w;99999;70000;", "0;")},
		{Name: "raknet/data", Data: hostile.Fill(size, head, "\x00\x01a")},
		{Name: "raknet/padding", Data: hostile.Fill(size, head+"\x00\x05MCPE;", "\x00")},
	}
}
