package wire

// Severity says how much a problem matters.
type Severity uint8

// The severities. A note is worth knowing, a warning means that something is
// wrong but was understood, an error that bytes could not be read.
const (
	SeverityNote Severity = iota
	SeverityWarning
	SeverityError
)

// A ProblemInfo describes a kind of problem. Message and Advice may hold {a}
// and {b} for the numbers of the Problem, {xa} and {xb} for the same in
// hexadecimal, {a|byte|bytes} for the word that goes with a number, {text} for the bytes of its range as text, {field}
// for the name of the field that it begins in, {offset} for where it begins, and {other} for
// the foreign protocol that the first number stands for, or the Rival of the message.
type ProblemInfo struct {
	_        [0]func() // compared by address; comparing texts would be unused code
	Code     string    // stable, such as "length-past-end"
	Severity Severity
	Number   uint16              // its place among all problems, see package numbers
	Message  string              // one plain sentence: what was found
	Advice   string              // one sentence: what it means, or what to do
	Story    string              // the long description, for explain
	Other    func(uint64) string // the foreign protocol that {other} stands for
	Damage   bool                // though not an error, a reply only has it when bytes are missing or not from the server
	Source   string              // where it is known from, such as "protocol/SPEC.md#documents"
}

// Note returns the kind of problem that is worth knowing.
func Note(code, message, advice string) ProblemInfo {
	return ProblemInfo{Code: code, Severity: SeverityNote, Message: message, Advice: advice}
}

// Warning returns the kind of problem where something is wrong but understood.
func Warning(code, message, advice string) ProblemInfo {
	return ProblemInfo{Code: code, Severity: SeverityWarning, Message: message, Advice: advice}
}

// Error returns the kind of problem where bytes could not be read.
func Error(code, message, advice string) ProblemInfo {
	return ProblemInfo{Code: code, Severity: SeverityError, Message: message, Advice: advice}
}

// Damage returns a warning that sets [ProblemInfo.Damage].
func Damage(code, message, advice string) ProblemInfo {
	return ProblemInfo{Code: code, Severity: SeverityWarning, Damage: true, Message: message, Advice: advice}
}

// A Problem is an anomaly of a datagram: what, and where.
type Problem struct {
	Info   *ProblemInfo
	Offset uint32 // bytes from the start of the datagram
	Length uint32 // bytes; 0 for a place between bytes
	A, B   uint64 // the numbers in the sentence
}

// End returns the offset of the first byte after the range.
func (p *Problem) End() int { return int(p.Offset) + int(p.Length) }

