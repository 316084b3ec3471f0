// Package wireshark is the decoder as a dissector of Wireshark 3.6 to 4.4: one
// Lua file, and where Wireshark looks for it.
//
// The file has three parts. prelude.lua is what Go has and Lua has not,
// decoder.lua.gz is the decoder itself, which [fragscope/analyzer/wireshark/golua]
// translates from its source so that there is one grammar of each protocol, and dissector.lua shows its
// fields and problems in Wireshark's tree. After a change of the decoder, run
//
//	go generate ./analyzer/wireshark
//
// which a test asks for. Another test compares tshark with the decoder, field by
// field.
package wireshark
