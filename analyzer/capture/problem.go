package capture

import (
	"errors"
	"fmt"
	"io"
)

// A Code names a kind of problem. Codes are stable.
type Code string

// The problems of a capture file.
const (
	CodeCut        Code = "capture-cut"         // the file ends inside a packet or block
	CodeDamaged    Code = "capture-damaged"     // bytes that are no record or block were passed over
	CodeTrailer    Code = "capture-trailer"     // a block does not end with its length; it was read all the same
	CodeOddRecord  Code = "capture-odd-record"  // a record's numbers disagree; it was read all the same
	CodeBlock      Code = "capture-block"       // a block's content does not fit it; the block was passed over
	CodeInterface  Code = "capture-interface"   // a packet names an interface that the file does not describe
	CodeTime       Code = "capture-time"        // a time that cannot be; the packet has none
	CodeJoined     Code = "capture-joined"      // another capture begins inside this one
	CodeNames      Code = "capture-names"       // more names than are kept
	CodeCompressed Code = "capture-compression" // the compressed data are cut or damaged
	CodeEmpty      Code = "capture-empty"       // the file holds no packets
)

// A Problem is something wrong with a capture file.
type Problem struct {
	Code    Code
	Offset  int64  // bytes from the start of the (uncompressed) file
	Packet  int64  // number of the packet that it concerns or stands before, from 1
	Message string // what was found and what was done about it
}

func (p Problem) String() string {
	return fmt.Sprintf("%s at offset %d, packet %d: %s", p.Code, p.Offset, p.Packet, p.Message)
}

// problemsKept bounds the list; [Stats.Problems] counts all.
const problemsKept = 1000

// problem records that something is wrong at off with the next packet.
func (r *Reader) problem(code Code, off int64, format string, args ...any) {
	r.stats.Problems++
	if len(r.problems) < problemsKept {
		r.problems = append(r.problems, Problem{code, off, r.packet.Number + 1, fmt.Sprintf(format, args...)})
	}
}

// cut records that the file ends too early, here; a failure to read is told by
// [Reader.Err] instead.
func (r *Reader) cut(format string, args ...any) {
	var bad *compressionError
	if r.win.err == io.EOF || errors.As(r.win.err, &bad) {
		r.problem(CodeCut, r.win.offset(), format, args...)
	}
}
