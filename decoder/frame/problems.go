package frame

import "fragscope/decoder/wire"

// Problems of frames.
var (
	problemFrameCut = wire.ProblemInfo{Code: "frame-cut", Severity: wire.SeverityWarning,
		Message: "{field} says {a} bytes, but only {b} are here.",
		Advice: "The capture kept only the beginning of the frame: capture with a greater snapshot length, or copy " +
			"all of it.", Source: "protocol/SPEC.md#problems"}
	problem8023 = wire.ProblemInfo{Code: "frame-802.3", Severity: wire.SeverityNote,
		Message: "The type field holds a length, {a}: this is an 802.3 frame.",
		Advice:  "The older form of Ethernet; LLC says what follows.", Source: "IEEE 802.3"}
	problemFrameOther = wire.ProblemInfo{Code: "frame-other-protocol", Severity: wire.SeverityNote,
		Message: "The {a} bytes after the headers are neither UDP nor TCP.",
		Advice:  "Queries use only those two; the header before these bytes names what they are.",
		Source:  "protocol/SPEC.md#problems"}
	problemIPVersion = wire.ProblemInfo{Code: "ip-version-differs", Severity: wire.SeverityError,
		Message: "An IP packet of version {b} should begin here, but its version is {a}.",
		Advice:  "The header in front of it is wrong, or bytes are missing or surplus.",
		Source:  "RFC 791 3.1, RFC 8200 3"}
	problemIPHeader = wire.ProblemInfo{Code: "ip-header-short", Severity: wire.SeverityError,
		Message: "The header length is {a} bytes; the shortest possible is {b}.",
		Advice:  "The packet is damaged, or no IPv4; it is read as if it had no options.", Source: "RFC 791 3.1"}
	problemIPLength = wire.ProblemInfo{Code: "ip-length-short", Severity: wire.SeverityError,
		Message: "{field} is {a}, less than the {b} bytes of the header alone.",
		Advice:  "The packet is damaged; everything that is here is taken for part of it.", Source: "RFC 791 3.1"}
	problemIPLengthZero = wire.ProblemInfo{Code: "ip-length-zero", Severity: wire.SeverityNote,
		Message: "{field} is 0; the packet is taken to reach to the end of the frame.",
		Advice: "The sender's network card cuts large packets to size and fills the length in later; the capture was " +
			"made before that.", Source: "protocol/SPEC.md#problems"}
	problemOption = wire.ProblemInfo{Code: "option-length", Severity: wire.SeverityWarning,
		Message: "An option has a length of {a}, where {b} bytes are left.",
		Advice:  "The options are damaged from here on; what follows them is read on.",
		Source:  "protocol/SPEC.md#problems"}
	problemFragment = wire.ProblemInfo{Code: "fragment-later", Severity: wire.SeverityNote,
		Message: "This is a later fragment, from byte {a} of its packet on; its bytes are not decoded.",
		Advice:  "Put the fragments with the same identification together first.", Source: "RFC 791 3.2"}
	problemFirstFragment = wire.ProblemInfo{Code: "fragment-first", Severity: wire.SeverityNote,
		Message: "This is the first fragment of a packet; the rest of the payload is in others.",
		Advice:  "The payload is decoded as far as it goes.", Source: "RFC 791 3.2"}
	problemUDPLength = wire.ProblemInfo{Code: "udp-length-differs", Severity: wire.SeverityWarning,
		Message: "UDP says {a} bytes, but IP carries {b}.",
		Advice:  "One of the two lengths is wrong; the shorter counts.", Source: "RFC 768"}
	problemTCPHeader = wire.ProblemInfo{Code: "tcp-header-short", Severity: wire.SeverityError,
		Message: "The header length is {a} bytes; the shortest possible is {b}.",
		Advice:  "The segment is damaged; it is read as if it had no options.", Source: "RFC 9293 3.1"}
	ProblemChecksum = wire.ProblemInfo{Code: "checksum-wrong", Severity: wire.SeverityWarning,
		Message: "{field} is {xa}; it should be {xb}.",
		Advice:  "Bytes that it guards were changed, by a fault or by hand; a receiver drops such a packet.",
		Source:  "RFC 1071"}
	problemChecksumZero = wire.ProblemInfo{Code: "checksum-zero", Severity: wire.SeverityNote, Message: "{field} is 0.",
		Advice: "The sender's network card fills it in; the capture was made before that.",
		Source: "protocol/SPEC.md#problems"}
	problemChecksumOffloaded = wire.ProblemInfo{Code: "checksum-offloaded", Severity: wire.SeverityNote,
		Message: "{field} is {xa}, the sum of addresses, protocol and length only.",
		Advice:  "The sender's network card adds the rest; the capture was made before that.",
		Source:  "protocol/SPEC.md#problems"}
	problemChecksumUnused = wire.ProblemInfo{Code: "checksum-unused", Severity: wire.SeverityNote,
		Message: "{field} is 0: the sender does not use it.",
		Advice:  "That is allowed with IPv4; nothing shows whether the payload arrived unchanged.", Source: "RFC 768"}
	problemChecksumMissing = wire.ProblemInfo{Code: "checksum-missing", Severity: wire.SeverityWarning,
		Message: "{field} is 0, which IPv6 does not allow for UDP.",
		Advice:  "A receiver drops such a datagram, save in some tunnels.", Source: "RFC 8200 8.1"}
	problemChecksumUnchecked = wire.ProblemInfo{Code: "checksum-unchecked", Severity: wire.SeverityNote,
		Message: "{field} was not checked.",
		Advice:  "It guards bytes that are not here, or that a router may have changed.",
		Source:  "protocol/SPEC.md#problems"}
	problemQuoted = wire.ProblemInfo{Code: "icmp-quoted", Severity: wire.SeverityNote,
		Message: "The {a} bytes from here on are the packet that this error is about, sent back.",
		Advice:  "Nobody sends or answers this packet here; it may be cut.", Source: "RFC 792"}
)

// Problems are those of headers.
var problems = []*wire.ProblemInfo{
	&problemFrameCut, &problem8023, &problemFrameOther, &problemIPVersion, &problemIPHeader, &problemIPLength,
	&problemIPLengthZero,
	&problemOption, &problemFragment, &problemFirstFragment, &problemUDPLength, &problemTCPHeader, &ProblemChecksum,
	&problemChecksumZero,
	&problemChecksumOffloaded, &problemChecksumUnused, &problemChecksumMissing, &problemChecksumUnchecked, &problemQuoted,
}
