package decoder

// Problems of frames.
var (
	problemFrameCut = ProblemInfo{
		Code: "frame-cut", Severity: SeverityWarning,
		Message: "{field} says {a} bytes, but only {b} are here.",
		Advice:  "The capture kept only the beginning of the frame: capture with a greater snapshot length, or copy all of it.",
	}
	problem8023 = ProblemInfo{
		Code: "frame-802.3", Severity: SeverityNote,
		Message: "The type field holds a length, {a}: this is an 802.3 frame.",
		Advice:  "The older form of Ethernet; LLC says what follows.",
		Source:  "IEEE 802.3",
	}
	problemFrameOther = ProblemInfo{
		Code: "frame-other-protocol", Severity: SeverityNote,
		Message: "The {a} bytes behind the headers are neither UDP nor TCP.",
		Advice:  "Queries use only those two; the header before these bytes names what they are.",
	}
	problemIPVersion = ProblemInfo{
		Code: "ip-version-differs", Severity: SeverityError,
		Message: "An IP packet of version {b} should begin here, but its version is {a}.",
		Advice:  "The header in front of it is wrong, or bytes are missing or surplus.",
		Source:  "RFC 791 3.1, RFC 8200 3",
	}
	problemIPHeader = ProblemInfo{
		Code: "ip-header-short", Severity: SeverityError,
		Message: "The header length is {a} bytes; the shortest possible is {b}.",
		Advice:  "The packet is damaged, or no IPv4; it is read as if it had no options.",
		Source:  "RFC 791 3.1",
	}
	problemIPLength = ProblemInfo{
		Code: "ip-length-short", Severity: SeverityError,
		Message: "{field} is {a}, less than the {b} bytes of the header alone.",
		Advice:  "The packet is damaged; everything that is here is taken for part of it.",
		Source:  "RFC 791 3.1",
	}
	problemIPLengthZero = ProblemInfo{
		Code: "ip-length-zero", Severity: SeverityNote,
		Message: "{field} is 0; the packet is taken to reach to the end of the frame.",
		Advice:  "The sender's network card cuts large packets to size and fills the length in later; the capture was made before that.",
	}
	problemOption = ProblemInfo{
		Code: "option-length", Severity: SeverityWarning,
		Message: "An option has a length of {a}, where {b} bytes are left.",
		Advice:  "The options are damaged from here on; what follows them is read on.",
	}
	problemFragment = ProblemInfo{
		Code: "fragment-later", Severity: SeverityNote,
		Message: "This is a later fragment, from byte {a} of its packet on; its bytes are not decoded.",
		Advice:  "Put the fragments with the same identification together first.",
		Source:  "RFC 791 3.2",
	}
	problemFirstFragment = ProblemInfo{
		Code: "fragment-first", Severity: SeverityNote,
		Message: "This is the first fragment of a packet; the rest of the payload is in others.",
		Advice:  "The payload is decoded as far as it goes.",
		Source:  "RFC 791 3.2",
	}
	problemUDPLength = ProblemInfo{
		Code: "udp-length-differs", Severity: SeverityWarning,
		Message: "UDP says {a} bytes, but IP carries {b}.",
		Advice:  "One of the two lengths is wrong; the shorter counts.",
		Source:  "RFC 768",
	}
	problemTCPHeader = ProblemInfo{
		Code: "tcp-header-short", Severity: SeverityError,
		Message: "The header length is {a} bytes; the shortest possible is {b}.",
		Advice:  "The segment is damaged; it is read as if it had no options.",
		Source:  "RFC 9293 3.1",
	}
	problemChecksum = ProblemInfo{
		Code: "checksum-wrong", Severity: SeverityWarning,
		Message: "{field} is {xa}; it should be {xb}.",
		Advice:  "Bytes that it guards were changed, by a fault or by hand; a receiver drops such a packet.",
		Source:  "RFC 1071",
	}
	problemChecksumZero = ProblemInfo{
		Code: "checksum-zero", Severity: SeverityNote,
		Message: "{field} is 0.",
		Advice:  "The sender's network card fills it in; the capture was made before that.",
	}
	problemChecksumOffloaded = ProblemInfo{
		Code: "checksum-offloaded", Severity: SeverityNote,
		Message: "{field} is {xa}, the sum of addresses, protocol and length only.",
		Advice:  "The sender's network card adds the rest; the capture was made before that.",
	}
	problemChecksumUnused = ProblemInfo{
		Code: "checksum-unused", Severity: SeverityNote,
		Message: "{field} is 0: the sender does not use it.",
		Advice:  "That is allowed with IPv4; nothing tells whether the payload arrived unchanged.",
		Source:  "RFC 768",
	}
	problemChecksumMissing = ProblemInfo{
		Code: "checksum-missing", Severity: SeverityWarning,
		Message: "{field} is 0, which IPv6 does not allow for UDP.",
		Advice:  "A receiver drops such a datagram, save in some tunnels.",
		Source:  "RFC 8200 8.1",
	}
	problemChecksumUnchecked = ProblemInfo{
		Code: "checksum-unchecked", Severity: SeverityNote,
		Message: "{field} was not checked.",
		Advice:  "It guards bytes that are not here, or that a router may have changed.",
	}
	problemQuoted = ProblemInfo{
		Code: "icmp-quoted", Severity: SeverityNote,
		Message: "The {a} bytes from here on are the packet that this error is about, sent back.",
		Advice:  "Nobody sends or answers this packet here; it may be cut.",
		Source:  "RFC 792",
	}
)

var frameProblems = []*ProblemInfo{
	&problemFrameCut, &problem8023, &problemFrameOther, &problemIPVersion, &problemIPHeader, &problemIPLength, &problemIPLengthZero,
	&problemOption, &problemFragment, &problemFirstFragment, &problemUDPLength, &problemTCPHeader, &problemChecksum, &problemChecksumZero,
	&problemChecksumOffloaded, &problemChecksumUnused, &problemChecksumMissing, &problemChecksumUnchecked, &problemQuoted,
}
