package capture

import (
	"errors"
	"fmt"
	"io"

	"fragscope/decoder"
	"fragscope/decoder/wire"
)

// A Code names a kind of problem. Codes are stable.
type Code string

const (
	CodeCut        Code = "capture-cut"         // the file ends inside a packet or block
	CodeDamaged    Code = "capture-damaged"     // bytes that are no record or block were skipped
	CodeTrailer    Code = "capture-trailer"     // a block does not end with its length; it was read anyway
	CodeOddRecord  Code = "capture-odd-record"  // a record's numbers disagree; it was read anyway
	CodeBlock      Code = "capture-block"       // a block's content does not fit it; the block was skipped
	CodeInterface  Code = "capture-interface"   // a packet names an interface that the file does not describe
	CodeTime       Code = "capture-time"        // an impossible time; the packet has none
	CodeJoined     Code = "capture-joined"      // another capture begins inside this one
	CodeNames      Code = "capture-names"       // more names than are kept
	CodeCompressed Code = "capture-compression" // the compressed data are cut or damaged
	CodeEmpty      Code = "capture-empty"       // the file holds no packets
)

// codes holds the severity and the meaning of every code.
var codes = []*wire.ProblemInfo{
	{
		Code: string(CodeCut), Severity: decoder.SeverityWarning, Message: "The file ends inside a packet or a block.",
		Advice: "What is left of it does not count; everything before it was read.",
		Story: "A program that captures was ended before it could write the rest, the disk was full, or the file is being " +
			"written still. capinfos and Wireshark report a short read for the same file.",
	}, {
		Code: string(CodeDamaged), Severity: decoder.SeverityWarning,
		Message: "Bytes that are no packet and no block were skipped.",
		Advice:  "Packets in them are lost; reading continues where a chain of plausible packets begins.",
		Story: "A length in the file leads to nowhere, or a stretch of it was overwritten. Other programs stop there. " +
			"Packets are only taken up again where several in a row fit together, so that bytes of damage are not taken for " +
			"packets.",
	}, {
		Code: string(CodeTrailer), Severity: decoder.SeverityWarning,
		Message: "A block of a pcapng file does not repeat its length at its end.", Advice: "It was read anyway.",
		Story: "Every block of pcapng has its length at both ends. The length at the front led to the next block, so it is " +
			"the one that counts.",
	}, {
		Code: string(CodeOddRecord), Severity: decoder.SeverityWarning, Message: "The numbers of a packet's record disagree.",
		Advice: "The packet was read anyway.",
		Story: "For instance more bytes were captured than the packet is said to have, or more than the file's snapshot " +
			"length allows.",
	}, {
		Code: string(CodeBlock), Severity: decoder.SeverityWarning,
		Message: "The content of a pcapng block or option does not fit its length.",
		Advice:  "It was skipped; the blocks around it count.",
	}, {
		Code: string(CodeInterface), Severity: decoder.SeverityWarning,
		Message: "A packet or block names an interface that the file does not describe, or there are more interfaces than " +
			"are kept.", Advice: "The link type of such packets is unknown, and their times are taken as microseconds.",
	}, {
		Code: string(CodeTime), Severity: decoder.SeverityWarning,
		Message: "A time is invalid: it is outside the years 1678 to 2262, or its resolution is invalid.",
		Advice:  "The packet has no time and no round trip includes it.",
	}, {
		Code: string(CodeJoined), Severity: decoder.SeverityNote, Message: "Another capture begins inside this one.",
		Advice: "It is read as well; mergecap joins captures without this.",
	}, {
		Code: string(CodeNames), Severity: decoder.SeverityNote,
		Message: "The file holds more names of addresses than are kept.",
		Advice:  "The rest are left out; packets are not affected.",
	}, {
		Code: string(CodeCompressed), Severity: decoder.SeverityWarning, Message: "The compressed data are cut or damaged.",
		Advice: "Everything before that offset was read; unpack the file with its own tool to see whether more can be " +
			"recovered.",
	}, {
		Code: string(CodeEmpty), Severity: decoder.SeverityNote, Message: "The capture holds no packets.",
		Advice: "Check the capture filter, the interface and the permissions of the capturing program.",
	},
}

// Codes returns what is known about every code, in a fixed order.
func Codes() []*wire.ProblemInfo { return codes }

// Info returns what is known about c, nil for a code that Codes does not list.
func (c Code) Info() *wire.ProblemInfo {
	for _, i := range codes {
		if i.Code == string(c) {
			return i
		}
	}
	return nil
}

// A Problem is something wrong with a capture file.
type Problem struct {
	Code    Code
	Offset  int64  // bytes from the start of the (uncompressed) file
	Packet  int64  // number of the packet that it concerns or precedes, from 1
	Message string // what was found and what was done about it
}

func (p Problem) String() string {
	return fmt.Sprintf("%s at offset %d, packet %d: %s", p.Code, p.Offset, p.Packet, p.Message)
}

// problemsKept bounds the list; [Stats.Problems] counts all.
const problemsKept = 1000

func (r *Reader) problem(code Code, off int64, format string, args ...any) {
	r.stats.Problems++
	if len(r.problems) < problemsKept {
		r.problems = append(r.problems, Problem{code, off, r.packet.Number + 1, fmt.Sprintf(format, args...)})
	}
}

// A failure to read is no damage of the file: [Reader.Err] reports it.
func (r *Reader) cut(format string, args ...any) {
	var bad *compressionError
	if r.win.err == io.EOF || errors.As(r.win.err, &bad) {
		r.problem(CodeCut, r.win.offset(), format, args...)
	}
}