// Problems that any protocol can have.
var (
	ProblemCut = ProblemInfo{Code: "cut", Severity: SeverityError,
		Message: "{field} needs {a} {a|byte|bytes}, but the datagram ends after {b}.",
		Advice:  "The datagram is cut: copy all of it, or capture with a greater snapshot length.",
		Story: "A capture may keep only the first bytes of each packet, a dump may be pasted without its last line, " +
			"and a server may cut what does not fit its buffer. Everything before the cut is decoded; the rest is " +
			"shown as unparsed.", Source: "protocol/SPEC.md#problems"}
	problemLeftOver = ProblemInfo{Code: "bytes-left-over", Severity: SeverityWarning,
		Message: "{a} {a|byte follows|bytes follow} the last known field.",
		Advice: "{a|It belongs|They belong} to no known field: an unknown variant, a mod's addition, or bytes of " +
			"something else.",
		Story: "Every field of the message was read and bytes are left. They are kept as unknown and take part in " +
			"nothing.", Source: "protocol/SPEC.md#problems"}
	ProblemUnknownProtocol = ProblemInfo{Code: "protocol-unknown", Severity: SeverityWarning,
		Message: "The {a} {a|byte doesn't|bytes don't} match any protocol fragscope knows.",
		Advice:  "Does the dump start at the UDP payload? If you know the protocol, choose it.",
		Story: "Protocols are recognised by their content, never by port. What matches none is shown as one unknown " +
			"field; with a protocol named it is decoded as far as it goes.", Source: "protocol/SPEC.md#identification"}
	ProblemShared = ProblemInfo{Code: "protocol-shared", Severity: SeverityNote,
		Message: "These bytes are also a complete message of {other}.",
		Advice:  "The more common of the two was chosen; a port or a chosen protocol decides.",
		Source:  "protocol/SPEC.md#identification"}
	ProblemEmpty = ProblemInfo{Code: "empty", Severity: SeverityNote, Message: "The datagram has no bytes.",
		Advice: "There is nothing to decode: an empty datagram is neither a request nor a reply.",
		Source: "protocol/SPEC.md#problems"}
	ProblemImplausible = ProblemInfo{Code: "number-implausible", Severity: SeverityWarning,
		Message: "{field} is {a}; more than {b} is implausible.",
		Advice: "Either a mod writes unusual numbers, or the bytes are not where they should be: look at the fields " +
			"before it.",
		Story: "A port above 65535, thousands of players or a ping of days is a sign that earlier bytes are missing " +
			"or surplus, so that every later number is read at the wrong place.",
		Source: "protocol/unreal2/SPEC.md#errors-in-descriptions"}
	ProblemNegative = ProblemInfo{Code: "number-negative", Severity: SeverityWarning,
		Message: "{field} is {a}; it cannot be negative.",
		Advice: "Either a mod writes unusual numbers, or the bytes are not where they should be: look at the fields " +
			"before it.",
		Story: "A count, a port or a time is never below 0. It is a sign that earlier bytes are missing or surplus, " +
			"or that a program has counted wrong.", Source: "protocol/SPEC.md#problems"}
	ProblemSymbol = ProblemInfo{Code: "value-unknown", Severity: SeverityNote,
		Message: "{field} is {a} ({xa}). No known source explains this value.", Advice: "It is shown unchanged.",
		Source: "protocol/SPEC.md#problems"}
	problemConst = ProblemInfo{Code: "constant-differs", Severity: SeverityWarning,
		Message: "{field} differs from its fixed value.",
		Advice:  "The bytes are shown unchanged; the message may be another variant.",
		Source:  "protocol/SPEC.md#problems"}
	ProblemNameCut = ProblemInfo{Code: "name-cut", Severity: SeverityWarning,
		Message: "The column name has {a} bytes; each value shows only its first {b}.",
		Advice:  "The field of the name has all of it. No known game uses names half as long.",
		Story: "A table names each of its columns once. Programs show the name with every value, so a name of 32,000 " +
			"bytes over 8,000 values would become 256 million. With the values, and in the status, a longer name " +
			"ends in an ellipsis after its first bytes. Two such names that begin in the same way stay two columns.",
		Source: "protocol/SPEC.md#problems"}
	ProblemTooLong = ProblemInfo{Code: "too-long", Severity: SeverityError,
		Message: "The input has {a} bytes; only the first {b} are decoded.",
		Advice:  "No datagram is this long: decode the datagrams one by one, or open the capture that has them.",
		Source:  "protocol/SPEC.md#problems"}
	problemTooMany = ProblemInfo{Code: "too-many-problems", Severity: SeverityNote,
		Message: "More than {a} problems were found; the rest are not listed.",
		Advice:  "The datagram is far from any known form; the first problems tell where it begins to differ.",
		Source:  "protocol/SPEC.md#problems"}
)

// CoreProblems lists what this file and strings.go define, for explain.
var CoreProblems = []*ProblemInfo{
	&ProblemCut, &problemLeftOver, &ProblemUnknownProtocol, &ProblemShared, &ProblemEmpty, &ProblemImplausible,
	&ProblemNegative, &ProblemSymbol,
	&problemConst, &ProblemNameCut, &ProblemTooLong, &problemTooMany,
	&ProblemLengthPastEnd, &problemLengthShort, &problemNoNUL, &problemLengthExcludesNUL, &problemLengthOneByte,
	&problemUCS2Stray,
	&problemCompactLong, &problemMojibake, &problemSurrogate, &problemEmbeddedNUL,
}
